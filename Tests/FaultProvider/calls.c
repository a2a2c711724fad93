// What happens to every call: it is counted, may meet a fault of the plan, and goes through the plan's behaviours to the
// real provider and back.

#include "fault.h"
#include "random.h"
#include "slots.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fault_state fault_state = {.lock = PTHREAD_MUTEX_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER};

// A fork while another thread holds the lock would leave it locked in the child for ever.
__attribute__((constructor)) static void survive_fork(void) { pthread_atfork(state_lock, state_unlock, state_unlock); }

// --- Incidents ------------------------------------------------------------------------------------------------------

static CK_RV kill_process(void) {
    raise(SIGKILL);
    return CKR_GENERAL_ERROR;
}

static CK_RV forget_sessions(void) {
    sessions_forget();
    return FORWARD;
}

static CK_RV remove_token(void) {
    state_lock();
    fault_state.removed = fault_state.slot_event = true;
    // Each removal has its time: one that falls into another would else take the token away for good.
    fault_state.away = fault_state.away_at_random;
    state_unlock();
    // Last, or a session that is opened in between would be there when the token is back.
    sessions_forget();
    return CKR_DEVICE_REMOVED;
}

static CK_RV break_connection(void) {
    break_now(NULL);
    return CKR_DEVICE_ERROR;
}

const struct incident incident_table[] = {
    // The process dies in the middle of a change to the token.
    {"kill", kill_process},
    // The HSM was restarted between two calls: https://github.com/mozilla-services/autograph/issues/244
    {"forget", forget_sessions},
    // The card is pulled: https://github.com/OpenSC/libp11/issues/482
    {"remove", remove_token},
    // The server dies with the call under way (p11-kit's client 0.24, measured).
    {"break", break_connection},
    {NULL, NULL},
};

// --- Faults of the n-th call ----------------------------------------------------------------------------------------

// What a call is to meet.
struct fault {
    bool is_set;
    const struct incident *incident;  // or NULL for a return value
    CK_RV value;
};

struct decision {
    struct fault before, after;
    CK_ULONG delay;  // microseconds
};

static const struct incident *incident_named(const char *name) {
    const struct incident *incident = incident_table;
    while (incident->name != NULL && strcmp(incident->name, name) != 0) incident++;
    return incident->name != NULL ? incident : NULL;
}

static void decide(struct decision *decision, bool after, struct fault fault, enum function function) {
    struct fault *place = after ? &decision->after : &decision->before;
    if (place->is_set) return;
    *place = fault;
    fault_state.fired++;
    fault_state.last_fired = function;
}

// "*" stands for all calls to a slot or a session: starting and ending the library is not the token's work.
static bool concerns(const struct rule *rule, enum function function) {
    if (rule->subject == F_NONE) return function_table[function].scope != LIBRARY || function == F_C_GetSlotList;
    return rule->subject == (CK_ULONG)function;
}

static struct decision count_and_decide(struct call *call) {
    struct decision decision = {0};
    state_lock();
    fault_state.count[call->function]++;
    if (fault_state.log == NULL) fault_state.log = malloc(LOG_CAPACITY);
    if (fault_state.log != NULL && fault_state.logged < LOG_CAPACITY) {
        fault_state.log[fault_state.logged++] = (unsigned char)call->function;
    }
    call->plan = fault_state.plan;
    struct rule *rule = fault_state.plan ? fault_state.plan->rules : NULL;
    for (; rule != NULL; rule = rule->next) {
        bool is_fault = rule->behaviour == &call_fault;
        if (!is_fault && strcmp(rule->behaviour->name, "random") == 0) {
            struct random_fault random;
            if (function_table[call->function].scope == LIBRARY && call->function != F_C_GetSlotList) continue;
            if (!random_fault(rule, call, &random)) continue;
            const struct incident *incident = random.incident ? incident_named(random.incident) : NULL;
            decide(&decision, random.after, (struct fault){true, incident, random.value}, call->function);
            continue;
        }
        if (!is_fault && strcmp(rule->behaviour->name, "slow") != 0) continue;
        if (!concerns(rule, call->function)) continue;
        if (!is_fault) {
            decision.delay += rule->value;
            continue;
        }
        rule->seen++;
        if (rule->seen < rule->first || rule->seen > rule->last) continue;
        decide(&decision, rule->after, (struct fault){true, rule->word, rule->value}, call->function);
    }
    state_unlock();
    return decision;
}

// Until another plan is put in force.
static bool is_blocked(enum function function) {
    bool blocked = false;
    state_lock();
    for (const struct rule *rule = fault_state.plan ? fault_state.plan->rules : NULL; rule != NULL; rule = rule->next) {
        if (strcmp(rule->behaviour->name, "block") == 0 && rule->subject == (CK_ULONG)function) blocked = true;
    }
    state_unlock();
    return blocked;
}

static CK_RV outcome(const struct fault *fault) {
    return fault->incident != NULL ? fault->incident->happen() : fault->value;
}

// Child processes have no one to ask for the log: FAULT_LOG names a file that gets a line for each call.
static const char *log_path;
static void find_log(void) { log_path = getenv("FAULT_LOG"); }

static void write_log(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_log);
    const char *path = log_path;
    if (path == NULL) return;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    char line[64];
    int length = snprintf(line, sizeof line, "%s\n", name);
    if (write(file, line, (size_t)length) != length) perror(path);
    close(file);
}

// --- The way of a call ----------------------------------------------------------------------------------------------

struct memory {
    struct memory *next;
    max_align_t bytes[];
};

void *call_allocate(struct call *call, size_t size) {
    struct memory *memory = calloc(1, sizeof *memory + size);
    if (memory == NULL) abort();
    memory->next = call->scratch;
    call->scratch = memory;
    return memory->bytes;
}

// The next rule with a hook on this call, in the order of the behaviour table, and within a row of the plan.
static const struct rule *next_rule(const struct call *call, const struct behaviour **row, const struct rule *rule) {
    for (; (*row)->name != NULL; (*row)++, rule = NULL) {
        rule = rule != NULL ? rule->next : call->plan->rules;
        for (; rule != NULL; rule = rule->next) {
            if (rule->behaviour == *row && rule->on[call->function]) return rule;
        }
    }
    return NULL;
}

static CK_RV pass(struct call *call, CK_RV (*forward)(const struct call *call)) {
    CK_RV rv = connection_gate(call);
    if (rv == FORWARD) rv = token_gate(call);
    bool planned = call->plan != NULL && call->plan->rules != NULL;
    const struct behaviour *row = behaviour_table;
    const struct rule *rule = planned ? next_rule(call, &row, NULL) : NULL;
    for (; rv == FORWARD && rule != NULL; rule = next_rule(call, &row, rule)) {
        if (row->before != NULL) rv = row->before(rule, call);
    }
    if (rv == FORWARD) rv = forward(call);
    row = behaviour_table;
    rule = planned ? next_rule(call, &row, NULL) : NULL;
    for (; rule != NULL; rule = next_rule(call, &row, rule)) {
        if (row->after != NULL) rv = row->after(rule, call, rv);
    }
    return rv;
}

CK_RV call_run(struct call *call, CK_RV (*forward)(const struct call *call)) {
    const struct function_info *info = &function_table[call->function];
    if (!plan_from_environment()) return CKR_GENERAL_ERROR;
    struct decision decision = count_and_decide(call);
    write_log(info->name);
    if (decision.delay > 0) usleep((useconds_t)decision.delay);
    while (is_blocked(call->function)) usleep(1000);
    if (decision.before.is_set) {
        CK_RV rv = outcome(&decision.before);
        if (rv != FORWARD) return rv;
    }

    // Handles go through variables of ours: a token that reports an error after the work does not tell the handle.
    CK_ULONG handles[8];
    CK_ULONG *wanted[8] = {NULL};
    for (int i = 0; i < info->arity; i++) {
        if ((info->handles >> i & 1) == 0 || call->arg[i] == 0) continue;
        wanted[i] = (CK_ULONG *)call->arg[i];
        handles[i] = *wanted[i];
        call->arg[i] = (uintptr_t)&handles[i];
    }
    CK_RV rv = sessions_enter(call);
    if (rv == FORWARD) {
        rv = pass(call, forward);
        // A session whose handle nobody will learn is closed again, lest it count as one left open by the client.
        bool lost = rv == CKR_OK && decision.after.is_set && call->function == F_C_OpenSession;
        if (lost) real()->C_CloseSession(handles[4]);
        sessions_leave(call, lost ? CKR_GENERAL_ERROR : rv);
    }
    if (decision.after.is_set) {
        CK_RV late = outcome(&decision.after);
        if (late != FORWARD) rv = late;
    }
    for (int i = 0; i < info->arity; i++) {
        if (wanted[i] != NULL && rv == CKR_OK) *wanted[i] = handles[i];
    }
    for (struct memory *memory = call->scratch; memory != NULL;) {
        struct memory *next = memory->next;
        free(memory);
        memory = next;
    }
    return rv;
}

const void *real_attribute(struct call *call, CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object,
                           CK_ATTRIBUTE_TYPE type, CK_ULONG *size, CK_RV *rv) {
    CK_ATTRIBUTE attribute = {type, NULL, 0};
    *rv = real()->C_GetAttributeValue(session, object, &attribute, 1);
    if (*rv != CKR_OK || attribute.ulValueLen == CK_UNAVAILABLE_INFORMATION) return NULL;
    attribute.pValue = call_allocate(call, attribute.ulValueLen + 1);
    *rv = real()->C_GetAttributeValue(session, object, &attribute, 1);
    if (*rv != CKR_OK || attribute.ulValueLen == CK_UNAVAILABLE_INFORMATION) return NULL;
    *size = attribute.ulValueLen;
    return attribute.pValue;
}

// --- What a test asks -----------------------------------------------------------------------------------------------

// How often a function was called since the last reset; NULL for all functions together.
EXPORT unsigned long fault_count(const char *function);
EXPORT unsigned long fault_count(const char *function) {
    unsigned long count = 0;
    state_lock();
    for (int f = 0; f < F_COUNT; f++) {
        if (function == NULL || strcmp(function, function_table[f].name) == 0) count += fault_state.count[f];
    }
    state_unlock();
    return count;
}

// The names of the functions called since the last reset, each with a newline, as far as they fit; the size of all of
// them with the terminating zero. The first million calls are kept.
EXPORT size_t fault_log(char *buffer, size_t size);
EXPORT size_t fault_log(char *buffer, size_t size) {
    size_t total = 0;
    state_lock();
    for (size_t i = 0; i < fault_state.logged; i++) {
        const char *name = function_table[fault_state.log[i]].name;
        size_t length = strlen(name) + 1;
        if (total + length < size) {
            memcpy(buffer + total, name, length - 1);
            buffer[total + length - 1] = '\n';
            buffer[total + length] = 0;
        }
        total += length;
    }
    state_unlock();
    if (total == 0 && size > 0) buffer[0] = 0;
    return total + 1;
}

// Sessions that were opened and not closed.
EXPORT unsigned long fault_open_sessions(void);
EXPORT unsigned long fault_open_sessions(void) {
    state_lock();
    unsigned long count = fault_state.session_count;
    state_unlock();
    return count;
}

// How many calls met a fault of the plan since it was put in force, and the function of the last of them.
EXPORT unsigned long fault_fired(const char **function);
EXPORT unsigned long fault_fired(const char **function) {
    state_lock();
    unsigned long fired = fault_state.fired;
    if (function != NULL) *function = fired > 0 ? function_table[fault_state.last_fired].name : "";
    state_unlock();
    return fired;
}

// Puts a plan in force instead of the present one. 0, or 1 for a plan with a mistake, which changes nothing.
EXPORT int fault_plan(const char *text);
EXPORT int fault_plan(const char *text) { return plan_apply(text, false) ? 0 : 1; }

// Adds rules to the present plan. 0, or 1 for a mistake.
EXPORT int fault_amend(const char *text);
EXPORT int fault_amend(const char *text) { return plan_apply(text, true) ? 0 : 1; }

// What was wrong with the last plan that was refused.
EXPORT const char *fault_error(void);
EXPORT const char *fault_error(void) { return fault_state.error; }

// An empty plan, no counts, no log, the token present and no PIN tried. Open sessions stay.
EXPORT void fault_reset(void);
EXPORT void fault_reset(void) {
    plan_apply("", false);
    state_lock();
    memset(fault_state.count, 0, sizeof fault_state.count);
    memset(fault_state.slots, 0, sizeof fault_state.slots);
    fault_state.logged = 0;
    fault_state.removed = fault_state.slot_event = fault_state.broken = false;
    fault_state.away = fault_state.away_at_random = 0;
    state_unlock();
}
