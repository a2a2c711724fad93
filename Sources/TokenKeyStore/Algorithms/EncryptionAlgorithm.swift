#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a message is encrypted to a public key and decrypted by the private one.
public struct EncryptionAlgorithm: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case rsaPKCS1
        case rsaOAEP(HashFunction, label: Data)
        case rsaRaw
        case rsaOAEPAESGCM(HashFunction)
    }

    let kind: Kind

    /// RSAES-PKCS1-v1_5 (RFC 8017, section 7.2), at most k − 11 bytes: for what already exists. Never let the sender learn
    /// whether decryption failed.
    public static var rsaPKCS1: Self { Self(kind: .rsaPKCS1) }

    /// RSAES-OAEP with MGF1 of the same hash (RFC 8017, section 7.1), at most k − 2·hLen − 2 bytes.
    ///
    /// - Parameters:
    ///   - hash: the hash of the label and of MGF1. There is no default: it is what the other side uses.
    ///   - label: the label L, empty unless both sides agreed on one.
    public static func rsaOAEP(_ hash: HashFunction, label: Data = Data()) -> Self {
        Self(kind: .rsaOAEP(hash, label: label))
    }

    /// The RSA operation itself, without padding: k bytes out, and k bytes back with their leading zeros.
    public static var rsaRaw: Self { Self(kind: .rsaRaw) }

    /// A message of any length under a fresh AES key, which is encrypted by RSA-OAEP: the format of Apple's
    /// `rsaEncryptionOAEP…AESGCM` algorithms.
    ///
    /// Output: k bytes of OAEP (MGF1 of the same hash, no label) of the AES key, the ciphertext, and the 16-byte tag.
    /// The AES key has 16 bytes below a modulus of 4,096 bits and 32 from there on; the IV is 16 zero bytes; the
    /// additional data are the PKCS#1 DER of the public key.
    public static func rsaOAEPAESGCM(_ hash: HashFunction) -> Self { Self(kind: .rsaOAEPAESGCM(hash)) }
}
