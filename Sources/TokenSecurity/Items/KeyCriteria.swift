internal import Foundation
internal import PKCS11
internal import TokenKeyStore

/// What a key must be like to be meant by a query. Everything that was given must match.
///
/// Not compared, since a token has no place for them: access group, protection, dates, creator and the like.
struct KeyCriteria {
    private var wanted: ItemAttributes
    /// `kSecAttrKeyClass` in the caller's own words, not as an attribute of a key that was passed.
    private let namesClass: Bool
    private let reference: SecKey?

    /// Takes the attributes of a query. A key that was passed counts by its public value, and by its class where the caller gave none: a
    /// key with another tag, or another usage, is that key still.
    init(_ request: ItemRequest) {
        wanted = request.attributes
        namesClass = wanted.keyClass != nil
        reference = request.key
        if let reference { wanted.keyClass = wanted.keyClass ?? (reference.isPrivate ? 1 : 0) }
    }

    /// Whether no key can match: there are no synchronised keys, and no key has an attribute that is not a number.
    var matchesNothing: Bool {
        if wanted.synchronizable == true || wanted.hasTextForNumber || wanted.isPermanent == false { return true }
        if let keyClass = wanted.keyClass, keyClass != 0, keyClass != 1 { return true }
        return false
    }

    /// Whether private keys can match, and public ones.
    var wantsPrivateKeys: Bool { wanted.keyClass.map { $0 == 1 } ?? true }
    var wantsPublicKeys: Bool { wanted.keyClass.map { $0 == 0 } ?? true }

    /// What the token can look for by itself; ``matches(_:)`` looks at the rest.
    var query: KeyQuery {
        var query = KeyQuery()
        if let tag = wanted.tag, !tag.isEmpty { query.tag = tag }
        if let label = wanted.label, !label.isEmpty { query.label = String(data: label, encoding: .utf8) }
        if wanted.keyType == 42 { query.keyType = .rsa }
        if wanted.keyType == 73 { query.keyType = .ec }
        return query
    }

    /// Whether an item has all of it.
    func matches(_ item: KeyItem) -> Bool {
        if let keyClass = wanted.keyClass, keyClass != item.keyClass { return false }
        if let keyType = wanted.keyType, keyType != item.keyType { return false }
        for size in [wanted.sizeInBits, wanted.effectiveSize] {
            if let size, size != item.attributes.sizeInBits { return false }
        }
        if let tag = wanted.tag, !matches(tag: tag, item) { return false }
        if let label = wanted.label, label != item.attributes.labelBytes { return false }
        if let name = wanted.applicationLabel, !matches(applicationLabel: name, item) { return false }
        if let reference, !matches(reference, item) { return false }
        return matchesStates(of: item) && matchesFlags(of: item)
    }

    /// The empty tag is that of keys to which none was given.
    private func matches(tag: Data, _ item: KeyItem) -> Bool {
        tag.isEmpty ? item.attributes.tag == nil : item.attributes.id == tag
    }

    /// The hash, or the bytes of the label, where one of the caller's own is kept.
    private func matches(applicationLabel: Data, _ item: KeyItem) -> Bool {
        // Every key without a label would have an empty one.
        guard !applicationLabel.isEmpty else { return false }
        return applicationLabel == item.publicKeyHash || applicationLabel == item.attributes.labelBytes
    }

    /// Whether an item is the key that was passed; the caller may have asked for its other half.
    private func matches(_ key: SecKey, _ item: KeyItem) -> Bool {
        guard let value = key.publicValue, let other = item.reference.publicValue else { return key == item.reference }
        return value == other
    }

    private func matchesStates(of item: KeyItem) -> Bool {
        for (name, isSet) in wanted.states where item.states[name] != isSet { return false }
        // What public keys do not have is treated as flags are.
        if namesClass, !item.isPrivate { return true }
        // That a key is not sensitive is not kept on adding it, and so does not tell keys apart.
        if wanted.isSensitive == true, !item.isSensitive { return false }
        if let isExtractable = wanted.isExtractable, isExtractable != item.isExtractable { return false }
        return true
    }

    /// A flag that keys of the class do not have is ignored where the caller said the class, and is false where he did not: whoever looks
    /// for what can sign means the private half.
    private func matchesFlags(of item: KeyItem) -> Bool {
        wanted.flags.allSatisfy { name, isWanted in
            guard let flag = KeyFlag(rawName: name) else { return true }
            if let isAllowed = item.isAllowed(flag) { return isAllowed == isWanted }
            return namesClass || !isWanted
        }
    }
}
