#define _GNU_SOURCE
#include "cpkcs11_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cpkcs11.h"
#include "cpkcs11_mutex.h"

// Signals by their number.
enum { SIGNALS = NSIG };

// Whether a signal comes from somebody at the terminal or who wants the program to end.
static int is_request(int number) {
    return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT || number == SIGTSTP;
}

// Whether a signal of another kind ends a program that does not expect it, which would leave the terminal without echo. Not those that a fault in
// the program raises: nothing can be done after one.
static int ends_program(int number) {
    switch (number) {
        case SIGALRM: case SIGVTALRM: case SIGPROF: case SIGUSR1: case SIGUSR2: case SIGPIPE: case SIGXCPU: case SIGXFSZ:
#ifdef SIGPWR
        case SIGPWR:
#endif
#ifdef SIGSTKFLT
        case SIGSTKFLT:
#endif
#ifdef SIGPOLL
        case SIGPOLL:
#endif
            return 1;
    }
#ifdef SIGRTMIN
    return number >= SIGRTMIN && number <= SIGRTMAX;
#else
    return 0;
#endif
}

// A signal may reach any thread, so its handler only leaves a note in a pipe; the thread that prompts wakes up, restores the
// terminal and the program's own handlers, and sends the signal again. The pipe is never closed: a handler on another
// thread may still be about to write.
static int wake_pipe[2] = {-1, -1};
static atomic_int pending[SIGNALS];
static cpkcs11_mutex one_prompt = CPKCS11_MUTEX_INITIALIZER;

static void note_signal(int number) {
    int saved = errno;
    if (number > 0 && number < SIGNALS) pending[number] = 1;
    ssize_t ignored = write(wake_pipe[1], "", 1);
    (void)ignored;
    errno = saved;
}

static int is_default(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_DFL;
}

static int is_ignored(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_IGN;
}

// A program that has a handler for its timers and messages gets them as ever: only where they would end it are they caught here.
static void catch_signals(struct sigaction *previous, int *caught) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;  // other threads' calls are none of our business
    sigfillset(&action.sa_mask);
    for (int i = 1; i < SIGNALS; i++) {
        pending[i] = 0;
        caught[i] = 0;
        if (!is_request(i) && !ends_program(i)) continue;
        if (sigaction(i, NULL, &previous[i]) != 0) continue;
        caught[i] = is_request(i) ? !is_ignored(&previous[i]) : is_default(&previous[i]);
        if (caught[i]) sigaction(i, &action, NULL);
    }
}

static void release_signals(const struct sigaction *previous, const int *caught) {
    for (int i = 1; i < SIGNALS; i++) {
        if (caught[i]) sigaction(i, &previous[i], NULL);
    }
}

static int set_terminal(int terminal, const struct termios *settings) {
    int rc;
    // TCSAFLUSH drops what was typed before the echo changed: it was not meant as an answer, or was visible.
    do { rc = tcsetattr(terminal, TCSAFLUSH, settings); } while (rc != 0 && errno == EINTR);
    return rc;
}

static int write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return -1;
        bytes += written;
        length -= (size_t)written;
    }
    return 0;
}

// Reads up to the end of a line, or until a signal was noted. The same results as cpkcs11_prompt.
static ssize_t read_line(int terminal, unsigned char *buffer, size_t capacity) {
    size_t count = 0;
    int tooLong = 0;
    for (;;) {
        struct pollfd sources[2] = {{.fd = terminal, .events = POLLIN}, {.fd = wake_pipe[0], .events = POLLIN}};
        if (poll(sources, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return CPKCS11_PROMPT_FAILED;
        }
        if (sources[1].revents != 0) return CPKCS11_PROMPT_INTERRUPTED;
        if (sources[0].revents == 0) continue;
        unsigned char byte = 0;
        ssize_t got = read(terminal, &byte, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) return CPKCS11_PROMPT_FAILED;
        int ended = got == 0 || byte == '\n' || byte == '\r';
        if (!ended && count < capacity) buffer[count++] = byte;
        else if (!ended) tooLong = 1;
        cpkcs11_wipe(&byte, sizeof byte);
        if (ended) return tooLong ? CPKCS11_PROMPT_TOO_LONG : (ssize_t)count;
    }
}

// Sends a signal and waits until it has been taken: caught again by a repeated prompt it would go round for ever. It goes to this
// thread, or to the process where this thread leaves signals to others. Returns whether it was taken.
static int send_again(int number) {
    sigset_t signals;
    if (pthread_sigmask(SIG_SETMASK, NULL, &signals) == 0 && !sigismember(&signals, number)) return raise(number) == 0;
    kill(getpid(), number);
    for (int i = 0; i < 1000; i++) {
        if (sigpending(&signals) != 0 || !sigismember(&signals, number)) return 1;
        struct timespec pause = {.tv_sec = 0, .tv_nsec = 1000000};
        nanosleep(&pause, NULL);
    }
    return 0;
}

// Sends the noted signals again, now that everything is as it was before. Returns whether the prompt should be given up.
static int raise_noted_signals(void) {
    int gaveUp = 0;
    for (int i = 1; i < SIGNALS; i++) {
        if (!pending[i]) continue;
        pending[i] = 0;
        if (!send_again(i) || i != SIGTSTP) gaveUp = 1;
    }
    return gaveUp;
}

static ssize_t prompt_with_pipe(int terminal, const char *prompt, size_t promptLength,
                                unsigned char *buffer, size_t capacity) {
    for (;;) {
        char stale[64];
        while (read(wake_pipe[0], stale, sizeof stale) > 0) {}
        struct termios before;
        if (tcgetattr(terminal, &before) != 0) return CPKCS11_PROMPT_FAILED;
        struct termios silent = before;
        silent.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
        silent.c_lflag |= ICANON | ISIG;

        struct sigaction previous[SIGNALS];
        int caught[SIGNALS];
        catch_signals(previous, caught);
        ssize_t result = CPKCS11_PROMPT_FAILED;
        int error = 0;
        if (set_terminal(terminal, &silent) == 0 && write_all(terminal, prompt, promptLength) == 0) {
            result = read_line(terminal, buffer, capacity);
        }
        error = errno;
        set_terminal(terminal, &before);
        (void)write_all(terminal, "\n", 1);
        release_signals(previous, caught);

        // A signal that came between the last read and the restoring counts too: no login attempt after Ctrl-C.
        int noted = 0;
        for (int i = 1; i < SIGNALS; i++) noted |= pending[i];
        if (!noted) {
            errno = error;
            return result;
        }
        cpkcs11_wipe(buffer, capacity);
        if (raise_noted_signals()) return CPKCS11_PROMPT_INTERRUPTED;
    }
}

static int open_wake_pipe(void) {
    if (wake_pipe[0] >= 0) return 0;
    int ends[2];
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        wake_pipe[i] = ends[i];
    }
    return 0;
}

ssize_t cpkcs11_prompt(int terminal, const char *prompt, size_t promptLength, unsigned char *buffer, size_t capacity) {
    cpkcs11_mutex_lock(&one_prompt);
    ssize_t result = CPKCS11_PROMPT_FAILED;
    if (open_wake_pipe() == 0) result = prompt_with_pipe(terminal, prompt, promptLength, buffer, capacity);
    int error = errno;
    cpkcs11_mutex_unlock(&one_prompt);
    errno = error;
    return result;
}

int cpkcs11_open_terminal(void) {
    return open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
}
