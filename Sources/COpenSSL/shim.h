#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// What follows is here because parameter names must be C strings that outlive the call, which a Swift literal is not,
// or because a macro does not reach Swift.

/// An RSA key of its numbers. `secret` is NULL for a public key, else d, p, q, dp, dq and qInv, which stay the
/// caller's.
static inline EVP_PKEY *_Nullable copenssl_rsa_key(
    const BIGNUM *_Nonnull n, const BIGNUM *_Nonnull e, const BIGNUM *_Nullable const *_Nullable secret) {
    static const char *const names[] = {
        OSSL_PKEY_PARAM_RSA_D,         OSSL_PKEY_PARAM_RSA_FACTOR1,   OSSL_PKEY_PARAM_RSA_FACTOR2,
        OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
    };
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int ok = context != NULL && builder != NULL && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e);
    for (int i = 0; ok && secret != NULL && i < 6; i++) ok = OSSL_PARAM_BLD_push_BN(builder, names[i], secret[i]);
    if (ok) parameters = OSSL_PARAM_BLD_to_param(builder);
    if (parameters == NULL || EVP_PKEY_fromdata_init(context) <= 0
        || EVP_PKEY_fromdata(context, &key, secret == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR, parameters) <= 0) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    return key;
}

/// The same value, in a way that hides from the optimiser where it came from: so that a mask stays a mask and does not
/// become a branch.
static inline unsigned long copenssl_value_barrier(unsigned long value) {
#if defined(__GNUC__) || defined(__clang__)
    __asm__ volatile("" : "+r"(value));
#endif
    return value;
}

/// How names are written: as RFC 4514 has it, with the letters of every script as they are.
static inline unsigned long copenssl_name_flags(void) { return XN_FLAG_RFC2253 & ~(unsigned long)ASN1_STRFLGS_ESC_MSB; }
