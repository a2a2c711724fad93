// The status codes of the functions. What a token's answer becomes is decided in SecFailure+KeyStore.swift.

/// No error.
public let errSecSuccess: OSStatus = 0
/// `errSecSuccess` under the name that it has for all of the system.
public let noErr: OSStatus = 0

/// Not offered here: the export of a private key, for one (`CKR_FUNCTION_NOT_SUPPORTED`).
public let errSecUnimplemented: OSStatus = -4

/// No room on this machine.
public let errSecDiskFull: OSStatus = -34

/// A file could not be read or written.
public let errSecIO: OSStatus = -36

/// A wrong argument, or bytes that are not what they should be (`CKR_ARGUMENTS_BAD`, `CKR_DATA_INVALID`,
/// `CKR_MECHANISM_INVALID`, …).
public let errSecParam: OSStatus = -50

/// No right to write (`CKR_ACTION_PROHIBITED`).
public let errSecWrPerm: OSStatus = -61

/// No memory could be had (`CKR_HOST_MEMORY`).
public let errSecAllocate: OSStatus = -108

/// Cancelled (`CKR_CANCEL`, `CKR_FUNCTION_CANCELED`, `CKR_FUNCTION_REJECTED`).
public let errSecUserCanceled: OSStatus = -128

/// Wrong state (`CKR_OPERATION_ACTIVE`, `CKR_OPERATION_NOT_INITIALIZED`).
public let errSecBadReq: OSStatus = -909

/// An answer of a token that nobody expects.
public let errSecInternalComponent: OSStatus = -2070

/// What the functions with a padding argument answer to a signature that does not match.
public let errSSLCrypto: OSStatus = -9809

/// Access rules without a simple form; never returned.
public let errSecACLNotSimple: OSStatus = -25_240

/// A known format that is not read.
public let errSecUnsupportedFormat: OSStatus = -25_256

/// An unknown format.
public let errSecUnknownFormat: OSStatus = -25_257

/// Key material that does not come out (`CKR_KEY_UNEXTRACTABLE`, `CKR_ATTRIBUTE_SENSITIVE`).
public let errSecKeyIsSensitive: OSStatus = -25_258

/// No module or no token (`CKR_TOKEN_NOT_PRESENT`, `CKR_DEVICE_REMOVED`, …).
public let errSecNotAvailable: OSStatus = -25_291

/// A token, or a session, that is read-only (`CKR_TOKEN_WRITE_PROTECTED`, `CKR_SESSION_READ_ONLY`).
public let errSecReadOnly: OSStatus = -25_292

/// A PIN that does not let anyone in (`CKR_PIN_INCORRECT`, `CKR_PIN_LOCKED`, …).
public let errSecAuthFailed: OSStatus = -25_293

/// The token that was named is not there.
public let errSecNoSuchKeychain: OSStatus = -25_294

/// A token without a user PIN, or more than one where one is meant.
public let errSecInvalidKeychain: OSStatus = -25_295

/// The item exists already.
public let errSecDuplicateItem: OSStatus = -25_299

/// Nothing matched.
public let errSecItemNotFound: OSStatus = -25_300

/// A short buffer (`CKR_BUFFER_TOO_SMALL`).
public let errSecBufferTooSmall: OSStatus = -25_301

/// An attribute that the class does not have (`CKR_ATTRIBUTE_TYPE_INVALID`).
public let errSecNoSuchAttr: OSStatus = -25_303

/// A reference that went stale (`CKR_KEY_HANDLE_INVALID`).
public let errSecInvalidItemRef: OSStatus = -25_304

/// A class that is not kept on a token, or not known.
public let errSecNoSuchClass: OSStatus = -25_306

/// Neither a module nor a token is configured, or not wholly.
public let errSecNoDefaultKeychain: OSStatus = -25_307

/// A login is needed and there is no source for the PIN (`CKR_USER_NOT_LOGGED_IN`).
public let errSecInteractionNotAllowed: OSStatus = -25_308

/// A frozen attribute (`CKR_ATTRIBUTE_READ_ONLY`).
public let errSecReadOnlyAttr: OSStatus = -25_309

/// A size out of range (`CKR_KEY_SIZE_RANGE`).
public let errSecKeySizeNotAllowed: OSStatus = -25_311

/// A prompt is needed.
public let errSecInteractionRequired: OSStatus = -25_315

/// Data asked for that cannot be read: those of a private key.
public let errSecDataNotAvailable: OSStatus = -25_316

/// Data that cannot be changed.
public let errSecDataNotModifiable: OSStatus = -25_317

/// Never returned.
public let errSecInDarkWake: OSStatus = -25_320

/// Bytes that do not decode, such as what a token gave as a key.
public let errSecDecode: OSStatus = -26_275

/// The reference system's word for the failure of a token; ``errSecInternalError`` is used instead.
let errSecInternal: OSStatus = -26_276

/// An access group that programs do not write to.
public let errSecMissingEntitlement: OSStatus = -34_018

/// Never returned.
public let errSecRestrictedAPI: OSStatus = -34_020

/// The connection to the token is gone (`CKR_SESSION_CLOSED`, `CKR_SESSION_HANDLE_INVALID`).
public let errSecServiceNotAvailable: OSStatus = -67_585

/// Never returned.
public let errSecDeviceReset: OSStatus = -67_587

/// A fault of the device (`CKR_DEVICE_ERROR`).
public let errSecDeviceFailed: OSStatus = -67_588

/// The token is full or busy (`CKR_DEVICE_MEMORY`, `CKR_SESSION_COUNT`, `CKR_TOKEN_RESOURCE_EXCEEDED`).
public let errSecQuotaExceeded: OSStatus = -67_596

/// A failure without a name (`CKR_GENERAL_ERROR`, `CKR_FUNCTION_FAILED`).
public let errSecInternalError: OSStatus = -67_671

/// Never returned: see ``errSecVerifyFailed``.
public let errSecInvalidSignature: OSStatus = -67_688

/// Never returned: see ``errSecInteractionNotAllowed``.
public let errSecNotLoggedIn: OSStatus = -67_729

/// Never returned: see ``errSecParam``.
public let errSecAlgorithmMismatch: OSStatus = -67_730

/// A usage flag of the key forbids it (`CKR_KEY_FUNCTION_NOT_PERMITTED`).
public let errSecKeyUsageIncorrect: OSStatus = -67_731

/// Never returned: see ``errSecParam``.
public let errSecUnsupportedKeySize: OSStatus = -67_735

/// Never returned: see ``errSecParam``.
public let errSecInvalidAlgorithm: OSStatus = -67_747

/// A signature that does not match (`CKR_SIGNATURE_INVALID`, `CKR_SIGNATURE_LEN_RANGE`).
public let errSecVerifyFailed: OSStatus = -67_808

/// Never returned.
public let errSecAlreadyLoggedIn: OSStatus = -67_814
