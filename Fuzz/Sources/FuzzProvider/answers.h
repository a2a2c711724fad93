// How the provider makes its answers up.

#ifndef ANSWERS_H
#define ANSWERS_H

#include <stddef.h>
#include <stdint.h>
#include <p11-kit/pkcs11.h>

// The next byte of the input; 0 at its end, which is always the honest choice.
uint8_t next_byte(void);
CK_ULONG next_number(void);
void fill(void *target, size_t size);

// CKR_OK, mostly.
CK_RV answer(void);

// Tells an output whose true value is `value`: the length alone, the value where it fits, or a lie.
CK_RV output(const void *value, CK_ULONG size, CK_BYTE *buffer, CK_ULONG *length);

// The same for a list of numbers, `first` and those that follow it.
CK_RV number_list(CK_ULONG first, CK_ULONG size, CK_ULONG *buffer, CK_ULONG *length);

// Text in a field that is padded with blanks.
void field(void *target, size_t size, const char *text);

CK_RV attributes(CK_OBJECT_HANDLE object, CK_ATTRIBUTE *list, CK_ULONG count);

// Whether the provider is one that writes past a buffer that is too small, as NSS softokn does. It lies about no length then: what
// would be written past would be our own doing.
extern int writes_past;

#endif
