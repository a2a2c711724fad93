/// What a Cryptoki function returned (`CK_RV`).
public struct ReturnValue: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension ReturnValue {
    /// `CKR_OK`.
    public static var ok: Self { Self(rawValue: 0x00000000) }
    /// `CKR_CANCEL`.
    public static var cancel: Self { Self(rawValue: 0x00000001) }
    /// `CKR_HOST_MEMORY`.
    public static var hostMemory: Self { Self(rawValue: 0x00000002) }
    /// `CKR_SLOT_ID_INVALID`.
    public static var slotIDInvalid: Self { Self(rawValue: 0x00000003) }
    /// `CKR_FLAGS_INVALID`, withdrawn.
    public static var flagsInvalid: Self { Self(rawValue: 0x00000004) }
    /// `CKR_GENERAL_ERROR`.
    public static var generalError: Self { Self(rawValue: 0x00000005) }
    /// `CKR_FUNCTION_FAILED`.
    public static var functionFailed: Self { Self(rawValue: 0x00000006) }
    /// `CKR_ARGUMENTS_BAD`.
    public static var argumentsBad: Self { Self(rawValue: 0x00000007) }
    /// `CKR_NO_EVENT`.
    public static var noEvent: Self { Self(rawValue: 0x00000008) }
    /// `CKR_NEED_TO_CREATE_THREADS`.
    public static var needToCreateThreads: Self { Self(rawValue: 0x00000009) }
    /// `CKR_CANT_LOCK`.
    public static var cantLock: Self { Self(rawValue: 0x0000000A) }
    /// `CKR_ATTRIBUTE_READ_ONLY`.
    public static var attributeReadOnly: Self { Self(rawValue: 0x00000010) }
    /// `CKR_ATTRIBUTE_SENSITIVE`.
    public static var attributeSensitive: Self { Self(rawValue: 0x00000011) }
    /// `CKR_ATTRIBUTE_TYPE_INVALID`.
    public static var attributeTypeInvalid: Self { Self(rawValue: 0x00000012) }
    /// `CKR_ATTRIBUTE_VALUE_INVALID`.
    public static var attributeValueInvalid: Self { Self(rawValue: 0x00000013) }
    /// `CKR_COPY_PROHIBITED`, withdrawn.
    public static var copyProhibited: Self { Self(rawValue: 0x0000001A) }
    /// `CKR_ACTION_PROHIBITED`.
    public static var actionProhibited: Self { Self(rawValue: 0x0000001B) }
    /// `CKR_DATA_INVALID`.
    public static var dataInvalid: Self { Self(rawValue: 0x00000020) }
    /// `CKR_DATA_LEN_RANGE`.
    public static var dataLenRange: Self { Self(rawValue: 0x00000021) }
    /// `CKR_DEVICE_ERROR`.
    public static var deviceError: Self { Self(rawValue: 0x00000030) }
    /// `CKR_DEVICE_MEMORY`.
    public static var deviceMemory: Self { Self(rawValue: 0x00000031) }
    /// `CKR_DEVICE_REMOVED`.
    public static var deviceRemoved: Self { Self(rawValue: 0x00000032) }
    /// `CKR_ENCRYPTED_DATA_INVALID`.
    public static var encryptedDataInvalid: Self { Self(rawValue: 0x00000040) }
    /// `CKR_ENCRYPTED_DATA_LEN_RANGE`.
    public static var encryptedDataLenRange: Self { Self(rawValue: 0x00000041) }
    /// `CKR_AEAD_DECRYPT_FAILED`.
    public static var aeadDecryptFailed: Self { Self(rawValue: 0x00000042) }
    /// `CKR_FUNCTION_CANCELED`.
    public static var functionCanceled: Self { Self(rawValue: 0x00000050) }
    /// `CKR_FUNCTION_NOT_PARALLEL`.
    public static var functionNotParallel: Self { Self(rawValue: 0x00000051) }
    /// `CKR_FUNCTION_PARALLEL`, withdrawn.
    public static var functionParallel: Self { Self(rawValue: 0x00000052) }
    /// `CKR_FUNCTION_NOT_SUPPORTED`.
    public static var functionNotSupported: Self { Self(rawValue: 0x00000054) }
    /// `CKR_KEY_HANDLE_INVALID`.
    public static var keyHandleInvalid: Self { Self(rawValue: 0x00000060) }
    /// `CKR_KEY_SENSITIVE`, withdrawn.
    public static var keySensitive: Self { Self(rawValue: 0x00000061) }
    /// `CKR_KEY_SIZE_RANGE`.
    public static var keySizeRange: Self { Self(rawValue: 0x00000062) }
    /// `CKR_KEY_TYPE_INCONSISTENT`.
    public static var keyTypeInconsistent: Self { Self(rawValue: 0x00000063) }
    /// `CKR_KEY_NOT_NEEDED`.
    public static var keyNotNeeded: Self { Self(rawValue: 0x00000064) }
    /// `CKR_KEY_CHANGED`.
    public static var keyChanged: Self { Self(rawValue: 0x00000065) }
    /// `CKR_KEY_NEEDED`.
    public static var keyNeeded: Self { Self(rawValue: 0x00000066) }
    /// `CKR_KEY_INDIGESTIBLE`.
    public static var keyIndigestible: Self { Self(rawValue: 0x00000067) }
    /// `CKR_KEY_FUNCTION_NOT_PERMITTED`.
    public static var keyFunctionNotPermitted: Self { Self(rawValue: 0x00000068) }
    /// `CKR_KEY_NOT_WRAPPABLE`.
    public static var keyNotWrappable: Self { Self(rawValue: 0x00000069) }
    /// `CKR_KEY_UNEXTRACTABLE`.
    public static var keyUnextractable: Self { Self(rawValue: 0x0000006A) }
    /// `CKR_MECHANISM_INVALID`.
    public static var mechanismInvalid: Self { Self(rawValue: 0x00000070) }
    /// `CKR_MECHANISM_PARAM_INVALID`.
    public static var mechanismParamInvalid: Self { Self(rawValue: 0x00000071) }
    /// `CKR_OBJECT_CLASS_INCONSISTENT`, withdrawn.
    public static var objectClassInconsistent: Self { Self(rawValue: 0x00000080) }
    /// `CKR_OBJECT_CLASS_INVALID`, withdrawn.
    public static var objectClassInvalid: Self { Self(rawValue: 0x00000081) }
    /// `CKR_OBJECT_HANDLE_INVALID`.
    public static var objectHandleInvalid: Self { Self(rawValue: 0x00000082) }
    /// `CKR_OPERATION_ACTIVE`.
    public static var operationActive: Self { Self(rawValue: 0x00000090) }
    /// `CKR_OPERATION_NOT_INITIALIZED`.
    public static var operationNotInitialized: Self { Self(rawValue: 0x00000091) }
    /// `CKR_PIN_INCORRECT`.
    public static var pinIncorrect: Self { Self(rawValue: 0x000000A0) }
    /// `CKR_PIN_INVALID`.
    public static var pinInvalid: Self { Self(rawValue: 0x000000A1) }
    /// `CKR_PIN_LEN_RANGE`.
    public static var pinLenRange: Self { Self(rawValue: 0x000000A2) }
    /// `CKR_PIN_EXPIRED`.
    public static var pinExpired: Self { Self(rawValue: 0x000000A3) }
    /// `CKR_PIN_LOCKED`.
    public static var pinLocked: Self { Self(rawValue: 0x000000A4) }
    /// `CKR_SESSION_CLOSED`.
    public static var sessionClosed: Self { Self(rawValue: 0x000000B0) }
    /// `CKR_SESSION_COUNT`.
    public static var sessionCount: Self { Self(rawValue: 0x000000B1) }
    /// `CKR_SESSION_EXCLUSIVE_EXISTS`, withdrawn.
    public static var sessionExclusiveExists: Self { Self(rawValue: 0x000000B2) }
    /// `CKR_SESSION_HANDLE_INVALID`.
    public static var sessionHandleInvalid: Self { Self(rawValue: 0x000000B3) }
    /// `CKR_SESSION_PARALLEL_NOT_SUPPORTED`.
    public static var sessionParallelNotSupported: Self { Self(rawValue: 0x000000B4) }
    /// `CKR_SESSION_READ_ONLY`.
    public static var sessionReadOnly: Self { Self(rawValue: 0x000000B5) }
    /// `CKR_SESSION_EXISTS`.
    public static var sessionExists: Self { Self(rawValue: 0x000000B6) }
    /// `CKR_SESSION_READ_ONLY_EXISTS`.
    public static var sessionReadOnlyExists: Self { Self(rawValue: 0x000000B7) }
    /// `CKR_SESSION_READ_WRITE_SO_EXISTS`.
    public static var sessionReadWriteSOExists: Self { Self(rawValue: 0x000000B8) }
    /// `CKR_SIGNATURE_INVALID`.
    public static var signatureInvalid: Self { Self(rawValue: 0x000000C0) }
    /// `CKR_SIGNATURE_LEN_RANGE`.
    public static var signatureLenRange: Self { Self(rawValue: 0x000000C1) }
    /// `CKR_TEMPLATE_INCOMPLETE`.
    public static var templateIncomplete: Self { Self(rawValue: 0x000000D0) }
    /// `CKR_TEMPLATE_INCONSISTENT`.
    public static var templateInconsistent: Self { Self(rawValue: 0x000000D1) }
    /// `CKR_TOKEN_NOT_PRESENT`.
    public static var tokenNotPresent: Self { Self(rawValue: 0x000000E0) }
    /// `CKR_TOKEN_NOT_RECOGNIZED`.
    public static var tokenNotRecognized: Self { Self(rawValue: 0x000000E1) }
    /// `CKR_TOKEN_WRITE_PROTECTED`.
    public static var tokenWriteProtected: Self { Self(rawValue: 0x000000E2) }
    /// `CKR_UNWRAPPING_KEY_HANDLE_INVALID`.
    public static var unwrappingKeyHandleInvalid: Self { Self(rawValue: 0x000000F0) }
    /// `CKR_UNWRAPPING_KEY_SIZE_RANGE`.
    public static var unwrappingKeySizeRange: Self { Self(rawValue: 0x000000F1) }
    /// `CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT`.
    public static var unwrappingKeyTypeInconsistent: Self { Self(rawValue: 0x000000F2) }
    /// `CKR_USER_ALREADY_LOGGED_IN`.
    public static var userAlreadyLoggedIn: Self { Self(rawValue: 0x00000100) }
    /// `CKR_USER_NOT_LOGGED_IN`.
    public static var userNotLoggedIn: Self { Self(rawValue: 0x00000101) }
    /// `CKR_USER_PIN_NOT_INITIALIZED`.
    public static var userPINNotInitialized: Self { Self(rawValue: 0x00000102) }
    /// `CKR_USER_TYPE_INVALID`.
    public static var userTypeInvalid: Self { Self(rawValue: 0x00000103) }
    /// `CKR_USER_ANOTHER_ALREADY_LOGGED_IN`.
    public static var userAnotherAlreadyLoggedIn: Self { Self(rawValue: 0x00000104) }
    /// `CKR_USER_TOO_MANY_TYPES`.
    public static var userTooManyTypes: Self { Self(rawValue: 0x00000105) }
    /// `CKR_WRAPPED_KEY_INVALID`.
    public static var wrappedKeyInvalid: Self { Self(rawValue: 0x00000110) }
    /// `CKR_WRAPPED_KEY_LEN_RANGE`.
    public static var wrappedKeyLenRange: Self { Self(rawValue: 0x00000112) }
    /// `CKR_WRAPPING_KEY_HANDLE_INVALID`.
    public static var wrappingKeyHandleInvalid: Self { Self(rawValue: 0x00000113) }
    /// `CKR_WRAPPING_KEY_SIZE_RANGE`.
    public static var wrappingKeySizeRange: Self { Self(rawValue: 0x00000114) }
    /// `CKR_WRAPPING_KEY_TYPE_INCONSISTENT`.
    public static var wrappingKeyTypeInconsistent: Self { Self(rawValue: 0x00000115) }
    /// `CKR_RANDOM_SEED_NOT_SUPPORTED`.
    public static var randomSeedNotSupported: Self { Self(rawValue: 0x00000120) }
    /// `CKR_RANDOM_NO_RNG`.
    public static var randomNoRNG: Self { Self(rawValue: 0x00000121) }
    /// `CKR_DOMAIN_PARAMS_INVALID`.
    public static var domainParamsInvalid: Self { Self(rawValue: 0x00000130) }
    /// `CKR_CURVE_NOT_SUPPORTED`.
    public static var curveNotSupported: Self { Self(rawValue: 0x00000140) }
    /// `CKR_BUFFER_TOO_SMALL`.
    public static var bufferTooSmall: Self { Self(rawValue: 0x00000150) }
    /// `CKR_SAVED_STATE_INVALID`.
    public static var savedStateInvalid: Self { Self(rawValue: 0x00000160) }
    /// `CKR_INFORMATION_SENSITIVE`.
    public static var informationSensitive: Self { Self(rawValue: 0x00000170) }
    /// `CKR_STATE_UNSAVEABLE`.
    public static var stateUnsaveable: Self { Self(rawValue: 0x00000180) }
    /// `CKR_CRYPTOKI_NOT_INITIALIZED`.
    public static var cryptokiNotInitialized: Self { Self(rawValue: 0x00000190) }
    /// `CKR_CRYPTOKI_ALREADY_INITIALIZED`.
    public static var cryptokiAlreadyInitialized: Self { Self(rawValue: 0x00000191) }
    /// `CKR_MUTEX_BAD`.
    public static var mutexBad: Self { Self(rawValue: 0x000001A0) }
    /// `CKR_MUTEX_NOT_LOCKED`.
    public static var mutexNotLocked: Self { Self(rawValue: 0x000001A1) }
    /// `CKR_NEW_PIN_MODE`.
    public static var newPINMode: Self { Self(rawValue: 0x000001B0) }
    /// `CKR_NEXT_OTP`.
    public static var nextOTP: Self { Self(rawValue: 0x000001B1) }
    /// `CKR_EXCEEDED_MAX_ITERATIONS`.
    public static var exceededMaxIterations: Self { Self(rawValue: 0x000001B5) }
    /// `CKR_FIPS_SELF_TEST_FAILED`.
    public static var fipsSelfTestFailed: Self { Self(rawValue: 0x000001B6) }
    /// `CKR_LIBRARY_LOAD_FAILED`.
    public static var libraryLoadFailed: Self { Self(rawValue: 0x000001B7) }
    /// `CKR_PIN_TOO_WEAK`.
    public static var pinTooWeak: Self { Self(rawValue: 0x000001B8) }
    /// `CKR_PUBLIC_KEY_INVALID`.
    public static var publicKeyInvalid: Self { Self(rawValue: 0x000001B9) }
    /// `CKR_FUNCTION_REJECTED`.
    public static var functionRejected: Self { Self(rawValue: 0x00000200) }
    /// `CKR_TOKEN_RESOURCE_EXCEEDED`.
    public static var tokenResourceExceeded: Self { Self(rawValue: 0x00000201) }
    /// `CKR_OPERATION_CANCEL_FAILED`.
    public static var operationCancelFailed: Self { Self(rawValue: 0x00000202) }
    /// `CKR_KEY_EXHAUSTED`.
    public static var keyExhausted: Self { Self(rawValue: 0x00000203) }
    /// `CKR_PENDING`.
    public static var pending: Self { Self(rawValue: 0x00000204) }
    /// `CKR_SESSION_ASYNC_NOT_SUPPORTED`.
    public static var sessionAsyncNotSupported: Self { Self(rawValue: 0x00000205) }
    /// `CKR_SEED_RANDOM_REQUIRED`.
    public static var seedRandomRequired: Self { Self(rawValue: 0x00000206) }
    /// `CKR_OPERATION_NOT_VALIDATED`.
    public static var operationNotValidated: Self { Self(rawValue: 0x00000207) }
    /// `CKR_TOKEN_NOT_INITIALIZED`.
    public static var tokenNotInitialized: Self { Self(rawValue: 0x00000208) }
    /// `CKR_PARAMETER_SET_NOT_SUPPORTED`.
    public static var parameterSetNotSupported: Self { Self(rawValue: 0x00000209) }
    /// `CKR_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
}

extension ReturnValue {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKR_OK"),
            (0x00000001, "CKR_CANCEL"),
            (0x00000002, "CKR_HOST_MEMORY"),
            (0x00000003, "CKR_SLOT_ID_INVALID"),
            (0x00000004, "CKR_FLAGS_INVALID"),
            (0x00000005, "CKR_GENERAL_ERROR"),
            (0x00000006, "CKR_FUNCTION_FAILED"),
            (0x00000007, "CKR_ARGUMENTS_BAD"),
            (0x00000008, "CKR_NO_EVENT"),
            (0x00000009, "CKR_NEED_TO_CREATE_THREADS"),
            (0x0000000A, "CKR_CANT_LOCK"),
            (0x00000010, "CKR_ATTRIBUTE_READ_ONLY"),
            (0x00000011, "CKR_ATTRIBUTE_SENSITIVE"),
            (0x00000012, "CKR_ATTRIBUTE_TYPE_INVALID"),
            (0x00000013, "CKR_ATTRIBUTE_VALUE_INVALID"),
            (0x0000001A, "CKR_COPY_PROHIBITED"),
            (0x0000001B, "CKR_ACTION_PROHIBITED"),
            (0x00000020, "CKR_DATA_INVALID"),
            (0x00000021, "CKR_DATA_LEN_RANGE"),
            (0x00000030, "CKR_DEVICE_ERROR"),
            (0x00000031, "CKR_DEVICE_MEMORY"),
            (0x00000032, "CKR_DEVICE_REMOVED"),
            (0x00000040, "CKR_ENCRYPTED_DATA_INVALID"),
            (0x00000041, "CKR_ENCRYPTED_DATA_LEN_RANGE"),
            (0x00000042, "CKR_AEAD_DECRYPT_FAILED"),
            (0x00000050, "CKR_FUNCTION_CANCELED"),
            (0x00000051, "CKR_FUNCTION_NOT_PARALLEL"),
            (0x00000052, "CKR_FUNCTION_PARALLEL"),
            (0x00000054, "CKR_FUNCTION_NOT_SUPPORTED"),
            (0x00000060, "CKR_KEY_HANDLE_INVALID"),
            (0x00000061, "CKR_KEY_SENSITIVE"),
            (0x00000062, "CKR_KEY_SIZE_RANGE"),
            (0x00000063, "CKR_KEY_TYPE_INCONSISTENT"),
            (0x00000064, "CKR_KEY_NOT_NEEDED"),
            (0x00000065, "CKR_KEY_CHANGED"),
            (0x00000066, "CKR_KEY_NEEDED"),
            (0x00000067, "CKR_KEY_INDIGESTIBLE"),
            (0x00000068, "CKR_KEY_FUNCTION_NOT_PERMITTED"),
            (0x00000069, "CKR_KEY_NOT_WRAPPABLE"),
            (0x0000006A, "CKR_KEY_UNEXTRACTABLE"),
            (0x00000070, "CKR_MECHANISM_INVALID"),
            (0x00000071, "CKR_MECHANISM_PARAM_INVALID"),
            (0x00000080, "CKR_OBJECT_CLASS_INCONSISTENT"),
            (0x00000081, "CKR_OBJECT_CLASS_INVALID"),
            (0x00000082, "CKR_OBJECT_HANDLE_INVALID"),
            (0x00000090, "CKR_OPERATION_ACTIVE"),
            (0x00000091, "CKR_OPERATION_NOT_INITIALIZED"),
            (0x000000A0, "CKR_PIN_INCORRECT"),
            (0x000000A1, "CKR_PIN_INVALID"),
            (0x000000A2, "CKR_PIN_LEN_RANGE"),
            (0x000000A3, "CKR_PIN_EXPIRED"),
            (0x000000A4, "CKR_PIN_LOCKED"),
            (0x000000B0, "CKR_SESSION_CLOSED"),
            (0x000000B1, "CKR_SESSION_COUNT"),
            (0x000000B2, "CKR_SESSION_EXCLUSIVE_EXISTS"),
            (0x000000B3, "CKR_SESSION_HANDLE_INVALID"),
            (0x000000B4, "CKR_SESSION_PARALLEL_NOT_SUPPORTED"),
            (0x000000B5, "CKR_SESSION_READ_ONLY"),
            (0x000000B6, "CKR_SESSION_EXISTS"),
            (0x000000B7, "CKR_SESSION_READ_ONLY_EXISTS"),
            (0x000000B8, "CKR_SESSION_READ_WRITE_SO_EXISTS"),
            (0x000000C0, "CKR_SIGNATURE_INVALID"),
            (0x000000C1, "CKR_SIGNATURE_LEN_RANGE"),
            (0x000000D0, "CKR_TEMPLATE_INCOMPLETE"),
            (0x000000D1, "CKR_TEMPLATE_INCONSISTENT"),
            (0x000000E0, "CKR_TOKEN_NOT_PRESENT"),
            (0x000000E1, "CKR_TOKEN_NOT_RECOGNIZED"),
            (0x000000E2, "CKR_TOKEN_WRITE_PROTECTED"),
            (0x000000F0, "CKR_UNWRAPPING_KEY_HANDLE_INVALID"),
            (0x000000F1, "CKR_UNWRAPPING_KEY_SIZE_RANGE"),
            (0x000000F2, "CKR_UNWRAPPING_KEY_TYPE_INCONSISTENT"),
            (0x00000100, "CKR_USER_ALREADY_LOGGED_IN"),
            (0x00000101, "CKR_USER_NOT_LOGGED_IN"),
            (0x00000102, "CKR_USER_PIN_NOT_INITIALIZED"),
            (0x00000103, "CKR_USER_TYPE_INVALID"),
            (0x00000104, "CKR_USER_ANOTHER_ALREADY_LOGGED_IN"),
            (0x00000105, "CKR_USER_TOO_MANY_TYPES"),
            (0x00000110, "CKR_WRAPPED_KEY_INVALID"),
            (0x00000112, "CKR_WRAPPED_KEY_LEN_RANGE"),
            (0x00000113, "CKR_WRAPPING_KEY_HANDLE_INVALID"),
            (0x00000114, "CKR_WRAPPING_KEY_SIZE_RANGE"),
            (0x00000115, "CKR_WRAPPING_KEY_TYPE_INCONSISTENT"),
            (0x00000120, "CKR_RANDOM_SEED_NOT_SUPPORTED"),
            (0x00000121, "CKR_RANDOM_NO_RNG"),
            (0x00000130, "CKR_DOMAIN_PARAMS_INVALID"),
            (0x00000140, "CKR_CURVE_NOT_SUPPORTED"),
            (0x00000150, "CKR_BUFFER_TOO_SMALL"),
            (0x00000160, "CKR_SAVED_STATE_INVALID"),
            (0x00000170, "CKR_INFORMATION_SENSITIVE"),
            (0x00000180, "CKR_STATE_UNSAVEABLE"),
            (0x00000190, "CKR_CRYPTOKI_NOT_INITIALIZED"),
            (0x00000191, "CKR_CRYPTOKI_ALREADY_INITIALIZED"),
            (0x000001A0, "CKR_MUTEX_BAD"),
            (0x000001A1, "CKR_MUTEX_NOT_LOCKED"),
            (0x000001B0, "CKR_NEW_PIN_MODE"),
            (0x000001B1, "CKR_NEXT_OTP"),
            (0x000001B5, "CKR_EXCEEDED_MAX_ITERATIONS"),
            (0x000001B6, "CKR_FIPS_SELF_TEST_FAILED"),
            (0x000001B7, "CKR_LIBRARY_LOAD_FAILED"),
            (0x000001B8, "CKR_PIN_TOO_WEAK"),
            (0x000001B9, "CKR_PUBLIC_KEY_INVALID"),
            (0x00000200, "CKR_FUNCTION_REJECTED"),
            (0x00000201, "CKR_TOKEN_RESOURCE_EXCEEDED"),
            (0x00000202, "CKR_OPERATION_CANCEL_FAILED"),
            (0x00000203, "CKR_KEY_EXHAUSTED"),
            (0x00000204, "CKR_PENDING"),
            (0x00000205, "CKR_SESSION_ASYNC_NOT_SUPPORTED"),
            (0x00000206, "CKR_SEED_RANDOM_REQUIRED"),
            (0x00000207, "CKR_OPERATION_NOT_VALIDATED"),
            (0x00000208, "CKR_TOKEN_NOT_INITIALIZED"),
            (0x00000209, "CKR_PARAMETER_SET_NOT_SUPPORTED"),
            (0x80000000, "CKR_VENDOR_DEFINED"),
        ])
}
