// Secrets typed at a terminal: what needs signal handlers, and so C.

#ifndef CPKCS11_TERMINAL_H
#define CPKCS11_TERMINAL_H

#include <stddef.h>
#include <sys/types.h>

enum cpkcs11_prompt_failure {
    CPKCS11_PROMPT_FAILED = -1,       // errno says why
    CPKCS11_PROMPT_INTERRUPTED = -2,  // by a signal that the program survived
    CPKCS11_PROMPT_TOO_LONG = -3,     // the line did not fit; it was read to its end and wiped
};

// Writes `prompt` to the terminal and reads one line from it with the echo off, without the newline.
//
// On SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP the echo is turned on again first; then the signal takes its course as if it
// had come now: it ends the process, stops it (and after SIGCONT the prompt is repeated), or runs the program's own
// handler, after which the call fails. Signals that the program ignores stay ignored. Calls are made one at a time.
//
// Returns the number of bytes, or a cpkcs11_prompt_failure. `buffer` must be locked memory; nothing is copied elsewhere.
ssize_t cpkcs11_prompt(int terminal, const char *prompt, size_t promptLength, unsigned char *buffer, size_t capacity);

// Opens the controlling terminal of the process for reading and writing, or -1.
int cpkcs11_open_terminal(void);

#endif
