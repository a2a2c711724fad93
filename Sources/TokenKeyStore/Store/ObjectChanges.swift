internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What is to change about one object; nil for what stays.
struct ObjectChanges: Sendable {
    var tag: Data?
    var label: Data?
    /// What it may do, among the flags of its class.
    var usage: KeyUsage?
    /// Only a private or secret key can be.
    var becomesSensitive = false
    var becomesUnextractable = false

    /// The changes that names are.
    init(tag: Data?, label: Data?) {
        self.tag = tag
        self.label = label
    }

    /// What of the changes of a key is about one of its objects.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidParameter`` for what no token does.
    init(_ changes: KeyChanges, of objectClass: ObjectClass) throws {
        if let tag = changes.tag, tag.isEmpty { throw KeyStoreError(.invalidParameter, "the new tag is empty") }
        guard changes.label == nil || changes.labelBytes == nil else {
            throw KeyStoreError(.invalidParameter, "the new label is given twice, as text and as bytes")
        }
        guard changes.isSensitive != false, changes.isExtractable != true else {
            throw KeyStoreError(
                .invalidParameter, "a key that is sensitive, or does not leave the token, cannot be made otherwise")
        }
        self.init(tag: changes.tag, label: changes.labelBytes ?? changes.label.map { Data($0.utf8) })
        for (name, bytes) in [("tag", tag), ("label", label)] {
            guard let bytes, bytes.count > 65_535 else { continue }
            throw KeyStoreError(.invalidParameter, "the new \(name) has \(bytes.count) bytes; 65,535 is the most")
        }
        usage = changes.usage?.intersection(.flags(of: objectClass))
        guard objectClass != .publicKey else {
            guard changes.isSensitive == nil, changes.isExtractable == nil else {
                throw KeyStoreError(.invalidParameter, "a public key is neither sensitive nor kept on the token")
            }
            return
        }
        becomesSensitive = changes.isSensitive == true
        becomesUnextractable = changes.isExtractable == false
    }

    /// Whether an object is as it is to be. What the token does not say of it is taken to be so.
    func areMade(in object: KeyAttributes) -> Bool {
        (tag.map { object.id == $0 } ?? true) && (label.map { object.labelBytes == $0 } ?? true)
            && (usage.map { object.usage.intersection(.flags(of: object.objectClass)) == $0 } ?? true)
            && !(becomesSensitive && object.isSensitive == false)
            && !(becomesUnextractable && object.isExtractable == true)
    }

    /// The attributes to change of an object.
    func attributes(of object: KeyAttributes) -> [Attribute] {
        var attributes: [Attribute] = []
        if let label { attributes.append(Attribute(.label, label)) }
        if let tag { attributes.append(Attribute(.id, tag)) }
        if let usage {
            attributes += KeyUsage.changes(from: object.usage, to: usage, among: .flags(of: object.objectClass))
        }
        if becomesSensitive, object.isSensitive == false { attributes.append(Attribute(.sensitive, true)) }
        if becomesUnextractable, object.isExtractable == true { attributes.append(Attribute(.extractable, false)) }
        return attributes
    }

    /// What undoes the changes of an object, as far as that can be: protection is not taken back.
    func attributes(undoing object: KeyAttributes) -> [Attribute] {
        var attributes = [Attribute(.label, object.labelBytes), Attribute(.id, object.id)]
        if let usage {
            attributes += KeyUsage.changes(from: usage, to: object.usage, among: .flags(of: object.objectClass))
        }
        return attributes
    }

    /// What an object will be recognised by.
    func identity(of object: FoundKey) -> KeyIdentity {
        var identity = object.identity
        if let tag { identity.id = tag }
        return identity
    }

    /// Whether a copy is protected as its original is, may do the same, and differs from it only in what was to change.
    func leaveProtection(of original: KeyAttributes, to copy: KeyAttributes) -> Bool {
        let flags = KeyUsage.flags(of: original.objectClass)
        let usage = usage.map { original.usage.subtracting(flags).union($0) } ?? original.usage
        return copy.isSensitive == (becomesSensitive ? original.isSensitive.map { _ in true } : original.isSensitive)
            && copy.isExtractable
                == (becomesUnextractable ? original.isExtractable.map { _ in false } : original.isExtractable)
            && copy.isAlwaysSensitive == original.isAlwaysSensitive
            && copy.isNeverExtractable == original.isNeverExtractable
            && copy.isPrivate == original.isPrivate && copy.isTokenObject == original.isTokenObject
            && copy.alwaysAuthenticate == original.alwaysAuthenticate
            && copy.allowedMechanisms == original.allowedMechanisms && copy.usage == usage
    }
}
