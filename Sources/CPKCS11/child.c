#define _GNU_SOURCE
#include "cpkcs11_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cpkcs11.h"

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// The master of a new pseudo-terminal, and the path of its other side.
static int open_terminal_pair(char *path, size_t size) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return -1;
    int failed = grantpt(master) != 0 || unlockpt(master) != 0;
    if (!failed) {
#if defined(__linux__)
        int code = ptsname_r(master, path, size);
        if (code != 0) {
            errno = code;
            failed = 1;
        }
#else
        const char *name = ptsname(master);
        failed = name == NULL || strlen(name) >= size;
        if (!failed) strcpy(path, name);
#endif
    }
    if (failed) {
        int error = errno;
        close(master);
        errno = error;
        return -1;
    }
    return master;
}

// A session of its own, whose first opened terminal controls it: when the master closes, the program gets SIGHUP.
static int spawn(const char *path, char *const argv[], char *const envp[], const char *terminal, pid_t *child) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    if (posix_spawnattr_init(&attributes) != 0) return ENOMEM;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        posix_spawnattr_destroy(&attributes);
        return ENOMEM;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int rc = posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0);
    if (rc == 0) rc = posix_spawn_file_actions_adddup2(&actions, 0, 1);
    if (rc == 0) rc = posix_spawn_file_actions_adddup2(&actions, 0, 2);
    if (rc == 0) rc = posix_spawn(child, path, &actions, &attributes, argv, envp);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return rc;
}

static int type_line(int terminal, const cpkcs11_answer *answer) {
    const char *bytes = answer->bytes;
    size_t left = answer->length;
    while (left > 0) {
        ssize_t written = write(terminal, bytes, left);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes += written;
        left -= (size_t)written;
    }
    return write(terminal, "\n", 1) == 1 ? 0 : errno;
}

static int waits_for_secret(int terminal, const char *lastBytes) {
    struct termios settings;
    return lastBytes[1] == ' ' && lastBytes[0] == ':' && tcgetattr(terminal, &settings) == 0 &&
           (settings.c_lflag & ECHO) == 0;
}

// Reads what the program prints, answers its prompts, until it has closed its side of the terminal.
static int converse(int terminal, const cpkcs11_answer *answers, size_t answerCount, long long deadline, char *output,
                    size_t outputSize) {
    size_t used = 0, answered = 0;
    char last[2] = {0, 0};
    for (;;) {
        long long left = deadline - now();
        if (left <= 0) return ETIMEDOUT;
        // The echo goes off without a sign, so it is looked at every few milliseconds.
        struct pollfd source = {.fd = terminal, .events = POLLIN};
        int ready = poll(&source, 1, left < 10 ? (int)left : 10);
        if (ready < 0 && errno != EINTR) return errno;
        if (ready > 0) {
            char chunk[512];
            ssize_t got = read(terminal, chunk, sizeof chunk);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return 0;  // EIO on Linux: nobody has the other side open any more
            for (ssize_t i = 0; i < got; i++) {
                last[0] = last[1];
                last[1] = chunk[i];
                if (used + 1 < outputSize) output[used++] = chunk[i];
            }
            output[used] = 0;
            continue;
        }
        if (answered < answerCount && waits_for_secret(terminal, last)) {
            int rc = type_line(terminal, &answers[answered++]);
            if (rc != 0) return rc;
            last[0] = last[1] = 0;
        }
    }
}

// The program has closed its terminal; it is given until the deadline to end.
static int collect(pid_t child, long long deadline, int *status) {
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child) return 0;
        if (ended < 0 && errno == ECHILD) {
            *status = -1;
            return 0;
        }
        if (ended < 0 && errno != EINTR) return errno;
        if (now() >= deadline) return ETIMEDOUT;
        struct timespec pause = {.tv_sec = 0, .tv_nsec = 2000000};
        nanosleep(&pause, NULL);
    }
}

int cpkcs11_run_on_terminal(const char *path, char *const argv[], char *const envp[], const cpkcs11_answer *answers,
                            size_t answerCount, int milliseconds, char *output, size_t outputSize, int *status) {
    char terminal[128];
    if (outputSize == 0) return EINVAL;
    output[0] = 0;
    int master = open_terminal_pair(terminal, sizeof terminal);
    if (master < 0) return errno;
    pid_t child = -1;
    int rc = spawn(path, argv, envp, terminal, &child);
    if (rc != 0) {
        close(master);
        return rc;
    }
    long long deadline = now() + milliseconds;
    rc = converse(master, answers, answerCount, deadline, output, outputSize);
    if (rc == 0) rc = collect(child, deadline, status);
    if (rc != 0) {
        kill(child, SIGKILL);
        int ignored;
        while (waitpid(child, &ignored, 0) < 0 && errno == EINTR) {}
    }
    close(master);
    return rc;
}

extern char **environ;

int cpkcs11_start_program(const char *path, char *const argv[], int *output, pid_t *child) {
    int ends[2];
#if defined(__linux__)
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
    if (pipe(ends) != 0) return errno;
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int rc = posix_spawnattr_init(&attributes);
    if (rc == 0 && (rc = posix_spawn_file_actions_init(&actions)) != 0) posix_spawnattr_destroy(&attributes);
    if (rc == 0) {
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        rc = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        // Where standard output is closed the pipe may have its number, and duplicating it to itself would leave it closed on exec: glibc
        // and musl clear that flag then.
        if (rc == 0) rc = posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        if (rc == 0) rc = posix_spawn(child, path, &actions, &attributes, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    close(ends[1]);
    if (rc != 0) {
        close(ends[0]);
        return rc;
    }
    *output = ends[0];
    return 0;
}

int cpkcs11_wait_for_program(pid_t child) {
    int status = 0;
    pid_t found;
    do { found = waitpid(child, &status, 0); } while (found < 0 && errno == EINTR);
    return found == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int cpkcs11_memory_file(const char *name) {
#if defined(__linux__) && defined(MFD_CLOEXEC)
#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif
    // Linux 6.3 may be set up to make such files non-executable unless they are asked for; older ones do not know the flag.
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
    if (descriptor < 0 && errno == EINVAL) descriptor = memfd_create(name, MFD_CLOEXEC);
    return descriptor;
#else
    (void)name;
    errno = ENOSYS;
    return -1;
#endif
}
