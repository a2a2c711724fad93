public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Which keys to find. Every criterion that is given must match.
///
///     let query = KeyQuery(label: "invoice signing", objectClass: .privateKey, keyType: .rsa)
public struct KeyQuery: Hashable, Sendable {
    /// The tag: `CKA_ID`, byte for byte. Empty data match keys without one.
    public var tag: Data?
    /// `CKA_LABEL`, byte for byte in UTF-8. The empty string matches keys without a label.
    public var label: String?
    /// `CKA_LABEL` as bytes, in place of one that is text.
    public var labelBytes: Data?
    /// `CKA_CLASS`: private, public or secret.
    public var objectClass: ObjectClass?
    /// `CKA_KEY_TYPE`.
    public var keyType: KeyType?
    /// The size in bits.
    public var sizeInBits: Int?
    /// What the key must be allowed to do; it may be allowed more.
    public var usage: KeyUsage
    /// Whether to include objects that are no key, or have nothing to recognise them by: what is left where the making of a key was
    /// interrupted.
    public var includesIncomplete: Bool
    /// The first bytes of the SHA-256 of the public key's SubjectPublicKeyInfo, or all 32: see ``PublicKey/fingerprintSHA256``. It tells
    /// apart what has the same tag and label. Keys that show no public value do not match.
    public var fingerprint: Data?
    /// The public value.
    var rsa: RSAPublicKey?

    /// Makes a query; without criteria it matches every key.
    public init(
        tag: Data? = nil, label: String? = nil, objectClass: ObjectClass? = nil, keyType: KeyType? = nil,
        sizeInBits: Int? = nil, usage: KeyUsage = [], includesIncomplete: Bool = false, labelBytes: Data? = nil,
        fingerprint: Data? = nil
    ) {
        self.tag = tag
        self.label = label
        self.objectClass = objectClass
        self.keyType = keyType
        self.sizeInBits = sizeInBits
        self.usage = usage
        self.includesIncomplete = includesIncomplete
        self.labelBytes = labelBytes
        self.fingerprint = fingerprint
    }

    /// The label in bytes, however it was given.
    var wantedLabel: Data? { labelBytes ?? label.map { Data($0.utf8) } }

    /// What the token can search by itself. Empty values are left to ``matches(_:)``, since tokens differ on absent and empty, and so is
    /// what an object does not show.
    var template: [Attribute] {
        var template: [Attribute] = []
        if let objectClass, objectClass != .unsaid { template.append(.objectClass(objectClass)) }
        if let keyType, keyType != .unsaid { template.append(.keyType(keyType)) }
        if let tag, !tag.isEmpty { template.append(Attribute(.id, tag)) }
        if let label = wantedLabel, !label.isEmpty { template.append(Attribute(.label, label)) }
        if let rsa { template.append(Attribute(.modulus, rsa.modulus)) }
        return template
    }

    /// Whether a key object has everything that was asked for.
    func matches(_ key: KeyAttributes) -> Bool {
        if let tag, key.id != tag { return false }
        if let label = wantedLabel, key.labelBytes != label { return false }
        if let rsa, key.rsa != rsa { return false }
        if let objectClass, key.objectClass != objectClass { return false }
        if let keyType, key.keyType != keyType { return false }
        if let sizeInBits, key.sizeInBits != sizeInBits { return false }
        if let fingerprint, (try? key.rsa?.fingerprintSHA256)?.starts(with: fingerprint) != true { return false }
        guard key.usage.isSuperset(of: usage) else { return false }
        return includesIncomplete || !key.isIncomplete
    }
}

extension KeyQuery: CustomStringConvertible {
    /// The criteria in words.
    public var description: String {
        var parts: [String] = []
        if let tag {
            parts.append("tag \(tag.isEmpty ? "(empty)" : tag.map { hexadecimal($0) }.joined())")
        }
        if let label = wantedLabel {
            parts.append("label \"\(escaped(String(decoding: label, as: UTF8.self)))\"")
        }
        if let objectClass { parts.append("\(objectClass)") }
        if let keyType { parts.append("\(keyType)") }
        if let sizeInBits { parts.append("\(sizeInBits) bits") }
        if let fingerprint { parts.append("fingerprint \(hexadecimal(fingerprint))") }
        if !usage.isEmpty { parts.append("usage \(usage)") }
        return parts.isEmpty ? "any key" : parts.joined(separator: ", ")
    }
}
