#define _GNU_SOURCE
#include "include/cpkcs11_mutex.h"

#include <errno.h>
#include <sched.h>
#include <time.h>

// Set in a generation while a thread of that generation makes the thing anew. A child that is forked in that moment sees a mark
// of an older generation and starts over.
static const unsigned long being_renewed = ~(~0UL >> 1);

int cpkcs11_begin_renewal(unsigned long *generation) {
    unsigned long present = cpkcs11_fork_generation();
    unsigned long seen = __atomic_load_n(generation, __ATOMIC_ACQUIRE);
    while (seen != present) {
        if (seen == (present | being_renewed)) {
            sched_yield();
            seen = __atomic_load_n(generation, __ATOMIC_ACQUIRE);
        } else if (__atomic_compare_exchange_n(generation, &seen, present | being_renewed, 0, __ATOMIC_ACQ_REL,
                                               __ATOMIC_ACQUIRE)) {
            return 1;
        }
    }
    return 0;
}

void cpkcs11_end_renewal(unsigned long *generation) {
    __atomic_store_n(generation, cpkcs11_fork_generation(), __ATOMIC_RELEASE);
}

void cpkcs11_mutex_renew(cpkcs11_mutex *mutex) {
    // What was there is overwritten: to destroy a mutex that is held is undefined.
    pthread_mutex_init(&mutex->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#if !defined(__APPLE__)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
    pthread_cond_init(&mutex->condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void cpkcs11_mutex_init(cpkcs11_mutex *mutex) {
    cpkcs11_install_fork_handler();
    mutex->generation = cpkcs11_fork_generation();
    cpkcs11_mutex_renew(mutex);
}

void cpkcs11_mutex_destroy(cpkcs11_mutex *mutex) {
    pthread_cond_destroy(&mutex->condition);
    pthread_mutex_destroy(&mutex->mutex);
}

struct timespec cpkcs11_mutex_deadline(long long seconds, long nanoseconds) {
    struct timespec now;
#if defined(__APPLE__)
    clock_gettime(CLOCK_REALTIME, &now);
#else
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    const long long most = 1LL << 32;
    if (seconds > most) seconds = most;
    if (seconds < 0) seconds = 0;
    if (nanoseconds < 0) nanoseconds = 0;
    nanoseconds += now.tv_nsec;
    now.tv_sec += (time_t)(seconds + nanoseconds / 1000000000);
    now.tv_nsec = nanoseconds % 1000000000;
    return now;
}

int cpkcs11_mutex_wait_until(cpkcs11_mutex *mutex, const struct timespec *deadline) {
    return pthread_cond_timedwait(&mutex->condition, &mutex->mutex, deadline) != ETIMEDOUT;
}

void cpkcs11_mutex_lock(cpkcs11_mutex *mutex) {
    if (cpkcs11_is_from_before_fork(&mutex->generation) && cpkcs11_begin_renewal(&mutex->generation)) {
        cpkcs11_mutex_renew(mutex);
        cpkcs11_end_renewal(&mutex->generation);
    }
    cpkcs11_mutex_lock_present(mutex);
}
