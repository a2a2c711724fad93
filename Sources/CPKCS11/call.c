#include "include/cpkcs11.h"
#include "include/cpkcs11_mutex.h"

#include <pthread.h>
#include <string.h>

// Whether this thread is in a call that holds SIGPIPE back.
static _Thread_local int holdsBackPipeSignal = 0;

// A child has the mask of the thread that forked it, and a program that it executes keeps that: p11-kit runs the command of a
// `remote: |command` module from C_Initialize.
static void deliver_in_child(void) {
    if (!holdsBackPipeSignal) return;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_UNBLOCK, &pipe, NULL);
}

static pthread_once_t childHandlerOnce = PTHREAD_ONCE_INIT;

static void install_child_handler(void) {
    pthread_atfork(NULL, NULL, deliver_in_child);
}

void cpkcs11_begin_call(const cpkcs11_module *module, cpkcs11_call *call) {
    call->serialises = cpkcs11_is_serialised(module);
    call->holdsBack = 0;
    if (call->serialises) cpkcs11_mutex_lock(module->lock);
    if ((cpkcs11_care_of(module) & CPKCS11_WITHOUT_PIPE_SIGNAL) == 0) return;
    pthread_once(&childHandlerOnce, install_child_handler);
    // For this thread only: how a process takes SIGPIPE is the program's business.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    if (pthread_sigmask(SIG_BLOCK, &pipe, &call->signals) != 0) return;
    call->holdsBack = !sigismember(&call->signals, SIGPIPE);
    if (call->holdsBack) holdsBackPipeSignal = 1;
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
        holdsBackPipeSignal = 0;
        pthread_sigmask(SIG_SETMASK, &call->signals, NULL);
    }
    if (call->serialises) cpkcs11_mutex_unlock(module->lock);
}
