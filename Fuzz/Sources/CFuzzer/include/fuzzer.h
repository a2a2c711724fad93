#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

// Of libFuzzer (clang's compiler-rt). Returns what the process shall end with.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
