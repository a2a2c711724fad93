#define _GNU_SOURCE
#include "include/cpkcs11.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(leak_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif

unsigned long cpkcs11_fork_count = 0;

static void count_fork(void) {
    __atomic_add_fetch(&cpkcs11_fork_count, 1, __ATOMIC_RELAXED);
}

static pthread_once_t forkHandlerOnce = PTHREAD_ONCE_INIT;

static void install(void) {
    pthread_atfork(NULL, NULL, count_fork);
}

void cpkcs11_install_fork_handler(void) {
    pthread_once(&forkHandlerOnce, install);
}

static size_t whole_pages(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (size == 0) size = 1;
    return (size + page - 1) / page * page;
}

void *cpkcs11_secure_allocate(size_t size) {
    if (size > ((size_t)1 << 40)) return NULL;
    size_t length = whole_pages(size);
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    // Where RLIMIT_MEMLOCK is small the pages stay unlocked: the secret could reach swap, and nothing else changes.
    (void)mlock(memory, length);
#ifdef MADV_DONTDUMP
    (void)madvise(memory, length, MADV_DONTDUMP);
#endif
    return memory;
}

void cpkcs11_secure_free(void *memory, size_t size) {
    if (memory == NULL) return;
    size_t length = whole_pages(size);
    cpkcs11_wipe(memory, length);
    munmap(memory, length);
}

void cpkcs11_wipe(void *memory, size_t size) {
#if defined(__GLIBC__) || defined(__linux__)
    explicit_bzero(memory, size);
#else
    memset_s(memory, size, 0, size);
#endif
}

// Swift's runtime answers a crash with a report on standard error that shows the memory behind each register. The sanitizer's does not.
static void end_crash_reports(void) {
#if !defined(ADDRESS_SANITIZER)
    static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        struct sigaction action;
        if (sigaction(crashes[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action.sa_handler = SIG_DFL;
        action.sa_flags = 0;
        sigaction(crashes[i], &action, NULL);
    }
#endif
}

int cpkcs11_shield_process(void) {
    int error = 0;
    end_crash_reports();
    // The hard limit too, or a library could raise it again; those who read a core from a pipe get none either, as the process is
    // not dumpable.
    const struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) error = errno;
#if defined(__linux__) && !defined(ADDRESS_SANITIZER)
    // Under a leak sanitizer not: at its end such a process is traced by a child of its own.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) error = errno;
#endif
    return error;
}
