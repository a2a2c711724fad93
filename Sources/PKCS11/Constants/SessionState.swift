/// Who is logged in on a session, and what it may do (`CK_STATE`).
public struct SessionState: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension SessionState {
    /// `CKS_RO_PUBLIC_SESSION`.
    public static var roPublicSession: Self { Self(rawValue: 0x00000000) }
    /// `CKS_RO_USER_FUNCTIONS`.
    public static var roUserFunctions: Self { Self(rawValue: 0x00000001) }
    /// `CKS_RW_PUBLIC_SESSION`.
    public static var rwPublicSession: Self { Self(rawValue: 0x00000002) }
    /// `CKS_RW_USER_FUNCTIONS`.
    public static var rwUserFunctions: Self { Self(rawValue: 0x00000003) }
    /// `CKS_RW_SO_FUNCTIONS`.
    public static var rwSOFunctions: Self { Self(rawValue: 0x00000004) }
}

extension SessionState {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKS_RO_PUBLIC_SESSION"),
            (0x00000001, "CKS_RO_USER_FUNCTIONS"),
            (0x00000002, "CKS_RW_PUBLIC_SESSION"),
            (0x00000003, "CKS_RW_USER_FUNCTIONS"),
            (0x00000004, "CKS_RW_SO_FUNCTIONS"),
        ])
}
