import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A certificate as a report shows it: one of a token, or one that would be put there.
struct CertificateReport {
    private let x509: X509Certificate?
    private let id: Data
    private let tag: Data?
    private let labelBytes: Data
    private let type: CertificateType?
    private let isPrivate: Bool?
    private let storeWarnings: [CertificateWarning]
    let uri: String
    /// Whether the key that it certifies is on the token; nil where that was not looked at, or nobody is logged in who would see it.
    var hasPrivateKey: Bool?

    init(_ certificate: Certificate, token: TokenDescription) {
        x509 = certificate.x509
        id = certificate.id
        tag = certificate.tag
        labelBytes = certificate.labelBytes
        type = certificate.certificateType
        isPrivate = certificate.isPrivate
        storeWarnings = certificate.warnings
        uri = certificate.uri.description
    }

    /// One that would be put on the token under these names.
    init(_ certificate: X509Certificate, id: Data, tag: Data?, labelBytes: Data, token: TokenDescription) {
        x509 = certificate
        self.id = id
        self.tag = tag
        self.labelBytes = labelBytes
        type = .x509
        isPrivate = false
        storeWarnings = []
        var uri = token.uri
        uri.id = id
        uri.objectBytes = labelBytes
        uri.type = .certificate
        self.uri = uri.description
    }

    var label: String { String(decoding: labelBytes, as: UTF8.self) }
    var idText: String { id.isEmpty ? "-" : hexadecimal(id) }
    var subjectText: String { x509.map { $0.subject.isEmpty ? "(empty)" : $0.subject } ?? "-" }
    var notAfterText: String { x509.map { Self.text($0.notAfter) } ?? "-" }
    /// The type with its size, such as `RSA 2048`.
    var keyText: String { [keyType, x509?.keySizeInBits.map { String($0) }].compactMap { $0 }.joined(separator: " ") }
    var hasPrivateKeyText: String { hasPrivateKey.map { $0 ? "yes" : "no" } ?? "-" }

    var warnings: [String] {
        var warnings = storeWarnings.map(\.rawValue)
        if let x509 {
            let now = Date()
            if now > x509.notAfter { warnings.append("expired") }
            if now < x509.notBefore { warnings.append("not-yet-valid") }
        }
        return warnings
    }

    /// In words, for questions and messages.
    var name: String { "certificate \"\(label)\" (ID \(idText), subject \(subjectText))" }

    /// One line that tells it from others like it.
    var candidate: String {
        let serial = x509.map { " serial \($0.serialNumber)" } ?? ""
        return
            "sha256:\(fingerprint.map { String($0.prefix(16)) } ?? "-") \(subjectText)\(serial) until \(notAfterText) \(uri)"
    }

    var json: JSON {
        var members: [(String, JSON)] = [("uri", .string(uri)), ("label", .string(label))]
        if Data(label.utf8) != labelBytes { members.append(("labelHex", .string(hexadecimal(labelBytes)))) }
        members += [
            ("id", .string(hexadecimal(id))), ("tag", JSON(tagText)),
            ("certificateType", JSON(type?.description)), ("subject", JSON(x509?.subject)),
            ("issuer", JSON(x509?.issuer)), ("serialNumber", JSON(x509?.serialNumber)),
            ("notBefore", JSON(x509.map { Self.text($0.notBefore) })),
            ("notAfter", JSON(x509.map { Self.text($0.notAfter) })), ("sha256", JSON(fingerprint)),
            ("keyType", JSON(keyType)), ("bits", JSON(x509?.keySizeInBits)), ("spkiSha256", JSON(keyFingerprint)),
            ("isCA", JSON(x509?.isCertificateAuthority)),
            ("alternativeNames", .array((x509?.alternativeNames ?? []).map(JSON.string))),
            ("hasPrivateKey", JSON(hasPrivateKey)), ("private", JSON(isPrivate)),
            ("warnings", .array(warnings.map(JSON.string))),
        ]
        return .object(members)
    }

    /// What is shown to a person who looks at this certificate alone.
    var properties: [(String, String)] {
        var properties = [("label", label), ("id", idText), ("tag", tagText ?? "-")]
        if let x509 {
            properties += [
                ("subject", subjectText), ("issuer", x509.issuer), ("serial number", x509.serialNumber),
                ("not before", Self.text(x509.notBefore)), ("not after", notAfterText),
            ]
            if !x509.alternativeNames.isEmpty {
                properties.append(("alternative names", x509.alternativeNames.joined(separator: ", ")))
            }
            properties += [
                ("authority", x509.isCertificateAuthority ? "yes" : "no"), ("key", keyText),
                ("private key here", hasPrivateKeyText), ("SHA-256", fingerprint ?? "-"),
                ("SHA-256 of the SPKI", keyFingerprint ?? "-"),
            ]
        } else {
            properties.append(("certificate type", type?.description ?? "-"))
        }
        properties += [("private", isPrivate.map { $0 ? "yes" : "no" } ?? "-"), ("uri", uri)]
        if !warnings.isEmpty { properties.append(("warnings", warnings.joined(separator: ", "))) }
        return properties
    }

    /// What the row of a key shows of it.
    var jsonBesideKey: JSON {
        .object([
            ("uri", .string(uri)), ("label", .string(label)), ("id", .string(hexadecimal(id))),
            ("subject", JSON(x509?.subject)), ("serialNumber", JSON(x509?.serialNumber)),
            ("notAfter", JSON(x509.map { Self.text($0.notAfter) })), ("sha256", JSON(fingerprint)),
        ])
    }

    /// The ID as text, where it is one that somebody chose and that can be printed.
    private var tagText: String? { tag.flatMap(KeyReport.printableText) }

    private var fingerprint: String? { (try? x509?.fingerprintSHA256).map { hexadecimal($0) } }

    private var keyFingerprint: String? {
        (try? x509?.publicKeyFingerprintSHA256).map { hexadecimal($0) }
    }

    private var keyType: String? {
        x509?.keyType.map { type in
            let name = type.description
            return name.hasPrefix("CKK_") ? String(name.dropFirst(4)) : name
        }
    }

    /// ISO 8601, in UTC.
    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
