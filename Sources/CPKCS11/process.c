#define _GNU_SOURCE
#include "include/cpkcs11.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
