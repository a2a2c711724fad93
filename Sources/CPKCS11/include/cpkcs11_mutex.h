// A mutex with a condition that survives a fork.
//
// In a forked child only the thread that forked exists: a mutex that another thread held stays locked for ever, and a condition
// may be stuck in the middle of a call. So each notes the fork generation that it was made in, and whoever comes first in a
// child makes it anew before using it. The handler of pthread_atfork has no part in that.

#ifndef CPKCS11_MUTEX_H
#define CPKCS11_MUTEX_H

#include <pthread.h>

#include "cpkcs11.h"

typedef struct cpkcs11_mutex {
    unsigned long generation;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
} cpkcs11_mutex;

#define CPKCS11_MUTEX_INITIALIZER {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER}

void cpkcs11_mutex_init(cpkcs11_mutex *mutex);
void cpkcs11_mutex_destroy(cpkcs11_mutex *mutex);

// Whether a fork came between the last (re)making of a thing and now.
static inline int cpkcs11_is_from_before_fork(const unsigned long *generation) {
    return __builtin_expect(__atomic_load_n(generation, __ATOMIC_ACQUIRE) != cpkcs11_fork_generation(), 0);
}

// Returns 1 to the one thread that must make the thing anew and then call cpkcs11_end_renewal; returns 0 to every other, once that
// is done.
int cpkcs11_begin_renewal(unsigned long *generation);
void cpkcs11_end_renewal(unsigned long *generation);

// Makes mutex and condition anew, between the two calls above.
void cpkcs11_mutex_renew(cpkcs11_mutex *mutex);

// These do not look at the generation.
static inline void cpkcs11_mutex_lock_present(cpkcs11_mutex *mutex) { pthread_mutex_lock(&mutex->mutex); }
static inline void cpkcs11_mutex_unlock(cpkcs11_mutex *mutex) { pthread_mutex_unlock(&mutex->mutex); }
static inline void cpkcs11_mutex_wait(cpkcs11_mutex *mutex) { pthread_cond_wait(&mutex->condition, &mutex->mutex); }
static inline void cpkcs11_mutex_signal(cpkcs11_mutex *mutex) { pthread_cond_signal(&mutex->condition); }
static inline void cpkcs11_mutex_broadcast(cpkcs11_mutex *mutex) { pthread_cond_broadcast(&mutex->condition); }

// When a wait of so many nanoseconds from now ends, on the clock that cpkcs11_mutex_wait_until looks at.
struct timespec cpkcs11_mutex_deadline(long long seconds, long nanoseconds);
// Returns 0 when the time is up, 1 when woken.
int cpkcs11_mutex_wait_until(cpkcs11_mutex *mutex, const struct timespec *deadline);

// Locks a mutex of C's own, made anew where needed.
void cpkcs11_mutex_lock(cpkcs11_mutex *mutex);

#endif
