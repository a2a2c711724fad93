/// The algorithm that a key is for (`CK_KEY_TYPE`).
public struct KeyType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension KeyType {
    /// `CKK_RSA`.
    public static var rsa: Self { Self(rawValue: 0x00000000) }
    /// `CKK_DSA`.
    public static var dsa: Self { Self(rawValue: 0x00000001) }
    /// `CKK_DH`.
    public static var dh: Self { Self(rawValue: 0x00000002) }
    /// `CKK_EC`.
    public static var ec: Self { Self(rawValue: 0x00000003) }
    /// `CKK_X9_42_DH`.
    public static var x9_42DH: Self { Self(rawValue: 0x00000004) }
    /// `CKK_KEA`.
    public static var kea: Self { Self(rawValue: 0x00000005) }
    /// `CKK_GENERIC_SECRET`.
    public static var genericSecret: Self { Self(rawValue: 0x00000010) }
    /// `CKK_RC2`.
    public static var rc2: Self { Self(rawValue: 0x00000011) }
    /// `CKK_RC4`.
    public static var rc4: Self { Self(rawValue: 0x00000012) }
    /// `CKK_DES`.
    public static var des: Self { Self(rawValue: 0x00000013) }
    /// `CKK_DES2`.
    public static var des2: Self { Self(rawValue: 0x00000014) }
    /// `CKK_DES3`.
    public static var des3: Self { Self(rawValue: 0x00000015) }
    /// `CKK_CAST`.
    public static var cast: Self { Self(rawValue: 0x00000016) }
    /// `CKK_CAST3`.
    public static var cast3: Self { Self(rawValue: 0x00000017) }
    /// `CKK_CAST128`.
    public static var cast128: Self { Self(rawValue: 0x00000018) }
    /// `CKK_RC5`.
    public static var rc5: Self { Self(rawValue: 0x00000019) }
    /// `CKK_IDEA`.
    public static var idea: Self { Self(rawValue: 0x0000001A) }
    /// `CKK_SKIPJACK`.
    public static var skipjack: Self { Self(rawValue: 0x0000001B) }
    /// `CKK_BATON`.
    public static var baton: Self { Self(rawValue: 0x0000001C) }
    /// `CKK_JUNIPER`.
    public static var juniper: Self { Self(rawValue: 0x0000001D) }
    /// `CKK_CDMF`.
    public static var cdmf: Self { Self(rawValue: 0x0000001E) }
    /// `CKK_AES`.
    public static var aes: Self { Self(rawValue: 0x0000001F) }
    /// `CKK_BLOWFISH`.
    public static var blowfish: Self { Self(rawValue: 0x00000020) }
    /// `CKK_TWOFISH`.
    public static var twofish: Self { Self(rawValue: 0x00000021) }
    /// `CKK_SECURID`.
    public static var securid: Self { Self(rawValue: 0x00000022) }
    /// `CKK_HOTP`.
    public static var hotp: Self { Self(rawValue: 0x00000023) }
    /// `CKK_ACTI`.
    public static var acti: Self { Self(rawValue: 0x00000024) }
    /// `CKK_CAMELLIA`.
    public static var camellia: Self { Self(rawValue: 0x00000025) }
    /// `CKK_ARIA`.
    public static var aria: Self { Self(rawValue: 0x00000026) }
    /// `CKK_MD5_HMAC`.
    public static var md5HMAC: Self { Self(rawValue: 0x00000027) }
    /// `CKK_SHA_1_HMAC`.
    public static var sha1HMAC: Self { Self(rawValue: 0x00000028) }
    /// `CKK_RIPEMD128_HMAC`.
    public static var ripemd128HMAC: Self { Self(rawValue: 0x00000029) }
    /// `CKK_RIPEMD160_HMAC`.
    public static var ripemd160HMAC: Self { Self(rawValue: 0x0000002A) }
    /// `CKK_SHA256_HMAC`.
    public static var sha256HMAC: Self { Self(rawValue: 0x0000002B) }
    /// `CKK_SHA384_HMAC`.
    public static var sha384HMAC: Self { Self(rawValue: 0x0000002C) }
    /// `CKK_SHA512_HMAC`.
    public static var sha512HMAC: Self { Self(rawValue: 0x0000002D) }
    /// `CKK_SHA224_HMAC`.
    public static var sha224HMAC: Self { Self(rawValue: 0x0000002E) }
    /// `CKK_SEED`.
    public static var seed: Self { Self(rawValue: 0x0000002F) }
    /// `CKK_GOSTR3410`.
    public static var gostr3410: Self { Self(rawValue: 0x00000030) }
    /// `CKK_GOSTR3411`.
    public static var gostr3411: Self { Self(rawValue: 0x00000031) }
    /// `CKK_GOST28147`.
    public static var gost28147: Self { Self(rawValue: 0x00000032) }
    /// `CKK_CHACHA20`.
    public static var chacha20: Self { Self(rawValue: 0x00000033) }
    /// `CKK_POLY1305`.
    public static var poly1305: Self { Self(rawValue: 0x00000034) }
    /// `CKK_AES_XTS`.
    public static var aesXTS: Self { Self(rawValue: 0x00000035) }
    /// `CKK_SHA3_224_HMAC`.
    public static var sha3_224HMAC: Self { Self(rawValue: 0x00000036) }
    /// `CKK_SHA3_256_HMAC`.
    public static var sha3_256HMAC: Self { Self(rawValue: 0x00000037) }
    /// `CKK_SHA3_384_HMAC`.
    public static var sha3_384HMAC: Self { Self(rawValue: 0x00000038) }
    /// `CKK_SHA3_512_HMAC`.
    public static var sha3_512HMAC: Self { Self(rawValue: 0x00000039) }
    /// `CKK_BLAKE2B_160_HMAC`.
    public static var blake2b160HMAC: Self { Self(rawValue: 0x0000003A) }
    /// `CKK_BLAKE2B_256_HMAC`.
    public static var blake2b256HMAC: Self { Self(rawValue: 0x0000003B) }
    /// `CKK_BLAKE2B_384_HMAC`.
    public static var blake2b384HMAC: Self { Self(rawValue: 0x0000003C) }
    /// `CKK_BLAKE2B_512_HMAC`.
    public static var blake2b512HMAC: Self { Self(rawValue: 0x0000003D) }
    /// `CKK_SALSA20`.
    public static var salsa20: Self { Self(rawValue: 0x0000003E) }
    /// `CKK_X2RATCHET`.
    public static var x2ratchet: Self { Self(rawValue: 0x0000003F) }
    /// `CKK_EC_EDWARDS`.
    public static var ecEdwards: Self { Self(rawValue: 0x00000040) }
    /// `CKK_EC_MONTGOMERY`.
    public static var ecMontgomery: Self { Self(rawValue: 0x00000041) }
    /// `CKK_HKDF`.
    public static var hkdf: Self { Self(rawValue: 0x00000042) }
    /// `CKK_SHA512_224_HMAC`.
    public static var sha512_224HMAC: Self { Self(rawValue: 0x00000043) }
    /// `CKK_SHA512_256_HMAC`.
    public static var sha512_256HMAC: Self { Self(rawValue: 0x00000044) }
    /// `CKK_SHA512_T_HMAC`.
    public static var sha512THMAC: Self { Self(rawValue: 0x00000045) }
    /// `CKK_HSS`.
    public static var hss: Self { Self(rawValue: 0x00000046) }
    /// `CKK_XMSS`.
    public static var xmss: Self { Self(rawValue: 0x00000047) }
    /// `CKK_XMSSMT`.
    public static var xmssmt: Self { Self(rawValue: 0x00000048) }
    /// `CKK_ML_KEM`.
    public static var mlKEM: Self { Self(rawValue: 0x00000049) }
    /// `CKK_ML_DSA`.
    public static var mlDSA: Self { Self(rawValue: 0x0000004A) }
    /// `CKK_SLH_DSA`.
    public static var slhDSA: Self { Self(rawValue: 0x0000004B) }
    /// `CKK_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
}

extension KeyType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKK_RSA"),
            (0x00000001, "CKK_DSA"),
            (0x00000002, "CKK_DH"),
            (0x00000003, "CKK_EC"),
            (0x00000004, "CKK_X9_42_DH"),
            (0x00000005, "CKK_KEA"),
            (0x00000010, "CKK_GENERIC_SECRET"),
            (0x00000011, "CKK_RC2"),
            (0x00000012, "CKK_RC4"),
            (0x00000013, "CKK_DES"),
            (0x00000014, "CKK_DES2"),
            (0x00000015, "CKK_DES3"),
            (0x00000016, "CKK_CAST"),
            (0x00000017, "CKK_CAST3"),
            (0x00000018, "CKK_CAST128"),
            (0x00000019, "CKK_RC5"),
            (0x0000001A, "CKK_IDEA"),
            (0x0000001B, "CKK_SKIPJACK"),
            (0x0000001C, "CKK_BATON"),
            (0x0000001D, "CKK_JUNIPER"),
            (0x0000001E, "CKK_CDMF"),
            (0x0000001F, "CKK_AES"),
            (0x00000020, "CKK_BLOWFISH"),
            (0x00000021, "CKK_TWOFISH"),
            (0x00000022, "CKK_SECURID"),
            (0x00000023, "CKK_HOTP"),
            (0x00000024, "CKK_ACTI"),
            (0x00000025, "CKK_CAMELLIA"),
            (0x00000026, "CKK_ARIA"),
            (0x00000027, "CKK_MD5_HMAC"),
            (0x00000028, "CKK_SHA_1_HMAC"),
            (0x00000029, "CKK_RIPEMD128_HMAC"),
            (0x0000002A, "CKK_RIPEMD160_HMAC"),
            (0x0000002B, "CKK_SHA256_HMAC"),
            (0x0000002C, "CKK_SHA384_HMAC"),
            (0x0000002D, "CKK_SHA512_HMAC"),
            (0x0000002E, "CKK_SHA224_HMAC"),
            (0x0000002F, "CKK_SEED"),
            (0x00000030, "CKK_GOSTR3410"),
            (0x00000031, "CKK_GOSTR3411"),
            (0x00000032, "CKK_GOST28147"),
            (0x00000033, "CKK_CHACHA20"),
            (0x00000034, "CKK_POLY1305"),
            (0x00000035, "CKK_AES_XTS"),
            (0x00000036, "CKK_SHA3_224_HMAC"),
            (0x00000037, "CKK_SHA3_256_HMAC"),
            (0x00000038, "CKK_SHA3_384_HMAC"),
            (0x00000039, "CKK_SHA3_512_HMAC"),
            (0x0000003A, "CKK_BLAKE2B_160_HMAC"),
            (0x0000003B, "CKK_BLAKE2B_256_HMAC"),
            (0x0000003C, "CKK_BLAKE2B_384_HMAC"),
            (0x0000003D, "CKK_BLAKE2B_512_HMAC"),
            (0x0000003E, "CKK_SALSA20"),
            (0x0000003F, "CKK_X2RATCHET"),
            (0x00000040, "CKK_EC_EDWARDS"),
            (0x00000041, "CKK_EC_MONTGOMERY"),
            (0x00000042, "CKK_HKDF"),
            (0x00000043, "CKK_SHA512_224_HMAC"),
            (0x00000044, "CKK_SHA512_256_HMAC"),
            (0x00000045, "CKK_SHA512_T_HMAC"),
            (0x00000046, "CKK_HSS"),
            (0x00000047, "CKK_XMSS"),
            (0x00000048, "CKK_XMSSMT"),
            (0x00000049, "CKK_ML_KEM"),
            (0x0000004A, "CKK_ML_DSA"),
            (0x0000004B, "CKK_SLH_DSA"),
            (0x80000000, "CKK_VENDOR_DEFINED"),
        ],
        aliases: [
            (0x00000003, "CKK_ECDSA"),
            (0x00000018, "CKK_CAST5"),
        ])
}
