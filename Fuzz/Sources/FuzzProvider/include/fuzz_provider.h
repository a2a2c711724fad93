#ifndef FUZZ_PROVIDER_H
#define FUZZ_PROVIDER_H

#include <stddef.h>
#include <stdint.h>

// What the answers are made of; the bytes stay the caller's. Forgets all sessions. When the bytes are used up the provider
// tells the truth, so that every search ends.
void fuzz_provider_feed(const uint8_t *data, size_t size);

// How many sessions are open.
size_t fuzz_provider_open_sessions(void);

#endif
