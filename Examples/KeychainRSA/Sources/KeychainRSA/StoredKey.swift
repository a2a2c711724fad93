import Foundation

#if canImport(Darwin)
import Security
#else
import TokenSecurity
#endif

/// One half of an RSA pair, kept in the keychain under a tag: the system's own on a Mac, a token on Linux.
struct StoredKey {
    let tag: String
    let isPrivate: Bool

    /// What the key is found by.
    private var name: [String: Any] {
        var query = [String: Any]()
        query[kSecClass as String] = kSecClassKey
        query[kSecAttrKeyType as String] = kSecAttrKeyTypeRSA
        query[kSecAttrKeyClass as String] = isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic
        query[kSecAttrApplicationTag as String] = Data(tag.utf8)
        return query
    }

    /// Puts a key into the keychain in place of what was there under the tag.
    ///
    /// What was there goes last, so that a failure leaves it, and only if it is another key: a key that was loaded from here is the one
    /// that is here.
    func save(_ key: SecKey) throws {
        let old = try all()
        if !old.contains(key) {
            var item = name
            item[kSecValueRef as String] = key
            item[kSecAttrLabel as String] = tag
            // A token holds a key to what is said here.
            item[kSecAttrCanSign as String] = isPrivate
            item[kSecAttrCanDecrypt as String] = isPrivate
            item[kSecAttrCanVerify as String] = !isPrivate
            item[kSecAttrCanEncrypt as String] = !isPrivate
            try KeychainError.check(SecItemAdd(item as CFDictionary, nil), "saving \(tag)")
        }
        for other in old where other != key {
            var item = name
            item[kSecValueRef as String] = other
            try KeychainError.check(SecItemDelete(item as CFDictionary), "deleting what was at \(tag)")
        }
    }

    /// Every key under the tag.
    private func all() throws -> [SecKey] {
        var query = name
        query[kSecReturnRef as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [] }
        try KeychainError.check(status, "looking for \(tag)")
        return result as? [SecKey] ?? []
    }

    /// The key, or nil where there is none.
    func load() throws -> SecKey? {
        var query = name
        query[kSecReturnRef as String] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        try KeychainError.check(status, "loading \(tag)")
        guard let result, CFGetTypeID(result) == SecKeyGetTypeID() else { return nil }
        // swift-format-ignore: NeverForceUnwrap
        return (result as! SecKey)
    }

    /// The bytes of the key, PKCS#1 in DER. A token gives those of a public key only.
    func data() throws -> Data? {
        var query = name
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        try KeychainError.check(SecItemCopyMatching(query as CFDictionary, &result), "reading \(tag)")
        return result as? Data
    }

    /// Deletes the key; nothing where there is none.
    func delete() throws {
        let status = SecItemDelete(name as CFDictionary)
        if status != errSecItemNotFound { try KeychainError.check(status, "deleting \(tag)") }
    }
}
