/// What a module calls back for (`CK_NOTIFICATION`).
public struct CallbackNotification: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension CallbackNotification {
    /// `CKN_SURRENDER`.
    public static var surrender: Self { Self(rawValue: 0x00000000) }
    /// `CKN_OTP_CHANGED`.
    public static var otpChanged: Self { Self(rawValue: 0x00000001) }
}

extension CallbackNotification {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKN_SURRENDER"),
            (0x00000001, "CKN_OTP_CHANGED"),
        ])
}
