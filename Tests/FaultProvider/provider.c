// The provider's face: the function list, whose entries pack their arguments, and the real provider behind it.

#include "fault.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

// --- Entries --------------------------------------------------------------------------------------------------------

#define P(t, i) (t) call->arg[i]
#define U(x) (uintptr_t)(x)

#define ENTRY(name, parameters, packed, ...)                                                        \
    static CK_RV forward_##name(const struct call *call) {                                          \
        CK_FUNCTION_LIST *list = real();                                                            \
        if (list == NULL) return CKR_GENERAL_ERROR;                                                 \
        return list->name == NULL ? CKR_FUNCTION_NOT_SUPPORTED : list->name(__VA_ARGS__);           \
    }                                                                                               \
    static CK_RV entry_##name parameters {                                                          \
        struct call call = {.function = F_##name, .arg = packed};                                   \
        return call_run(&call, forward_##name);                                                     \
    }
#define PACK(...) {__VA_ARGS__}

#define A1(n, s, h, A) ENTRY(n, (A a), PACK(U(a)), P(A, 0))
#define A2(n, s, h, A, B) ENTRY(n, (A a, B b), PACK(U(a), U(b)), P(A, 0), P(B, 1))
#define A3(n, s, h, A, B, C) ENTRY(n, (A a, B b, C c), PACK(U(a), U(b), U(c)), P(A, 0), P(B, 1), P(C, 2))
#define A4(n, s, h, A, B, C, D) \
    ENTRY(n, (A a, B b, C c, D d), PACK(U(a), U(b), U(c), U(d)), P(A, 0), P(B, 1), P(C, 2), P(D, 3))
#define A5(n, s, h, A, B, C, D, E)                                                                             \
    ENTRY(n, (A a, B b, C c, D d, E e), PACK(U(a), U(b), U(c), U(d), U(e)), P(A, 0), P(B, 1), P(C, 2), P(D, 3), \
          P(E, 4))
#define A6(n, s, h, A, B, C, D, E, F)                                                                               \
    ENTRY(n, (A a, B b, C c, D d, E e, F f), PACK(U(a), U(b), U(c), U(d), U(e), U(f)), P(A, 0), P(B, 1), P(C, 2),    \
          P(D, 3), P(E, 4), P(F, 5))
#define A8(n, s, h, A, B, C, D, E, F, G, H)                                                                         \
    ENTRY(n, (A a, B b, C c, D d, E e, F f, G g, H i), PACK(U(a), U(b), U(c), U(d), U(e), U(f), U(g), U(i)), P(A, 0), \
          P(B, 1), P(C, 2), P(D, 3), P(E, 4), P(F, 5), P(G, 6), P(H, 7))
#include "functions.h"
#undef A1
#undef A2
#undef A3
#undef A4
#undef A5
#undef A6
#undef A8

#define ROW(n, s, h, arity) [F_##n] = {#n, s, h, arity},
#define A1(n, s, h, ...) ROW(n, s, h, 1)
#define A2(n, s, h, ...) ROW(n, s, h, 2)
#define A3(n, s, h, ...) ROW(n, s, h, 3)
#define A4(n, s, h, ...) ROW(n, s, h, 4)
#define A5(n, s, h, ...) ROW(n, s, h, 5)
#define A6(n, s, h, ...) ROW(n, s, h, 6)
#define A8(n, s, h, ...) ROW(n, s, h, 8)
const struct function_info function_table[F_COUNT] = {
#include "functions.h"
};
#undef A1
#undef A2
#undef A3
#undef A4
#undef A5
#undef A6
#undef A8

// --- The lists ------------------------------------------------------------------------------------------------------

// PKCS #11 3.0: the 2.40 list and 24 more functions. None is supported, so one entry serves for all.
static struct {
    CK_FUNCTION_LIST base;
    CK_RV (*more[24])(void);
} lists;

static CK_RV not_supported(void) { return CKR_FUNCTION_NOT_SUPPORTED; }

EXPORT CK_RV C_GetFunctionList(CK_FUNCTION_LIST **list);

static CK_FUNCTION_LIST *prepare(const struct plan *plan) {
    CK_FUNCTION_LIST *list = &lists.base;
    list->version = (CK_VERSION){2, 40};
    list->C_GetFunctionList = C_GetFunctionList;
#define A1(n, ...) list->n = entry_##n;
#define A2 A1
#define A3 A1
#define A4 A1
#define A5 A1
#define A6 A1
#define A8 A1
#include "functions.h"
    for (size_t i = 0; i < sizeof lists.more / sizeof *lists.more; i++) lists.more[i] = not_supported;
    const struct rule *version = plan_find(plan, "list:version");
    if (version != NULL) {
        int major = 2, minor = 40;
        sscanf((const char *)version->bytes, "%d.%d", &major, &minor);
        list->version = (CK_VERSION){(unsigned char)major, (unsigned char)minor};
    }
    for (const struct rule *rule = plan ? plan->rules : NULL; rule != NULL; rule = rule->next) {
        if (strcmp(rule->behaviour->name, "list:null") != 0) continue;
        void *nothing = NULL;
        // The list is its version and then pointers, in the order of the function numbers but for C_GetFunctionList.
        size_t place = rule->value + (rule->value >= F_C_GetSlotList ? 1 : 0);
        memcpy((char *)list + offsetof(CK_FUNCTION_LIST, C_Initialize) + place * sizeof nothing, &nothing,
               sizeof nothing);
    }
    return list;
}

EXPORT CK_RV C_GetFunctionList(CK_FUNCTION_LIST **list) {
    if (list == NULL) return CKR_ARGUMENTS_BAD;
    if (!plan_from_environment()) return CKR_GENERAL_ERROR;
    const struct plan *plan = fault_state.plan;
    const struct rule *refuse = plan_find(plan, "list");
    if (refuse != NULL) return refuse->value;
    if (plan_find(plan, "list:nothing") != NULL) {
        *list = NULL;
        return CKR_OK;
    }
    *list = prepare(plan);
    return CKR_OK;
}

struct interface {
    const char *name;
    void *list;
    CK_FLAGS flags;
};

// Luna exports this and answers CKR_FUNCTION_NOT_SUPPORTED (https://github.com/p11-glue/p11-kit/issues/621): so does
// this provider unless a plan asks for an interface. The parameters are those of PKCS #11 3.0, 5.2.
static CK_RV get_interface(unsigned char *name, CK_VERSION *version, struct interface **interface, CK_FLAGS flags) {
    static struct interface interface_3 = {"PKCS 11", &lists, 0};
    (void)version, (void)flags;
    if (!plan_from_environment()) return CKR_GENERAL_ERROR;
    const struct rule *refuse = plan_find(fault_state.plan, "interface:refuse");
    if (refuse != NULL) return refuse->value;
    const struct rule *offer = plan_find(fault_state.plan, "interface");
    if (offer == NULL) return CKR_FUNCTION_NOT_SUPPORTED;
    if (interface == NULL || (name != NULL && strcmp((char *)name, "PKCS 11") != 0)) return CKR_ARGUMENTS_BAD;
    int major = 3, minor = 0;
    sscanf((const char *)offer->bytes, "%d.%d", &major, &minor);
    prepare(fault_state.plan)->version = (CK_VERSION){(unsigned char)major, (unsigned char)minor};
    *interface = &interface_3;
    return CKR_OK;
}
// Newer headers declare the function with types that older ones lack, hence the name for the linker only.
EXPORT CK_RV exported_interface(unsigned char *, CK_VERSION *, struct interface **, CK_FLAGS) __asm__("C_GetInterface");
EXPORT CK_RV exported_interface(unsigned char *name, CK_VERSION *version, struct interface **interface, CK_FLAGS flags) {
    return get_interface(name, version, interface, flags);
}

// --- The real provider ----------------------------------------------------------------------------------------------

static char real_path[4096];
static bool real_private;

// Names the real provider before its first use. With `private_copy` a copy of the file is loaded, which the dynamic
// loader takes for another library: the same provider can then be used in this process without this one in front.
EXPORT int fault_module(const char *path, int private_copy);
EXPORT int fault_module(const char *path, int private_copy) {
    state_lock();
    bool possible = fault_state.real == NULL && strlen(path) < sizeof real_path;
    if (possible) {
        strcpy(real_path, path);
        real_private = private_copy != 0;
    }
    state_unlock();
    return possible ? 0 : 1;
}

// The name of a copy of the file in memory; "" when that cannot be.
static void copy_library(const char *path, char *copy, size_t size) {
    copy[0] = 0;
    int from = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (from < 0 || fstat(from, &status) != 0) return;
    int to = memfd_create("fault-module", MFD_CLOEXEC);
    off_t done = 0;
    while (to >= 0 && done < status.st_size) {
        if (sendfile(to, from, &done, (size_t)(status.st_size - done)) <= 0) break;
    }
    close(from);
    // The dynamic loader also tells libraries apart by name. So the descriptor stays open, that its number cannot name
    // something else later, and the name is spelled as nobody else spells it.
    if (to >= 0 && done == status.st_size) snprintf(copy, size, "/proc/self/./fd/%d", to);
}

static CK_FUNCTION_LIST *load(void) {
    static const char *const usual[] = {
        "/usr/lib/softhsm/libsofthsm2.so", "/usr/lib64/pkcs11/libsofthsm2.so", "/usr/lib/pkcs11/libsofthsm2.so",
        "/usr/lib/libsofthsm2.so",         "/usr/local/lib/softhsm/libsofthsm2.so",
    };
    const char *path = real_path[0] ? real_path : getenv("FAULT_MODULE");
    for (size_t i = 0; path == NULL && i < sizeof usual / sizeof *usual; i++) {
        if (access(usual[i], R_OK) == 0) path = usual[i];
    }
    if (path == NULL) path = "libsofthsm2.so";
    char copy[64] = "";
    if (real_private || getenv("FAULT_PRIVATE") != NULL) copy_library(path, copy, sizeof copy);
    void *library = dlopen(copy[0] ? copy : path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "fault provider: %s\n", dlerror());
        return NULL;
    }
    CK_FUNCTION_LIST *list = NULL;
    CK_RV (*get)(CK_FUNCTION_LIST **);
    *(void **)&get = dlsym(library, "C_GetFunctionList");
    if (get == NULL || get(&list) != CKR_OK) {
        fprintf(stderr, "fault provider: %s gives no function list\n", path);
        return NULL;
    }
    return list;
}

CK_FUNCTION_LIST *real(void) {
    static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
    CK_FUNCTION_LIST *list = __atomic_load_n(&fault_state.real, __ATOMIC_ACQUIRE);
    if (list != NULL) return list;
    pthread_mutex_lock(&loading);
    list = __atomic_load_n(&fault_state.real, __ATOMIC_ACQUIRE);
    if (list == NULL) __atomic_store_n(&fault_state.real, list = load(), __ATOMIC_RELEASE);
    pthread_mutex_unlock(&loading);
    return list;
}
