/// What was validated of a module or token (`CK_VALIDATION_TYPE`).
public struct ValidationType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension ValidationType {
    /// `CKV_TYPE_UNSPECIFIED`.
    public static var unspecified: Self { Self(rawValue: 0x00000000) }
    /// `CKV_TYPE_SOFTWARE`.
    public static var software: Self { Self(rawValue: 0x00000001) }
    /// `CKV_TYPE_HARDWARE`.
    public static var hardware: Self { Self(rawValue: 0x00000002) }
    /// `CKV_TYPE_FIRMWARE`.
    public static var firmware: Self { Self(rawValue: 0x00000003) }
    /// `CKV_TYPE_HYBRID`.
    public static var hybrid: Self { Self(rawValue: 0x00000004) }
}

extension ValidationType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKV_TYPE_UNSPECIFIED"),
            (0x00000001, "CKV_TYPE_SOFTWARE"),
            (0x00000002, "CKV_TYPE_HARDWARE"),
            (0x00000003, "CKV_TYPE_FIRMWARE"),
            (0x00000004, "CKV_TYPE_HYBRID"),
        ])
}
