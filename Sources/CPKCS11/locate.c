#define _GNU_SOURCE
#include "cpkcs11_locate.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <p11-kit/uri.h>

int cpkcs11_p11_kit_library(char *path, size_t size) {
    Dl_info info;
    if (dladdr((void *)p11_kit_uri_new, &info) == 0 || info.dli_fname == NULL) return -1;
    // Resolved: distributions merge /lib into /usr/lib by a link, and the modules are under the latter.
    char *resolved = realpath(info.dli_fname, NULL);
    if (resolved == NULL) return -1;
    size_t length = strlen(resolved);
    int fits = length < size;
    if (fits) memcpy(path, resolved, length + 1);
    free(resolved);
    return fits ? 0 : -1;
}
