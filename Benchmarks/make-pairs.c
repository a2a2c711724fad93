// Puts many RSA-2048 key pairs on a token, fast: for measurements of what lists them.
//
//   make-pairs MODULE TOKEN-LABEL COUNT      the PIN is in TOKEN_PIN
//
// Real keys, each with a modulus of its own; but every prime is in several of them, so that a thousand keys cost 46 primes.
// They are for a test and must never protect anything.

#include <dlfcn.h>
#include <openssl/bn.h>
#include <p11-kit/pkcs11.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIME_BITS = 1024, PRIME_BYTES = PRIME_BITS / 8, MODULUS_BYTES = 2 * PRIME_BYTES };

static void check(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "error: %s\n", what);
    exit(1);
}

static void check_call(CK_RV rv, const char *function) {
    if (rv == CKR_OK) return;
    fprintf(stderr, "error: %s answered 0x%lx\n", function, (unsigned long)rv);
    exit(1);
}

struct key {
    unsigned char n[MODULUS_BYTES], d[MODULUS_BYTES];
    unsigned char p[PRIME_BYTES], q[PRIME_BYTES], dp[PRIME_BYTES], dq[PRIME_BYTES], inverse[PRIME_BYTES];
};

static void put(const BIGNUM *number, unsigned char *bytes, int size) {
    check(BN_bn2binpad(number, bytes, size) == size, "a number is too large");
}

static void make_key(struct key *key, const BIGNUM *p, const BIGNUM *q, const BIGNUM *e, BN_CTX *context) {
    BIGNUM *n = BN_new(), *p1 = BN_dup(p), *q1 = BN_dup(q), *phi = BN_new(), *d = BN_new(), *part = BN_new();
    check(n && p1 && q1 && phi && d && part && BN_mul(n, p, q, context) && BN_sub_word(p1, 1) && BN_sub_word(q1, 1)
              && BN_mul(phi, p1, q1, context) && BN_mod_inverse(d, e, phi, context),
          "a key cannot be computed");
    put(n, key->n, MODULUS_BYTES);
    put(d, key->d, MODULUS_BYTES);
    put(p, key->p, PRIME_BYTES);
    put(q, key->q, PRIME_BYTES);
    check(BN_mod(part, d, p1, context), "a key cannot be computed");
    put(part, key->dp, PRIME_BYTES);
    check(BN_mod(part, d, q1, context), "a key cannot be computed");
    put(part, key->dq, PRIME_BYTES);
    check(BN_mod_inverse(part, q, p, context) != NULL, "a key cannot be computed");
    put(part, key->inverse, PRIME_BYTES);
    BN_free(n), BN_free(p1), BN_free(q1), BN_free(phi), BN_free(d), BN_free(part);
}

static void put_key(CK_FUNCTION_LIST *module, CK_SESSION_HANDLE session, struct key *key, unsigned number) {
    CK_OBJECT_CLASS private_class = CKO_PRIVATE_KEY, public_class = CKO_PUBLIC_KEY;
    CK_KEY_TYPE rsa = CKK_RSA;
    CK_BBOOL yes = CK_TRUE, no = CK_FALSE;
    CK_BYTE e[] = {1, 0, 1}, id[] = {0x4b, number >> 16, number >> 8, number};
    char label[32];
    CK_ULONG length = (CK_ULONG)snprintf(label, sizeof label, "key %05u", number);
    CK_OBJECT_HANDLE object;
#define FLAG(type, value) {type, &value, sizeof value}
    CK_ATTRIBUTE private_half[] = {
        FLAG(CKA_CLASS, private_class), FLAG(CKA_KEY_TYPE, rsa), FLAG(CKA_TOKEN, yes), FLAG(CKA_PRIVATE, yes),
        FLAG(CKA_SENSITIVE, yes), FLAG(CKA_EXTRACTABLE, no), FLAG(CKA_SIGN, yes), FLAG(CKA_DECRYPT, no),
        FLAG(CKA_UNWRAP, no), FLAG(CKA_SIGN_RECOVER, no), {CKA_ID, id, sizeof id}, {CKA_LABEL, label, length},
        {CKA_MODULUS, key->n, sizeof key->n}, {CKA_PUBLIC_EXPONENT, e, sizeof e},
        {CKA_PRIVATE_EXPONENT, key->d, sizeof key->d}, {CKA_PRIME_1, key->p, sizeof key->p},
        {CKA_PRIME_2, key->q, sizeof key->q}, {CKA_EXPONENT_1, key->dp, sizeof key->dp},
        {CKA_EXPONENT_2, key->dq, sizeof key->dq}, {CKA_COEFFICIENT, key->inverse, sizeof key->inverse},
    };
    CK_ATTRIBUTE public_half[] = {
        FLAG(CKA_CLASS, public_class), FLAG(CKA_KEY_TYPE, rsa), FLAG(CKA_TOKEN, yes), FLAG(CKA_PRIVATE, no),
        FLAG(CKA_VERIFY, yes), FLAG(CKA_ENCRYPT, no), FLAG(CKA_WRAP, no), FLAG(CKA_VERIFY_RECOVER, no),
        {CKA_ID, id, sizeof id}, {CKA_LABEL, label, length},
        {CKA_MODULUS, key->n, sizeof key->n}, {CKA_PUBLIC_EXPONENT, e, sizeof e},
    };
#undef FLAG
    check_call(module->C_CreateObject(session, private_half, sizeof private_half / sizeof *private_half, &object),
               "C_CreateObject");
    check_call(module->C_CreateObject(session, public_half, sizeof public_half / sizeof *public_half, &object),
               "C_CreateObject");
}

/// Opens a session with the token of a label, with the user logged in.
static CK_SESSION_HANDLE open_token(CK_FUNCTION_LIST *module, const char *label, char *pin) {
    CK_SLOT_ID slots[16];
    CK_ULONG count = 16;
    char padded[33];
    check_call(module->C_GetSlotList(CK_TRUE, slots, &count), "C_GetSlotList");
    snprintf(padded, sizeof padded, "%-32s", label);
    for (CK_ULONG i = 0; i < count; i++) {
        CK_TOKEN_INFO info;
        CK_SESSION_HANDLE session;
        check_call(module->C_GetTokenInfo(slots[i], &info), "C_GetTokenInfo");
        if (memcmp(info.label, padded, 32) != 0) continue;
        check_call(module->C_OpenSession(slots[i], CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL, NULL, &session),
                   "C_OpenSession");
        check_call(module->C_Login(session, CKU_USER, (CK_UTF8CHAR *)pin, strlen(pin)), "C_Login");
        return session;
    }
    check(0, "there is no token of that label");
    return 0;
}

int main(int argc, char **argv) {
    char *pin = getenv("TOKEN_PIN");
    check(argc == 4 && pin, "usage: TOKEN_PIN=… make-pairs MODULE TOKEN-LABEL COUNT");
    unsigned count = (unsigned)strtoul(argv[3], NULL, 10);
    void *library = dlopen(argv[1], RTLD_NOW);
    check(library != NULL, "the module cannot be loaded");
    CK_C_GetFunctionList get = (CK_C_GetFunctionList)dlsym(library, "C_GetFunctionList");
    CK_FUNCTION_LIST *module;
    check(get != NULL, "the module has no C_GetFunctionList");
    check_call(get(&module), "C_GetFunctionList");
    check_call(module->C_Initialize(NULL), "C_Initialize");
    CK_SESSION_HANDLE session = open_token(module, argv[2], pin);

    BN_CTX *context = BN_CTX_new();
    BIGNUM *e = BN_new();
    check(context && e && BN_set_word(e, 65537), "there is no memory");
    unsigned primes = 0, made = 0;
    BIGNUM **prime = NULL;
    struct key key;
    while (made < count) {
        // A new prime, with each of those before it.
        prime = realloc(prime, (primes + 1) * sizeof *prime);
        BIGNUM *next = BN_new();
        check(prime && next, "there is no memory");
        do check(BN_generate_prime_ex(next, PRIME_BITS, 0, NULL, NULL, NULL), "there is no prime");
        while (BN_mod_word(next, 65537) == 1);
        for (unsigned i = 0; i < primes && made < count; i++) {
            make_key(&key, next, prime[i], e, context);
            put_key(module, session, &key, ++made);
        }
        prime[primes++] = next;
    }
    check_call(module->C_Finalize(NULL), "C_Finalize");
    return 0;
}
