/// What a token does with a mechanism (`flags` of `CK_MECHANISM_INFO`).
public struct MechanismFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension MechanismFlags {
    /// `CKF_HW`.
    public static var hw: Self { Self(rawValue: 0x00000001) }
    /// `CKF_MESSAGE_ENCRYPT`.
    public static var messageEncrypt: Self { Self(rawValue: 0x00000002) }
    /// `CKF_MESSAGE_DECRYPT`.
    public static var messageDecrypt: Self { Self(rawValue: 0x00000004) }
    /// `CKF_MESSAGE_SIGN`.
    public static var messageSign: Self { Self(rawValue: 0x00000008) }
    /// `CKF_MESSAGE_VERIFY`.
    public static var messageVerify: Self { Self(rawValue: 0x00000010) }
    /// `CKF_MULTI_MESSAGE`.
    public static var multiMessage: Self { Self(rawValue: 0x00000020) }
    /// `CKF_FIND_OBJECTS`.
    public static var findObjects: Self { Self(rawValue: 0x00000040) }
    /// `CKF_ENCRYPT`.
    public static var encrypt: Self { Self(rawValue: 0x00000100) }
    /// `CKF_DECRYPT`.
    public static var decrypt: Self { Self(rawValue: 0x00000200) }
    /// `CKF_DIGEST`.
    public static var digest: Self { Self(rawValue: 0x00000400) }
    /// `CKF_SIGN`.
    public static var sign: Self { Self(rawValue: 0x00000800) }
    /// `CKF_SIGN_RECOVER`.
    public static var signRecover: Self { Self(rawValue: 0x00001000) }
    /// `CKF_VERIFY`.
    public static var verify: Self { Self(rawValue: 0x00002000) }
    /// `CKF_VERIFY_RECOVER`.
    public static var verifyRecover: Self { Self(rawValue: 0x00004000) }
    /// `CKF_GENERATE`.
    public static var generate: Self { Self(rawValue: 0x00008000) }
    /// `CKF_GENERATE_KEY_PAIR`.
    public static var generateKeyPair: Self { Self(rawValue: 0x00010000) }
    /// `CKF_WRAP`.
    public static var wrap: Self { Self(rawValue: 0x00020000) }
    /// `CKF_UNWRAP`.
    public static var unwrap: Self { Self(rawValue: 0x00040000) }
    /// `CKF_DERIVE`.
    public static var derive: Self { Self(rawValue: 0x00080000) }
    /// `CKF_EC_F_P`.
    public static var ecFP: Self { Self(rawValue: 0x00100000) }
    /// `CKF_EC_F_2M`.
    public static var ecF2M: Self { Self(rawValue: 0x00200000) }
    /// `CKF_EC_ECPARAMETERS`.
    public static var ecECParameters: Self { Self(rawValue: 0x00400000) }
    /// `CKF_EC_OID`.
    public static var ecOID: Self { Self(rawValue: 0x00800000) }
    /// `CKF_EC_UNCOMPRESS`.
    public static var ecUncompress: Self { Self(rawValue: 0x01000000) }
    /// `CKF_EC_COMPRESS`.
    public static var ecCompress: Self { Self(rawValue: 0x02000000) }
    /// `CKF_EC_CURVENAME`.
    public static var ecCurveName: Self { Self(rawValue: 0x04000000) }
    /// `CKF_ENCAPSULATE`.
    public static var encapsulate: Self { Self(rawValue: 0x10000000) }
    /// `CKF_DECAPSULATE`.
    public static var decapsulate: Self { Self(rawValue: 0x20000000) }
    /// `CKF_EXTENSION`.
    public static var `extension`: Self { Self(rawValue: 0x80000000) }
}

extension MechanismFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_HW"),
            (0x00000002, "CKF_MESSAGE_ENCRYPT"),
            (0x00000004, "CKF_MESSAGE_DECRYPT"),
            (0x00000008, "CKF_MESSAGE_SIGN"),
            (0x00000010, "CKF_MESSAGE_VERIFY"),
            (0x00000020, "CKF_MULTI_MESSAGE"),
            (0x00000040, "CKF_FIND_OBJECTS"),
            (0x00000100, "CKF_ENCRYPT"),
            (0x00000200, "CKF_DECRYPT"),
            (0x00000400, "CKF_DIGEST"),
            (0x00000800, "CKF_SIGN"),
            (0x00001000, "CKF_SIGN_RECOVER"),
            (0x00002000, "CKF_VERIFY"),
            (0x00004000, "CKF_VERIFY_RECOVER"),
            (0x00008000, "CKF_GENERATE"),
            (0x00010000, "CKF_GENERATE_KEY_PAIR"),
            (0x00020000, "CKF_WRAP"),
            (0x00040000, "CKF_UNWRAP"),
            (0x00080000, "CKF_DERIVE"),
            (0x00100000, "CKF_EC_F_P"),
            (0x00200000, "CKF_EC_F_2M"),
            (0x00400000, "CKF_EC_ECPARAMETERS"),
            (0x00800000, "CKF_EC_OID"),
            (0x01000000, "CKF_EC_UNCOMPRESS"),
            (0x02000000, "CKF_EC_COMPRESS"),
            (0x04000000, "CKF_EC_CURVENAME"),
            (0x10000000, "CKF_ENCAPSULATE"),
            (0x20000000, "CKF_DECAPSULATE"),
            (0x80000000, "CKF_EXTENSION"),
        ],
        aliases: [
            (0x00000020, "CKF_MULTI_MESSGE"),
            (0x00800000, "CKF_EC_NAMEDCURVE"),
        ])
}
