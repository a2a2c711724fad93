public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A certificate object on a token: its names there, and the certificate that it holds.
///
/// Not every such object holds one that can be read: ``warnings`` say why ``x509`` is nil then, and the object is listed all the same.
public struct Certificate: Sendable {
    let reference: KeyReference
    let attributes: KeyAttributes
    let fields: CertificateFields

    /// The certificate; nil where the object holds none, or none that can be read.
    public let x509: X509Certificate?
    /// What its user should know.
    public let warnings: [CertificateWarning]

    init?(reference: KeyReference, attributes: KeyAttributes) {
        guard let fields = attributes.certificate else { return nil }
        self.reference = reference
        self.attributes = attributes
        self.fields = fields
        let isX509 = fields.type.map { $0 == .x509 } ?? true
        x509 = isX509 && !fields.value.isEmpty ? try? X509Certificate(derRepresentation: fields.value) : nil
        if !isX509 {
            warnings = [.notX509]
        } else if fields.value.isEmpty {
            warnings = [.noValue]
        } else {
            warnings = x509 == nil ? [.malformed] : []
        }
    }

    /// `CKA_ID`, whoever chose it; may be empty.
    public var id: Data { attributes.id }
    /// The tag; nil where none was given.
    public var tag: Data? { KeyIdentifier.tag(of: id, publicKeyHash: try? x509?.publicKeyIdentifierSHA1) }
    /// `CKA_LABEL` as bytes.
    public var labelBytes: Data { attributes.labelBytes }
    /// `CKA_LABEL` as text; what is not UTF-8 shows as U+FFFD. Empty where there is none.
    public var label: String { attributes.label }
    /// `CKA_CERTIFICATE_TYPE`; nil where the token does not say.
    public var certificateType: CertificateType? { fields.type }
    /// `CKA_VALUE` as it is, whatever that is; empty where there is none.
    public var value: Data { fields.value }
    /// Whether only who is logged in sees the object (`CKA_PRIVATE`); nil where the token does not say.
    public var isPrivate: Bool? { attributes.isPrivate }
    /// Whether it may be changed (`CKA_MODIFIABLE`); nil where the token does not say.
    public var isModifiable: Bool? { attributes.isModifiable }
    /// Whether the token says that it is trusted (`CKA_TRUSTED`); nil where the token does not say.
    public var isTrusted: Bool? { fields.isTrusted }

    /// Names the object on its token (RFC 7512). An ID or a label that it does not have is empty there, not left out: the URI is that of
    /// no other certificate.
    public var uri: PKCS11URI {
        var uri = reference.store.token.uri
        uri.id = id
        uri.objectBytes = labelBytes
        uri.type = .certificate
        return uri
    }
}

extension Certificate: Hashable {
    /// Whether both are the same object of the same token, or cannot be told from it.
    public static func == (left: Self, right: Self) -> Bool {
        left.attributes == right.attributes && left.reference.store.token == right.reference.store.token
    }

    /// Hashes the names and the contents.
    public func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
}

extension Certificate {
    /// Whether it certifies a private key.
    ///
    /// By public value; the ID counts only where one of the two does not show it. An attestation certificate often has the ID of a key that it does not
    /// certify.
    public func certifies(_ key: PrivateKey) -> Bool { certifies([key.attributes]) }

    /// Whether it certifies a key, by what any of its halves shows.
    public func certifies(_ key: Key) -> Bool { certifies(key.halves) }

    private func certifies(_ halves: [KeyAttributes]) -> Bool {
        if let key = x509?.rsa, let value = halves.lazy.compactMap(\.rsa).first { return key == value }
        if let key = x509?.subjectPublicKey, let point = halves.lazy.compactMap(\.ecPoint).first {
            // As it is, or in an OCTET STRING: tokens do both.
            return point == key || point == DER.element(DERTag.octetString, key)
        }
        return !id.isEmpty
            && halves.contains { half in
                half.id == id && half.objectClass != .secretKey && !half.isIncomplete
                    && x509?.keyType.map { $0 == half.keyType } ?? true
            }
    }
}

/// Something about a certificate object that its user should know.
public struct CertificateWarning: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A stable, hyphenated name.
    public var rawValue: String
    /// Makes a warning of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The object has no `CKA_VALUE`: it was never finished, or the certificate is elsewhere (`CKA_URL`).
    public static var noValue: Self { Self(rawValue: "no-value") }
    /// The value is not a certificate that can be read.
    public static var malformed: Self { Self(rawValue: "malformed") }
    /// It is a certificate of another kind (`CKA_CERTIFICATE_TYPE`): an attribute certificate, or one of WTLS or OpenPGP.
    public static var notX509: Self { Self(rawValue: "not-x509") }

    /// The name.
    public var description: String { rawValue }
}
