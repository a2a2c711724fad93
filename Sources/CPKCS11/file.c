#include "include/cpkcs11.h"

#if defined(__linux__)

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int segments_fit(int file, const ElfW(Ehdr) *header, size_t size) {
    for (size_t i = 0; i < header->e_phnum; i++) {
        ElfW(Phdr) segment;
        off_t position = (off_t)(header->e_phoff + i * sizeof segment);
        if (pread(file, &segment, sizeof segment, position) != sizeof segment) return 0;
        if (segment.p_type == PT_LOAD && (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)) return 0;
    }
    return 1;
}

int cpkcs11_is_cut_short(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return 0;
    struct stat status;
    ElfW(Ehdr) header;
    int cut = 0;
    // Whatever is not a library of this machine's word size is the dynamic linker's to refuse.
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        pread(file, &header, sizeof header, 0) == sizeof header && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
        header.e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
        header.e_phentsize == sizeof(ElfW(Phdr))) {
        cut = !segments_fit(file, &header, (size_t)status.st_size);
    }
    close(file);
    return cut;
}

#else

int cpkcs11_is_cut_short(const char *path) {
    (void)path;
    return 0;
}

#endif
