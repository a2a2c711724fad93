/// A parameter set of SLH-DSA (`CK_SLH_DSA_PARAMETER_SET_TYPE`).
public struct SLHDSAParameterSet: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension SLHDSAParameterSet {
    /// `CKP_SLH_DSA_SHA2_128S`.
    public static var slhDSASHA2_128S: Self { Self(rawValue: 0x00000001) }
    /// `CKP_SLH_DSA_SHAKE_128S`.
    public static var slhDSASHAKE128S: Self { Self(rawValue: 0x00000002) }
    /// `CKP_SLH_DSA_SHA2_128F`.
    public static var slhDSASHA2_128F: Self { Self(rawValue: 0x00000003) }
    /// `CKP_SLH_DSA_SHAKE_128F`.
    public static var slhDSASHAKE128F: Self { Self(rawValue: 0x00000004) }
    /// `CKP_SLH_DSA_SHA2_192S`.
    public static var slhDSASHA2_192S: Self { Self(rawValue: 0x00000005) }
    /// `CKP_SLH_DSA_SHAKE_192S`.
    public static var slhDSASHAKE192S: Self { Self(rawValue: 0x00000006) }
    /// `CKP_SLH_DSA_SHA2_192F`.
    public static var slhDSASHA2_192F: Self { Self(rawValue: 0x00000007) }
    /// `CKP_SLH_DSA_SHAKE_192F`.
    public static var slhDSASHAKE192F: Self { Self(rawValue: 0x00000008) }
    /// `CKP_SLH_DSA_SHA2_256S`.
    public static var slhDSASHA2_256S: Self { Self(rawValue: 0x00000009) }
    /// `CKP_SLH_DSA_SHAKE_256S`.
    public static var slhDSASHAKE256S: Self { Self(rawValue: 0x0000000A) }
    /// `CKP_SLH_DSA_SHA2_256F`.
    public static var slhDSASHA2_256F: Self { Self(rawValue: 0x0000000B) }
    /// `CKP_SLH_DSA_SHAKE_256F`.
    public static var slhDSASHAKE256F: Self { Self(rawValue: 0x0000000C) }
}

extension SLHDSAParameterSet {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKP_SLH_DSA_SHA2_128S"),
            (0x00000002, "CKP_SLH_DSA_SHAKE_128S"),
            (0x00000003, "CKP_SLH_DSA_SHA2_128F"),
            (0x00000004, "CKP_SLH_DSA_SHAKE_128F"),
            (0x00000005, "CKP_SLH_DSA_SHA2_192S"),
            (0x00000006, "CKP_SLH_DSA_SHAKE_192S"),
            (0x00000007, "CKP_SLH_DSA_SHA2_192F"),
            (0x00000008, "CKP_SLH_DSA_SHAKE_192F"),
            (0x00000009, "CKP_SLH_DSA_SHA2_256S"),
            (0x0000000A, "CKP_SLH_DSA_SHAKE_256S"),
            (0x0000000B, "CKP_SLH_DSA_SHA2_256F"),
            (0x0000000C, "CKP_SLH_DSA_SHAKE_256F"),
        ])
}
