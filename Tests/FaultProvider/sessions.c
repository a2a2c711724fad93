// The sessions that are open, and the tokens that take them away.

#include "sessions.h"

#include <stdlib.h>
#include <string.h>

struct open_session *session_find(CK_SESSION_HANDLE handle) {
    for (size_t i = 0; i < fault_state.session_count; i++) {
        if (fault_state.sessions[i].handle == handle) return &fault_state.sessions[i];
    }
    return NULL;
}

static void add(CK_SESSION_HANDLE handle, CK_SLOT_ID slot) {
    struct fault_state *state = &fault_state;
    if (state->session_count == state->session_capacity) {
        state->session_capacity = 2 * state->session_capacity + 16;
        state->sessions = realloc(state->sessions, state->session_capacity * sizeof *state->sessions);
        if (state->sessions == NULL) abort();
    }
    state->sessions[state->session_count++] = (struct open_session){.handle = handle, .slot = slot};
}

static void drop(struct open_session *session) {
    if (session != NULL) *session = fault_state.sessions[--fault_state.session_count];
}

CK_RV sessions_enter(const struct call *call) {
    if (function_table[call->function].scope == LIBRARY) return FORWARD;
    state_lock();
    while (fault_state.closing) pthread_cond_wait(&fault_state.idle, &fault_state.lock);
    fault_state.in_flight++;
    if (call->function == F_C_OpenSession) fault_state.opening++;
    state_unlock();
    return FORWARD;
}

void sessions_leave(const struct call *call, CK_RV rv) {
    struct fault_state *state = &fault_state;
    state_lock();
    if (function_table[call->function].scope != LIBRARY && --state->in_flight == 0) pthread_cond_broadcast(&state->idle);
    if (call->function == F_C_OpenSession) state->opening--;
    if (rv == CKR_OK) {
        switch (call->function) {
        case F_C_OpenSession:
            add(*(CK_SESSION_HANDLE *)call->arg[4], call->arg[0]);
            break;
        case F_C_CloseSession:
            drop(session_find(call->arg[0]));
            break;
        case F_C_CloseAllSessions:
            for (size_t i = state->session_count; i > 0; i--) {
                if (state->sessions[i - 1].slot == call->arg[0]) drop(&state->sessions[i - 1]);
            }
            break;
        case F_C_Finalize:
            state->session_count = 0;
            break;
        default:
            break;
        }
    }
    state_unlock();
}

// Closes every session at the real provider, which also ends the login, once no call uses one any more: few providers
// survive losing a session in the middle of a call.
void sessions_forget(void) {
    struct fault_state *state = &fault_state;
    state_lock();
    while (state->closing) pthread_cond_wait(&state->idle, &state->lock);
    state->closing = true;
    while (state->in_flight > 0) pthread_cond_wait(&state->idle, &state->lock);
    size_t count = state->session_count;
    struct open_session *sessions = state->sessions;
    state->session_count = state->session_capacity = 0;
    state->sessions = NULL;
    state_unlock();
    for (size_t i = 0; i < count; i++) real()->C_CloseSession(sessions[i].handle);
    free(sessions);
    state_lock();
    state->closing = false;
    pthread_cond_broadcast(&state->idle);
    state_unlock();
}

void forget_now(const struct rule *rule) {
    (void)rule;
    sessions_forget();
}

CK_RV limit_sessions(const struct rule *rule, struct call *call) {
    (void)call;
    state_lock();
    bool full = fault_state.session_count + fault_state.opening > rule->value;
    state_unlock();
    return full ? CKR_SESSION_COUNT : FORWARD;
}

// A login that ends with the session it was made in.
CK_RV bind_login(const struct rule *rule, struct call *call, CK_RV rv) {
    static CK_SESSION_HANDLE owner;
    (void)rule;
    if (rv != CKR_OK) return rv;
    state_lock();
    bool ends = false;
    CK_SESSION_HANDLE other = 0;
    if (call->function == F_C_Login) {
        owner = call->arg[0];
    } else if (call->arg[0] == owner) {
        for (size_t i = 0; i < fault_state.session_count && !ends; i++) {
            other = fault_state.sessions[i].handle;
            ends = other != owner;
        }
        owner = 0;
    }
    state_unlock();
    if (ends) real()->C_Logout(other);
    return rv;
}
