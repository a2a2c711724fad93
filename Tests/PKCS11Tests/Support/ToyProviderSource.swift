extension ToyProvider {
    /// A module in C with one slot, one object and no cryptography, which answers what a test tells it to.
    ///
    /// `toy_set` and `toy_get` are its knobs. The name of a function is a knob too: what it returns instead of doing its
    /// work; `C_Sign@2` for its second call only. `calls.C_Sign` counts.
    static let source = #"""
        #include <pthread.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        #include <p11-kit/pkcs11.h>

        #define EXPORT __attribute__((visibility("default")))

        // Knobs.

        static struct { char name[64]; CK_ULONG value; } knobs[512];
        static size_t knobCount;
        static pthread_mutex_t knobLock = PTHREAD_MUTEX_INITIALIZER;

        static CK_ULONG change(const char *name, int add, CK_ULONG value) {
            pthread_mutex_lock(&knobLock);
            size_t i = 0;
            while (i < knobCount && strcmp(knobs[i].name, name) != 0) i++;
            if (i == knobCount && i < 512) {
                snprintf(knobs[i].name, sizeof knobs[i].name, "%s", name);
                knobCount++;
            }
            CK_ULONG result = i < 512 ? (knobs[i].value = add ? knobs[i].value + value : value) : 0;
            pthread_mutex_unlock(&knobLock);
            return result;
        }

        static CK_ULONG get(const char *name, CK_ULONG otherwise) {
            pthread_mutex_lock(&knobLock);
            CK_ULONG result = otherwise;
            for (size_t i = 0; i < knobCount; i++) {
                if (strcmp(knobs[i].name, name) == 0) result = knobs[i].value;
            }
            pthread_mutex_unlock(&knobLock);
            return result;
        }

        EXPORT void toy_set(const char *name, CK_ULONG value) { change(name, 0, value); }
        EXPORT CK_ULONG toy_get(const char *name) { return get(name, 0); }

        // Every call comes through here.

        #define PASS ((CK_RV)-1)
        static int inFlight;
        static int initialised;
        static CK_C_INITIALIZE_ARGS arguments;
        static void *mutex;

        static CK_RV enter(const char *name) {
            if (__atomic_add_fetch(&inFlight, 1, __ATOMIC_SEQ_CST) > 1) change("overlaps", 1, 1);
            char text[80];
            snprintf(text, sizeof text, "calls.%s", name);
            CK_ULONG count = change(text, 1, 1);
            if (get("slow", 0)) usleep((useconds_t)get("slow", 0));
            snprintf(text, sizeof text, "%s@%lu", name, count);
            CK_RV rv = get(text, PASS);
            if (rv == PASS) rv = get(name, PASS);
            if (rv == PASS && !initialised && strcmp(name, "C_Initialize") != 0) rv = CKR_CRYPTOKI_NOT_INITIALIZED;
            return rv;
        }

        static CK_RV leave(CK_RV rv) {
            __atomic_sub_fetch(&inFlight, 1, __ATOMIC_SEQ_CST);
            return rv;
        }

        #define FUNCTION(name, parameters, names) \
            static CK_RV do_##name parameters; \
            static CK_RV toy_##name parameters { \
                CK_RV rv = enter(#name); \
                return leave(rv == PASS ? do_##name names : rv); \
            } \
            static CK_RV do_##name parameters

        // Initialisation. "accepts" has a bit for each way: 1 NULL, 2 no flags, 4 CKF_OS_LOCKING_OK, 8 callbacks as well.

        static CK_RV exercise_mutex(const CK_C_INITIALIZE_ARGS *args) {
            if (args->CreateMutex(NULL) != CKR_ARGUMENTS_BAD) return CKR_GENERAL_ERROR;
            if (args->CreateMutex(&mutex) != CKR_OK || mutex == NULL) return CKR_GENERAL_ERROR;
            if (args->LockMutex(mutex) != CKR_OK || args->UnlockMutex(mutex) != CKR_OK) return CKR_GENERAL_ERROR;
            if (args->LockMutex(NULL) != CKR_MUTEX_BAD || args->UnlockMutex(NULL) == CKR_OK) return CKR_GENERAL_ERROR;
            if (args->DestroyMutex(NULL) != CKR_MUTEX_BAD) return CKR_GENERAL_ERROR;
            return CKR_OK;
        }

        FUNCTION(C_Initialize, (void *pointer), (pointer)) {
            const CK_C_INITIALIZE_ARGS *args = pointer;
            CK_ULONG way = 1;
            if (args != NULL) {
                way = args->flags & CKF_OS_LOCKING_OK ? 4 : 2;
                if (args->CreateMutex != NULL) way = 8;
                change("reserved", 0, args->pReserved == NULL ? 0 : strlen((const char *)args->pReserved));
            }
            const char *variable = getenv("TOY_VARIABLE");
            change("variable", 0, variable == NULL ? 0 : strlen(variable));
            change("ways", 0, get("ways", 0) | way);
            if (!(get("accepts", 15) & way)) return CKR_CANT_LOCK;
            if (initialised) return CKR_CRYPTOKI_ALREADY_INITIALIZED;
            if (way == 8) {
                if (exercise_mutex(args) != CKR_OK) return CKR_GENERAL_ERROR;
                arguments = *args;
            }
            initialised = 1;
            change("way", 0, way);
            return CKR_OK;
        }

        FUNCTION(C_Finalize, (void *reserved), (reserved)) {
            if (reserved != NULL) return CKR_ARGUMENTS_BAD;
            if (mutex != NULL && arguments.DestroyMutex(mutex) != CKR_OK) return CKR_GENERAL_ERROR;
            mutex = NULL;
            initialised = 0;
            return CKR_OK;
        }

        // Module, slots and tokens.

        static void pad(unsigned char *field, size_t size, const char *text, int padding) {
            memset(field, padding, size);
            memcpy(field, text, strlen(text) < size ? strlen(text) : size);
        }

        FUNCTION(C_GetInfo, (CK_INFO *info), (info)) {
            memset(info, 0, sizeof *info);
            info->cryptokiVersion.major = 2;
            info->cryptokiVersion.minor = 40;
            pad(info->manufacturerID, 32, "swift-pkcs11 tests", ' ');
            pad(info->libraryDescription, 32, "A toy", 0);
            info->libraryVersion.major = 1;
            info->libraryVersion.minor = 7;
            return CKR_OK;
        }

        static CK_RV list(CK_ULONG total, CK_ULONG first, CK_ULONG *array, CK_ULONG *count) {
            CK_ULONG room = *count;
            *count = total;
            if (array == NULL) return CKR_OK;
            if (room < total) return CKR_BUFFER_TOO_SMALL;
            for (CK_ULONG i = 0; i < total; i++) array[i] = first + i;
            return CKR_OK;
        }

        // After each count the number grows by "growth", "growing" times.
        static CK_ULONG grow(const char *name, CK_ULONG otherwise, int counting) {
            CK_ULONG now = get(name, otherwise);
            if (counting && get("growing", 0) > 0) {
                change(name, 0, now + get("growth", 1));
                change("growing", 1, (CK_ULONG)-1);
            }
            return now;
        }

        FUNCTION(C_GetSlotList, (CK_BBOOL present, CK_SLOT_ID *slots, CK_ULONG *count), (present, slots, count)) {
            CK_ULONG total = grow("slots", 1, slots == NULL);
            return list(present ? get("tokens", total) : total, 1, slots, count);
        }

        FUNCTION(C_GetSlotInfo, (CK_SLOT_ID slot, CK_SLOT_INFO *info), (slot, info)) {
            if (slot == 0 || slot > get("slots", 1)) return CKR_SLOT_ID_INVALID;
            memset(info, 0, sizeof *info);
            pad(info->slotDescription, 64, "Toy reader", ' ');
            pad(info->manufacturerID, 32, "Toys", ' ');
            info->flags = CKF_TOKEN_PRESENT | CKF_REMOVABLE_DEVICE | CKF_HW_SLOT | 0x80000000UL;
            info->hardwareVersion.major = 3;
            info->hardwareVersion.minor = 99;
            info->firmwareVersion.minor = 5;
            return CKR_OK;
        }

        FUNCTION(C_GetTokenInfo, (CK_SLOT_ID slot, CK_TOKEN_INFO *info), (slot, info)) {
            if (slot == 0 || slot > get("slots", 1)) return CKR_SLOT_ID_INVALID;
            memset(info, 0, sizeof *info);
            pad(info->label, 32, "\xff" "caf\xc3\xa9 \xe2", 0);
            pad(info->manufacturerID, 32, "Toys", ' ');
            pad(info->model, 16, " model 16 bytes!", ' ');
            pad(info->serialNumber, 16, "", ' ');
            info->flags = get("flags", 0);
            CK_ULONG number = get("number", ~0UL);
            info->ulMaxSessionCount = info->ulSessionCount = info->ulMaxRwSessionCount = number;
            info->ulRwSessionCount = info->ulMaxPinLen = info->ulMinPinLen = number;
            info->ulTotalPublicMemory = info->ulFreePublicMemory = number;
            info->ulTotalPrivateMemory = info->ulFreePrivateMemory = number;
            pad(info->utcTime, 16, "2031123123595900", ' ');
            return CKR_OK;
        }

        FUNCTION(C_GetMechanismList, (CK_SLOT_ID slot, CK_MECHANISM_TYPE *types, CK_ULONG *count),
                 (slot, types, count)) {
            return list(grow("mechanisms", 2, types == NULL), 0x80001000UL, types, count);
        }

        FUNCTION(C_GetMechanismInfo, (CK_SLOT_ID slot, CK_MECHANISM_TYPE type, CK_MECHANISM_INFO *info),
                 (slot, type, info)) {
            info->ulMinKeySize = get("number", ~0UL);
            info->ulMaxKeySize = get("number", ~0UL);
            info->flags = CKF_HW | CKF_SIGN | 0x40000000UL;
            return CKR_OK;
        }

        FUNCTION(C_WaitForSlotEvent, (CK_FLAGS flags, CK_SLOT_ID *slot, void *reserved), (flags, slot, reserved)) {
            change("event.flags", 0, flags);
            if (get("event", 0) == 0) return CKR_NO_EVENT;
            *slot = get("event", 0);
            change("event", 0, 0);
            return CKR_OK;
        }

        // Sessions and logins.

        FUNCTION(C_OpenSession, (CK_SLOT_ID slot, CK_FLAGS flags, void *application, CK_NOTIFY notify,
                 CK_SESSION_HANDLE *session), (slot, flags, application, notify, session)) {
            *session = change("session", 1, 1);
            change("session.flags", 0, flags);
            return CKR_OK;
        }
        FUNCTION(C_CloseSession, (CK_SESSION_HANDLE session), (session)) {
            change("closed", 0, session);
            return CKR_OK;
        }
        // A PIN is wrong, whatever it is; 0 bytes at NULL are a PIN pad.
        FUNCTION(C_Login, (CK_SESSION_HANDLE session, CK_USER_TYPE user, unsigned char *pin, CK_ULONG length),
                 (session, user, pin, length)) {
            change("pin.length", 0, length);
            change("pin.null", 0, pin == NULL);
            change("user", 0, user);
            return pin == NULL ? CKR_OK : CKR_PIN_INCORRECT;
        }

        // One object. Its attributes are told by toy_attribute; `claimed` is the length for a query without a buffer.

        static struct { CK_ATTRIBUTE_TYPE type; unsigned char value[4096]; CK_ULONG length, claimed; } attributes[16];
        static size_t attributeCount;

        EXPORT void toy_attribute(CK_ULONG type, const void *value, CK_ULONG length, CK_ULONG claimed) {
            size_t i = 0;
            while (i < attributeCount && attributes[i].type != type) i++;
            if (i == 16 || length > 4096) return;
            if (i == attributeCount) attributeCount++;
            attributes[i].type = type;
            memcpy(attributes[i].value, value, length);
            attributes[i].length = length;
            attributes[i].claimed = claimed;
        }

        // "overrun": write past a buffer that is too small, like NSS. "hidden": answer it like an absent attribute, like
        // SoftHSM. "grows": each query of the length makes the value longer. "bad": what absent attributes return.
        FUNCTION(C_GetAttributeValue, (CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *request,
                 CK_ULONG count), (session, object, request, count)) {
            CK_RV rv = CKR_OK;
            for (CK_ULONG n = 0; n < count; n++) {
                CK_ATTRIBUTE *wanted = &request[n];
                size_t i = 0;
                while (i < attributeCount && attributes[i].type != wanted->type) i++;
                if (i == attributeCount || attributes[i].claimed == ~0UL) {
                    wanted->ulValueLen = ~0UL;
                    rv = get(i == attributeCount ? "absent" : "bad", CKR_ATTRIBUTE_TYPE_INVALID);
                } else if (wanted->pValue == NULL) {
                    wanted->ulValueLen = attributes[i].claimed;
                    if (get("grows", 0) > 0) {
                        change("grows", 1, (CK_ULONG)-1);
                        attributes[i].length++;
                        attributes[i].claimed = attributes[i].length;
                    }
                } else if (wanted->ulValueLen >= attributes[i].length || get("overrun", 0)) {
                    memcpy(wanted->pValue, attributes[i].value, attributes[i].length);
                    wanted->ulValueLen = get("read.length", attributes[i].length);
                } else if (get("hidden", 0)) {
                    wanted->ulValueLen = ~0UL;
                    rv = CKR_ATTRIBUTE_TYPE_INVALID;
                } else {
                    wanted->ulValueLen = get("tooSmall.length", ~0UL);
                    if (rv == CKR_OK) rv = get("tooSmall", CKR_BUFFER_TOO_SMALL);
                }
            }
            return rv;
        }

        // A search finds "objects", "batch" at a time.
        FUNCTION(C_FindObjectsInit, (CK_SESSION_HANDLE session, CK_ATTRIBUTE *template, CK_ULONG count),
                 (session, template, count)) {
            if (get("searching", 0)) return CKR_OPERATION_ACTIVE;
            change("searching", 0, 1);
            change("found", 0, 0);
            change("template.null", 0, template == NULL);
            return CKR_OK;
        }
        FUNCTION(C_FindObjects, (CK_SESSION_HANDLE session, CK_OBJECT_HANDLE *objects, CK_ULONG room, CK_ULONG *count),
                 (session, objects, room, count)) {
            CK_ULONG rest = get("objects", 0) - get("found", 0);
            CK_ULONG batch = get("batch", 100);
            *count = rest < batch ? rest : batch;
            if (*count > room) *count = room;
            for (CK_ULONG i = 0; i < *count; i++) objects[i] = change("found", 1, 1);
            *count += get("overcount", 0);
            return CKR_OK;
        }
        FUNCTION(C_FindObjectsFinal, (CK_SESSION_HANDLE session), (session)) {
            change("searching", 0, 0);
            return CKR_OK;
        }

        // Operations give "output" bytes of 0x5A; a buffer that is too small is told "asks". "brag" is added to the length.

        static CK_RV fill(unsigned char *output, CK_ULONG *length) {
            CK_ULONG size = get("output", 16);
            change("room", 0, *length);
            change("null", 0, output == NULL);
            if (output == NULL || *length < size) {
                *length = get("asks", size);
                return CKR_BUFFER_TOO_SMALL;
            }
            memset(output, 0x5a, size);
            *length = size + get("brag", 0);
            return CKR_OK;
        }

        // The parameter is copied so that a test can look at the structure that arrived.
        static unsigned char parameter[256];
        EXPORT const void *toy_parameter(void) { return parameter; }

        static void keep(const CK_MECHANISM *mechanism) {
            change("mechanism", 0, mechanism->mechanism);
            change("parameter", 0, mechanism->ulParameterLen);
            change("parameter.null", 0, mechanism->pParameter == NULL);
            CK_ULONG size = mechanism->ulParameterLen;
            if (size > 0) memcpy(parameter, mechanism->pParameter, size < 256 ? size : 256);
        }

        #define INIT(name) \
            FUNCTION(name, (CK_SESSION_HANDLE session, CK_MECHANISM *mechanism, CK_OBJECT_HANDLE key), \
                     (session, mechanism, key)) { keep(mechanism); return CKR_OK; }
        #define ONE(name) \
            FUNCTION(name, (CK_SESSION_HANDLE session, unsigned char *input, CK_ULONG inputLength, \
                     unsigned char *output, CK_ULONG *length), (session, input, inputLength, output, length)) { \
                change("input", 0, inputLength); change("input.null", 0, input == NULL); \
                return fill(output, length); }
        #define FINAL(name) \
            FUNCTION(name, (CK_SESSION_HANDLE session, unsigned char *output, CK_ULONG *length), \
                     (session, output, length)) { return fill(output, length); }

        INIT(C_SignInit) ONE(C_Sign) FINAL(C_SignFinal)
        INIT(C_EncryptInit) ONE(C_Encrypt) ONE(C_EncryptUpdate) FINAL(C_EncryptFinal)
        INIT(C_DecryptInit) ONE(C_Decrypt) ONE(C_DecryptUpdate) FINAL(C_DecryptFinal)
        ONE(C_Digest) FINAL(C_DigestFinal) INIT(C_VerifyInit)
        FUNCTION(C_WrapKey, (CK_SESSION_HANDLE session, CK_MECHANISM *mechanism, CK_OBJECT_HANDLE wrappingKey,
                 CK_OBJECT_HANDLE key, unsigned char *output, CK_ULONG *length),
                 (session, mechanism, wrappingKey, key, output, length)) { return fill(output, length); }
        FUNCTION(C_Verify, (CK_SESSION_HANDLE session, unsigned char *data, CK_ULONG dataLength,
                 unsigned char *signature, CK_ULONG length), (session, data, dataLength, signature, length)) {
            return CKR_OK;
        }

        // What is not here is a NULL pointer in the list.
        static CK_FUNCTION_LIST functions = {
            .version = {2, 40}, .C_Initialize = toy_C_Initialize, .C_Finalize = toy_C_Finalize,
            .C_GetInfo = toy_C_GetInfo, .C_GetSlotList = toy_C_GetSlotList, .C_GetSlotInfo = toy_C_GetSlotInfo,
            .C_GetTokenInfo = toy_C_GetTokenInfo, .C_GetMechanismList = toy_C_GetMechanismList,
            .C_GetMechanismInfo = toy_C_GetMechanismInfo, .C_WaitForSlotEvent = toy_C_WaitForSlotEvent,
            .C_OpenSession = toy_C_OpenSession, .C_CloseSession = toy_C_CloseSession, .C_Login = toy_C_Login,
            .C_GetAttributeValue = toy_C_GetAttributeValue, .C_FindObjectsInit = toy_C_FindObjectsInit,
            .C_FindObjects = toy_C_FindObjects, .C_FindObjectsFinal = toy_C_FindObjectsFinal,
            .C_SignInit = toy_C_SignInit, .C_Sign = toy_C_Sign, .C_SignFinal = toy_C_SignFinal,
            .C_VerifyInit = toy_C_VerifyInit, .C_Verify = toy_C_Verify,
            .C_EncryptInit = toy_C_EncryptInit, .C_Encrypt = toy_C_Encrypt, .C_EncryptUpdate = toy_C_EncryptUpdate,
            .C_EncryptFinal = toy_C_EncryptFinal, .C_DecryptInit = toy_C_DecryptInit, .C_Decrypt = toy_C_Decrypt,
            .C_DecryptUpdate = toy_C_DecryptUpdate, .C_DecryptFinal = toy_C_DecryptFinal, .C_Digest = toy_C_Digest,
            .C_DigestFinal = toy_C_DigestFinal, .C_WrapKey = toy_C_WrapKey,
        };
        static CK_FUNCTION_LIST empty = {.version = {2, 40}};

        // Entry points. Headers of version 3 declare these names, with types that older ones lack: hence the assembler names.

        EXPORT CK_RV get_function_list(CK_FUNCTION_LIST **list) __asm__("C_GetFunctionList");
        CK_RV get_function_list(CK_FUNCTION_LIST **list) {
            CK_RV rv = get("C_GetFunctionList", CKR_OK);
            if (rv != CKR_OK) return rv;
            *list = get("list.null", 0) ? NULL : get("list.empty", 0) ? &empty : &functions;
            return CKR_OK;
        }
        """#

    /// Entry points of version 3, compiled in with `-DTOY_INTERFACE`.
    static let interfaceSource = #"""

        #ifdef TOY_INTERFACE
        struct toy_interface { char *name; void *functions; CK_FLAGS flags; };
        static struct { CK_FUNCTION_LIST two; void *more[64]; } three;
        static struct toy_interface standard = {"PKCS 11", &three, 1};

        EXPORT CK_RV get_interface(unsigned char *name, CK_VERSION *version, struct toy_interface **interface,
                                   CK_FLAGS flags) __asm__("C_GetInterface");
        CK_RV get_interface(unsigned char *name, CK_VERSION *version, struct toy_interface **interface, CK_FLAGS flags) {
            change("calls.C_GetInterface", 1, 1);
            CK_RV rv = get("C_GetInterface", CKR_OK);
            if (rv != CKR_OK) return rv;
            three.two = get("interface.empty", 0) ? empty : functions;
            three.two.version.major = 3;
            three.two.version.minor = 1;
            standard.functions = get("interface.noList", 0) ? NULL : &three;
            *interface = get("interface.null", 0) ? NULL : &standard;
            return CKR_OK;
        }

        EXPORT CK_RV get_interface_list(struct toy_interface *list, CK_ULONG *count) __asm__("C_GetInterfaceList");
        CK_RV get_interface_list(struct toy_interface *list, CK_ULONG *count) {
            CK_RV rv = get("C_GetInterfaceList", CKR_OK);
            if (rv != CKR_OK) return rv;
            CK_ULONG total = get("interfaces", 2), room = *count;
            *count = total;
            if (list == NULL) return CKR_OK;
            if (room < total) return CKR_BUFFER_TOO_SMALL;
            for (CK_ULONG i = 0; i < total; i++) list[i] = standard;
            if (total > 1) list[1] = (struct toy_interface){"Vendor toy", &functions, 0};
            if (total > 2) list[2] = (struct toy_interface){NULL, NULL, 0};
            return CKR_OK;
        }
        #endif
        """#
}
