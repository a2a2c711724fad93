// Tokens that answer C_GetAttributeValue wrongly.

#include "attributes.h"

#include <stdlib.h>
#include <string.h>

// The true value of an attribute: bytes, or NULL and why.
struct truth {
    const unsigned char *bytes;
    CK_ULONG size;
    CK_RV rv;
};

struct attribute_lie {
    const char *name;
    CK_RV (*tell)(const struct rule *rule, CK_ATTRIBUTE *attribute, const struct truth *truth);
};

// PKCS #11 2.40, 5.7: C_GetAttributeValue, cases 3 to 5.
static CK_RV give(CK_ATTRIBUTE *attribute, const void *bytes, CK_ULONG size) {
    if (attribute->pValue != NULL && attribute->ulValueLen < size) {
        attribute->ulValueLen = CK_UNAVAILABLE_INFORMATION;
        return CKR_BUFFER_TOO_SMALL;
    }
    if (attribute->pValue != NULL && size > 0) memcpy(attribute->pValue, bytes, size);
    attribute->ulValueLen = size;
    return CKR_OK;
}

static CK_RV refuse(CK_ATTRIBUTE *attribute, CK_RV rv) {
    attribute->ulValueLen = CK_UNAVAILABLE_INFORMATION;
    return rv;
}

#define LIE(name) static CK_RV name(const struct rule *rule, CK_ATTRIBUTE *attribute, const struct truth *truth)
#define UNUSED (void)rule, (void)truth

LIE(tell_absent) { return UNUSED, refuse(attribute, CKR_ATTRIBUTE_TYPE_INVALID); }
LIE(tell_sensitive) { return UNUSED, refuse(attribute, CKR_ATTRIBUTE_SENSITIVE); }
LIE(tell_unavailable) { return UNUSED, refuse(attribute, CKR_OK); }
LIE(tell_nothing) { return UNUSED, (void)attribute, CKR_OK; }
// The same, but the return value says that there is none.
LIE(tell_absent_untouched) { return UNUSED, (void)attribute, CKR_ATTRIBUTE_TYPE_INVALID; }
LIE(tell_failure) { return UNUSED, refuse(attribute, CKR_FUNCTION_FAILED); }

// The length is told, and the value kept back without a sign in the template.
LIE(tell_kept_back) {
    (void)rule;
    if (attribute->pValue == NULL) return give(attribute, truth->bytes, truth->size);
    return CKR_ATTRIBUTE_SENSITIVE;
}

LIE(tell_uninitialised) {
    UNUSED;
    memset(&attribute->ulValueLen, 0xaa, sizeof attribute->ulValueLen);
    return CKR_ATTRIBUTE_TYPE_INVALID;
}

// No value, at an address where there is nothing.
LIE(tell_dangling) {
    UNUSED;
    attribute->pValue = (void *)1;
    attribute->ulValueLen = 0;
    return CKR_OK;
}

LIE(tell_empty) { return UNUSED, give(attribute, "", 0); }
LIE(tell_override) { return (void)truth, give(attribute, rule->bytes, rule->size); }

LIE(tell_too_long) {
    UNUSED;
    attribute->ulValueLen = 1UL << 30;
    return CKR_OK;
}

// More than fits the buffer is said to have been written.
LIE(tell_overrun) {
    (void)rule;
    if (attribute->pValue == NULL || truth->bytes == NULL) return give(attribute, truth->bytes, truth->size);
    CK_ULONG capacity = attribute->ulValueLen;
    memcpy(attribute->pValue, truth->bytes, truth->size < capacity ? truth->size : capacity);
    attribute->ulValueLen = capacity + 8;
    return CKR_OK;
}

// The length is told, and no buffer is ever large enough.
LIE(tell_too_small) {
    (void)rule;
    if (attribute->pValue == NULL) return give(attribute, truth->bytes, truth->size);
    return refuse(attribute, CKR_BUFFER_TOO_SMALL);
}

static CK_RV give_changed(CK_ATTRIBUTE *attribute, const struct truth *truth, long before, unsigned char mask) {
    if (truth->bytes == NULL) return refuse(attribute, truth->rv);
    CK_ULONG size = truth->size + (CK_ULONG)before;
    unsigned char *bytes = calloc(1, size + 1);
    if (bytes == NULL) return CKR_HOST_MEMORY;
    for (CK_ULONG i = 0; i < size; i++) {
        bool added = before > 0 && i < (CK_ULONG)before;
        bytes[i] = added ? 0 : (unsigned char)(truth->bytes[i - (CK_ULONG)before] ^ mask);
    }
    CK_RV rv = give(attribute, bytes, size);
    free(bytes);
    return rv;
}

LIE(tell_garbage) { return (void)rule, give_changed(attribute, truth, 0, 0xa5); }
LIE(tell_padded) { return (void)rule, give_changed(attribute, truth, 2, 0); }
LIE(tell_short) {
    (void)rule;
    return truth->size == 0 ? give(attribute, "", 0) : give_changed(attribute, truth, -1, 0);
}

static const struct attribute_lie lies[] = {
    // https://github.com/letsencrypt/boulder/issues/848 https://github.com/tpm2-software/tpm2-pkcs11/issues/347
    {"absent", tell_absent},
    {"sensitive", tell_sensitive},
    // ~0 with CKR_OK: https://github.com/pyauth/python-pkcs11/issues/207 https://github.com/google/go-p11-kit/issues/23
    {"unavailable", tell_unavailable},
    // The length stays as the client left it: https://github.com/veracrypt/VeraCrypt/issues/996
    {"untouched", tell_nothing},
    {"unset", tell_absent_untouched},
    {"uninitialised", tell_uninitialised},
    {"keptback", tell_kept_back},
    // https://github.com/softhsm/SoftHSMv2/issues/825
    {"dangling", tell_dangling},
    // The whole read fails, as where it is asked of a public key: https://github.com/openssl-projects/pkcs11-provider/issues/405
    {"fatal", tell_failure},
    // https://github.com/parallaxsecond/rust-cryptoki/issues/323 https://github.com/miekg/pkcs11/issues/37
    {"empty", tell_empty},
    // 1 GiB: https://github.com/pyauth/python-pkcs11/issues/139
    {"toolong", tell_too_long},
    // https://github.com/parallaxsecond/rust-cryptoki/issues/332
    {"overrun", tell_overrun},
    // For ever: https://github.com/OpenSC/pam_pkcs11/issues/40 https://github.com/pyauth/python-pkcs11/issues/221
    {"toosmall", tell_too_small},
    // https://github.com/openssl-projects/pkcs11-provider/issues/495
    {"garbage", tell_garbage},
    // Two zeros in front: https://github.com/openssl-projects/pkcs11-provider/issues/787
    {"padded", tell_padded},
    // The first byte is lost: https://github.com/openjdk/jdk/issues/27494
    {"short", tell_short},
    {NULL, NULL},
};
static const struct attribute_lie override = {"", tell_override};

const void *find_attribute_lie(const char *word, size_t length) {
    for (const struct attribute_lie *lie = lies; lie->name != NULL; lie++) {
        if (strlen(lie->name) == length && memcmp(lie->name, word, length) == 0) return lie;
    }
    return NULL;
}

// --- Which attributes -----------------------------------------------------------------------------------------------

// A rule may be for the objects of a class or of a label only.
static bool in_scope(const struct rule *rule, struct call *call) {
    if (rule->scope[0] == 0) return true;
    CK_ULONG size = 0, wanted = 0;
    CK_RV rv;
    bool by_class = strncmp(rule->scope, "CKO_", 4) == 0 && name_value(rule->scope, strlen(rule->scope), &wanted);
    const void *bytes =
        real_attribute(call, call->arg[0], call->arg[1], by_class ? CKA_CLASS : CKA_LABEL, &size, &rv);
    if (bytes == NULL) return false;
    if (by_class) return size == sizeof wanted && memcmp(bytes, &wanted, size) == 0;
    return size == strlen(rule->scope) && memcmp(bytes, rule->scope, size) == 0;
}

static const struct rule *rule_about(CK_ATTRIBUTE_TYPE type, struct call *call) {
    for (const struct rule *rule = call->plan->rules; rule != NULL; rule = rule->next) {
        bool lies = rule->behaviour->before == answer_attributes && rule->subject != CK_UNAVAILABLE_INFORMATION;
        if (lies && rule->subject == type && in_scope(rule, call)) return rule;
    }
    return NULL;
}

static bool attributes_answered(CK_RV rv) {
    return rv == CKR_OK || rv == CKR_ATTRIBUTE_SENSITIVE || rv == CKR_ATTRIBUTE_TYPE_INVALID ||
           rv == CKR_BUFFER_TOO_SMALL;
}

// NSS ignores ulValueLen and writes the whole value.
static CK_RV give_dishonestly(CK_ATTRIBUTE *attribute, struct call *call) {
    CK_ULONG size = 0;
    CK_RV rv;
    const void *bytes = real_attribute(call, call->arg[0], call->arg[1], attribute->type, &size, &rv);
    if (bytes == NULL) return refuse(attribute, rv);
    if (attribute->pValue != NULL) memcpy(attribute->pValue, bytes, size);
    attribute->ulValueLen = size;
    return CKR_OK;
}

// Asks the real provider for the attributes that no rule is about, in one call as the client did.
static CK_RV ask_honestly(struct call *call, const struct rule **rules, CK_ULONG count) {
    CK_ATTRIBUTE *attributes = (CK_ATTRIBUTE *)call->arg[2];
    CK_ATTRIBUTE *asked = call_allocate(call, (count + 1) * sizeof *asked);
    CK_ULONG number = 0;
    for (CK_ULONG i = 0; i < count; i++) {
        if (rules[i] == NULL) asked[number++] = attributes[i];
    }
    CK_ULONG all = number;
    // Even when no attribute is left the handles have to be checked.
    if (number == 0) asked[number++] = (CK_ATTRIBUTE){CKA_CLASS, NULL, 0};
    CK_RV rv = real()->C_GetAttributeValue(call->arg[0], call->arg[1], asked, number);
    for (CK_ULONG i = 0, next = 0; i < count && next < all; i++) {
        if (rules[i] == NULL) attributes[i] = asked[next++];
    }
    return rv;
}

// Answers the whole call, for all rules about attributes together.
CK_RV answer_attributes(const struct rule *rule, struct call *call) {
    CK_ATTRIBUTE *attributes = (CK_ATTRIBUTE *)call->arg[2];
    CK_ULONG count = call->arg[3];
    if (attributes == NULL || count == 0) return FORWARD;
    const struct rule *honest = plan_find(call->plan, "honest");
    bool dishonest = honest != NULL && honest->value == 0;
    const struct rule **rules = call_allocate(call, (count + 1) * sizeof *rules);
    bool any = false;
    for (CK_ULONG i = 0; i < count; i++) {
        rules[i] = rule_about(attributes[i].type, call);
        if (rules[i] == NULL && dishonest) rules[i] = honest;
        any = any || rules[i] != NULL;
    }
    (void)rule;
    if (!any) return FORWARD;
    CK_RV rv = ask_honestly(call, rules, count);
    if (!attributes_answered(rv)) return rv;
    for (CK_ULONG i = 0; i < count; i++) {
        if (rules[i] == NULL) continue;
        CK_RV own;
        if (rules[i] == honest) {
            own = give_dishonestly(&attributes[i], call);
        } else {
            struct truth truth = {0};
            truth.bytes = real_attribute(call, call->arg[0], call->arg[1], attributes[i].type, &truth.size, &truth.rv);
            const struct attribute_lie *lie = rules[i]->word ? rules[i]->word : &override;
            own = lie->tell(rules[i], &attributes[i], &truth);
        }
        if (rv == CKR_OK || !attributes_answered(own)) rv = own;
    }
    return rv;
}
