// All behaviours, one row each, under the public report or the measurement that it imitates. To add one, write its
// row; a hook it needs goes into the file of its subject. Hooks run in the order of the rows.

#include "attributes.h"
#include "login.h"
#include "mechanisms.h"
#include "objects.h"
#include "outputs.h"
#include "parameters.h"
#include "sessions.h"
#include "slots.h"
#include "templates.h"
#include "token.h"

// The n-th call fails, before or after the work; every client has to survive each of them.
const struct behaviour call_fault = {.name = "C_", .subject = "C_", .value = "CKR_"};

#define TOKEN_INFO ON(F_C_GetTokenInfo)
#define ATTRIBUTE_VALUE ON(F_C_GetAttributeValue)
#define WITH_MECHANISM                                                                                               \
    F_C_SignInit, F_C_VerifyInit, F_C_EncryptInit, F_C_DecryptInit, F_C_DigestInit, F_C_SignRecoverInit,             \
        F_C_VerifyRecoverInit, F_C_GenerateKey, F_C_GenerateKeyPair, F_C_WrapKey, F_C_UnwrapKey, F_C_DeriveKey
#define MAKING                                                                                                       \
    F_C_CreateObject, F_C_CopyObject, F_C_GenerateKey, F_C_GenerateKeyPair, F_C_UnwrapKey, F_C_DeriveKey
#define TAKING_OBJECTS                                                                                               \
    F_C_CopyObject, F_C_DestroyObject, F_C_GetObjectSize, F_C_GetAttributeValue, F_C_SetAttributeValue,              \
        F_C_DigestKey, F_C_SetOperationState, WITH_MECHANISM
#define PRIVATE_KEY_WORK                                                                                             \
    F_C_Sign, F_C_SignUpdate, F_C_SignFinal, F_C_Decrypt, F_C_DecryptUpdate, F_C_DecryptFinal
#define OF_SLOT                                                                                                      \
    F_C_GetSlotInfo, F_C_GetTokenInfo, F_C_GetMechanismList, F_C_GetMechanismInfo, F_C_InitToken, F_C_OpenSession,   \
        F_C_CloseAllSessions
#define OUTPUT                                                                                                       \
    F_C_Sign, F_C_SignFinal, F_C_Encrypt, F_C_EncryptUpdate, F_C_EncryptFinal, F_C_Decrypt, F_C_DecryptUpdate,       \
        F_C_DecryptFinal, F_C_Digest, F_C_DigestFinal, F_C_WrapKey

const struct behaviour behaviour_table[] = {
    // A token behind a network: https://github.com/hyperledger/fabric/issues/1022. The engine waits (calls.c).
    {"slow", "C_", "duration", NULL, NULL, NULL, NULL, NULL},

    // All of it at once, as on a bad day: the engine draws (calls.c, random.c).
    {"random", "number", "number", NULL, NULL, NULL, NULL, NULL},
    // A call that does not come back, as where somebody has to touch the token: https://github.com/pyauth/python-pkcs11/issues/86
    {"block", "C_", NULL, NULL, NULL, NULL, NULL, NULL},

    // A handle that denotes another object than before; first, since all hooks below know the real handles only:
    // https://github.com/openssl-projects/pkcs11-provider/issues/494
    {"objects:swap", NULL, "number", ON(TAKING_OBJECTS, MAKING, F_C_FindObjects), swap_in, swap_out, NULL, NULL},

    // --- The library: read by provider.c, except for init.
    // Scute says 1.0, coolkey 2.11 (measured).
    {"list:version", NULL, "text", NULL, NULL, NULL, NULL, NULL},
    // https://github.com/OpenSC/libp11/issues/615
    {"list:nothing", NULL, NULL, NULL, NULL, NULL, NULL, NULL},
    {"list:null", NULL, "C_", NULL, NULL, NULL, NULL, NULL},
    // https://github.com/miekg/pkcs11/issues/193
    {"list", NULL, "CKR_", NULL, NULL, NULL, NULL, NULL},
    {"interface", NULL, "text", NULL, NULL, NULL, NULL, NULL},
    // https://github.com/p11-glue/p11-kit/issues/621 https://github.com/softhsm/SoftHSMv2/issues/839
    {"interface:refuse", NULL, "CKR_", NULL, NULL, NULL, NULL, NULL},
    // Scute: CKR_CANT_LOCK for CKF_OS_LOCKING_OK alone (measured).
    {"init:without-callbacks", NULL, "CKR_", ON(F_C_Initialize), refuse_without_callbacks, NULL, NULL, NULL},
    // A module without threads: https://github.com/Pkcs11Interop/Pkcs11Interop/issues/3
    {"init:with-locking", NULL, "CKR_", ON(F_C_Initialize), refuse_with_locking, NULL, NULL, NULL},

    // --- The token.
    // https://github.com/latchset/kryoptic/issues/24 https://github.com/OpenSC/OpenSC/issues/2576
    {"token:flags+", NULL, "CKF_", TOKEN_INFO, NULL, set_flags, NULL, NULL},
    {"token:flags-", NULL, "CKF_", TOKEN_INFO, NULL, clear_flags, NULL, NULL},
    // https://github.com/OpenSC/libp11/issues/515
    {"token:minpin", NULL, "number", TOKEN_INFO, NULL, set_min_pin, NULL, NULL},
    {"token:maxpin", NULL, "number", TOKEN_INFO, NULL, set_max_pin, NULL, NULL},
    {"token:maxsessions", NULL, "number", TOKEN_INFO, NULL, set_max_sessions, NULL, NULL},
    // https://github.com/pyauth/python-pkcs11/issues/214 https://github.com/LudovicRousseau/PyKCS11/issues/37
    {"token:label", NULL, "text", TOKEN_INFO, NULL, set_label, NULL, NULL},
    {"token:serial", NULL, "text", TOKEN_INFO, NULL, set_serial, NULL, NULL},
    {"token:model", NULL, "text", TOKEN_INFO, NULL, set_model, NULL, NULL},
    {"token:manufacturer", NULL, "text", TOKEN_INFO, NULL, set_manufacturer, NULL, NULL},
    // By these, and the texts of the token, the quirks of a provider are known.
    {"library:manufacturer", NULL, "text", ON(F_C_GetInfo), NULL, set_library_manufacturer, NULL, NULL},
    {"library:description", NULL, "text", ON(F_C_GetInfo), NULL, set_library_description, NULL, NULL},
    {"library:version", NULL, "number", ON(F_C_GetInfo), NULL, set_library_version, NULL, NULL},
    // https://github.com/OpenSC/libp11/issues/482
    {"token:removed", NULL, NULL, NULL, NULL, NULL, remove_now, NULL},
    {"token:present", NULL, NULL, NULL, NULL, NULL, present_now, NULL},

    // Slot ids come from serial numbers, or from the order of arrival: https://github.com/softhsm/SoftHSMv2/issues/199
    {"slots:renumber", NULL, "number", ON(OF_SLOT, F_C_GetSlotList), renumber_in, renumber_out, NULL, NULL},
    // p11-kit's client after its server died, and where there is none at C_Initialize (measured).
    {"link:broken", NULL, NULL, NULL, NULL, NULL, break_now, NULL},
    {"link:down", NULL, NULL, ON(OF_SLOT, F_C_GetSlotList), show_no_slots, NULL, NULL, NULL},

    // --- Sessions.
    // https://github.com/oxidecomputer/offline-keystore/issues/44
    {"sessions:max", NULL, "number", ON(F_C_OpenSession), limit_sessions, NULL, NULL, NULL},
    // https://github.com/mozilla-services/autograph/issues/244 https://github.com/eclipse-keypont/crypto11/issues/142
    {"sessions:forget", NULL, NULL, NULL, NULL, NULL, forget_now, NULL},

    // --- PINs and logins. The lock comes first, and counts also what the rows after it answer.
    // https://github.com/openssl-projects/pkcs11-provider/issues/455 https://github.com/OpenSC/OpenSC/issues/1199
    {"pin:tries", NULL, "number", ON(F_C_Login, F_C_GetTokenInfo, F_C_InitPIN), refuse_locked_pin, count_pins, NULL,
     NULL},
    // https://github.com/tpm2-software/tpm2-pkcs11/issues/844
    {"login:bound", NULL, NULL, ON(F_C_Login, F_C_CloseSession), NULL, bind_login, NULL, NULL},
    // https://github.com/Pkcs11Interop/Pkcs11Interop/issues/147
    {"auth:pinpad", NULL, "text", ON(F_C_Login), pinpad_login, NULL, NULL, NULL},
    // https://github.com/Yubico/yubico-piv-tool/issues/347 https://github.com/OpenSC/OpenSC/issues/2833
    {"auth:always", NULL, NULL, ON(F_C_Login, F_C_SignInit, F_C_DecryptInit, PRIVATE_KEY_WORK), ask_context_login,
     note_context_login, NULL, NULL},
    // OpenSC logs out as well when the login is missing (measured).
    {"auth:always:or", NULL, "text", ON(F_C_Login, F_C_SignInit, F_C_DecryptInit, PRIVATE_KEY_WORK),
     ask_context_login, note_context_login, NULL, NULL},

    // --- Attributes: the kinds of lies are a table in attributes.c.
    {"attr", "CKA_", "word", ATTRIBUTE_VALUE, answer_attributes, NULL, NULL, find_attribute_lie},
    // A token that did not obey, or keeps something else: https://github.com/Nitrokey/nethsm-pkcs11/issues/319
    {"readback", "CKA_", "attribute", ATTRIBUTE_VALUE, answer_attributes, NULL, NULL, NULL},
    // 0: NSS writes past the buffer (measured).
    {"honest", NULL, "number", ATTRIBUTE_VALUE, answer_attributes, NULL, NULL, NULL},

    // --- Mechanisms.
    // SoftHSM has no ECDSA_SHA256, opencryptoki no SHA256_RSA_PKCS (measured).
    {"mech:hide", NULL, "CKM_", ON(F_C_GetMechanismList, F_C_GetMechanismInfo, WITH_MECHANISM), hide_mechanism, NULL,
     NULL, NULL},
    // p11-kit-client lists mechanisms that it refuses (measured); https://github.com/OpenSC/OpenSC/issues/2474
    {"mech:refuse", "CKM_", "CKR_", ON(WITH_MECHANISM), refuse_mechanism, NULL, NULL, NULL},
    {"mech:flags-", "CKM_", "CKF_", ON(F_C_GetMechanismInfo), NULL, clear_mechanism_flags, NULL, NULL},
    {"mech:maxkey", "CKM_", "number", ON(F_C_GetMechanismInfo), NULL, set_max_key_size, NULL, NULL},

    // --- Parameters of mechanisms.
    // https://github.com/openssl-projects/pkcs11-provider/issues/416 https://github.com/OpenSC/OpenSC/issues/1285
    {"derive:point", NULL, "word", ON(F_C_DeriveKey), take_point, NULL, NULL, find_point_form},
    // https://github.com/Pkcs11Interop/Pkcs11Interop/issues/126 https://github.com/softhsm/SoftHSMv2/issues/488
    {"gcm:short", NULL, NULL, ON(F_C_EncryptInit, F_C_DecryptInit), take_short_gcm, NULL, NULL, NULL},
    // https://github.com/eclipse-keypont/crypto11/issues/132
    {"gcm:iv", NULL, "attribute", ON(F_C_EncryptInit), make_iv, NULL, NULL, NULL},

    // --- Templates.
    // No import of private keys: tpm2 (measured).
    {"create:refuse", "?CKR_", "CKO_", ON(F_C_CreateObject, F_C_UnwrapKey), refuse_class, NULL, NULL, NULL},
    // https://github.com/Yubico/yubihsm-shell/issues/540 https://github.com/tpm2-software/tpm2-pkcs11/issues/656
    {"template:refuse", "CKA_", "attribute", ON(MAKING, F_C_SetAttributeValue), refuse_attribute, NULL, NULL, NULL},
    // NSS wants CKA_PUBLIC_EXPONENT (measured); https://github.com/softhsm/SoftHSMv2/issues/265
    {"template:require", "?CKR_", "CKA_", ON(F_C_GenerateKey, F_C_GenerateKeyPair, F_C_DeriveKey, F_C_UnwrapKey),
     require_attribute, NULL, NULL, NULL},
    // https://github.com/gravitational/teleport/issues/25370 https://github.com/Yubico/yubico-piv-tool/issues/204
    {"template:maxlen", "CKA_", "number", ON(MAKING, F_C_SetAttributeValue), limit_attribute, NULL, NULL, NULL},
    // https://github.com/OpenSC/libp11/issues/684
    {"template:ignore", NULL, "CKA_", ON(MAKING, F_C_SetAttributeValue), ignore_attribute, NULL, NULL, NULL},
    // https://github.com/Nitrokey/nethsm-pkcs11/issues/319
    {"template:force", "CKA_", "attribute", ON(MAKING, F_C_SetAttributeValue), force_attribute, NULL, NULL, NULL},

    // --- Outputs: the kinds of lies are a table in outputs.c.
    {"output", "C_", "word", ON(OUTPUT), refuse_output, change_output, NULL, find_output_lie},
    // Fewer handles at a time than asked for: PKCS #11 2.40, 5.7.
    {"find:max", NULL, "number", ON(F_C_FindObjects), limit_find, NULL, NULL, NULL},
    // The order of objects is the token's, and another after a restart: PKCS #11 2.40, 5.7 promises none.
    {"find:reverse", NULL, NULL, ON(F_C_FindObjects), NULL, reverse_find, NULL, NULL},
    // Each object twice, or the last one for ever: a list that never ends was met with slots and mechanisms (measured), and
    // 42 keys of one label with objects: https://github.com/containers/ocicrypt/issues/26
    {"find:twice", NULL, NULL, ON(F_C_FindObjects), find_half, find_twice, NULL, NULL},
    {"find:endless", NULL, NULL, ON(F_C_FindObjects), NULL, find_endless, NULL, NULL},

    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};
