/// The mask generation function of RSA-PSS and RSA-OAEP (`CK_RSA_PKCS_MGF_TYPE`).
public struct MaskGenerationFunction: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension MaskGenerationFunction {
    /// `CKG_MGF1_SHA1`.
    public static var mgf1SHA1: Self { Self(rawValue: 0x00000001) }
    /// `CKG_MGF1_SHA256`.
    public static var mgf1SHA256: Self { Self(rawValue: 0x00000002) }
    /// `CKG_MGF1_SHA384`.
    public static var mgf1SHA384: Self { Self(rawValue: 0x00000003) }
    /// `CKG_MGF1_SHA512`.
    public static var mgf1SHA512: Self { Self(rawValue: 0x00000004) }
    /// `CKG_MGF1_SHA224`.
    public static var mgf1SHA224: Self { Self(rawValue: 0x00000005) }
    /// `CKG_MGF1_SHA3_224`.
    public static var mgf1SHA3_224: Self { Self(rawValue: 0x00000006) }
    /// `CKG_MGF1_SHA3_256`.
    public static var mgf1SHA3_256: Self { Self(rawValue: 0x00000007) }
    /// `CKG_MGF1_SHA3_384`.
    public static var mgf1SHA3_384: Self { Self(rawValue: 0x00000008) }
    /// `CKG_MGF1_SHA3_512`.
    public static var mgf1SHA3_512: Self { Self(rawValue: 0x00000009) }
}

extension MaskGenerationFunction {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKG_MGF1_SHA1"),
            (0x00000002, "CKG_MGF1_SHA256"),
            (0x00000003, "CKG_MGF1_SHA384"),
            (0x00000004, "CKG_MGF1_SHA512"),
            (0x00000005, "CKG_MGF1_SHA224"),
            (0x00000006, "CKG_MGF1_SHA3_224"),
            (0x00000007, "CKG_MGF1_SHA3_256"),
            (0x00000008, "CKG_MGF1_SHA3_384"),
            (0x00000009, "CKG_MGF1_SHA3_512"),
        ])
}
