extension ToyProvider {
    /// A module in C with one slot, one object and no cryptography, which answers what a test tells it to.
    ///
    /// `toy_set` and `toy_get` are its knobs. The name of a function is a knob too: what it returns instead of doing its
    /// work; `C_Sign@2` for its second call only. `calls.C_Sign` counts.
    static let source = moduleSource + sessionSource + entrySource

    private static let moduleSource = #"""
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

        """#
}
