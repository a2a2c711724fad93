// The PKCS #11 header of the system, the 3.x declarations it may lack, and what C does better than Swift:
// loading a module, mutex callbacks, fork detection, locked memory.

#ifndef CPKCS11_H
#define CPKCS11_H

#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <p11-kit/pkcs11.h>

// PKCS #11 3.0, section 5.2 (C_GetInterface) and CK_FUNCTION_LIST_3_0. The 2.40 list is a prefix of the 3.x list, so
// only what follows it is declared here. p11-kit's header has these itself from 0.25 on.
typedef struct cpkcs11_interface {
    unsigned char *pInterfaceName;
    void *pFunctionList;
    CK_ULONG flags;
} cpkcs11_interface;

typedef CK_RV (*cpkcs11_C_GetInterface)(unsigned char *name, CK_VERSION *version,
                                        cpkcs11_interface **interface, CK_ULONG flags);
typedef CK_RV (*cpkcs11_C_GetInterfaceList)(cpkcs11_interface *list, CK_ULONG *count);
typedef CK_RV (*cpkcs11_C_GetFunctionList)(CK_FUNCTION_LIST **list);

// What a loaded module is to every session: its functions, and the lock that serialises its calls where the module
// cannot lock by itself. One per loaded library, allocated once, never freed: sessions hold its address.
typedef struct cpkcs11_module {
    // What calls go to: NULL from C_Finalize to the next C_Initialize. Atomic; see cpkcs11_functions.
    CK_FUNCTION_LIST *functions;
    CK_FUNCTION_LIST *list;  // the same, always
    void *library;           // of dlopen
    // What has to be done around every call: of cpkcs11_care. Atomic; set before the module is shared.
    int care;
    struct cpkcs11_mutex *lock;
    unsigned char interfaceMajor, interfaceMinor;
    int usedGetInterface;
} cpkcs11_module;

enum cpkcs11_care {
    // Calls of several threads are not safe: C_Initialize refused both ways of locking, or it is known.
    CPKCS11_SERIALISED = 1,
    // The module writes to a socket in a way that ends the process with SIGPIPE when the other end is gone: p11-kit's
    // client, and its proxy where a remote module is configured (0.24, measured).
    CPKCS11_WITHOUT_PIPE_SIGNAL = 2,
};

enum cpkcs11_load_failure {
    CPKCS11_LOADED = 0,
    CPKCS11_DLOPEN_FAILED,
    CPKCS11_NO_ENTRY_POINT,
    CPKCS11_FUNCTION_LIST_FAILED,
    CPKCS11_OUT_OF_MEMORY,
};

// Whether a library ends before the parts that the dynamic linker maps, as after an interrupted copy: glibc ends the process
// with SIGBUS then. 0 where that cannot be told.
int cpkcs11_is_cut_short(const char *path);

// Opens a library with RTLD_NOW | RTLD_LOCAL. On failure NULL, and the text of dlerror in `message`.
void *cpkcs11_open_library(const char *path, int deepBind, char *message, size_t messageSize);
void cpkcs11_close_library(void *library);

// Finds the function list of an opened library: C_GetInterface where it is the library's own and answers, else
// C_GetFunctionList. `rv` receives the return value of a C_GetFunctionList that failed.
enum cpkcs11_load_failure cpkcs11_resolve(void *library, cpkcs11_module **module, CK_RV *rv);

// The interfaces of a 3.x module; 0 where it has none or does not answer. At most `capacity` are written.
size_t cpkcs11_interfaces(const cpkcs11_module *module, cpkcs11_interface *interfaces, size_t capacity);

// C_Initialize with CKF_OS_LOCKING_OK; on CKR_CANT_LOCK again with mutex callbacks beside it, and on a second one with
// neither, after which every call is serialised on the module's lock. `reserved` may be NULL.
//
// Where `variable` is not NULL the environment variable of that name has the given value for the duration, and no other
// module is initialised meanwhile. Writing the environment is no good neighbour to getenv on other threads, so this is for
// a library that can be told in no other way.
CK_RV cpkcs11_initialize(cpkcs11_module *module, char *reserved, const char *variable, const char *value);

// C_Finalize, whether or not the functions are callable.
CK_RV cpkcs11_finalize(cpkcs11_module *module);

static inline int cpkcs11_care_of(const cpkcs11_module *module) {
    return __atomic_load_n(&module->care, __ATOMIC_RELAXED);
}

static inline int cpkcs11_is_serialised(const cpkcs11_module *module) {
    return (cpkcs11_care_of(module) & CPKCS11_SERIALISED) != 0;
}

// What cpkcs11_end_call has to put back.
typedef struct cpkcs11_call {
    sigset_t signals;
    int holdsBack, serialises;
} cpkcs11_call;

// Come before and after a call of a module that needs care.
void cpkcs11_begin_call(const cpkcs11_module *module, cpkcs11_call *call);
void cpkcs11_end_call(const cpkcs11_module *module, const cpkcs11_call *call);

// The functions, or NULL while the module is finalised: some modules crash then instead of answering.
static inline CK_FUNCTION_LIST *cpkcs11_functions(const cpkcs11_module *module) {
    return __atomic_load_n(&module->functions, __ATOMIC_ACQUIRE);
}

// Begins and ends the time in which functions are called.
static inline void cpkcs11_set_callable(cpkcs11_module *module, int callable) {
    __atomic_store_n(&module->functions, callable ? module->list : NULL, __ATOMIC_RELEASE);
}

// Counts forks: the value differs from the parent's in every child. This atfork handler does nothing else; that of call.c only
// gives back a signal.
extern unsigned long cpkcs11_fork_count;
static inline unsigned long cpkcs11_fork_generation(void) {
    return __atomic_load_n(&cpkcs11_fork_count, __ATOMIC_RELAXED);
}
void cpkcs11_install_fork_handler(void);

// Memory for secrets: its own pages, locked where the limit allows, left out of core dumps, wiped
// before it is given back. NULL when there is no memory.
void *cpkcs11_secure_allocate(size_t size);
void cpkcs11_secure_free(void *memory, size_t size);
void cpkcs11_wipe(void *memory, size_t size);

// Has the process write no core dump, and keeps other processes of the user from tracing it and reading its memory (on Linux).
// Gives 0, or errno where one of the two is refused; the other is done all the same.
int cpkcs11_shield_process(void);

#endif
