#include "include/cpkcs11.h"
#include "include/cpkcs11_mutex.h"

#include <pthread.h>
#include <string.h>

void cpkcs11_begin_call(const cpkcs11_module *module, cpkcs11_call *call) {
    call->serialises = cpkcs11_is_serialised(module);
    call->holdsBack = 0;
    if (call->serialises) cpkcs11_mutex_lock(module->lock);
    if ((cpkcs11_care_of(module) & CPKCS11_WITHOUT_PIPE_SIGNAL) == 0) return;
    // For this thread only: how a process takes SIGPIPE is the program's business.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    if (pthread_sigmask(SIG_BLOCK, &pipe, &call->signals) != 0) return;
    call->holdsBack = !sigismember(&call->signals, SIGPIPE);
}

void cpkcs11_end_call(const cpkcs11_module *module, const cpkcs11_call *call) {
    if (call->holdsBack) {
        // None was pending before, or it would have been delivered: one that is pending now came of the call.
        sigset_t pipe;
        int number;
        if (sigpending(&pipe) == 0 && sigismember(&pipe, SIGPIPE)) {
            sigemptyset(&pipe);
            sigaddset(&pipe, SIGPIPE);
            sigwait(&pipe, &number);
        }
        pthread_sigmask(SIG_SETMASK, &call->signals, NULL);
    }
    if (call->serialises) cpkcs11_mutex_unlock(module->lock);
}
