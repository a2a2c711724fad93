/// What a one-time password is to be made of (`CK_OTP_FLAGS`).
public struct OTPFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension OTPFlags {
    /// `CKF_NEXT_OTP`.
    public static var nextOTP: Self { Self(rawValue: 0x00000001) }
    /// `CKF_EXCLUDE_TIME`.
    public static var excludeTime: Self { Self(rawValue: 0x00000002) }
    /// `CKF_EXCLUDE_COUNTER`.
    public static var excludeCounter: Self { Self(rawValue: 0x00000004) }
    /// `CKF_EXCLUDE_CHALLENGE`.
    public static var excludeChallenge: Self { Self(rawValue: 0x00000008) }
    /// `CKF_EXCLUDE_PIN`.
    public static var excludePIN: Self { Self(rawValue: 0x00000010) }
    /// `CKF_USER_FRIENDLY_OTP`.
    public static var userFriendlyOTP: Self { Self(rawValue: 0x00000020) }
}

extension OTPFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_NEXT_OTP"),
            (0x00000002, "CKF_EXCLUDE_TIME"),
            (0x00000004, "CKF_EXCLUDE_COUNTER"),
            (0x00000008, "CKF_EXCLUDE_CHALLENGE"),
            (0x00000010, "CKF_EXCLUDE_PIN"),
            (0x00000020, "CKF_USER_FRIENDLY_OTP"),
        ])
}
