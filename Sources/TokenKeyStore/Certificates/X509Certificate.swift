public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A certificate (RFC 5280), wherever it came from: its bytes as they are, and what they say.
///
/// Nothing is verified: neither its signature nor that it is in force. Two are equal when their bytes are.
///
///     let certificate = try X509Certificate(representation: pem)
///     try store.importCertificate(certificate)
public struct X509Certificate: Sendable {
    /// The most bytes that are read as a certificate.
    public static var maximumLength: Int { 1 << 20 }

    /// The certificate in DER, byte for byte as it was given.
    public let derRepresentation: Data
    private let contents: CertificateContents

    /// Reads a certificate in DER, from the first byte to the last.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData``, which says what the data are instead where that can be told.
    public init(derRepresentation: Data) throws {
        contents = try CertificateContents(der: derRepresentation)
        // Not a slice of something larger, which would keep all of that.
        self.derRepresentation = Data(derRepresentation)
    }

    /// Reads a certificate in DER or in PEM.
    ///
    /// Text around the PEM, and other objects in it, are passed over: a key is often in the same file.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData`` also for a PEM of several certificates, since none of them is more meant than another.
    public init(representation: some DataProtocol) throws {
        try self.init(derRepresentation: Self.der(in: Data(representation)))
    }

    /// The certificate in PEM, `BEGIN CERTIFICATE` (RFC 7468, section 5).
    public var pemRepresentation: String { PEM.encode(derRepresentation, label: "CERTIFICATE") }

    /// The SHA-256 of ``derRepresentation``, 32 bytes.
    public var fingerprintSHA256: Data { get throws { try HashFunction.sha256.digest(of: derRepresentation) } }

    // MARK: What it says

    /// Who holds it, as RFC 4514 writes names: `CN=www.example.com,O=Example`. Empty where the name has no components.
    public var subject: String { contents.subject }
    /// Who issued it, in the same form.
    public var issuer: String { contents.issuer }
    /// The subject in DER (`Name`).
    public var subjectDERRepresentation: Data { contents.structure.subject }
    /// The issuer in DER (`Name`).
    public var issuerDERRepresentation: Data { contents.structure.issuer }
    /// The serial number in DER (`INTEGER`), as `CKA_SERIAL_NUMBER` has it.
    public var serialNumberDERRepresentation: Data { contents.structure.serialNumber }
    /// The serial number in lower-case hexadecimal, two digits a byte; a minus sign before one that is negative.
    public var serialNumber: String { contents.structure.serialNumberText }
    /// The first moment of its validity.
    public var notBefore: Date { contents.notBefore }
    /// The last moment of its validity.
    public var notAfter: Date { contents.notAfter }
    /// The last common name of the subject; nil where it has none.
    public var commonName: String? { contents.commonName }
    /// Names beside the subject: `dns:www.example.com`, `ip:192.0.2.1`, `email:a@example.com`, `uri:https://example.com/`. Those of other kinds are left out.
    public var alternativeNames: [String] { contents.alternativeNames }
    /// Whether it says that it is of a certification authority (`basicConstraints`).
    public var isCertificateAuthority: Bool { contents.isCertificateAuthority }

    // MARK: The key

    /// SubjectPublicKeyInfo in DER.
    public var publicKeyDERRepresentation: Data { contents.structure.subjectPublicKeyInfo }
    /// The public key; nil for one that is not RSA.
    public var publicKey: PublicKey? { contents.publicKey.map { PublicKey(rsa: $0) } }
    /// The type of the key; nil for one that the standard does not name.
    public var keyType: KeyType? { contents.structure.algorithm.keyType }
    /// The size of the key in bits; nil where it cannot be told.
    public var keySizeInBits: Int? { contents.keySizeInBits }

    /// The SHA-256 of ``publicKeyDERRepresentation``, 32 bytes.
    public var publicKeyFingerprintSHA256: Data {
        get throws { try HashFunction.sha256.digest(of: publicKeyDERRepresentation) }
    }

    /// The SHA-1 of the key without its algorithm, 20 bytes: method 1 of RFC 5280, section 4.2.1.2. For RSA it is what a key that was imported without a
    /// tag has as its `CKA_ID`.
    public var publicKeyIdentifierSHA1: Data {
        get throws { try HashFunction.sha1.digest(of: contents.structure.subjectPublicKey) }
    }

    var rsa: RSAPublicKey? { contents.publicKey }
    /// The content of the BIT STRING.
    var subjectPublicKey: Data { contents.structure.subjectPublicKey }
}

extension X509Certificate: Hashable {
    /// Whether both are the same certificate, byte for byte.
    public static func == (left: Self, right: Self) -> Bool { left.derRepresentation == right.derRepresentation }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }
}
