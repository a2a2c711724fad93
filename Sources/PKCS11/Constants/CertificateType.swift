/// The kind of a certificate object (`CK_CERTIFICATE_TYPE`).
///
/// `CKC_OPENPGP` is GnuPG's value, which p11-kit's header names too.
public struct CertificateType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension CertificateType {
    /// `CKC_X_509`.
    public static var x509: Self { Self(rawValue: 0x00000000) }
    /// `CKC_X_509_ATTR_CERT`.
    public static var x509AttrCert: Self { Self(rawValue: 0x00000001) }
    /// `CKC_WTLS`.
    public static var wtls: Self { Self(rawValue: 0x00000002) }
    /// `CKC_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
    /// `CKC_OPENPGP`.
    public static var openPGP: Self { Self(rawValue: 0x80504750) }
}

extension CertificateType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKC_X_509"),
            (0x00000001, "CKC_X_509_ATTR_CERT"),
            (0x00000002, "CKC_WTLS"),
            (0x80000000, "CKC_VENDOR_DEFINED"),
            (0x80504750, "CKC_OPENPGP"),
        ])
}
