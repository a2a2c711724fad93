import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A key as a report shows it: a pair, a lone half, or a secret key.
struct KeyReport {
    let key: Key
    let token: TokenDescription
    /// What was noticed when the key was made.
    var newWarnings: [KeyWarning] = []
    /// The only half that is shown; nil for all there is.
    var half: PKCS11URI.ObjectType?
    /// The certificates of the token, those of other keys among them; nil where they were not looked at.
    var allCertificates: CertificatesOfKeys?

    private var privateKey: PrivateKey? { shows(.privateKey) ? key.privateKey : nil }
    private var publicKey: PublicKey? { shows(.publicKey) ? key.publicKey : nil }
    private var other: KeyAttributes? { key.other.flatMap { shows($0.objectClass) ? $0 : nil } }

    private func shows(_ objectClass: ObjectClass) -> Bool { half.map { $0.objectClass == objectClass } ?? true }

    private var main: KeyAttributes? { privateKey?.attributes ?? publicKey?.attributes ?? other }
    /// What the public half is called, where that is something else.
    private var publicHalf: KeyAttributes? { privateKey == nil ? nil : publicKey?.attributes }

    private var id: Data { main?.id ?? Data() }
    var label: String { main?.label ?? "" }

    /// The URI of the key: of the pair, so without a type, which would hide one half or the other.
    ///
    /// What it does not have is there too, and empty: left out, it would be no criterion, and the URI that of another key.
    var uri: String {
        var uri = token.uri
        uri.id = id
        uri.objectBytes = main?.labelBytes ?? Data()
        uri.type = half
        return uri.description
    }

    /// What is shown to a person: the type with its size, such as `RSA 2048`.
    var typeText: String {
        [typeName, curve?.name ?? bits.map { String($0) }].compactMap { $0 }.joined(separator: " ")
    }

    var idText: String { id.isEmpty ? "-" : hexadecimal(id) }

    /// The ID as text, where it is one that somebody chose and that can be printed.
    var tagText: String? {
        main?.tag.flatMap(Self.printableText)
    }

    /// The text that bytes are; nil where they are none, or cannot be printed.
    static func printableText(_ bytes: Data) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else { return nil }
        return text.unicodeScalars.contains { isUnsafeOnTerminal($0) } ? nil : text
    }

    var parts: [String] {
        var parts: [String] = []
        if privateKey != nil { parts.append("private") }
        if publicKey != nil { parts.append("public") }
        if let other { parts.append(Self.part(of: other.objectClass)) }
        return parts
    }

    /// The certificates that certify this key; nil where they were not looked at.
    var certificates: [CertificateReport]? {
        allCertificates.map { all in
            all.certifying(key).map { CertificateReport($0, token: token) }
        }
    }

    /// The halves, and that there is a certificate.
    func partsShown(_ certificates: [CertificateReport]?) -> [String] {
        certificates?.isEmpty == false ? parts + ["certificate"] : parts
    }

    var usage: [String] {
        let halves = [privateKey?.attributes, publicKey?.attributes, other].compactMap { $0?.usage }
        return halves.reduce(into: KeyUsage()) { $0.formUnion($1) }.names
    }

    var warnings: [String] {
        (newWarnings + key.warnings.filter { !newWarnings.contains($0) }).map(\.rawValue)
    }

    /// In words, for questions and messages.
    var name: String { "\(typeText) key \"\(label)\" (ID \(idText))" }

    var json: JSON {
        let certificates = certificates
        var members: [(String, JSON)] = [("uri", .string(uri))]
        members += Self.label("label", main)
        members += [("id", id.isEmpty ? .null : .string(hexadecimal(id))), ("tag", JSON(tagText))]
        if let half = publicHalf, half.id != id {
            members.append(("publicId", half.id.isEmpty ? .null : .string(hexadecimal(half.id))))
        }
        if let half = publicHalf, half.labelBytes != main?.labelBytes { members += Self.label("publicLabel", half) }
        members += [
            ("keyType", .string(typeName)), ("bits", JSON(bits)), ("curve", JSON(curve?.name)),
            ("parts", .array(partsShown(certificates).map(JSON.string))), ("usage", .array(usage.map(JSON.string))),
            ("private", JSON(main?.isPrivate)), ("sensitive", JSON(main?.isSensitive)),
            ("alwaysSensitive", JSON(main?.isAlwaysSensitive)), ("extractable", JSON(main?.isExtractable)),
            ("neverExtractable", JSON(main?.isNeverExtractable)), ("local", JSON(main?.isLocal)),
            ("modifiable", JSON(main?.isModifiable)), ("alwaysAuthenticate", JSON(main?.alwaysAuthenticate)),
            ("spkiSha256", JSON(fingerprint)),
        ]
        if let certificates { members.append(("certificates", .array(certificates.map(\.jsonBesideKey)))) }
        members.append(("warnings", .array(warnings.map(JSON.string))))
        return .object(members)
    }

    /// What is shown to a person who looks at this key alone.
    var properties: [(String, String)] {
        let certificates = certificates
        var properties = [
            ("label", label), ("id", idText), ("tag", tagText ?? "-"), ("type", typeText),
            ("parts", partsShown(certificates).joined(separator: ", ")), ("usage", usage.joined(separator: ", ")),
        ]
        if let half = publicHalf, half.id != id { properties.append(("public id", hexadecimal(half.id))) }
        if let half = publicHalf, half.labelBytes != main?.labelBytes {
            properties.append(("public label", half.label))
        }
        properties += [
            ("private", Self.text(main?.isPrivate)), ("sensitive", Self.text(main?.isSensitive)),
            ("always sensitive", Self.text(main?.isAlwaysSensitive)), ("extractable", Self.text(main?.isExtractable)),
            ("never extractable", Self.text(main?.isNeverExtractable)), ("made on the token", Self.text(main?.isLocal)),
            ("modifiable", Self.text(main?.isModifiable)), ("login for each use", Self.text(main?.alwaysAuthenticate)),
            ("SHA-256 of the SPKI", fingerprint ?? "-"), ("uri", uri),
        ]
        for certificate in certificates ?? [] {
            properties.append(
                ("certificate", "\(certificate.subjectText), until \(certificate.notAfterText), \(certificate.uri)"))
        }
        if !warnings.isEmpty { properties.append(("warnings", warnings.joined(separator: ", "))) }
        return properties
    }

    /// `RSA` for `CKK_RSA`; a number where the standard has no name.
    private var typeName: String {
        guard key.keyType.rawValue != .max else { return Self.unsaid }
        let name = key.keyType.description
        return name.hasPrefix("CKK_") ? String(name.dropFirst(4)) : name
    }

    private var bits: Int? { key.sizeInBits ?? curve?.bits }

    private var curve: NamedCurve? { main?.ecParameters.flatMap(NamedCurve.init(parameters:)) }

    private var fingerprint: String? {
        let publicKey = key.publicKey ?? (try? key.privateKey?.publicKey)
        return (try? publicKey?.fingerprintSHA256).map { hexadecimal($0) }
    }

    /// What a person needs to tell keys of one name apart: 8 bytes of the fingerprint.
    var shortFingerprint: String? { fingerprint.map { String($0.prefix(16)) } }

    private static func label(_ name: String, _ attributes: KeyAttributes?) -> [(String, JSON)] {
        guard let attributes else { return [(name, .null)] }
        let bytes = attributes.labelBytes
        let isClean = Data(attributes.label.utf8) == bytes
        return [(name, .string(attributes.label))] + (isClean ? [] : [(name + "Hex", .string(hexadecimal(bytes)))])
    }

    private static func text(_ flag: Bool?) -> String { flag.map { $0 ? "yes" : "no" } ?? "-" }

    private static func part(of objectClass: ObjectClass) -> String {
        switch objectClass {
        case .privateKey: "private"
        case .publicKey: "public"
        case .secretKey: "secret"
        default: objectClass.rawValue == .max ? unsaid : objectClass.description
        }
    }

    /// For the class and the type of an object that shows none.
    private static let unsaid = "unknown"
}

/// An elliptic curve that has a name.
struct NamedCurve: Equatable {
    let name: String
    let bits: Int

    /// Reads the object identifier in `CKA_EC_PARAMS`, in DER; nil for another form or a curve without a name here.
    init?(parameters: Data) {
        switch hexadecimal(parameters) {
        case "06082a8648ce3d030107": (name, bits) = ("P-256", 256)
        case "06052b81040022": (name, bits) = ("P-384", 384)
        case "06052b81040023": (name, bits) = ("P-521", 521)
        case "06052b8104000a": (name, bits) = ("secp256k1", 256)
        case "06032b6570", "130c656477617264733235353139": (name, bits) = ("Ed25519", 255)
        case "06032b656e", "130a63757276653235353139": (name, bits) = ("X25519", 255)
        case "06032b6571": (name, bits) = ("Ed448", 448)
        default: return nil
        }
    }
}
