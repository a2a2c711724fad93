/// How far a certificate is trusted for a purpose (`CK_TRUST`).
public struct TrustLevel: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension TrustLevel {
    /// `CKT_TRUST_UNKNOWN`.
    public static var trustUnknown: Self { Self(rawValue: 0x00000000) }
    /// `CKT_TRUSTED`.
    public static var trusted: Self { Self(rawValue: 0x00000001) }
    /// `CKT_TRUST_ANCHOR`.
    public static var trustAnchor: Self { Self(rawValue: 0x00000002) }
    /// `CKT_NOT_TRUSTED`.
    public static var notTrusted: Self { Self(rawValue: 0x00000003) }
    /// `CKT_TRUST_MUST_VERIFY_TRUST`.
    public static var trustMustVerifyTrust: Self { Self(rawValue: 0x00000004) }
}

extension TrustLevel {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKT_TRUST_UNKNOWN"),
            (0x00000001, "CKT_TRUSTED"),
            (0x00000002, "CKT_TRUST_ANCHOR"),
            (0x00000003, "CKT_NOT_TRUSTED"),
            (0x00000004, "CKT_TRUST_MUST_VERIFY_TRUST"),
        ])
}
