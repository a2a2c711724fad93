#define _GNU_SOURCE
#include "include/cpkcs11.h"
#include "include/cpkcs11_mutex.h"

#include <dlfcn.h>
#if defined(__GLIBC__)
#include <link.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *cpkcs11_open_library(const char *path, int deepBind, char *message, size_t messageSize) {
    int mode = RTLD_NOW | RTLD_LOCAL;
#ifdef RTLD_DEEPBIND
    if (deepBind) mode |= RTLD_DEEPBIND;
#else
    (void)deepBind;
#endif
    void *library = dlopen(path, mode);
    if (library == NULL && messageSize > 0) {
        const char *reason = dlerror();
        snprintf(message, messageSize, "%s", reason ? reason : "unknown reason");
    }
    return library;
}

void cpkcs11_close_library(void *library) {
    if (library != NULL) dlclose(library);
}

// A symbol counts only if the library itself defines it: dlsym also searches what the library links to, and a module
// linked to p11-kit would hand out p11-kit's C_GetInterface (aws-kms-pkcs11 issue 49, OpenSC issue 3580).
// C_GetFunctionList is known to be the library's own or absent; its base address tells the two apart.
static int same_library(const void *a, const void *b) {
    Dl_info first, second;
    return dladdr(a, &first) && dladdr(b, &second) && first.dli_fbase == second.dli_fbase;
}

static void *own_symbol(void *library, const char *name) {
    void *symbol = dlsym(library, name);
    if (symbol == NULL) return NULL;
#if defined(__GLIBC__)
    // The dynamic linker's own records are compared, not load addresses: those are relative in one and absolute in the
    // other, which differ where a library was prelinked.
    struct link_map *opened = NULL, *owner = NULL;
    Dl_info info;
    if (dlinfo(library, RTLD_DI_LINKMAP, &opened) == 0 && opened != NULL &&
        dladdr1(symbol, &info, (void **)&owner, RTLD_DL_LINKMAP) && owner != NULL && owner != opened) {
        return NULL;
    }
#endif
    return symbol;
}

static int usable(const CK_FUNCTION_LIST *list) {
    return list != NULL && list->C_Initialize != NULL && list->C_Finalize != NULL && list->C_GetSlotList != NULL &&
           list->C_OpenSession != NULL;
}

// A module has the declarations of PKCS #11 3.0 from a header of its own, where the structures have other tags: to C these are other
// types, to the machine the same.
#if defined(__clang__)
#define FUNCTION_OF_ANOTHER_HEADER __attribute__((no_sanitize("function")))
#else
#define FUNCTION_OF_ANOTHER_HEADER
#endif

FUNCTION_OF_ANOTHER_HEADER
static CK_FUNCTION_LIST *from_interface(void *library, const void *owner) {
    cpkcs11_C_GetInterface getInterface = (cpkcs11_C_GetInterface)own_symbol(library, "C_GetInterface");
    if (getInterface == NULL || !same_library((const void *)getInterface, owner)) return NULL;
    // Luna exports C_GetInterface and answers CKR_FUNCTION_NOT_SUPPORTED (p11-kit issues 621, 622): any error falls back.
    cpkcs11_interface *interface = NULL;
    if (getInterface((unsigned char *)"PKCS 11", NULL, &interface, 0) != CKR_OK || interface == NULL) return NULL;
    CK_FUNCTION_LIST *list = interface->pFunctionList;
    return usable(list) && list->version.major >= 2 ? list : NULL;
}

// p11-kit's client is known by its file name: what it answers to C_GetInfo is what the other end says. When its server dies
// with calls of several threads under way, one of them gets an error and the others wait for ever (0.24, measured); the server
// does one thing at a time anyway. The proxy is not serialised: what is behind it is local, as a rule.
static int care_by_name(const void *symbol) {
    Dl_info info;
    if (!dladdr(symbol, &info) || info.dli_fname == NULL) return 0;
    const char *slash = strrchr(info.dli_fname, '/');
    const char *name = slash == NULL ? info.dli_fname : slash;
    if (strstr(name, "p11-kit-client") != NULL) return CPKCS11_SERIALISED | CPKCS11_WITHOUT_PIPE_SIGNAL;
    return strstr(name, "p11-kit") != NULL ? CPKCS11_WITHOUT_PIPE_SIGNAL : 0;
}

enum cpkcs11_load_failure cpkcs11_resolve(void *library, cpkcs11_module **result, CK_RV *rv) {
    *rv = CKR_OK;
    cpkcs11_C_GetFunctionList getList = (cpkcs11_C_GetFunctionList)own_symbol(library, "C_GetFunctionList");
    if (getList == NULL) return CPKCS11_NO_ENTRY_POINT;
    CK_FUNCTION_LIST *list = from_interface(library, (const void *)getList);
    int usedGetInterface = list != NULL;
    if (list == NULL) {
        *rv = getList(&list);
        if (*rv != CKR_OK || !usable(list)) return CPKCS11_FUNCTION_LIST_FAILED;
    }
    cpkcs11_module *module = calloc(1, sizeof *module);
    cpkcs11_mutex *lock = calloc(1, sizeof *lock);
    if (module == NULL || lock == NULL) {
        free(module);
        free(lock);
        return CPKCS11_OUT_OF_MEMORY;
    }
    cpkcs11_mutex_init(lock);
    module->functions = list;
    module->list = list;
    module->library = library;
    module->lock = lock;
    module->care = care_by_name((const void *)getList);
    module->interfaceMajor = list->version.major;
    module->interfaceMinor = list->version.minor;
    module->usedGetInterface = usedGetInterface;
    *result = module;
    return CPKCS11_LOADED;
}

FUNCTION_OF_ANOTHER_HEADER
size_t cpkcs11_interfaces(const cpkcs11_module *module, cpkcs11_interface *interfaces, size_t capacity) {
    cpkcs11_C_GetInterfaceList getList =
        (cpkcs11_C_GetInterfaceList)own_symbol(module->library, "C_GetInterfaceList");
    if (getList == NULL) return 0;
    CK_ULONG count = capacity;
    // SoftHSM answers SLOT_ID_INVALID (SoftHSMv2 issue 839): any error means that there are none.
    if (getList(interfaces, &count) != CKR_OK || count > capacity) return 0;
    return count;
}

// The mutex callbacks of CK_C_INITIALIZE_ARGS (PKCS #11 2.40, section 3.7). A forked child finds them all free.
static CK_RV create_mutex(void **mutex) {
    if (mutex == NULL) return CKR_ARGUMENTS_BAD;
    cpkcs11_mutex *lock = malloc(sizeof *lock);
    if (lock == NULL) return CKR_HOST_MEMORY;
    cpkcs11_mutex_init(lock);
    *mutex = lock;
    return CKR_OK;
}

static CK_RV destroy_mutex(void *mutex) {
    if (mutex == NULL) return CKR_MUTEX_BAD;
    cpkcs11_mutex *lock = mutex;
    if (!cpkcs11_is_from_before_fork(&lock->generation)) cpkcs11_mutex_destroy(lock);
    free(lock);
    return CKR_OK;
}

static CK_RV lock_mutex(void *mutex) {
    if (mutex == NULL) return CKR_MUTEX_BAD;
    cpkcs11_mutex_lock(mutex);
    return CKR_OK;
}

static CK_RV unlock_mutex(void *mutex) {
    if (mutex == NULL) return CKR_MUTEX_BAD;
    cpkcs11_mutex_unlock(mutex);
    return CKR_OK;
}

static CK_RV initialize(cpkcs11_module *module, char *reserved) {
    CK_C_INITIALIZE_ARGS args;
    memset(&args, 0, sizeof args);
    args.flags = CKF_OS_LOCKING_OK;
    args.pReserved = reserved;
    CK_RV rv = module->list->C_Initialize(&args);
    if (rv != CKR_CANT_LOCK) return rv;

    args.CreateMutex = create_mutex;
    args.DestroyMutex = destroy_mutex;
    args.LockMutex = lock_mutex;
    args.UnlockMutex = unlock_mutex;
    rv = module->list->C_Initialize(&args);
    if (rv != CKR_CANT_LOCK) return rv;

    memset(&args, 0, sizeof args);
    args.pReserved = reserved;
    __atomic_fetch_or(&module->care, CPKCS11_SERIALISED, __ATOMIC_RELAXED);
    rv = module->list->C_Initialize(&args);
    if (rv == CKR_CANT_LOCK || rv == CKR_ARGUMENTS_BAD) rv = module->list->C_Initialize(NULL);
    return rv;
}

// Shared by every C_Initialize, exclusive to one that needs a variable of the environment: another SoftHSM would read the
// same variable.
static pthread_rwlock_t environment_lock = PTHREAD_RWLOCK_INITIALIZER;
static unsigned long environment_lock_generation = 0;

// In a forked child the lock may be held by a thread that does not exist there.
static void renew_environment_lock(void) {
    if (!cpkcs11_is_from_before_fork(&environment_lock_generation)) return;
    if (!cpkcs11_begin_renewal(&environment_lock_generation)) return;
    pthread_rwlock_init(&environment_lock, NULL);
    cpkcs11_end_renewal(&environment_lock_generation);
}

static CK_RV initialize_with_care(cpkcs11_module *module, char *reserved) {
    cpkcs11_call call;
    cpkcs11_begin_call(module, &call);
    CK_RV rv = initialize(module, reserved);
    cpkcs11_end_call(module, &call);
    return rv;
}

CK_RV cpkcs11_initialize(cpkcs11_module *module, char *reserved, const char *variable, const char *value) {
    renew_environment_lock();
    if (variable == NULL) {
        pthread_rwlock_rdlock(&environment_lock);
        CK_RV rv = initialize_with_care(module, reserved);
        pthread_rwlock_unlock(&environment_lock);
        return rv;
    }
    pthread_rwlock_wrlock(&environment_lock);
    const char *present = getenv(variable);
    char *before = present == NULL ? NULL : strdup(present);
    CK_RV rv = CKR_HOST_MEMORY;
    if ((present == NULL || before != NULL) && setenv(variable, value, 1) == 0) {
        rv = initialize_with_care(module, reserved);
        if (before != NULL) setenv(variable, before, 1);
        else unsetenv(variable);
    }
    free(before);
    pthread_rwlock_unlock(&environment_lock);
    return rv;
}

CK_RV cpkcs11_finalize(cpkcs11_module *module) {
    cpkcs11_call call;
    cpkcs11_begin_call(module, &call);
    CK_RV rv = module->list->C_Finalize(NULL);
    cpkcs11_end_call(module, &call);
    return rv;
}
