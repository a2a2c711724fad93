// Tokens that are particular about what they are asked to make, or make something else.

#include "templates.h"

#include <string.h>

// The templates of a call: the places of their pointers in the arguments, with the counts behind them.
static int templates_of(const struct call *call, int places[2]) {
    switch (call->function) {
    case F_C_CreateObject:
        places[0] = 1;
        return 1;
    case F_C_CopyObject:
    case F_C_SetAttributeValue:
    case F_C_GenerateKey:
        places[0] = 2;
        return 1;
    case F_C_DeriveKey:
        places[0] = 3;
        return 1;
    case F_C_UnwrapKey:
        places[0] = 5;
        return 1;
    case F_C_GenerateKeyPair:
        places[0] = 2;
        places[1] = 4;
        return 2;
    default:
        return 0;
    }
}

static const CK_ATTRIBUTE *find(const struct call *call, int place, CK_ATTRIBUTE_TYPE type) {
    const CK_ATTRIBUTE *attributes = (const CK_ATTRIBUTE *)call->arg[place];
    for (CK_ULONG i = 0; attributes != NULL && i < call->arg[place + 1]; i++) {
        if (attributes[i].type == type) return &attributes[i];
    }
    return NULL;
}

static CK_RV code(const struct rule *rule, CK_RV usual) {
    return rule->subject == CK_UNAVAILABLE_INFORMATION ? usual : rule->subject;
}

CK_RV refuse_class(const struct rule *rule, struct call *call) {
    int places[2], count = templates_of(call, places);
    for (int i = 0; i < count; i++) {
        const CK_ATTRIBUTE *class = find(call, places[i], CKA_CLASS);
        bool same = class != NULL && class->ulValueLen == sizeof rule->value &&
                    memcmp(class->pValue, &rule->value, sizeof rule->value) == 0;
        if (same) return code(rule, CKR_TEMPLATE_INCONSISTENT);
    }
    return FORWARD;
}

CK_RV refuse_attribute(const struct rule *rule, struct call *call) {
    int places[2], count = templates_of(call, places);
    for (int i = 0; i < count; i++) {
        const CK_ATTRIBUTE *attribute = find(call, places[i], rule->subject);
        if (attribute == NULL || attribute->ulValueLen != rule->size) continue;
        if (rule->size == 0 || memcmp(attribute->pValue, rule->bytes, rule->size) == 0) {
            return CKR_ATTRIBUTE_VALUE_INVALID;
        }
    }
    return FORWARD;
}

CK_RV require_attribute(const struct rule *rule, struct call *call) {
    int places[2], count = templates_of(call, places);
    for (int i = 0; i < count; i++) {
        if (find(call, places[i], rule->value) != NULL) return FORWARD;
    }
    return code(rule, CKR_TEMPLATE_INCOMPLETE);
}

CK_RV limit_attribute(const struct rule *rule, struct call *call) {
    int places[2], count = templates_of(call, places);
    for (int i = 0; i < count; i++) {
        const CK_ATTRIBUTE *attribute = find(call, places[i], rule->subject);
        if (attribute != NULL && attribute->ulValueLen > rule->value) return CKR_ATTRIBUTE_VALUE_INVALID;
    }
    return FORWARD;
}

// Passes the template on without the attribute; with `instead` in its place where it was.
static void replace(struct call *call, int place, CK_ATTRIBUTE_TYPE type, const CK_ATTRIBUTE *instead) {
    const CK_ATTRIBUTE *old = (const CK_ATTRIBUTE *)call->arg[place];
    CK_ULONG count = call->arg[place + 1], kept = 0;
    if (find(call, place, type) == NULL) return;
    CK_ATTRIBUTE *new = call_allocate(call, (count + 1) * sizeof *new);
    for (CK_ULONG i = 0; i < count; i++) {
        if (old[i].type != type) new[kept++] = old[i];
        else if (instead != NULL) new[kept++] = *instead;
    }
    call->arg[place] = (uintptr_t)new;
    call->arg[place + 1] = kept;
}

CK_RV ignore_attribute(const struct rule *rule, struct call *call) {
    int places[2], count = templates_of(call, places);
    for (int i = 0; i < count; i++) replace(call, places[i], rule->value, NULL);
    return FORWARD;
}

CK_RV force_attribute(const struct rule *rule, struct call *call) {
    int places[2], count = templates_of(call, places);
    CK_ATTRIBUTE forced = {rule->subject, rule->bytes, rule->size};
    for (int i = 0; i < count; i++) replace(call, places[i], rule->subject, &forced);
    return FORWARD;
}
