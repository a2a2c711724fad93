// Objects: by the last two bits of the handle a private key, a public key, a secret key or something else.

#include "answers.h"

#include <string.h>

struct value {
    CK_BYTE bytes[2048];
    CK_ULONG size;
};

static void put(struct value *value, const void *bytes, CK_ULONG size) {
    memcpy(value->bytes, bytes, size);
    value->size = size;
}

static void put_number(struct value *value, CK_ULONG number) { put(value, &number, sizeof number); }
static void put_bool(struct value *value, CK_BBOOL yes) { put(value, &yes, 1); }

// What the object has; 0 for an attribute that it has not.
static int truth(CK_OBJECT_HANDLE object, CK_ATTRIBUTE_TYPE type, struct value *value) {
    static const CK_OBJECT_CLASS classes[] = {CKO_PRIVATE_KEY, CKO_PUBLIC_KEY, CKO_SECRET_KEY, CKO_DATA};
    CK_OBJECT_CLASS kind = classes[object & 3];
    int asymmetric = kind == CKO_PRIVATE_KEY || kind == CKO_PUBLIC_KEY;
    CK_BYTE pair = (CK_BYTE)(object >> 2);
    switch (type) {
    case CKA_CLASS: put_number(value, kind); return 1;
    case CKA_KEY_TYPE: put_number(value, asymmetric ? CKK_RSA : CKK_AES); return kind != CKO_DATA;
    case CKA_ID: put(value, &pair, 1); return kind != CKO_DATA;
    case CKA_LABEL: put(value, "a key with a label", 18); return 1;
    case CKA_MODULUS:
        memset(value->bytes, 0xA5, 128);
        value->bytes[1] = pair;
        value->size = 128;
        return asymmetric;
    case CKA_PUBLIC_EXPONENT: put(value, "\x01\x00\x01", 3); return asymmetric;
    case CKA_VALUE_LEN: put_number(value, 32); return kind == CKO_SECRET_KEY;
    case CKA_TOKEN: case CKA_PRIVATE: case CKA_SENSITIVE: case CKA_SIGN: case CKA_DECRYPT: case CKA_VERIFY:
    case CKA_ENCRYPT: case CKA_MODIFIABLE: put_bool(value, CK_TRUE); return 1;
    case CKA_EXTRACTABLE: case CKA_ALWAYS_AUTHENTICATE: put_bool(value, CK_FALSE); return 1;
    default: return 0;
    }
}

static CK_RV tell(CK_ATTRIBUTE *attribute, const struct value *value) {
    CK_ULONG room = attribute->ulValueLen;
    attribute->ulValueLen = value->size;
    if (attribute->pValue == NULL) return CKR_OK;
    if (room < value->size && !writes_past) {
        attribute->ulValueLen = (CK_ULONG)-1;
        return CKR_BUFFER_TOO_SMALL;
    }
    memcpy(attribute->pValue, value->bytes, value->size);
    return room < value->size ? CKR_BUFFER_TOO_SMALL : CKR_OK;
}

static CK_RV unavailable(CK_ATTRIBUTE *attribute, CK_RV rv) {
    attribute->ulValueLen = (CK_ULONG)-1;
    return rv;
}

static CK_RV one(CK_OBJECT_HANDLE object, CK_ATTRIBUTE *attribute) {
    struct value value = {.size = 0};
    int exists = truth(object, attribute->type, &value);
    uint8_t lie = writes_past ? 0 : next_byte();
    switch (lie & 15) {
    case 8: return unavailable(attribute, CKR_ATTRIBUTE_TYPE_INVALID);
    case 9: return unavailable(attribute, CKR_ATTRIBUTE_SENSITIVE);
    case 10: return unavailable(attribute, CKR_OK);
    case 11:  // a length, and nothing written
        attribute->ulValueLen = next_number();
        return lie & 16 ? CKR_OK : CKR_BUFFER_TOO_SMALL;
    case 12: case 13: {  // another value
        value.size = lie & 1 ? next_byte() : (CK_ULONG)(lie >> 4);
        fill(value.bytes, value.size);
        return tell(attribute, &value);
    }
    case 14:  // longer than nearly all guesses
        memset(value.bytes, lie, sizeof value.bytes);
        value.size = sizeof value.bytes;
        return tell(attribute, &value);
    case 15: return CKR_OK;  // untouched
    default: return exists ? tell(attribute, &value) : unavailable(attribute, CKR_ATTRIBUTE_TYPE_INVALID);
    }
}

CK_RV attributes(CK_OBJECT_HANDLE object, CK_ATTRIBUTE *list, CK_ULONG count) {
    CK_RV rv = CKR_OK;
    for (CK_ULONG i = 0; i < count; i++) {
        CK_RV result = one(object, &list[i]);
        if (result != CKR_OK) rv = result;
    }
    CK_RV lie = answer();
    return lie == CKR_OK ? rv : lie;
}
