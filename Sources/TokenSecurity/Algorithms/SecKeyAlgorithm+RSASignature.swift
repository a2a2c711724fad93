internal import Foundation

extension SecKeyAlgorithm {
    /// The RSA operation itself on at most k bytes, which as a number are less than the modulus (`CKM_RSA_X_509`).
    public static let rsaSignatureRaw = Self("algid:sign:RSA:raw")

    /// PKCS#1 v1.5 type 1 padding of the given bytes, at most k − 11, without a DigestInfo (`CKM_RSA_PKCS`).
    public static let rsaSignatureDigestPKCS1v15Raw = Self("algid:sign:RSA:digest-PKCS1v15")

    /// PKCS#1 v1.5 of a SHA-1 digest.
    public static let rsaSignatureDigestPKCS1v15SHA1 = Self("algid:sign:RSA:digest-PKCS1v15:SHA1")

    /// PKCS#1 v1.5 of a SHA-224 digest.
    public static let rsaSignatureDigestPKCS1v15SHA224 = Self("algid:sign:RSA:digest-PKCS1v15:SHA224")

    /// PKCS#1 v1.5 of a SHA-256 digest.
    public static let rsaSignatureDigestPKCS1v15SHA256 = Self("algid:sign:RSA:digest-PKCS1v15:SHA256")

    /// PKCS#1 v1.5 of a SHA-384 digest.
    public static let rsaSignatureDigestPKCS1v15SHA384 = Self("algid:sign:RSA:digest-PKCS1v15:SHA384")

    /// PKCS#1 v1.5 of a SHA-512 digest.
    public static let rsaSignatureDigestPKCS1v15SHA512 = Self("algid:sign:RSA:digest-PKCS1v15:SHA512")

    /// PKCS#1 v1.5 of a message, hashed with SHA-1.
    public static let rsaSignatureMessagePKCS1v15SHA1 = Self("algid:sign:RSA:message-PKCS1v15:SHA1")

    /// PKCS#1 v1.5 of a message, hashed with SHA-224.
    public static let rsaSignatureMessagePKCS1v15SHA224 = Self("algid:sign:RSA:message-PKCS1v15:SHA224")

    /// PKCS#1 v1.5 of a message, hashed with SHA-256.
    public static let rsaSignatureMessagePKCS1v15SHA256 = Self("algid:sign:RSA:message-PKCS1v15:SHA256")

    /// PKCS#1 v1.5 of a message, hashed with SHA-384.
    public static let rsaSignatureMessagePKCS1v15SHA384 = Self("algid:sign:RSA:message-PKCS1v15:SHA384")

    /// PKCS#1 v1.5 of a message, hashed with SHA-512.
    public static let rsaSignatureMessagePKCS1v15SHA512 = Self("algid:sign:RSA:message-PKCS1v15:SHA512")

    /// PSS of a SHA-1 digest, with MGF1 of the same hash and a salt as long as the digest.
    public static let rsaSignatureDigestPSSSHA1 = Self("algid:sign:RSA:digest-PSS:SHA1:SHA1:20")

    /// PSS of a SHA-224 digest, with MGF1 of the same hash and a salt as long as the digest; the 24 in the value is
    /// a slip of old, and the salt has 28 bytes.
    public static let rsaSignatureDigestPSSSHA224 = Self("algid:sign:RSA:digest-PSS:SHA224:SHA224:24")

    /// PSS of a SHA-256 digest, with MGF1 of the same hash and a salt as long as the digest.
    public static let rsaSignatureDigestPSSSHA256 = Self("algid:sign:RSA:digest-PSS:SHA256:SHA256:32")

    /// PSS of a SHA-384 digest, with MGF1 of the same hash and a salt as long as the digest.
    public static let rsaSignatureDigestPSSSHA384 = Self("algid:sign:RSA:digest-PSS:SHA384:SHA384:48")

    /// PSS of a SHA-512 digest, with MGF1 of the same hash and a salt as long as the digest.
    public static let rsaSignatureDigestPSSSHA512 = Self("algid:sign:RSA:digest-PSS:SHA512:SHA512:64")

    /// PSS of a message, hashed with SHA-1; otherwise as ``rsaSignatureDigestPSSSHA1``.
    public static let rsaSignatureMessagePSSSHA1 = Self("algid:sign:RSA:message-PSS:SHA1:SHA1:20")

    /// PSS of a message, hashed with SHA-224; otherwise as ``rsaSignatureDigestPSSSHA224``.
    public static let rsaSignatureMessagePSSSHA224 = Self("algid:sign:RSA:message-PSS:SHA224:SHA224:24")

    /// PSS of a message, hashed with SHA-256; otherwise as ``rsaSignatureDigestPSSSHA256``.
    public static let rsaSignatureMessagePSSSHA256 = Self("algid:sign:RSA:message-PSS:SHA256:SHA256:32")

    /// PSS of a message, hashed with SHA-384; otherwise as ``rsaSignatureDigestPSSSHA384``.
    public static let rsaSignatureMessagePSSSHA384 = Self("algid:sign:RSA:message-PSS:SHA384:SHA384:48")

    /// PSS of a message, hashed with SHA-512; otherwise as ``rsaSignatureDigestPSSSHA512``.
    public static let rsaSignatureMessagePSSSHA512 = Self("algid:sign:RSA:message-PSS:SHA512:SHA512:64")
}
