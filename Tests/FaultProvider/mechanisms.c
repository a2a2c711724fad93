// Tokens that lack a mechanism, or list it and refuse it.

#include "mechanisms.h"

#include <string.h>

static bool hidden(const struct plan *plan, CK_MECHANISM_TYPE type) {
    for (const struct rule *rule = plan->rules; rule != NULL; rule = rule->next) {
        if (rule->behaviour->before == hide_mechanism && rule->value == type) return true;
    }
    return false;
}

// Answers for all hidden mechanisms together.
static CK_RV list_without_hidden(struct call *call) {
    CK_ULONG total = 0, kept = 0;
    CK_ULONG *count = (CK_ULONG *)call->arg[2];
    if (count == NULL) return CKR_ARGUMENTS_BAD;
    CK_RV rv = real()->C_GetMechanismList(call->arg[0], NULL, &total);
    if (rv != CKR_OK) return rv;
    CK_MECHANISM_TYPE *types = call_allocate(call, (total + 1) * sizeof *types);
    rv = real()->C_GetMechanismList(call->arg[0], types, &total);
    if (rv != CKR_OK) return rv;
    for (CK_ULONG i = 0; i < total; i++) {
        if (!hidden(call->plan, types[i])) types[kept++] = types[i];
    }
    CK_MECHANISM_TYPE *list = (CK_MECHANISM_TYPE *)call->arg[1];
    if (list != NULL && *count >= kept) memcpy(list, types, kept * sizeof *types);
    rv = list != NULL && *count < kept ? CKR_BUFFER_TOO_SMALL : CKR_OK;
    *count = kept;
    return rv;
}

static const CK_MECHANISM *mechanism_of(const struct call *call) { return (const CK_MECHANISM *)call->arg[1]; }

CK_RV hide_mechanism(const struct rule *rule, struct call *call) {
    if (call->function == F_C_GetMechanismList) return list_without_hidden(call);
    if (call->function == F_C_GetMechanismInfo) {
        return call->arg[1] == rule->value ? CKR_MECHANISM_INVALID : FORWARD;
    }
    const CK_MECHANISM *mechanism = mechanism_of(call);
    return mechanism != NULL && mechanism->mechanism == rule->value ? CKR_MECHANISM_INVALID : FORWARD;
}

CK_RV refuse_mechanism(const struct rule *rule, struct call *call) {
    const CK_MECHANISM *mechanism = mechanism_of(call);
    return mechanism != NULL && mechanism->mechanism == rule->subject ? rule->value : FORWARD;
}

CK_RV clear_mechanism_flags(const struct rule *rule, struct call *call, CK_RV rv) {
    CK_MECHANISM_INFO *info = (CK_MECHANISM_INFO *)call->arg[2];
    if (rv == CKR_OK && call->arg[1] == rule->subject) info->flags &= ~rule->value;
    return rv;
}

CK_RV set_max_key_size(const struct rule *rule, struct call *call, CK_RV rv) {
    CK_MECHANISM_INFO *info = (CK_MECHANISM_INFO *)call->arg[2];
    if (rv == CKR_OK && call->arg[1] == rule->subject) info->ulMaxKeySize = rule->value;
    return rv;
}
