internal import Foundation

extension SecKeyAlgorithm {
    /// ECIES: ECDH, the X9.63 derivation with SHA-1, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionStandardX963SHA1AESGCM = Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")

    /// ECIES: ECDH, the X9.63 derivation with SHA-224, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionStandardX963SHA224AESGCM = Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")

    /// ECIES: ECDH, the X9.63 derivation with SHA-256, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionStandardX963SHA256AESGCM = Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")

    /// ECIES: ECDH, the X9.63 derivation with SHA-384, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionStandardX963SHA384AESGCM = Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")

    /// ECIES: ECDH, the X9.63 derivation with SHA-512, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionStandardX963SHA512AESGCM = Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")

    /// ECIES: cofactor ECDH, the X9.63 derivation with SHA-1, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionCofactorX963SHA1AESGCM = Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")

    /// ECIES: cofactor ECDH, the X9.63 derivation with SHA-224, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionCofactorX963SHA224AESGCM = Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")

    /// ECIES: cofactor ECDH, the X9.63 derivation with SHA-256, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionCofactorX963SHA256AESGCM = Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")

    /// ECIES: cofactor ECDH, the X9.63 derivation with SHA-384, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionCofactorX963SHA384AESGCM = Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")

    /// ECIES: cofactor ECDH, the X9.63 derivation with SHA-512, and AES-GCM with an IV of zeros.
    public static let eciesEncryptionCofactorX963SHA512AESGCM = Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")

    /// As ``eciesEncryptionStandardX963SHA224AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")

    /// As ``eciesEncryptionStandardX963SHA256AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")

    /// As ``eciesEncryptionStandardX963SHA384AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")

    /// As ``eciesEncryptionStandardX963SHA512AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = Self(
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")

    /// As ``eciesEncryptionCofactorX963SHA224AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")

    /// As ``eciesEncryptionCofactorX963SHA256AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")

    /// As ``eciesEncryptionCofactorX963SHA384AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")

    /// As ``eciesEncryptionCofactorX963SHA512AESGCM``, with an IV that is derived too.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = Self(
        "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")

    /// ECDH: the x coordinate of the shared point (`CKM_ECDH1_DERIVE`).
    public static let ecdhKeyExchangeStandard = Self("algid:keyexchange:ECDH")

    /// ECDH, then the X9.63 derivation with SHA-1.
    public static let ecdhKeyExchangeStandardX963SHA1 = Self("algid:keyexchange:ECDH:KDFX963:SHA1")

    /// ECDH, then the X9.63 derivation with SHA-224.
    public static let ecdhKeyExchangeStandardX963SHA224 = Self("algid:keyexchange:ECDH:KDFX963:SHA224")

    /// ECDH, then the X9.63 derivation with SHA-256.
    public static let ecdhKeyExchangeStandardX963SHA256 = Self("algid:keyexchange:ECDH:KDFX963:SHA256")

    /// ECDH, then the X9.63 derivation with SHA-384.
    public static let ecdhKeyExchangeStandardX963SHA384 = Self("algid:keyexchange:ECDH:KDFX963:SHA384")

    /// ECDH, then the X9.63 derivation with SHA-512.
    public static let ecdhKeyExchangeStandardX963SHA512 = Self("algid:keyexchange:ECDH:KDFX963:SHA512")

    /// Cofactor ECDH: the x coordinate of the shared point (`CKM_ECDH1_DERIVE`).
    public static let ecdhKeyExchangeCofactor = Self("algid:keyexchange:ECDHC")

    /// Cofactor ECDH, then the X9.63 derivation with SHA-1.
    public static let ecdhKeyExchangeCofactorX963SHA1 = Self("algid:keyexchange:ECDHC:KDFX963:SHA1")

    /// Cofactor ECDH, then the X9.63 derivation with SHA-224.
    public static let ecdhKeyExchangeCofactorX963SHA224 = Self("algid:keyexchange:ECDHC:KDFX963:SHA224")

    /// Cofactor ECDH, then the X9.63 derivation with SHA-256.
    public static let ecdhKeyExchangeCofactorX963SHA256 = Self("algid:keyexchange:ECDHC:KDFX963:SHA256")

    /// Cofactor ECDH, then the X9.63 derivation with SHA-384.
    public static let ecdhKeyExchangeCofactorX963SHA384 = Self("algid:keyexchange:ECDHC:KDFX963:SHA384")

    /// Cofactor ECDH, then the X9.63 derivation with SHA-512.
    public static let ecdhKeyExchangeCofactorX963SHA512 = Self("algid:keyexchange:ECDHC:KDFX963:SHA512")
}
