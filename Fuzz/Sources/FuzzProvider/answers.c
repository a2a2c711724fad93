#include "answers.h"
#include "fuzz_provider.h"

#include <string.h>

static const uint8_t *input;
static size_t remaining;
int writes_past;

void reset_sessions(void);

void fuzz_provider_feed(const uint8_t *data, size_t size) {
    input = data;
    remaining = size;
    writes_past = next_byte() & 1;
    reset_sessions();
}

uint8_t next_byte(void) {
    if (remaining == 0) return 0;
    remaining--;
    return *input++;
}

CK_ULONG next_number(void) {
    CK_ULONG number = next_byte();
    switch (number & 7) {
    case 0: return number >> 3;
    case 1: return (CK_ULONG)-1;
    case 2: return (CK_ULONG)-1 >> (number >> 3);
    case 3: return (CK_ULONG)1 << (number >> 3);
    case 4: return 0x80000000UL + (number >> 3);
    default: return number << 8 | next_byte();
    }
}

void fill(void *target, size_t size) {
    unsigned char *bytes = target;
    for (size_t i = 0; i < size; i++) bytes[i] = next_byte();
}

CK_RV answer(void) {
    static const CK_RV values[] = {
        CKR_GENERAL_ERROR, CKR_DEVICE_ERROR, CKR_DEVICE_REMOVED, CKR_SESSION_HANDLE_INVALID, CKR_SESSION_CLOSED,
        CKR_TOKEN_NOT_PRESENT, CKR_USER_NOT_LOGGED_IN, CKR_BUFFER_TOO_SMALL, CKR_OBJECT_HANDLE_INVALID,
        CKR_KEY_HANDLE_INVALID, CKR_MECHANISM_INVALID, CKR_MECHANISM_PARAM_INVALID, CKR_HOST_MEMORY,
        CKR_FUNCTION_NOT_SUPPORTED, CKR_ATTRIBUTE_SENSITIVE, CKR_ATTRIBUTE_TYPE_INVALID, CKR_OPERATION_ACTIVE,
        CKR_OPERATION_NOT_INITIALIZED, CKR_PIN_INCORRECT, CKR_USER_ALREADY_LOGGED_IN, CKR_ARGUMENTS_BAD,
        CKR_ENCRYPTED_DATA_INVALID, CKR_DATA_LEN_RANGE, CKR_CRYPTOKI_NOT_INITIALIZED, CKR_SESSION_COUNT,
        CKR_FUNCTION_FAILED, CKR_VENDOR_DEFINED, (CK_RV)-1, 0x80000001UL, 0x7FFFFFFFUL, CKR_PIN_LOCKED, 1UL << 40,
    };
    uint8_t byte = next_byte();
    return byte < 224 ? CKR_OK : values[byte - 224];
}

CK_RV output(const void *value, CK_ULONG size, CK_BYTE *buffer, CK_ULONG *length) {
    CK_ULONG room = *length;
    CK_RV rv = answer();
    uint8_t lie = next_byte();
    switch (lie & 15) {
    case 9:  // says that it needs so much
        *length = next_number();
        return CKR_BUFFER_TOO_SMALL;
    case 10:  // says that it wrote so much
        *length = next_number();
        return rv;
    case 11: {  // anything that fits
        CK_ULONG count = next_byte() | (CK_ULONG)(lie >> 4) << 8;
        if (count > room) count = room;
        if (buffer != NULL) fill(buffer, count);
        *length = count;
        return rv;
    }
    case 12:  // leading zeros are dropped
        *length = size > 0 ? size - 1 : 0;
        if (buffer != NULL && room >= size && size > 0) memcpy(buffer, (const CK_BYTE *)value + 1, size - 1);
        return rv;
    case 13:
        *length = 0;
        return rv;
    case 14:
        *length = (CK_ULONG)-1;
        return rv;
    default: break;
    }
    if (rv != CKR_OK) return rv;
    *length = size;
    if (buffer == NULL) return CKR_OK;
    if (room < size) return CKR_BUFFER_TOO_SMALL;
    memcpy(buffer, value, size);
    return CKR_OK;
}

CK_RV number_list(CK_ULONG first, CK_ULONG size, CK_ULONG *buffer, CK_ULONG *length) {
    CK_ULONG room = *length;
    CK_RV rv = answer();
    if (rv != CKR_OK) return rv;
    uint8_t lie = next_byte();
    if (lie >= 208) size = lie - 208;
    if (buffer == NULL) {
        *length = lie >= 192 && lie < 208 ? next_number() : size;
        return CKR_OK;
    }
    if (room < size) {
        *length = lie & 1 ? size : next_number();
        return lie & 2 ? CKR_OK : CKR_BUFFER_TOO_SMALL;
    }
    for (CK_ULONG i = 0; i < size; i++) buffer[i] = first + i;
    *length = lie >= 192 && lie < 200 ? next_number() : size;
    return CKR_OK;
}

void field(void *target, size_t size, const char *text) {
    memset(target, ' ', size);
    memcpy(target, text, strlen(text) < size ? strlen(text) : size);
}
