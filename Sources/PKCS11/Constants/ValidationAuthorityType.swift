/// Under whose scheme a module or token was validated (`CK_VALIDATION_AUTHORITY_TYPE`).
public struct ValidationAuthorityType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension ValidationAuthorityType {
    /// `CKV_AUTHORITY_TYPE_UNSPECIFIED`.
    public static var unspecified: Self { Self(rawValue: 0x00000000) }
    /// `CKV_AUTHORITY_TYPE_NIST_CMVP`.
    public static var nistCMVP: Self { Self(rawValue: 0x00000001) }
    /// `CKV_AUTHORITY_TYPE_COMMON_CRITERIA`.
    public static var commonCriteria: Self { Self(rawValue: 0x00000002) }
}

extension ValidationAuthorityType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKV_AUTHORITY_TYPE_UNSPECIFIED"),
            (0x00000001, "CKV_AUTHORITY_TYPE_NIST_CMVP"),
            (0x00000002, "CKV_AUTHORITY_TYPE_COMMON_CRITERIA"),
        ])
}
