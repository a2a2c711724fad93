// Where p11-kit is installed, which tells where it looks for modules.

#ifndef CPKCS11_LOCATE_H
#define CPKCS11_LOCATE_H

#include <stddef.h>

// Writes the path of the file that the p11-kit of this process was loaded from. Returns 0, or -1 when it is not known or too
// long.
int cpkcs11_p11_kit_library(char *path, size_t size);

#endif
