// The functions of the module.

#include "answers.h"
#include "fuzz_provider.h"

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

// --- Sessions -------------------------------------------------------------------------------------------------------

enum { MOST_SESSIONS = 64 };
static struct {
    int is_open;
    CK_ULONG found;  // what a search has left to tell
} sessions[MOST_SESSIONS];
static int is_logged_in;

void reset_sessions(void);
void reset_sessions(void) {
    memset(sessions, 0, sizeof sessions);
    is_logged_in = 0;
}

size_t fuzz_provider_open_sessions(void) {
    size_t count = 0;
    for (int i = 0; i < MOST_SESSIONS; i++) count += sessions[i].is_open != 0;
    return count;
}

static int is_session(CK_SESSION_HANDLE session) {
    return session >= 1 && session <= MOST_SESSIONS && sessions[session - 1].is_open;
}

#define SESSION() \
    if (!is_session(session)) return CKR_SESSION_HANDLE_INVALID

static CK_RV open_session(CK_SLOT_ID slot, CK_FLAGS flags, void *application, CK_NOTIFY notify,
                          CK_SESSION_HANDLE *session) {
    (void)slot, (void)flags, (void)application, (void)notify;
    CK_RV rv = answer();
    if (rv != CKR_OK) return rv;
    for (CK_ULONG i = 0; i < MOST_SESSIONS; i++) {
        if (sessions[i].is_open) continue;
        sessions[i].is_open = 1;
        sessions[i].found = 0;
        *session = i + 1;
        return CKR_OK;
    }
    return CKR_SESSION_COUNT;
}

static CK_RV close_session(CK_SESSION_HANDLE session) {
    SESSION();
    sessions[session - 1].is_open = 0;
    if (fuzz_provider_open_sessions() == 0) is_logged_in = 0;
    return CKR_OK;
}

static CK_RV close_all_sessions(CK_SLOT_ID slot) {
    (void)slot;
    reset_sessions();
    return answer();
}

static CK_RV get_session_info(CK_SESSION_HANDLE session, CK_SESSION_INFO *info) {
    SESSION();
    memset(info, 0, sizeof *info);
    info->slotID = 1;
    info->state = is_logged_in ? CKS_RW_USER_FUNCTIONS : CKS_RW_PUBLIC_SESSION;
    info->flags = CKF_SERIAL_SESSION | CKF_RW_SESSION;
    if (next_byte() >= 224) fill(info, sizeof *info);
    return answer();
}

static CK_RV log_in(CK_SESSION_HANDLE session, CK_USER_TYPE user, CK_BYTE *pin, CK_ULONG length) {
    (void)user, (void)pin, (void)length;
    SESSION();
    CK_RV rv = answer();
    if (rv == CKR_OK) is_logged_in = 1;
    return rv;
}

static CK_RV log_out(CK_SESSION_HANDLE session) {
    SESSION();
    is_logged_in = 0;
    return answer();
}

// --- Module, slots, token -------------------------------------------------------------------------------------------

static CK_RV initialize(void *arguments) {
    (void)arguments;
    reset_sessions();
    return CKR_OK;
}

static CK_RV finalize(void *reserved) {
    (void)reserved;
    reset_sessions();
    return CKR_OK;
}

static CK_RV get_info(CK_INFO *info) {
    memset(info, 0, sizeof *info);
    if (next_byte() & 1) fill(info, sizeof *info);
    return answer();
}

static CK_RV get_slot_list(CK_BBOOL present, CK_SLOT_ID *slots, CK_ULONG *count) {
    (void)present;
    return number_list(1, 1, slots, count);
}

static CK_RV get_slot_info(CK_SLOT_ID slot, CK_SLOT_INFO *info) {
    (void)slot;
    memset(info, 0, sizeof *info);
    info->flags = CKF_TOKEN_PRESENT;
    if (next_byte() & 1) fill(info, sizeof *info);
    return answer();
}

static CK_RV get_token_info(CK_SLOT_ID slot, CK_TOKEN_INFO *info) {
    (void)slot;
    memset(info, 0, sizeof *info);
    field(info->label, sizeof info->label, "fuzz");
    field(info->manufacturerID, sizeof info->manufacturerID, "fuzz");
    field(info->model, sizeof info->model, "fuzz");
    field(info->serialNumber, sizeof info->serialNumber, "1");
    info->flags = CKF_TOKEN_INITIALIZED | CKF_LOGIN_REQUIRED | CKF_USER_PIN_INITIALIZED | CKF_RNG;
    info->ulMaxPinLen = 64;
    uint8_t lie = next_byte();
    if (lie >= 248) fill(info, sizeof *info);
    if (lie >= 192 && lie < 248) {
        if (lie & 1) info->flags ^= (CK_FLAGS)1 << (next_byte() & 31);
        if (lie & 2) info->ulMaxPinLen = next_number();
        if (lie & 4) info->ulMinPinLen = next_number();
        if (lie & 8) info->ulMaxSessionCount = next_number();
        if (lie & 16) info->ulMaxRwSessionCount = next_number();
    }
    return answer();
}

static CK_RV get_mechanism_list(CK_SLOT_ID slot, CK_MECHANISM_TYPE *types, CK_ULONG *count) {
    (void)slot;
    CK_ULONG room = *count;
    // From CKM_RSA_PKCS_KEY_PAIR_GEN to what comes after CKM_SHA224_RSA_PKCS_PSS.
    CK_RV rv = number_list(0, 0x50, types, count);
    // p11-kit's client drops mechanisms, and moves the others up with one that was never there.
    if (rv == CKR_OK && types != NULL && room > 0 && *count == room && next_byte() & 1) {
        memmove(types, types + 1, room * sizeof *types);
        *count = room - 1;
    }
    return rv;
}

static CK_RV get_mechanism_info(CK_SLOT_ID slot, CK_MECHANISM_TYPE type, CK_MECHANISM_INFO *info) {
    (void)slot, (void)type;
    info->ulMinKeySize = 1;
    info->ulMaxKeySize = 4096;
    info->flags = CKF_SIGN | CKF_DECRYPT | CKF_GENERATE_KEY_PAIR;
    if (next_byte() >= 192) {
        info->ulMinKeySize = next_number();
        info->ulMaxKeySize = next_number();
        info->flags = next_number();
    }
    return answer();
}

// --- Objects --------------------------------------------------------------------------------------------------------

static CK_RV find_init(CK_SESSION_HANDLE session, CK_ATTRIBUTE *list, CK_ULONG count) {
    (void)list, (void)count;
    SESSION();
    sessions[session - 1].found = 1 + next_byte() % 8;
    return answer();
}

static CK_RV find(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE *objects, CK_ULONG most, CK_ULONG *count) {
    SESSION();
    uint8_t lie = next_byte();
    CK_ULONG left = sessions[session - 1].found;
    CK_ULONG told = left < most ? left : most;
    if (lie >= 160 && lie < 192 && told > 1) told = 1;
    for (CK_ULONG i = 0; i < told; i++) objects[i] = lie >= 192 ? next_number() : left - i;
    sessions[session - 1].found = left - told;
    *count = lie >= 248 ? next_number() : told;
    return answer();
}

static CK_RV find_final(CK_SESSION_HANDLE session) {
    SESSION();
    return answer();
}

static CK_RV get_attributes(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *list, CK_ULONG count) {
    SESSION();
    return attributes(object, list, count);
}

static CK_RV set_attributes(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *list, CK_ULONG count) {
    (void)object, (void)list, (void)count;
    SESSION();
    return answer();
}

static CK_RV create(CK_SESSION_HANDLE session, CK_ATTRIBUTE *list, CK_ULONG count, CK_OBJECT_HANDLE *object) {
    (void)list, (void)count;
    SESSION();
    *object = next_number();
    return answer();
}

static CK_RV copy(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE old, CK_ATTRIBUTE *list, CK_ULONG count,
                  CK_OBJECT_HANDLE *object) {
    (void)old;
    return create(session, list, count, object);
}

static CK_RV destroy(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object) {
    (void)object;
    SESSION();
    return answer();
}

static CK_RV generate_pair(CK_SESSION_HANDLE session, CK_MECHANISM *mechanism, CK_ATTRIBUTE *public_list,
                           CK_ULONG public_count, CK_ATTRIBUTE *private_list, CK_ULONG private_count,
                           CK_OBJECT_HANDLE *public_key, CK_OBJECT_HANDLE *private_key) {
    (void)mechanism, (void)public_list, (void)public_count, (void)private_list, (void)private_count;
    SESSION();
    *public_key = 1 + 4 * (CK_ULONG)next_byte();
    *private_key = *public_key - 1;
    return answer();
}

// --- Operations -----------------------------------------------------------------------------------------------------

static CK_RV start(CK_SESSION_HANDLE session, CK_MECHANISM *mechanism, CK_OBJECT_HANDLE key) {
    (void)mechanism, (void)key;
    SESSION();
    return answer();
}

static CK_RV digest_init(CK_SESSION_HANDLE session, CK_MECHANISM *mechanism) { return start(session, mechanism, 0); }

static CK_RV sign(CK_SESSION_HANDLE session, CK_BYTE *data, CK_ULONG size, CK_BYTE *buffer, CK_ULONG *length) {
    (void)data, (void)size;
    SESSION();
    CK_BYTE value[128];
    memset(value, 0x11, sizeof value);
    return output(value, sizeof value, buffer, length);
}

// A session key of 16 bytes, or a padded block.
static CK_RV decrypt(CK_SESSION_HANDLE session, CK_BYTE *data, CK_ULONG size, CK_BYTE *buffer, CK_ULONG *length) {
    (void)data, (void)size;
    SESSION();
    CK_BYTE value[128];
    memset(value, 0x42, sizeof value);
    value[0] = 0, value[1] = 2, value[111] = 0;
    return next_byte() & 1 ? output(value, sizeof value, buffer, length) : output(value + 112, 16, buffer, length);
}

static CK_RV update(CK_SESSION_HANDLE session, CK_BYTE *data, CK_ULONG size) {
    (void)data, (void)size;
    SESSION();
    return answer();
}

static CK_RV final(CK_SESSION_HANDLE session, CK_BYTE *buffer, CK_ULONG *length) {
    return sign(session, NULL, 0, buffer, length);
}

static CK_RV verify(CK_SESSION_HANDLE session, CK_BYTE *data, CK_ULONG size, CK_BYTE *signature, CK_ULONG length) {
    (void)data, (void)size, (void)signature, (void)length;
    SESSION();
    return answer();
}

static CK_RV random_bytes(CK_SESSION_HANDLE session, CK_BYTE *buffer, CK_ULONG count) {
    SESSION();
    fill(buffer, count);
    return answer();
}

EXPORT CK_RV C_GetFunctionList(CK_FUNCTION_LIST **list) {
    static CK_FUNCTION_LIST functions = {
        .version = {2, 40},
        .C_Initialize = initialize,
        .C_Finalize = finalize,
        .C_GetInfo = get_info,
        .C_GetFunctionList = C_GetFunctionList,
        .C_GetSlotList = get_slot_list,
        .C_GetSlotInfo = get_slot_info,
        .C_GetTokenInfo = get_token_info,
        .C_GetMechanismList = get_mechanism_list,
        .C_GetMechanismInfo = get_mechanism_info,
        .C_OpenSession = open_session,
        .C_CloseSession = close_session,
        .C_CloseAllSessions = close_all_sessions,
        .C_GetSessionInfo = get_session_info,
        .C_Login = log_in,
        .C_Logout = log_out,
        .C_CreateObject = create,
        .C_CopyObject = copy,
        .C_DestroyObject = destroy,
        .C_GetAttributeValue = get_attributes,
        .C_SetAttributeValue = set_attributes,
        .C_FindObjectsInit = find_init,
        .C_FindObjects = find,
        .C_FindObjectsFinal = find_final,
        .C_DecryptInit = start,
        .C_Decrypt = decrypt,
        .C_DigestInit = digest_init,
        .C_Digest = sign,
        .C_SignInit = start,
        .C_Sign = sign,
        .C_SignUpdate = update,
        .C_SignFinal = final,
        .C_VerifyInit = start,
        .C_Verify = verify,
        .C_GenerateKeyPair = generate_pair,
        .C_GenerateRandom = random_bytes,
    };
    *list = &functions;
    return CKR_OK;
}
