// Faults at random: the rule `random:SEED=N`. One call in N fails, half of them after the token did the work.
//
// What a call meets follows from the seed, the number of its thread and the number of the call on that thread, and from
// nothing else: threads do not disturb each other's sequence. A program names its threads with fault_thread, else they
// are numbered in the order of their first calls.

#include "random.h"

#include <stdio.h>
#include <string.h>

// The failures that may pass: of the token, of the session, of the host, of the login, of a handle. Refusals of a mechanism
// or a template are none; a client may believe them for ever.
static const struct {
    const char *name;
    CK_RV value;
} failures[] = {
#define R(name) {#name, name}
    R(CKR_GENERAL_ERROR),
    R(CKR_FUNCTION_FAILED),
    R(CKR_HOST_MEMORY),
    R(CKR_DEVICE_ERROR),
    R(CKR_DEVICE_MEMORY),
    R(CKR_DEVICE_REMOVED),
    R(CKR_TOKEN_NOT_PRESENT),
    R(CKR_TOKEN_NOT_RECOGNIZED),
    R(CKR_SLOT_ID_INVALID),
    R(CKR_SESSION_HANDLE_INVALID),
    R(CKR_SESSION_CLOSED),
    R(CKR_SESSION_COUNT),
    R(CKR_USER_NOT_LOGGED_IN),
    R(CKR_OBJECT_HANDLE_INVALID),
    R(CKR_KEY_HANDLE_INVALID),
    R(CKR_BUFFER_TOO_SMALL),
    R(CKR_OPERATION_ACTIVE),
    R(CKR_OPERATION_NOT_INITIALIZED),
    R(CKR_FUNCTION_CANCELED),
    R(CKR_DATA_INVALID),
#undef R
};
#define FAILURES (sizeof failures / sizeof *failures)

// Of 100 faults, so many are not a return value.
enum { FORGETS = 5, REMOVALS = 2 };

// The finaliser of SplitMix64, a published mixing function.
static uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

// --- Threads --------------------------------------------------------------------------------------------------------

static __thread struct {
    bool is_named;
    unsigned long number;
    unsigned long calls;
    char log[8192];
    size_t logged;
} thread;

// Gives the calling thread its number, and lets its sequence begin anew.
EXPORT void fault_thread(unsigned long number);
EXPORT void fault_thread(unsigned long number) {
    thread.is_named = true;
    thread.number = number;
    thread.calls = 0;
    thread.logged = 0;
}

// The faults that the calling thread met by random rules since it asked last, a line each; those that fit.
EXPORT size_t fault_thread_log(char *buffer, size_t size);
EXPORT size_t fault_thread_log(char *buffer, size_t size) {
    size_t length = thread.logged < size ? thread.logged : size - 1;
    memcpy(buffer, thread.log, length);
    buffer[length] = 0;
    thread.logged = 0;
    return length;
}

static void note(enum function function, bool after, const char *what) {
    size_t room = sizeof thread.log - thread.logged;
    int length = snprintf(thread.log + thread.logged, room, "%lu %s%s=%s\n", thread.calls,
                          function_table[function].name, after ? "+" : "", what);
    if (length > 0 && (size_t)length < room) thread.logged += (size_t)length;
}

// --- Decisions ------------------------------------------------------------------------------------------------------

static bool says_session_is_gone(CK_RV value) {
    return value == CKR_SESSION_HANDLE_INVALID || value == CKR_SESSION_CLOSED || value == CKR_DEVICE_REMOVED ||
           value == CKR_TOKEN_NOT_PRESENT || value == CKR_TOKEN_NOT_RECOGNIZED || value == CKR_SLOT_ID_INVALID;
}

bool random_fault(const struct rule *rule, const struct call *call, struct random_fault *fault) {
    if (!thread.is_named) {
        static unsigned long threads;
        thread.is_named = true;
        thread.number = 1000 + threads++;  // with the lock held
    }
    thread.calls++;
    uint64_t draw = mix(mix(rule->subject ^ mix(thread.number)) ^ thread.calls);
    if (rule->value == 0 || draw % rule->value != 0) return false;
    draw = mix(draw);
    fault->after = (draw & 1) != 0;
    fault->incident = NULL;
    fault->value = CKR_OK;
    draw = mix(draw);
    unsigned kind = (unsigned)(draw % 100);
    draw = mix(draw);
    if (kind < FORGETS) {
        fault->incident = "forget";
    } else if (kind < FORGETS + REMOVALS) {
        fault->incident = "remove";
        // It comes back after so many calls of all threads.
        fault_state.away_at_random = 5 + (unsigned)(draw % 40);
    } else {
        fault->value = failures[draw % FAILURES].value;
        // A session that is open and said to be gone while it is being closed could never be closed.
        if (call->function == F_C_CloseSession && says_session_is_gone(fault->value)) fault->after = true;
    }
    note(call->function, fault->after, fault->incident != NULL ? fault->incident : failures[draw % FAILURES].name);
    if (function_table[call->function].scope == SESSION && fault->incident == NULL) {
        struct open_session *session = session_find(call->arg[0]);
        if (session != NULL && says_session_is_gone(fault->value)) session->said_gone = true;
        if (session != NULL && call->function == F_C_CloseSession && !fault->after) session->refused_closings++;
    }
    return true;
}

// Open sessions that a client may leave: the token said that they are gone, or refused twice to close them.
EXPORT unsigned long fault_disowned_sessions(void);
EXPORT unsigned long fault_disowned_sessions(void) {
    unsigned long count = 0;
    state_lock();
    for (size_t i = 0; i < fault_state.session_count; i++) {
        const struct open_session *session = &fault_state.sessions[i];
        if (session->said_gone || session->refused_closings >= 2) count++;
    }
    state_unlock();
    return count;
}
