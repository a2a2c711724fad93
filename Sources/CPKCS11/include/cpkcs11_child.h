// Other programs that ask for PINs, and libraries that are loaded from memory.

#ifndef CPKCS11_CHILD_H
#define CPKCS11_CHILD_H

#include <stddef.h>
#include <sys/types.h>

// A line to type at a prompt.
typedef struct cpkcs11_answer {
    const void *bytes;  // without the newline
    size_t length;
} cpkcs11_answer;

// Runs a program on a terminal of its own and types one answer after the other, each when the program has turned the echo off
// and printed something that ends in a colon: this is how a PIN reaches a program that takes PINs only from its arguments,
// which every user of the machine can read, or from a terminal.
//
// What it prints, the first `outputSize` - 1 bytes of it, is left in `output`. The program is killed after `milliseconds`, and when
// its terminal is closed, as by the death of this process.
//
// Returns 0 when the program ended, with the status of waitpid in `status` (or -1 where somebody else in the process collected
// it); else an errno, ETIMEDOUT after a kill.
int cpkcs11_run_on_terminal(const char *path, char *const argv[], char *const envp[], const cpkcs11_answer *answers,
                            size_t answerCount, int milliseconds, char *output, size_t outputSize, int *status);

// Starts a program that prints a secret: its standard output is a pipe whose other end is left in `output`, its standard input is empty,
// its standard error and its environment are those of this process. No other program that is started meanwhile gets the pipe.
//
// Returns 0, or an errno, with nothing left open.
int cpkcs11_start_program(const char *path, char *const argv[], int *output, pid_t *child);

// Waits for the end of a program. Returns its exit code; -1 where a signal ended it, or somebody else in the process collected it.
int cpkcs11_wait_for_program(pid_t child);

// Makes a file that exists in memory only and can be executed from. Returns its descriptor, closed on exec, or -1 with errno.
int cpkcs11_memory_file(const char *name);

#endif
