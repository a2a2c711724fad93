/// What a token can do, and the state of its PINs (`flags` of `CK_TOKEN_INFO`).
public struct TokenFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension TokenFlags {
    /// `CKF_RNG`.
    public static var rng: Self { Self(rawValue: 0x00000001) }
    /// `CKF_WRITE_PROTECTED`.
    public static var writeProtected: Self { Self(rawValue: 0x00000002) }
    /// `CKF_LOGIN_REQUIRED`.
    public static var loginRequired: Self { Self(rawValue: 0x00000004) }
    /// `CKF_USER_PIN_INITIALIZED`.
    public static var userPINInitialized: Self { Self(rawValue: 0x00000008) }
    /// `CKF_RESTORE_KEY_NOT_NEEDED`.
    public static var restoreKeyNotNeeded: Self { Self(rawValue: 0x00000020) }
    /// `CKF_CLOCK_ON_TOKEN`.
    public static var clockOnToken: Self { Self(rawValue: 0x00000040) }
    /// `CKF_SUPPORTS_PARALLEL`, withdrawn.
    public static var supportsParallel: Self { Self(rawValue: 0x00000080) }
    /// `CKF_PROTECTED_AUTHENTICATION_PATH`.
    public static var protectedAuthenticationPath: Self { Self(rawValue: 0x00000100) }
    /// `CKF_DUAL_CRYPTO_OPERATIONS`.
    public static var dualCryptoOperations: Self { Self(rawValue: 0x00000200) }
    /// `CKF_TOKEN_INITIALIZED`.
    public static var tokenInitialized: Self { Self(rawValue: 0x00000400) }
    /// `CKF_SECONDARY_AUTHENTICATION`.
    public static var secondaryAuthentication: Self { Self(rawValue: 0x00000800) }
    /// `CKF_USER_PIN_COUNT_LOW`.
    public static var userPINCountLow: Self { Self(rawValue: 0x00010000) }
    /// `CKF_USER_PIN_FINAL_TRY`.
    public static var userPINFinalTry: Self { Self(rawValue: 0x00020000) }
    /// `CKF_USER_PIN_LOCKED`.
    public static var userPINLocked: Self { Self(rawValue: 0x00040000) }
    /// `CKF_USER_PIN_TO_BE_CHANGED`.
    public static var userPINToBeChanged: Self { Self(rawValue: 0x00080000) }
    /// `CKF_SO_PIN_COUNT_LOW`.
    public static var soPINCountLow: Self { Self(rawValue: 0x00100000) }
    /// `CKF_SO_PIN_FINAL_TRY`.
    public static var soPINFinalTry: Self { Self(rawValue: 0x00200000) }
    /// `CKF_SO_PIN_LOCKED`.
    public static var soPINLocked: Self { Self(rawValue: 0x00400000) }
    /// `CKF_SO_PIN_TO_BE_CHANGED`.
    public static var soPINToBeChanged: Self { Self(rawValue: 0x00800000) }
    /// `CKF_ERROR_STATE`.
    public static var errorState: Self { Self(rawValue: 0x01000000) }
    /// `CKF_SEED_RANDOM_REQUIRED`.
    public static var seedRandomRequired: Self { Self(rawValue: 0x02000000) }
    /// `CKF_ASYNC_SESSION_SUPPORTED`.
    public static var asyncSessionSupported: Self { Self(rawValue: 0x04000000) }
}

extension TokenFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_RNG"),
            (0x00000002, "CKF_WRITE_PROTECTED"),
            (0x00000004, "CKF_LOGIN_REQUIRED"),
            (0x00000008, "CKF_USER_PIN_INITIALIZED"),
            (0x00000020, "CKF_RESTORE_KEY_NOT_NEEDED"),
            (0x00000040, "CKF_CLOCK_ON_TOKEN"),
            (0x00000080, "CKF_SUPPORTS_PARALLEL"),
            (0x00000100, "CKF_PROTECTED_AUTHENTICATION_PATH"),
            (0x00000200, "CKF_DUAL_CRYPTO_OPERATIONS"),
            (0x00000400, "CKF_TOKEN_INITIALIZED"),
            (0x00000800, "CKF_SECONDARY_AUTHENTICATION"),
            (0x00010000, "CKF_USER_PIN_COUNT_LOW"),
            (0x00020000, "CKF_USER_PIN_FINAL_TRY"),
            (0x00040000, "CKF_USER_PIN_LOCKED"),
            (0x00080000, "CKF_USER_PIN_TO_BE_CHANGED"),
            (0x00100000, "CKF_SO_PIN_COUNT_LOW"),
            (0x00200000, "CKF_SO_PIN_FINAL_TRY"),
            (0x00400000, "CKF_SO_PIN_LOCKED"),
            (0x00800000, "CKF_SO_PIN_TO_BE_CHANGED"),
            (0x01000000, "CKF_ERROR_STATE"),
            (0x02000000, "CKF_SEED_RANDOM_REQUIRED"),
            (0x04000000, "CKF_ASYNC_SESSION_SUPPORTED"),
        ])
}
