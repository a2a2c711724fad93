// PINs that lock, keys that want a login of their own, modules that are particular about locking.

#include "login.h"

#include <string.h>

// --- pin:tries ------------------------------------------------------------------------------------------------------

static CK_SLOT_ID slot_of(CK_SESSION_HANDLE handle) {
    const struct open_session *session = session_find(handle);
    return session ? session->slot : CK_UNAVAILABLE_INFORMATION;
}

static bool is_user_login(const struct call *call) {
    return call->function == F_C_Login && (call->arg[1] == CKU_USER || call->arg[1] == CKU_CONTEXT_SPECIFIC);
}

CK_RV refuse_locked_pin(const struct rule *rule, struct call *call) {
    if (!is_user_login(call)) return FORWARD;
    state_lock();
    bool locked = slot_find(slot_of(call->arg[0]))->wrong_pins >= rule->value;
    state_unlock();
    return locked ? CKR_PIN_LOCKED : FORWARD;
}

static CK_RV count_login(const struct rule *rule, struct slot_state *slot, CK_RV rv) {
    if (rv == CKR_OK) slot->wrong_pins = 0;
    if (rv != CKR_PIN_INCORRECT && rv != CKR_PIN_LEN_RANGE) return rv;
    // YKCS11 and OpenSC answer the last try with CKR_PIN_LOCKED.
    return ++slot->wrong_pins >= rule->value ? CKR_PIN_LOCKED : rv;
}

static void show_count(const struct rule *rule, const struct slot_state *slot, CK_TOKEN_INFO *info) {
    info->flags &= ~(CK_FLAGS)(CKF_USER_PIN_COUNT_LOW | CKF_USER_PIN_FINAL_TRY | CKF_USER_PIN_LOCKED);
    if (slot->wrong_pins > 0) info->flags |= CKF_USER_PIN_COUNT_LOW;
    if (slot->wrong_pins + 1 == rule->value) info->flags |= CKF_USER_PIN_FINAL_TRY;
    if (slot->wrong_pins >= rule->value) info->flags |= CKF_USER_PIN_LOCKED;
}

CK_RV count_pins(const struct rule *rule, struct call *call, CK_RV rv) {
    state_lock();
    if (is_user_login(call)) {
        rv = count_login(rule, slot_find(slot_of(call->arg[0])), rv);
    } else if (call->function == F_C_GetTokenInfo && rv == CKR_OK) {
        show_count(rule, slot_find(call->arg[0]), (CK_TOKEN_INFO *)call->arg[1]);
    } else if (call->function == F_C_InitPIN && rv == CKR_OK) {
        slot_find(slot_of(call->arg[0]))->wrong_pins = 0;
    }
    state_unlock();
    return rv;
}

// --- auth:always ----------------------------------------------------------------------------------------------------

static CK_RV context_login(const struct call *call) {
    state_lock();
    struct open_session *session = session_find(call->arg[0]);
    CK_RV rv = CKR_OPERATION_NOT_INITIALIZED;
    if (session != NULL && session->needs_context_login) {
        bool right = call->arg[3] == fault_state.pin_length &&
                     memcmp((const void *)call->arg[2], fault_state.pin, fault_state.pin_length) == 0;
        if (right) session->needs_context_login = false;
        rv = right ? CKR_OK : CKR_PIN_INCORRECT;
    }
    state_unlock();
    return rv;
}

CK_RV ask_context_login(const struct rule *rule, struct call *call) {
    if (call->function == F_C_Login) return call->arg[1] == CKU_CONTEXT_SPECIFIC ? context_login(call) : FORWARD;
    if (call->function == F_C_SignInit || call->function == F_C_DecryptInit) return FORWARD;
    state_lock();
    const struct open_session *session = session_find(call->arg[0]);
    bool refuse = session != NULL && session->needs_context_login;
    state_unlock();
    if (!refuse) return FORWARD;
    // OpenSC logs the whole token out as well.
    bool logs_out = rule->bytes != NULL && strcmp((const char *)rule->bytes, "logout") == 0;
    if (logs_out) real()->C_Logout(call->arg[0]);
    return CKR_USER_NOT_LOGGED_IN;
}

CK_RV note_context_login(const struct rule *rule, struct call *call, CK_RV rv) {
    (void)rule;
    if (rv != CKR_OK) return rv;
    if (call->function == F_C_Login) {
        if (call->arg[1] != CKU_USER || call->arg[3] > sizeof fault_state.pin) return rv;
        state_lock();
        if (call->arg[3] > 0) memcpy(fault_state.pin, (const void *)call->arg[2], call->arg[3]);
        fault_state.pin_length = call->arg[3];
        state_unlock();
        return rv;
    }
    if (call->function != F_C_SignInit && call->function != F_C_DecryptInit) return rv;
    CK_ULONG size = 0;
    CK_RV status;
    const CK_OBJECT_CLASS *class =
        real_attribute(call, call->arg[0], call->arg[2], CKA_CLASS, &size, &status);
    state_lock();
    struct open_session *session = session_find(call->arg[0]);
    if (session != NULL) session->needs_context_login = class != NULL && *class == CKO_PRIVATE_KEY;
    state_unlock();
    return rv;
}

// --- auth:pinpad ----------------------------------------------------------------------------------------------------

// The PIN is typed on the reader: the client has to send a NULL pointer, and then the plan's PIN counts as typed.
CK_RV pinpad_login(const struct rule *rule, struct call *call) {
    if (call->arg[2] != 0) return CKR_ARGUMENTS_BAD;
    call->arg[2] = (uintptr_t)rule->bytes;
    call->arg[3] = rule->size;
    return FORWARD;
}

// --- init -----------------------------------------------------------------------------------------------------------

CK_RV refuse_without_callbacks(const struct rule *rule, struct call *call) {
    const CK_C_INITIALIZE_ARGS *arguments = (const void *)call->arg[0];
    return arguments == NULL || arguments->LockMutex == NULL ? rule->value : FORWARD;
}

CK_RV refuse_with_locking(const struct rule *rule, struct call *call) {
    const CK_C_INITIALIZE_ARGS *arguments = (const void *)call->arg[0];
    bool locks = arguments != NULL && (arguments->LockMutex != NULL || (arguments->flags & CKF_OS_LOCKING_OK) != 0);
    return locks ? rule->value : FORWARD;
}
