// Object handles that change their meaning, as after the restart of a proxy.

#include "objects.h"

// The arguments that name objects; those that receive their handles are in functions.h.
static unsigned taken(enum function function) {
    switch (function) {
    case F_C_CopyObject:
    case F_C_DestroyObject:
    case F_C_GetObjectSize:
    case F_C_GetAttributeValue:
    case F_C_SetAttributeValue:
    case F_C_DigestKey:
        return 1 << 1;
    case F_C_SignInit:
    case F_C_VerifyInit:
    case F_C_EncryptInit:
    case F_C_DecryptInit:
    case F_C_SignRecoverInit:
    case F_C_VerifyRecoverInit:
    case F_C_UnwrapKey:
    case F_C_DeriveKey:
        return 1 << 2;
    case F_C_WrapKey:
        return 1 << 2 | 1 << 3;
    case F_C_SetOperationState:
        return 1 << 3 | 1 << 4;
    default:
        return 0;
    }
}

// Exclusive or is its own inverse: a handle learnt under another plan denotes the object whose number differs in the
// bits of the plan's, if there is one.
CK_RV swap_in(const struct rule *rule, struct call *call) {
    unsigned mask = taken(call->function);
    for (int i = 0; i < function_table[call->function].arity; i++) {
        if ((mask >> i & 1) != 0 && call->arg[i] != 0) call->arg[i] ^= rule->value;
    }
    return FORWARD;
}

CK_RV swap_out(const struct rule *rule, struct call *call, CK_RV rv) {
    if (rv != CKR_OK) return rv;
    if (call->function == F_C_FindObjects) {
        CK_OBJECT_HANDLE *handles = (CK_OBJECT_HANDLE *)call->arg[1];
        for (CK_ULONG i = 0; i < *(CK_ULONG *)call->arg[3]; i++) handles[i] ^= rule->value;
        return rv;
    }
    unsigned mask = function_table[call->function].handles;
    for (int i = 0; i < function_table[call->function].arity; i++) {
        if ((mask >> i & 1) != 0 && call->arg[i] != 0) *(CK_OBJECT_HANDLE *)call->arg[i] ^= rule->value;
    }
    return rv;
}
