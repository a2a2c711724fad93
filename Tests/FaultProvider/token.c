// What a token says of itself, and tokens that are pulled out.

#include "token.h"

#include <stdlib.h>
#include <string.h>

struct slot_state *slot_find(CK_SLOT_ID slot) {
    const size_t capacity = sizeof fault_state.slots / sizeof *fault_state.slots;
    for (size_t i = 0; i < capacity; i++) {
        struct slot_state *state = &fault_state.slots[i];
        // An entry that counts nothing is free.
        if (state->wrong_pins != 0 && state->slot == slot) return state;
    }
    for (size_t i = 0; i < capacity; i++) {
        if (fault_state.slots[i].wrong_pins != 0) continue;
        fault_state.slots[i].slot = slot;
        return &fault_state.slots[i];
    }
    return &fault_state.slots[0];
}

// --- Presence -------------------------------------------------------------------------------------------------------

static void set_removed(bool removed) {
    state_lock();
    if (fault_state.removed != removed) fault_state.slot_event = true;
    fault_state.removed = removed;
    fault_state.away = fault_state.away_at_random = 0;
    state_unlock();
    // Last, or a session that is opened in between would be there when the token is back.
    if (removed) sessions_forget();
}

void remove_now(const struct rule *rule) {
    (void)rule;
    set_removed(true);
}

void present_now(const struct rule *rule) {
    (void)rule;
    set_removed(false);
}

static CK_RV slot_list_without_tokens(CK_ULONG *count) {
    if (count == NULL) return CKR_ARGUMENTS_BAD;
    *count = 0;
    return CKR_OK;
}

static CK_RV slot_event(CK_SLOT_ID *slot) {
    CK_SLOT_ID slots[64];
    CK_ULONG count = sizeof slots / sizeof *slots;
    CK_RV rv = real()->C_GetSlotList(CK_TRUE, slots, &count);
    if (rv == CKR_OK && count > 0) *slot = slots[0];
    return rv;
}

// The whole provider has one reader, and all its tokens come and go together.
CK_RV token_gate(const struct call *call) {
    state_lock();
    if (fault_state.removed && fault_state.away > 0 && --fault_state.away == 0) {
        fault_state.removed = false;
        fault_state.slot_event = true;
    }
    bool removed = fault_state.removed;
    bool event = fault_state.slot_event && call->function == F_C_WaitForSlotEvent;
    if (event) fault_state.slot_event = false;
    state_unlock();
    if (event) return slot_event((CK_SLOT_ID *)call->arg[1]);
    if (!removed) return FORWARD;
    switch (function_table[call->function].scope) {
    case SLOT:
        if (call->function != F_C_GetSlotInfo) return CKR_TOKEN_NOT_PRESENT;
        CK_SLOT_INFO *info = (CK_SLOT_INFO *)call->arg[1];
        CK_RV rv = real()->C_GetSlotInfo(call->arg[0], info);
        if (rv == CKR_OK) info->flags = (info->flags | CKF_REMOVABLE_DEVICE) & ~(CK_FLAGS)CKF_TOKEN_PRESENT;
        return rv;
    case SESSION:
        return CKR_DEVICE_REMOVED;
    default:
        if (call->function != F_C_GetSlotList || call->arg[0] == CK_FALSE) return FORWARD;
        return slot_list_without_tokens((CK_ULONG *)call->arg[2]);
    }
}

// --- C_GetTokenInfo -------------------------------------------------------------------------------------------------

// SoftHSM always shows a token more than there are, not initialised, which keeps its own information.
static CK_TOKEN_INFO *initialised_token(const struct call *call, CK_RV rv) {
    CK_TOKEN_INFO *info = (CK_TOKEN_INFO *)call->arg[1];
    return rv == CKR_OK && (info->flags & CKF_TOKEN_INITIALIZED) != 0 ? info : NULL;
}

CK_RV set_flags(const struct rule *rule, struct call *call, CK_RV rv) {
    CK_TOKEN_INFO *info = initialised_token(call, rv);
    if (info != NULL) info->flags |= rule->value;
    return rv;
}

CK_RV clear_flags(const struct rule *rule, struct call *call, CK_RV rv) {
    CK_TOKEN_INFO *info = initialised_token(call, rv);
    if (info != NULL) info->flags &= ~rule->value;
    return rv;
}

#define NUMBER_FIELD(function, field)                                     \
    CK_RV function(const struct rule *rule, struct call *call, CK_RV rv) { \
        CK_TOKEN_INFO *info = initialised_token(call, rv);                \
        if (info != NULL) info->field = rule->value;                      \
        return rv;                                                        \
    }
NUMBER_FIELD(set_min_pin, ulMinPinLen)
NUMBER_FIELD(set_max_pin, ulMaxPinLen)
NUMBER_FIELD(set_max_sessions, ulMaxSessionCount)

// Fixed fields are padded with blanks, PKCS #11 2.40, 3.2; what does not fit is cut.
#define TEXT_FIELD(function, field)                                                                              \
    CK_RV function(const struct rule *rule, struct call *call, CK_RV rv) {                                        \
        CK_TOKEN_INFO *info = initialised_token(call, rv);                                                       \
        if (info == NULL) return rv;                                                                             \
        memset(info->field, ' ', sizeof info->field);                                                            \
        memcpy(info->field, rule->bytes, rule->size < sizeof info->field ? rule->size : sizeof info->field);      \
        return rv;                                                                                               \
    }
TEXT_FIELD(set_label, label)
TEXT_FIELD(set_serial, serialNumber)
TEXT_FIELD(set_model, model)
TEXT_FIELD(set_manufacturer, manufacturerID)

// --- What the library says of itself.

#define LIBRARY_FIELD(function, field)                                                                          \
    CK_RV function(const struct rule *rule, struct call *call, CK_RV rv) {                                       \
        CK_INFO *info = (CK_INFO *)call->arg[0];                                                                \
        if (rv != CKR_OK) return rv;                                                                            \
        memset(info->field, ' ', sizeof info->field);                                                           \
        memcpy(info->field, rule->bytes, rule->size < sizeof info->field ? rule->size : sizeof info->field);     \
        return rv;                                                                                              \
    }
LIBRARY_FIELD(set_library_manufacturer, manufacturerID)
LIBRARY_FIELD(set_library_description, libraryDescription)

CK_RV set_library_version(const struct rule *rule, struct call *call, CK_RV rv) {
    CK_INFO *info = (CK_INFO *)call->arg[0];
    if (rv != CKR_OK) return rv;
    info->libraryVersion.major = (CK_BYTE)(rule->value >> 8);
    info->libraryVersion.minor = (CK_BYTE)rule->value;
    return rv;
}
