internal import Foundation

extension SecKeyAlgorithm {
    /// The RSA operation itself: at most k bytes in, always k bytes out, with their leading zeros
    /// (`CKM_RSA_X_509`).
    public static let rsaEncryptionRaw = Self("algid:encrypt:RSA:raw")

    /// PKCS#1 v1.5 of at most k − 11 bytes (`CKM_RSA_PKCS`).
    public static let rsaEncryptionPKCS1 = Self("algid:encrypt:RSA:PKCS1")

    /// OAEP of at most k − 42 bytes, with SHA-1 and MGF1 of it, without a label (`CKM_RSA_PKCS_OAEP`).
    public static let rsaEncryptionOAEPSHA1 = Self("algid:encrypt:RSA:OAEP:SHA1")

    /// OAEP of at most k − 58 bytes, with SHA-224 and MGF1 of it, without a label (`CKM_RSA_PKCS_OAEP`).
    public static let rsaEncryptionOAEPSHA224 = Self("algid:encrypt:RSA:OAEP:SHA224")

    /// OAEP of at most k − 66 bytes, with SHA-256 and MGF1 of it, without a label (`CKM_RSA_PKCS_OAEP`).
    public static let rsaEncryptionOAEPSHA256 = Self("algid:encrypt:RSA:OAEP:SHA256")

    /// OAEP of at most k − 98 bytes, with SHA-384 and MGF1 of it, without a label (`CKM_RSA_PKCS_OAEP`).
    public static let rsaEncryptionOAEPSHA384 = Self("algid:encrypt:RSA:OAEP:SHA384")

    /// OAEP of at most k − 130 bytes, with SHA-512 and MGF1 of it, without a label (`CKM_RSA_PKCS_OAEP`).
    public static let rsaEncryptionOAEPSHA512 = Self("algid:encrypt:RSA:OAEP:SHA512")

    /// A message of any length under a fresh AES key, which is encrypted as with ``rsaEncryptionOAEPSHA1``.
    public static let rsaEncryptionOAEPSHA1AESGCM = Self("algid:encrypt:RSA:OAEP:SHA1:AESGCM")

    /// A message of any length under a fresh AES key, which is encrypted as with ``rsaEncryptionOAEPSHA224``.
    public static let rsaEncryptionOAEPSHA224AESGCM = Self("algid:encrypt:RSA:OAEP:SHA224:AESGCM")

    /// A message of any length under a fresh AES key, which is encrypted as with ``rsaEncryptionOAEPSHA256``.
    public static let rsaEncryptionOAEPSHA256AESGCM = Self("algid:encrypt:RSA:OAEP:SHA256:AESGCM")

    /// A message of any length under a fresh AES key, which is encrypted as with ``rsaEncryptionOAEPSHA384``.
    public static let rsaEncryptionOAEPSHA384AESGCM = Self("algid:encrypt:RSA:OAEP:SHA384:AESGCM")

    /// A message of any length under a fresh AES key, which is encrypted as with ``rsaEncryptionOAEPSHA512``.
    public static let rsaEncryptionOAEPSHA512AESGCM = Self("algid:encrypt:RSA:OAEP:SHA512:AESGCM")
}
