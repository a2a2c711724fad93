/// What an object on a token is (`CK_OBJECT_CLASS`).
public struct ObjectClass: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension ObjectClass {
    /// `CKO_DATA`.
    public static var data: Self { Self(rawValue: 0x00000000) }
    /// `CKO_CERTIFICATE`.
    public static var certificate: Self { Self(rawValue: 0x00000001) }
    /// `CKO_PUBLIC_KEY`.
    public static var publicKey: Self { Self(rawValue: 0x00000002) }
    /// `CKO_PRIVATE_KEY`.
    public static var privateKey: Self { Self(rawValue: 0x00000003) }
    /// `CKO_SECRET_KEY`.
    public static var secretKey: Self { Self(rawValue: 0x00000004) }
    /// `CKO_HW_FEATURE`.
    public static var hwFeature: Self { Self(rawValue: 0x00000005) }
    /// `CKO_DOMAIN_PARAMETERS`.
    public static var domainParameters: Self { Self(rawValue: 0x00000006) }
    /// `CKO_MECHANISM`.
    public static var mechanism: Self { Self(rawValue: 0x00000007) }
    /// `CKO_OTP_KEY`.
    public static var otpKey: Self { Self(rawValue: 0x00000008) }
    /// `CKO_PROFILE`.
    public static var profile: Self { Self(rawValue: 0x00000009) }
    /// `CKO_VALIDATION`.
    public static var validation: Self { Self(rawValue: 0x0000000A) }
    /// `CKO_TRUST`.
    public static var trust: Self { Self(rawValue: 0x0000000B) }
    /// `CKO_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
}

extension ObjectClass {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKO_DATA"),
            (0x00000001, "CKO_CERTIFICATE"),
            (0x00000002, "CKO_PUBLIC_KEY"),
            (0x00000003, "CKO_PRIVATE_KEY"),
            (0x00000004, "CKO_SECRET_KEY"),
            (0x00000005, "CKO_HW_FEATURE"),
            (0x00000006, "CKO_DOMAIN_PARAMETERS"),
            (0x00000007, "CKO_MECHANISM"),
            (0x00000008, "CKO_OTP_KEY"),
            (0x00000009, "CKO_PROFILE"),
            (0x0000000A, "CKO_VALIDATION"),
            (0x0000000B, "CKO_TRUST"),
            (0x80000000, "CKO_VENDOR_DEFINED"),
        ])
}
