/// A profile that a token says it follows (`CK_PROFILE_ID`).
public struct ProfileID: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension ProfileID {
    /// `CKP_INVALID_ID`.
    public static var invalidID: Self { Self(rawValue: 0x00000000) }
    /// `CKP_BASELINE_PROVIDER`.
    public static var baselineProvider: Self { Self(rawValue: 0x00000001) }
    /// `CKP_EXTENDED_PROVIDER`.
    public static var extendedProvider: Self { Self(rawValue: 0x00000002) }
    /// `CKP_AUTHENTICATION_TOKEN`.
    public static var authenticationToken: Self { Self(rawValue: 0x00000003) }
    /// `CKP_PUBLIC_CERTIFICATES_TOKEN`.
    public static var publicCertificatesToken: Self { Self(rawValue: 0x00000004) }
    /// `CKP_COMPLETE_PROVIDER`.
    public static var completeProvider: Self { Self(rawValue: 0x00000005) }
    /// `CKP_HKDF_TLS_TOKEN`.
    public static var hkdfTLSToken: Self { Self(rawValue: 0x00000006) }
    /// `CKP_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
}

extension ProfileID {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKP_INVALID_ID"),
            (0x00000001, "CKP_BASELINE_PROVIDER"),
            (0x00000002, "CKP_EXTENDED_PROVIDER"),
            (0x00000003, "CKP_AUTHENTICATION_TOKEN"),
            (0x00000004, "CKP_PUBLIC_CERTIFICATES_TOKEN"),
            (0x00000005, "CKP_COMPLETE_PROVIDER"),
            (0x00000006, "CKP_HKDF_TLS_TOKEN"),
            (0x80000000, "CKP_VENDOR_DEFINED"),
        ])
}
