// Slots that change their numbers, and a connection to the tokens that breaks.

#include "slots.h"

CK_RV renumber_in(const struct rule *rule, struct call *call) {
    if (call->function != F_C_GetSlotList) call->arg[0] ^= rule->value;
    return FORWARD;
}

CK_RV renumber_out(const struct rule *rule, struct call *call, CK_RV rv) {
    CK_SLOT_ID *slots = (CK_SLOT_ID *)call->arg[1];
    if (call->function != F_C_GetSlotList || rv != CKR_OK || slots == NULL) return rv;
    for (CK_ULONG i = 0; i < *(CK_ULONG *)call->arg[2]; i++) slots[i] ^= rule->value;
    return rv;
}

void break_now(const struct rule *rule) {
    (void)rule;
    sessions_forget();
    state_lock();
    fault_state.broken = true;
    state_unlock();
}

// Only C_Finalize leads out of it, and says nothing of it.
CK_RV connection_gate(const struct call *call) {
    state_lock();
    bool broken = fault_state.broken;
    if (call->function == F_C_Finalize) fault_state.broken = false;
    state_unlock();
    return broken && call->function != F_C_Initialize && call->function != F_C_Finalize ? CKR_DEVICE_ERROR : FORWARD;
}

CK_RV show_no_slots(const struct rule *rule, struct call *call) {
    (void)rule;
    if (call->function != F_C_GetSlotList) return CKR_SLOT_ID_INVALID;
    if (call->arg[2] == 0) return CKR_ARGUMENTS_BAD;
    *(CK_ULONG *)call->arg[2] = 0;
    return CKR_OK;
}
