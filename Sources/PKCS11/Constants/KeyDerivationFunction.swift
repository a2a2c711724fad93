/// What turns a shared secret into key bytes (`CK_EC_KDF_TYPE`, `CK_X9_42_DH_KDF_TYPE`).
public struct KeyDerivationFunction: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension KeyDerivationFunction {
    /// `CKD_NULL`.
    public static var null: Self { Self(rawValue: 0x00000001) }
    /// `CKD_SHA1_KDF`.
    public static var sha1KDF: Self { Self(rawValue: 0x00000002) }
    /// `CKD_SHA1_KDF_ASN1`.
    public static var sha1KDFASN1: Self { Self(rawValue: 0x00000003) }
    /// `CKD_SHA1_KDF_CONCATENATE`.
    public static var sha1KDFConcatenate: Self { Self(rawValue: 0x00000004) }
    /// `CKD_SHA224_KDF`.
    public static var sha224KDF: Self { Self(rawValue: 0x00000005) }
    /// `CKD_SHA256_KDF`.
    public static var sha256KDF: Self { Self(rawValue: 0x00000006) }
    /// `CKD_SHA384_KDF`.
    public static var sha384KDF: Self { Self(rawValue: 0x00000007) }
    /// `CKD_SHA512_KDF`.
    public static var sha512KDF: Self { Self(rawValue: 0x00000008) }
    /// `CKD_CPDIVERSIFY_KDF`.
    public static var cpdiversifyKDF: Self { Self(rawValue: 0x00000009) }
    /// `CKD_SHA3_224_KDF`.
    public static var sha3_224KDF: Self { Self(rawValue: 0x0000000A) }
    /// `CKD_SHA3_256_KDF`.
    public static var sha3_256KDF: Self { Self(rawValue: 0x0000000B) }
    /// `CKD_SHA3_384_KDF`.
    public static var sha3_384KDF: Self { Self(rawValue: 0x0000000C) }
    /// `CKD_SHA3_512_KDF`.
    public static var sha3_512KDF: Self { Self(rawValue: 0x0000000D) }
    /// `CKD_SHA1_KDF_SP800`.
    public static var sha1KDFSP800: Self { Self(rawValue: 0x0000000E) }
    /// `CKD_SHA224_KDF_SP800`.
    public static var sha224KDFSP800: Self { Self(rawValue: 0x0000000F) }
    /// `CKD_SHA256_KDF_SP800`.
    public static var sha256KDFSP800: Self { Self(rawValue: 0x00000010) }
    /// `CKD_SHA384_KDF_SP800`.
    public static var sha384KDFSP800: Self { Self(rawValue: 0x00000011) }
    /// `CKD_SHA512_KDF_SP800`.
    public static var sha512KDFSP800: Self { Self(rawValue: 0x00000012) }
    /// `CKD_SHA3_224_KDF_SP800`.
    public static var sha3_224KDFSP800: Self { Self(rawValue: 0x00000013) }
    /// `CKD_SHA3_256_KDF_SP800`.
    public static var sha3_256KDFSP800: Self { Self(rawValue: 0x00000014) }
    /// `CKD_SHA3_384_KDF_SP800`.
    public static var sha3_384KDFSP800: Self { Self(rawValue: 0x00000015) }
    /// `CKD_SHA3_512_KDF_SP800`.
    public static var sha3_512KDFSP800: Self { Self(rawValue: 0x00000016) }
    /// `CKD_BLAKE2B_160_KDF`.
    public static var blake2b160KDF: Self { Self(rawValue: 0x00000017) }
    /// `CKD_BLAKE2B_256_KDF`.
    public static var blake2b256KDF: Self { Self(rawValue: 0x00000018) }
    /// `CKD_BLAKE2B_384_KDF`.
    public static var blake2b384KDF: Self { Self(rawValue: 0x00000019) }
    /// `CKD_BLAKE2B_512_KDF`.
    public static var blake2b512KDF: Self { Self(rawValue: 0x0000001A) }
}

extension KeyDerivationFunction {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKD_NULL"),
            (0x00000002, "CKD_SHA1_KDF"),
            (0x00000003, "CKD_SHA1_KDF_ASN1"),
            (0x00000004, "CKD_SHA1_KDF_CONCATENATE"),
            (0x00000005, "CKD_SHA224_KDF"),
            (0x00000006, "CKD_SHA256_KDF"),
            (0x00000007, "CKD_SHA384_KDF"),
            (0x00000008, "CKD_SHA512_KDF"),
            (0x00000009, "CKD_CPDIVERSIFY_KDF"),
            (0x0000000A, "CKD_SHA3_224_KDF"),
            (0x0000000B, "CKD_SHA3_256_KDF"),
            (0x0000000C, "CKD_SHA3_384_KDF"),
            (0x0000000D, "CKD_SHA3_512_KDF"),
            (0x0000000E, "CKD_SHA1_KDF_SP800"),
            (0x0000000F, "CKD_SHA224_KDF_SP800"),
            (0x00000010, "CKD_SHA256_KDF_SP800"),
            (0x00000011, "CKD_SHA384_KDF_SP800"),
            (0x00000012, "CKD_SHA512_KDF_SP800"),
            (0x00000013, "CKD_SHA3_224_KDF_SP800"),
            (0x00000014, "CKD_SHA3_256_KDF_SP800"),
            (0x00000015, "CKD_SHA3_384_KDF_SP800"),
            (0x00000016, "CKD_SHA3_512_KDF_SP800"),
            (0x00000017, "CKD_BLAKE2B_160_KDF"),
            (0x00000018, "CKD_BLAKE2B_256_KDF"),
            (0x00000019, "CKD_BLAKE2B_384_KDF"),
            (0x0000001A, "CKD_BLAKE2B_512_KDF"),
        ])
}
