/// The pseudo-random function of PBKDF2 (`CK_PKCS5_PBKD2_PSEUDO_RANDOM_FUNCTION_TYPE`).
public struct PBKDF2PseudoRandomFunction: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension PBKDF2PseudoRandomFunction {
    /// `CKP_PKCS5_PBKD2_HMAC_SHA1`.
    public static var hmacSHA1: Self { Self(rawValue: 0x00000001) }
    /// `CKP_PKCS5_PBKD2_HMAC_GOSTR3411`.
    public static var hmacGOSTR3411: Self { Self(rawValue: 0x00000002) }
    /// `CKP_PKCS5_PBKD2_HMAC_SHA224`.
    public static var hmacSHA224: Self { Self(rawValue: 0x00000003) }
    /// `CKP_PKCS5_PBKD2_HMAC_SHA256`.
    public static var hmacSHA256: Self { Self(rawValue: 0x00000004) }
    /// `CKP_PKCS5_PBKD2_HMAC_SHA384`.
    public static var hmacSHA384: Self { Self(rawValue: 0x00000005) }
    /// `CKP_PKCS5_PBKD2_HMAC_SHA512`.
    public static var hmacSHA512: Self { Self(rawValue: 0x00000006) }
    /// `CKP_PKCS5_PBKD2_HMAC_SHA512_224`.
    public static var hmacSHA512_224: Self { Self(rawValue: 0x00000007) }
    /// `CKP_PKCS5_PBKD2_HMAC_SHA512_256`.
    public static var hmacSHA512_256: Self { Self(rawValue: 0x00000008) }
}

extension PBKDF2PseudoRandomFunction {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKP_PKCS5_PBKD2_HMAC_SHA1"),
            (0x00000002, "CKP_PKCS5_PBKD2_HMAC_GOSTR3411"),
            (0x00000003, "CKP_PKCS5_PBKD2_HMAC_SHA224"),
            (0x00000004, "CKP_PKCS5_PBKD2_HMAC_SHA256"),
            (0x00000005, "CKP_PKCS5_PBKD2_HMAC_SHA384"),
            (0x00000006, "CKP_PKCS5_PBKD2_HMAC_SHA512"),
            (0x00000007, "CKP_PKCS5_PBKD2_HMAC_SHA512_224"),
            (0x00000008, "CKP_PKCS5_PBKD2_HMAC_SHA512_256"),
        ])
}
