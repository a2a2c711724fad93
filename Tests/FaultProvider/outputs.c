// Tokens whose signatures, plaintexts and lists come out wrong.

#include "outputs.h"

#include <string.h>

struct output_lie {
    const char *name;
    // Before the work: what to answer instead, or FORWARD.
    CK_RV (*before)(CK_BYTE *buffer, CK_ULONG *size);
    // After it, `capacity` being the size of the client's buffer.
    CK_RV (*after)(CK_BYTE *buffer, CK_ULONG *size, CK_ULONG capacity);
};

static CK_RV no_query(CK_BYTE *buffer, CK_ULONG *size) {
    (void)size;
    return buffer == NULL ? CKR_GENERAL_ERROR : FORWARD;
}

// The operation is over, the length nonsense, both as NSS does it.
static CK_RV too_small(CK_BYTE *buffer, CK_ULONG *size, CK_ULONG capacity) {
    (void)buffer, (void)capacity;
    *size = 2294496608UL;
    return CKR_BUFFER_TOO_SMALL;
}

static CK_RV drop(CK_BYTE *buffer, CK_ULONG *size, CK_ULONG count) {
    memmove(buffer, buffer + count, *size - count);
    *size -= count;
    return CKR_OK;
}

static CK_RV shorten(CK_BYTE *buffer, CK_ULONG *size, CK_ULONG capacity) {
    (void)capacity;
    return drop(buffer, size, *size > 0 ? 1 : 0);
}

static CK_RV strip(CK_BYTE *buffer, CK_ULONG *size, CK_ULONG capacity) {
    (void)capacity;
    CK_ULONG zeros = 0;
    while (zeros < *size && buffer[zeros] == 0) zeros++;
    return drop(buffer, size, zeros);
}

static CK_RV flip(CK_BYTE *buffer, CK_ULONG *size, CK_ULONG capacity) {
    (void)capacity;
    if (*size > 0) buffer[*size / 2] ^= 1;
    return CKR_OK;
}

static CK_RV overlong(CK_BYTE *buffer, CK_ULONG *size, CK_ULONG capacity) {
    (void)buffer;
    *size = capacity + 16;
    return CKR_OK;
}

static const struct output_lie lies[] = {
    // https://github.com/tpm2-software/tpm2-pkcs11/issues/133 https://github.com/MicrochipTech/cryptoauthlib/issues/315
    {"noquery", no_query, NULL},
    // https://github.com/latchset/kryoptic/issues/179
    {"toosmall", NULL, too_small},
    // https://github.com/OpenSC/OpenSC/issues/557
    {"short", NULL, shorten},
    // Leading zeros are lost, as of a raw RSA plaintext: https://github.com/openjdk/jdk/issues/27494
    {"strip", NULL, strip},
    // A signature that does not verify.
    {"flip", NULL, flip},
    // https://github.com/parallaxsecond/rust-cryptoki/issues/332
    {"overlong", NULL, overlong},
    {NULL, NULL, NULL},
};

const void *find_output_lie(const char *word, size_t length) {
    for (const struct output_lie *lie = lies; lie->name != NULL; lie++) {
        if (strlen(lie->name) == length && memcmp(lie->name, word, length) == 0) return lie;
    }
    return NULL;
}

// The buffer and its length are the last two arguments wherever there is an output.
static bool has_output(const struct rule *rule, const struct call *call, CK_BYTE **buffer, CK_ULONG **size) {
    if (rule->subject != F_NONE && rule->subject != (CK_ULONG)call->function) return false;
    int arity = function_table[call->function].arity;
    *buffer = (CK_BYTE *)call->arg[arity - 2];
    *size = (CK_ULONG *)call->arg[arity - 1];
    return *size != NULL;
}

CK_RV refuse_output(const struct rule *rule, struct call *call) {
    const struct output_lie *lie = rule->word;
    CK_BYTE *buffer;
    CK_ULONG *size;
    if (!has_output(rule, call, &buffer, &size)) return FORWARD;
    // The capacity is needed later, and the real provider overwrites it.
    call->arg[7] = *size;
    return lie->before ? lie->before(buffer, size) : FORWARD;
}

CK_RV change_output(const struct rule *rule, struct call *call, CK_RV rv) {
    const struct output_lie *lie = rule->word;
    CK_BYTE *buffer;
    CK_ULONG *size;
    if (rv != CKR_OK || lie->after == NULL || !has_output(rule, call, &buffer, &size) || buffer == NULL) return rv;
    return lie->after(buffer, size, call->arg[7]);
}

CK_RV limit_find(const struct rule *rule, struct call *call) {
    if (call->arg[2] > rule->value) call->arg[2] = rule->value;
    return FORWARD;
}

CK_RV reverse_find(const struct rule *rule, struct call *call, CK_RV rv) {
    (void)rule;
    if (rv != CKR_OK) return rv;
    CK_OBJECT_HANDLE *handles = (CK_OBJECT_HANDLE *)call->arg[1];
    CK_ULONG count = *(CK_ULONG *)call->arg[3];
    for (CK_ULONG i = 0; i < count / 2; i++) {
        CK_OBJECT_HANDLE other = handles[i];
        handles[i] = handles[count - 1 - i];
        handles[count - 1 - i] = other;
    }
    return rv;
}

// Leaves room for each handle once more.
CK_RV find_half(const struct rule *rule, struct call *call) {
    (void)rule;
    call->arg[7] = call->arg[2];
    call->arg[2] = call->arg[2] > 1 ? call->arg[2] / 2 : call->arg[2];
    return FORWARD;
}

CK_RV find_twice(const struct rule *rule, struct call *call, CK_RV rv) {
    (void)rule;
    if (rv != CKR_OK) return rv;
    CK_OBJECT_HANDLE *handles = (CK_OBJECT_HANDLE *)call->arg[1];
    CK_ULONG *count = (CK_ULONG *)call->arg[3];
    if (*count > call->arg[7] / 2) return rv;
    for (CK_ULONG i = *count; i > 0; i--) handles[2 * i - 1] = handles[2 * i - 2] = handles[i - 1];
    *count *= 2;
    return rv;
}

// The handle that was found last, by any session: which one it is does not matter.
CK_RV find_endless(const struct rule *rule, struct call *call, CK_RV rv) {
    static _Atomic CK_OBJECT_HANDLE last = 1;
    (void)rule;
    if (rv != CKR_OK) return rv;
    CK_OBJECT_HANDLE *handles = (CK_OBJECT_HANDLE *)call->arg[1];
    CK_ULONG *count = (CK_ULONG *)call->arg[3];
    if (*count > 0) last = handles[*count - 1];
    else if (call->arg[2] > 0) handles[(*count)++] = last;
    return rv;
}
