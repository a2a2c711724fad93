internal import Foundation
internal import PKCS11
internal import TokenKeyStore

/// The look-up of a key by `kSecAttrTokenID` and its names.
enum KeyLookUp {
    /// The one key of a token that has every name which is given.
    ///
    /// - Throws: `errSecParam` where nothing names the key, or several keys have the names; `errSecItemNotFound` where none has.
    static func key(_ item: ItemAttributes, _ half: KeyHalf, on tokenID: String) throws(SecFailure) -> SecKey {
        guard item.tag != nil || item.label != nil || item.applicationLabel != nil else {
            throw SecFailure(errSecParam, "a key on a token is looked up by its tag, label or application label")
        }
        let store = try TokenStores.store(tokenID: tokenID)
        let query = KeyQuery(tag: item.tag, keyType: .rsa)
        let keys: [SecKey] = try translating(.find) {
            switch half {
            case .publicHalf: try store.publicKeys(matching: query).map { SecKey($0) }
            case .privateHalf: try store.privateKeys(matching: query).map { SecKey($0) }
            }
        }
        let found = keys.filter { $0.attributes.map { matches($0, item) } ?? false }
        guard let first = found.first else {
            throw SecFailure(errSecItemNotFound, "no such key is on token \"\(store.token.label)\"")
        }
        guard Set(found).count == 1 else {
            throw SecFailure(errSecParam, "\(found.count) keys on token \"\(store.token.label)\" have these names")
        }
        return first
    }

    private static func matches(_ key: KeyAttributes, _ item: ItemAttributes) -> Bool {
        if let label = item.label, key.labelBytes != label { return false }
        // The label is where an application label of the caller's own is kept.
        if let name = item.applicationLabel, key.publicKeyHash != name, key.labelBytes != name { return false }
        return true
    }
}
