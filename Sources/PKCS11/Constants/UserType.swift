/// Who logs in (`CK_USER_TYPE`).
public struct UserType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension UserType {
    /// `CKU_SO`.
    public static var so: Self { Self(rawValue: 0x00000000) }
    /// `CKU_USER`.
    public static var user: Self { Self(rawValue: 0x00000001) }
    /// `CKU_CONTEXT_SPECIFIC`.
    public static var contextSpecific: Self { Self(rawValue: 0x00000002) }
}

extension UserType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKU_SO"),
            (0x00000001, "CKU_USER"),
            (0x00000002, "CKU_CONTEXT_SPECIFIC"),
        ])
}
