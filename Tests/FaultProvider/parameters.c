// Tokens that want the parameter of a mechanism in another form, or write into it.

#include "parameters.h"

#include <string.h>

// --- The other side's point in C_DeriveKey ---------------------------------------------------------------------------

static const char raw[] = "raw", wrapped[] = "wrapped";

const void *find_point_form(const char *word, size_t length) {
    if (length == strlen(raw) && memcmp(word, raw, length) == 0) return raw;
    return length == strlen(wrapped) && memcmp(word, wrapped, length) == 0 ? wrapped : NULL;
}

// A DER OCTET STRING of up to 255 bytes, and nothing behind it: the length of its header, 0 for anything else.
static CK_ULONG header_of(const CK_BYTE *bytes, CK_ULONG size) {
    if (size > 2 && bytes[0] == 4 && bytes[1] < 0x80 && bytes[1] == size - 2) return 2;
    return size > 3 && bytes[0] == 4 && bytes[1] == 0x81 && bytes[2] == size - 3 ? 3 : 0;
}

// The real provider gets the raw point, which every one takes.
CK_RV take_point(const struct rule *rule, struct call *call) {
    const CK_MECHANISM *mechanism = (const CK_MECHANISM *)call->arg[1];
    if (mechanism == NULL || mechanism->ulParameterLen != sizeof(CK_ECDH1_DERIVE_PARAMS)) return FORWARD;
    CK_ECDH1_DERIVE_PARAMS *parameters = call_allocate(call, sizeof *parameters);
    memcpy(parameters, mechanism->pParameter, sizeof *parameters);
    CK_ULONG header = header_of(parameters->pPublicData, parameters->ulPublicDataLen);
    if (rule->word == raw) return header == 0 ? FORWARD : CKR_MECHANISM_PARAM_INVALID;
    // CKR_ECC_POINT_INVALID of that module.
    if (header == 0) return 0x8000002f;
    parameters->pPublicData += header;
    parameters->ulPublicDataLen -= header;
    CK_MECHANISM *changed = call_allocate(call, sizeof *changed);
    *changed = (CK_MECHANISM){mechanism->mechanism, parameters, sizeof *parameters};
    call->arg[1] = (uintptr_t)changed;
    return FORWARD;
}

// --- GCM -------------------------------------------------------------------------------------------------------------

// The structure of the text of version 2.40, which lacks ulIvBits.
struct short_gcm {
    CK_BYTE *iv;
    CK_ULONG iv_length;
    CK_BYTE *additional;
    CK_ULONG additional_length, tag_bits;
};

CK_RV take_short_gcm(const struct rule *rule, struct call *call) {
    (void)rule;
    const CK_MECHANISM *mechanism = (const CK_MECHANISM *)call->arg[1];
    if (mechanism == NULL || mechanism->mechanism != CKM_AES_GCM) return FORWARD;
    if (mechanism->ulParameterLen != sizeof(struct short_gcm)) return CKR_MECHANISM_PARAM_INVALID;
    const struct short_gcm *given = mechanism->pParameter;
    CK_GCM_PARAMS *parameters = call_allocate(call, sizeof *parameters);
    *parameters = (CK_GCM_PARAMS){given->iv,         given->iv_length,         given->iv_length * 8,
                                  given->additional, given->additional_length, given->tag_bits};
    CK_MECHANISM *changed = call_allocate(call, sizeof *changed);
    *changed = (CK_MECHANISM){CKM_AES_GCM, parameters, sizeof *parameters};
    call->arg[1] = (uintptr_t)changed;
    return FORWARD;
}

// The caller gives twelve zeros and finds the token's IV there.
CK_RV make_iv(const struct rule *rule, struct call *call) {
    const CK_MECHANISM *mechanism = (const CK_MECHANISM *)call->arg[1];
    if (mechanism == NULL || mechanism->mechanism != CKM_AES_GCM) return FORWARD;
    if (mechanism->ulParameterLen != sizeof(CK_GCM_PARAMS)) return CKR_MECHANISM_PARAM_INVALID;
    const CK_GCM_PARAMS *parameters = mechanism->pParameter;
    if (parameters->ulIvLen != 12 || rule->size != 12) return CKR_MECHANISM_PARAM_INVALID;
    for (CK_ULONG i = 0; i < 12; i++) {
        if (parameters->pIv[i] != 0) return CKR_MECHANISM_PARAM_INVALID;
    }
    memcpy(parameters->pIv, rule->bytes, 12);
    return FORWARD;
}
