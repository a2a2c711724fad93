extension ToyProvider {
    /// Sessions, the one object, and operations.
    static let sessionSource = #"""
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

        // What is created becomes the one object; templates in it are laid open.
        FUNCTION(C_CreateObject, (CK_SESSION_HANDLE session, CK_ATTRIBUTE *template, CK_ULONG count,
                 CK_OBJECT_HANDLE *object), (session, template, count, object)) {
            for (CK_ULONG i = 0; i < count; i++) {
                if (template[i].pValue == NULL) change("nullValues", 1, 1);
                change("valueAddress", 0, (CK_ULONG)template[i].pValue);
                if (template[i].type & CKF_ARRAY_ATTRIBUTE) {
                    change("inner", 0, template[i].ulValueLen / sizeof(CK_ATTRIBUTE));
                    if (template[i].type != CKA_ALLOWED_MECHANISMS) {
                        do_C_CreateObject(session, template[i].pValue, get("inner", 0), object);
                        continue;
                    }
                }
                toy_attribute(template[i].type, template[i].pValue, template[i].ulValueLen, template[i].ulValueLen);
            }
            *object = 1;
            return CKR_OK;
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
            CK_ULONG distinct = get("distinct", 1 << 20);
            for (CK_ULONG i = 0; i < *count; i++) objects[i] = (change("found", 1, 1) - 1) % distinct + 1;
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

        """#
}
