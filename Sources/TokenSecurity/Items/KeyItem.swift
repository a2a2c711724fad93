internal import Foundation
internal import PKCS11
internal import TokenKeyStore

/// A key object on the token as an item: one half of a pair.
struct KeyItem {
    let material: SecKey.Material
    let attributes: KeyAttributes

    init(_ key: PrivateKey) {
        material = .privateKey(key)
        attributes = key.attributes
    }

    /// nil for a public key that is no object on a token.
    init?(_ key: PublicKey) {
        guard let attributes = key.attributes else { return nil }
        material = .publicKey(key)
        self.attributes = attributes
    }

    var isPrivate: Bool {
        switch material {
        case .privateKey: true
        case .publicKey: false
        }
    }

    /// `kSecAttrKeyClass`.
    var keyClass: Int { isPrivate ? 1 : 0 }

    /// `kSecAttrKeyType`; nil for a type that it has no number for.
    var keyType: Int? {
        switch attributes.keyType {
        case .rsa: 42
        case .ec: 73
        default: nil
        }
    }

    /// `kSecAttrApplicationLabel`: empty where the token does not show the public part.
    var publicKeyHash: Data { attributes.publicKeyHash ?? Data() }

    /// Whether both objects are one item: the same half of the same key under the same ID. A token may have it twice.
    func isSameItem(as other: KeyItem) -> Bool {
        isPrivate == other.isPrivate && attributes.id == other.attributes.id && !publicKeyHash.isEmpty
            && publicKeyHash == other.publicKeyHash
    }

    /// Whether the other is the same item, and may do and is protected as this one: then either can go, and nothing is lost.
    func isCopy(of other: KeyItem) -> Bool {
        isSameItem(as: other) && attributes.usage == other.attributes.usage && isSensitive == other.isSensitive
            && isExtractable == other.isExtractable
            && attributes.alwaysAuthenticate == other.attributes.alwaysAuthenticate
            && attributes.allowedMechanisms == other.attributes.allowedMechanisms
    }

    /// The key as the caller gets it.
    var reference: SecKey {
        switch material {
        case .privateKey(let key): SecKey(key)
        case .publicKey(let key): SecKey(key)
        }
    }

    /// The bytes of a public key, PKCS#1 in DER; nil for a private one, whose bytes stay where they are.
    var data: Data? {
        switch material {
        case .privateKey: nil
        case .publicKey(let key): key.pkcs1DERRepresentation
        }
    }

    /// Names the item in any process.
    func persistentReference(in store: KeyStore) -> PersistentReference {
        PersistentReference(
            tokenSerial: store.token.serialNumber, keyClass: keyClass, publicKeyHash: publicKeyHash, id: attributes.id)
    }

    /// Whether the key may do something; nil where its class has no such flag.
    func isAllowed(_ flag: KeyFlag) -> Bool? {
        flag.usage(ofPrivateHalf: isPrivate).map { attributes.usage.contains($0) }
    }
}

extension KeyItem {
    /// What `kSecReturnAttributes` gives: class, type and truth values as numbers. An attribute that a token has no place for, such as
    /// dates and access groups, is not there; nor is a tag or label that the key does not have.
    ///
    /// - Parameter tokenID: how the caller named the token.
    func dictionary(in store: KeyStore, tokenID: String?) -> [String: Any] {
        var dictionary: [String: Any] = [
            kSecClass as String: kSecClassKey as String, kSecAttrKeyClass as String: keyClass,
            kSecAttrIsPermanent as String: 1, kSecAttrKeyCreator as String: 0, kSecAttrSynchronizable as String: 0,
            kSecAttrIsSensitive as String: number(isSensitive), kSecAttrIsExtractable as String: number(isExtractable),
        ]
        for (name, isSet) in states { dictionary[name] = number(isSet) }
        for flag in KeyFlag.allCases { dictionary[flag.rawValue] = number(isAllowed(flag) ?? false) }
        dictionary[kSecAttrKeyType as String] = keyType
        dictionary[kSecAttrKeySizeInBits as String] = attributes.sizeInBits
        dictionary[kSecAttrEffectiveKeySize as String] = attributes.sizeInBits
        dictionary[kSecAttrApplicationLabel as String] = attributes.publicKeyHash
        dictionary[kSecAttrApplicationTag as String] = attributes.tag
        if !attributes.labelBytes.isEmpty {
            dictionary[kSecAttrLabel as String] =
                String(data: attributes.labelBytes, encoding: .utf8) ?? attributes.labelBytes
        }
        dictionary[kSecAttrTokenID as String] = tokenID ?? store.token.secTokenID
        return dictionary
    }

    /// `kSecAttrIsSensitive`: public keys are not.
    var isSensitive: Bool { isPrivate && attributes.isSensitive == true }

    /// `kSecAttrIsExtractable`: public keys are; a private one may leave the token wrapped then, and not be read.
    var isExtractable: Bool { !isPrivate || attributes.isExtractable == true }

    /// What a caller can only ask about, by raw name: `priv modi asen next`.
    var states: [String: Bool] {
        [
            kSecAttrIsPrivate as String: true, kSecAttrIsModifiable as String: attributes.isModifiable != false,
            kSecAttrWasAlwaysSensitive as String: attributes.isAlwaysSensitive == true,
            kSecAttrWasNeverExtractable as String: attributes.isNeverExtractable == true,
        ]
    }

    private func number(_ value: Bool) -> Int { value ? 1 : 0 }
}

extension TokenDescription {
    /// What `kSecAttrTokenID` calls the token: its label, or its serial number where it has none.
    var secTokenID: String { label.isEmpty ? serialNumber : label }
}
