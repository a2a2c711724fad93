internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Which certificates to find. Every criterion that is given must match.
///
///     let query = CertificateQuery(label: "www.example.com")
public struct CertificateQuery: Hashable, Sendable {
    /// The tag: `CKA_ID`, byte for byte. Empty data match certificates without one.
    public var tag: Data?
    /// `CKA_LABEL`, byte for byte in UTF-8. The empty string matches certificates without a label.
    public var label: String?
    /// `CKA_LABEL` as bytes, in place of one that is text.
    public var labelBytes: Data?
    /// The subject in DER.
    public var subject: Data?
    /// The issuer in DER.
    public var issuer: Data?
    /// The serial number in DER, an `INTEGER`.
    public var serialNumber: Data?
    /// The public key that is certified.
    public var publicKey: PublicKey?
    /// The certificate itself.
    public var certificate: X509Certificate?

    /// Makes a query; without criteria it matches every certificate.
    public init(
        tag: Data? = nil, label: String? = nil, labelBytes: Data? = nil, subject: Data? = nil, issuer: Data? = nil,
        serialNumber: Data? = nil, publicKey: PublicKey? = nil, certificate: X509Certificate? = nil
    ) {
        self.tag = tag
        self.label = label
        self.labelBytes = labelBytes
        self.subject = subject
        self.issuer = issuer
        self.serialNumber = serialNumber
        self.publicKey = publicKey
        self.certificate = certificate
    }

    /// What the token is asked for. By what is inside a certificate not every token can be searched: some keep the serial number as it is and not in
    /// DER, some keep none of it.
    var keyQuery: KeyQuery {
        KeyQuery(
            tag: tag, label: label, objectClass: .certificate, includesIncomplete: true, labelBytes: labelBytes)
    }

    func matches(_ found: Certificate) -> Bool {
        if let subject, found.x509?.subjectDERRepresentation ?? found.fields.subject != subject { return false }
        if let issuer, found.x509?.issuerDERRepresentation ?? found.fields.issuer != issuer { return false }
        if let serialNumber,
            found.x509?.serialNumberDERRepresentation ?? found.fields.serialNumber != serialNumber
        {
            return false
        }
        if let publicKey, found.x509?.rsa != publicKey.rsa { return false }
        if let certificate, found.x509 != certificate { return false }
        return true
    }
}

extension CertificateQuery: CustomStringConvertible {
    /// The criteria in words.
    public var description: String {
        var parts: [String] = []
        if let tag { parts.append("tag \(tag.isEmpty ? "(empty)" : hexadecimal(tag))") }
        if let label = labelBytes ?? label.map({ Data($0.utf8) }) {
            parts.append("label \"\(escaped(String(decoding: label, as: UTF8.self)))\"")
        }
        if let certificate { parts.append("subject \(escaped(certificate.subject))") }
        if subject != nil { parts.append("a subject") }
        if issuer != nil { parts.append("an issuer") }
        if let serialNumber { parts.append("serial number \(hexadecimal(serialNumber))") }
        if publicKey != nil { parts.append("a public key") }
        return parts.isEmpty ? "any certificate" : parts.joined(separator: ", ")
    }
}
