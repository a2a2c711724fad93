// A PKCS #11 provider that forwards to a real one and misbehaves by plan. See README.md for the plan's grammar.
//
// Every copy of the built library is an instance of its own; all state is in `fault_state` and behind its lock, which is
// never held while the real provider works.

#ifndef FAULT_H
#define FAULT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <p11-kit/pkcs11.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The library is built with -fvisibility=hidden: several instances live in one process.
#define EXPORT __attribute__((visibility("default")))

enum function {
#define A1(name, ...) F_##name,
#define A2 A1
#define A3 A1
#define A4 A1
#define A5 A1
#define A6 A1
#define A7 A1
#define A8 A1
#include "functions.h"
#undef A1
#undef A2
#undef A3
#undef A4
#undef A5
#undef A6
#undef A7
#undef A8
    F_COUNT,
    F_NONE
};

enum scope { LIBRARY, SLOT, SESSION };

struct function_info {
    const char *name;
    enum scope scope;
    unsigned handles;  // bit mask of the arguments that receive a handle
    int arity;
};
extern const struct function_info function_table[F_COUNT];

// What a hook answers when the call shall go on to the real provider; no Cryptoki return value.
#define FORWARD ((CK_RV)-2)

// One call on its way through. Hooks may change the arguments.
struct call {
    enum function function;
    uintptr_t arg[8];
    const struct plan *plan;
    void *scratch;  // memory that lives as long as the call, see call_allocate
};

// --- The plan -------------------------------------------------------------------------------------------------------

struct behaviour;

// One rule of a plan, taken apart.
struct rule {
    const struct behaviour *behaviour;
    bool on[F_COUNT];
    CK_ULONG subject;  // the name between the behaviour's and the "=", as a number; ~0 where there is none
    char scope[64];    // for an attribute: only for objects of this label or class; "" for all
    CK_ULONG value;    // what stands behind "=": a number, flags, a name's value, microseconds
    unsigned char *bytes;
    size_t size;       // what stands behind "=" as bytes
    const void *word;  // what stands behind "=" looked up in the behaviour's own table
    // Rules about the n-th call only:
    CK_ULONG first, last, seen;
    bool after;
    struct rule *next;
};

struct plan {
    struct rule *rules;
    struct plan *previous;  // calls on other threads may still read an old plan, so none is freed
};

// A kind of misbehaviour is a row of the table in behaviours.c.
struct behaviour {
    const char *name;     // the rule up to its subject
    const char *subject;  // how the subject is read: "CKA_", "C_", "number", …; with "?" where it may be left out
    const char *value;    // how the value is read, likewise; NULL for none
    const enum function *on;
    CK_RV (*before)(const struct rule *rule, struct call *call);
    CK_RV (*after)(const struct rule *rule, struct call *call, CK_RV rv);
    void (*now)(const struct rule *rule);                 // when the plan is put in force
    const void *(*word)(const char *word, size_t length);  // for the value "word"
};
extern const struct behaviour behaviour_table[];
extern const struct behaviour call_fault;  // the n-th call of a function fails

// What a call can meet instead of a return value.
struct incident {
    const char *name;
    CK_RV (*happen)(void);  // what the call answers, or FORWARD
};
extern const struct incident incident_table[];

#define ON(...) ((const enum function[]){__VA_ARGS__, F_NONE})

// Takes a plan apart and puts it in force, in place of the present one or beside it. False for a mistake.
bool plan_apply(const char *text, bool keep);
// Reads FAULT_PLAN once, and the file FAULT_PLAN_FILE whenever it changed. False when its text has a mistake.
bool plan_from_environment(void);
const struct rule *plan_find(const struct plan *plan, const char *behaviour);

// Values, names.c and values.c.
bool name_value(const char *name, size_t length, CK_ULONG *value);
enum function function_named(const char *name, size_t length);
bool value_parse(const char *format, const char *text, size_t length, struct rule *rule);
void plan_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

// --- State ----------------------------------------------------------------------------------------------------------

struct open_session {
    CK_SESSION_HANDLE handle;
    CK_SLOT_ID slot;
    bool needs_context_login;
    bool said_gone;             // a random fault said so, and it is not
    unsigned refused_closings;  // by random faults
};

struct slot_state {
    CK_SLOT_ID slot;
    CK_ULONG wrong_pins;
};

#define LOG_CAPACITY (1 << 20)

struct fault_state {
    pthread_mutex_t lock;
    pthread_cond_t idle;
    CK_FUNCTION_LIST *real;
    struct plan *plan;
    char error[256];

    unsigned long count[F_COUNT];
    unsigned char *log;  // function numbers, in order
    size_t logged;
    unsigned long fired;  // calls that met a fault since the plan was put in force
    enum function last_fired;

    struct open_session *sessions;
    size_t session_count, session_capacity;
    size_t opening;           // calls of C_OpenSession under way
    unsigned long in_flight;  // calls for a slot or session that the real provider is working on
    bool closing;             // sessions are being taken away: nothing may enter the real provider

    bool removed;
    unsigned away;  // calls until a token that was removed at random is back; 0: it does not come back by itself
    unsigned away_at_random;  // the same for the next removal
    bool broken;  // until C_Finalize
    bool slot_event;
    struct slot_state slots[16];
    unsigned char pin[256];
    CK_ULONG pin_length;
};
extern struct fault_state fault_state;

static inline void state_lock(void) { pthread_mutex_lock(&fault_state.lock); }
static inline void state_unlock(void) { pthread_mutex_unlock(&fault_state.lock); }

// --- Calls ----------------------------------------------------------------------------------------------------------

// The real provider's functions; NULL when it cannot be loaded.
CK_FUNCTION_LIST *real(void);
// Takes a call through counting, plan and real provider.
CK_RV call_run(struct call *call, CK_RV (*forward)(const struct call *call));
void *call_allocate(struct call *call, size_t size);

// Sessions and slots, sessions.c and token.c.
CK_RV token_gate(const struct call *call);
CK_RV connection_gate(const struct call *call);
CK_RV sessions_enter(const struct call *call);
void sessions_leave(const struct call *call, CK_RV rv);
void sessions_forget(void);
struct open_session *session_find(CK_SESSION_HANDLE handle);  // with the lock held
struct slot_state *slot_find(CK_SLOT_ID slot);                // with the lock held
// Reads an attribute from the real provider: bytes that live as long as the call, or NULL and why.
const void *real_attribute(struct call *call, CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object,
                           CK_ATTRIBUTE_TYPE type, CK_ULONG *size, CK_RV *rv);

#endif
