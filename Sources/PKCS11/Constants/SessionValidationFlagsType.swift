/// Which flags `C_GetSessionValidationFlags` is asked for (`CK_SESSION_VALIDATION_FLAGS_TYPE`).
public struct SessionValidationFlagsType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension SessionValidationFlagsType {
    /// `CKS_LAST_VALIDATION_OK`.
    public static var lastValidationOK: Self { Self(rawValue: 0x00000001) }
}

extension SessionValidationFlagsType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKS_LAST_VALIDATION_OK")
        ])
}
