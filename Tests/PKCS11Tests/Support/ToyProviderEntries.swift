extension ToyProvider {
    /// The list of functions and `C_GetFunctionList`.
    static let entrySource = #"""
        // What is not here is a NULL pointer in the list.
        static CK_FUNCTION_LIST functions = {
            .version = {2, 40}, .C_Initialize = toy_C_Initialize, .C_Finalize = toy_C_Finalize,
            .C_GetInfo = toy_C_GetInfo, .C_GetSlotList = toy_C_GetSlotList, .C_GetSlotInfo = toy_C_GetSlotInfo,
            .C_GetTokenInfo = toy_C_GetTokenInfo, .C_GetMechanismList = toy_C_GetMechanismList,
            .C_GetMechanismInfo = toy_C_GetMechanismInfo, .C_WaitForSlotEvent = toy_C_WaitForSlotEvent,
            .C_OpenSession = toy_C_OpenSession, .C_CloseSession = toy_C_CloseSession, .C_Login = toy_C_Login,
            .C_CreateObject = toy_C_CreateObject, .C_GetAttributeValue = toy_C_GetAttributeValue, .C_FindObjectsInit = toy_C_FindObjectsInit,
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
