internal import Foundation

extension SecKeyAlgorithm {
    /// ECDSA of a digest of any length, as a DER sequence of r and s (`CKM_ECDSA`).
    public static let ecdsaSignatureDigestX962 = Self("algid:sign:ECDSA:digest-X962")

    /// ECDSA of a SHA-1 digest, in DER.
    public static let ecdsaSignatureDigestX962SHA1 = Self("algid:sign:ECDSA:digest-X962:SHA1")

    /// ECDSA of a SHA-224 digest, in DER.
    public static let ecdsaSignatureDigestX962SHA224 = Self("algid:sign:ECDSA:digest-X962:SHA224")

    /// ECDSA of a SHA-256 digest, in DER.
    public static let ecdsaSignatureDigestX962SHA256 = Self("algid:sign:ECDSA:digest-X962:SHA256")

    /// ECDSA of a SHA-384 digest, in DER.
    public static let ecdsaSignatureDigestX962SHA384 = Self("algid:sign:ECDSA:digest-X962:SHA384")

    /// ECDSA of a SHA-512 digest, in DER.
    public static let ecdsaSignatureDigestX962SHA512 = Self("algid:sign:ECDSA:digest-X962:SHA512")

    /// ECDSA of a message, hashed with SHA-1, in DER.
    public static let ecdsaSignatureMessageX962SHA1 = Self("algid:sign:ECDSA:message-X962:SHA1")

    /// ECDSA of a message, hashed with SHA-224, in DER.
    public static let ecdsaSignatureMessageX962SHA224 = Self("algid:sign:ECDSA:message-X962:SHA224")

    /// ECDSA of a message, hashed with SHA-256, in DER.
    public static let ecdsaSignatureMessageX962SHA256 = Self("algid:sign:ECDSA:message-X962:SHA256")

    /// ECDSA of a message, hashed with SHA-384, in DER.
    public static let ecdsaSignatureMessageX962SHA384 = Self("algid:sign:ECDSA:message-X962:SHA384")

    /// ECDSA of a message, hashed with SHA-512, in DER.
    public static let ecdsaSignatureMessageX962SHA512 = Self("algid:sign:ECDSA:message-X962:SHA512")

    /// The older name of ``ecdsaSignatureDigestRFC4754``, with a value of its own.
    public static let ecdsaSignatureRFC4754 = Self("algid:sign:ECDSA:RFC4754")

    /// ECDSA of a digest of any length, as r and s of the length of the field one behind the other.
    public static let ecdsaSignatureDigestRFC4754 = Self("algid:sign:ECDSA:digest-RFC4754")

    /// ECDSA of a SHA-1 digest, as r and s.
    public static let ecdsaSignatureDigestRFC4754SHA1 = Self("algid:sign:ECDSA:digest-RFC4754:SHA1")

    /// ECDSA of a SHA-224 digest, as r and s.
    public static let ecdsaSignatureDigestRFC4754SHA224 = Self("algid:sign:ECDSA:digest-RFC4754:SHA224")

    /// ECDSA of a SHA-256 digest, as r and s.
    public static let ecdsaSignatureDigestRFC4754SHA256 = Self("algid:sign:ECDSA:digest-RFC4754:SHA256")

    /// ECDSA of a SHA-384 digest, as r and s.
    public static let ecdsaSignatureDigestRFC4754SHA384 = Self("algid:sign:ECDSA:digest-RFC4754:SHA384")

    /// ECDSA of a SHA-512 digest, as r and s.
    public static let ecdsaSignatureDigestRFC4754SHA512 = Self("algid:sign:ECDSA:digest-RFC4754:SHA512")

    /// ECDSA of a message, hashed with SHA-1, as r and s.
    public static let ecdsaSignatureMessageRFC4754SHA1 = Self("algid:sign:ECDSA:message-RFC4754:SHA1")

    /// ECDSA of a message, hashed with SHA-224, as r and s.
    public static let ecdsaSignatureMessageRFC4754SHA224 = Self("algid:sign:ECDSA:message-RFC4754:SHA224")

    /// ECDSA of a message, hashed with SHA-256, as r and s.
    public static let ecdsaSignatureMessageRFC4754SHA256 = Self("algid:sign:ECDSA:message-RFC4754:SHA256")

    /// ECDSA of a message, hashed with SHA-384, as r and s.
    public static let ecdsaSignatureMessageRFC4754SHA384 = Self("algid:sign:ECDSA:message-RFC4754:SHA384")

    /// ECDSA of a message, hashed with SHA-512, as r and s.
    public static let ecdsaSignatureMessageRFC4754SHA512 = Self("algid:sign:ECDSA:message-RFC4754:SHA512")
}
