public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A public key: of a pair on a token, or one that came from elsewhere.
///
/// Its operations run on this machine, without the token. Two public keys are equal when they are the same key, wherever they
/// came from.
public struct PublicKey: Sendable {
    let rsa: RSAPublicKey
    /// The object on the token; nil where the key only exists here.
    let reference: KeyReference?
    /// What the token says of the public key object; nil where the key is not an object on a token.
    public let attributes: KeyAttributes?

    init(rsa: RSAPublicKey, reference: KeyReference? = nil, attributes: KeyAttributes? = nil) {
        self.rsa = rsa
        self.reference = reference
        self.attributes = attributes
    }

    /// Reads a public key.
    ///
    /// - Parameter representation: PEM or DER of a SubjectPublicKeyInfo (RFC 5280) or of PKCS#1 (RFC 8017), or an OpenSSH line.
    /// - Throws: ``KeyStoreError/Code/invalidKeyData`` and ``KeyStoreError/Code/keyTypeUnsupported``, which say what the data are instead.
    public init(representation: Data) throws {
        self.init(rsa: try RSAPublicKey(anyRepresentation: representation))
    }

    /// The object on the token.
    var requiredReference: KeyReference {
        get throws {
            guard let reference else {
                throw KeyStoreError(.keyNotFound, "the public key is not an object on a token")
            }
            return reference
        }
    }

    /// The type: RSA.
    public var keyType: KeyType { .rsa }

    /// The size of the modulus in bits.
    public var sizeInBits: Int { rsa.sizeInBits }

    /// The modulus, big-endian, without leading zeros.
    public var modulus: Data { rsa.modulus }

    /// The public exponent, big-endian, without leading zeros.
    public var publicExponent: Data { rsa.publicExponent }

    // MARK: Encodings

    /// SubjectPublicKeyInfo in DER (RFC 5280).
    public var derRepresentation: Data { rsa.derRepresentation }

    /// SubjectPublicKeyInfo in PEM, `BEGIN PUBLIC KEY`.
    public var pemRepresentation: String { rsa.pemRepresentation }

    /// PKCS#1 `RSAPublicKey` in DER (RFC 8017, appendix A.1.1).
    public var pkcs1DERRepresentation: Data { rsa.pkcs1DERRepresentation }

    /// PKCS#1 in PEM, `BEGIN RSA PUBLIC KEY`.
    public var pkcs1PEMRepresentation: String { rsa.pkcs1PEMRepresentation }

    /// One line as in `authorized_keys` (RFC 4253, section 6.6).
    ///
    /// - Parameter comment: what stands behind the key; may be empty.
    public func sshRepresentation(comment: String = "") -> String { rsa.sshRepresentation(comment: comment) }

    /// A JSON Web Key (RFC 7517), its members in the order that a thumbprint takes them in (RFC 7638).
    public var jwkRepresentation: String { rsa.jwkRepresentation }

    /// The SHA-256 of ``derRepresentation``, 32 bytes.
    public var fingerprintSHA256: Data { get throws { try rsa.fingerprintSHA256 } }

    /// The SHA-1 of ``pkcs1DERRepresentation``, 20 bytes: what a key that was imported without a tag has as its `CKA_ID`.
    public var keyIdentifierSHA1: Data { get throws { try rsa.keyIdentifierSHA1 } }

    // MARK: Operations

    /// Whether a signature over a message is valid.
    ///
    /// - Parameters:
    ///   - signature: as long as the modulus; one of another length is not valid.
    ///   - message: the whole message; for the raw algorithms, what was signed as it is.
    ///   - algorithm: how it was signed.
    /// - Throws: ``KeyStoreError/Code/invalidParameter`` where the algorithm does not fit the key.
    public func isValidSignature(
        _ signature: some DataProtocol, for message: some DataProtocol, using algorithm: SignatureAlgorithm
    ) throws -> Bool {
        try rsa.isValidSignature(signature, for: message, using: algorithm)
    }

    /// Whether a signature over a digest is valid.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for a digest of the wrong length, and
    ///   ``KeyStoreError/Code/invalidParameter`` where the algorithm does not fit the key.
    public func isValidSignature(
        _ signature: some DataProtocol, forDigest digest: some DataProtocol, using algorithm: SignatureAlgorithm
    ) throws -> Bool {
        try rsa.isValidSignature(signature, forDigest: digest, using: algorithm)
    }

    /// Encrypts a message.
    ///
    /// - Returns: k bytes, k being the length of the modulus; more for ``EncryptionAlgorithm/rsaOAEPAESGCM(_:)``.
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for a message that is too long, with the limit.
    public func encrypt(_ message: some DataProtocol, using algorithm: EncryptionAlgorithm) throws -> Data {
        try rsa.encrypt(message, using: algorithm)
    }
}

extension PublicKey: Hashable {
    /// Whether both are the same key.
    public static func == (left: PublicKey, right: PublicKey) -> Bool { left.rsa == right.rsa }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(rsa) }
}
