// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import TokenSecurity

// How programs that exist write their calls to the functions with dictionaries.

/// 1: a dictionary filled key by key, with constants, truth values, Data and numbers; a deletion as a statement.
func dictionaryFilledKeyByKey() throws {
    let tag = "shapes.1".data(using: .utf8)!
    var query = [String: Any]()
    query[kSecClass as String] = kSecClassKey
    query[kSecAttrKeyType as String] = kSecAttrKeyTypeRSA
    query[kSecAttrApplicationTag as String] = tag
    SecItemDelete(query as CFDictionary)

    var save = query
    save[kSecValueRef as String] = SecKeyCopyPublicKey(try makeKey())
    save[kSecAttrKeyClass as String] = kSecAttrKeyClassPublic
    save[kSecAttrKeySizeInBits as String] = 2048
    save[kSecAttrEffectiveKeySize as String] = 2048
    save[kSecAttrCanEncrypt as String] = kCFBooleanTrue
    save[kSecAttrCanDerive as String] = kCFBooleanFalse
    save[kSecAttrCanVerify as String] = kCFBooleanTrue!
    save[kSecAttrCanWrap as String] = true
    try check(SecItemAdd(save as CFDictionary, nil), "adding")

    query[kSecReturnRef as String] = kCFBooleanTrue as Any
    try check(SecItemCopyMatching(query as CFDictionary, nil), "finding")
    SecItemDelete(query as CFDictionary)
    try check(SecItemCopyMatching(query as CFDictionary, nil), is: errSecItemNotFound, "finding what was deleted")
}

private func load(_ tag: Data) -> SecKey! {
    var query = [String: Any]()
    query[kSecClass as String] = kSecClassKey
    query[kSecAttrApplicationTag as String] = tag
    query[kSecReturnRef as String] = kCFBooleanTrue
    var key: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &key)
    if status != noErrorAtAll { return nil }
    return key as! SecKey
}

private let noErrorAtAll: OSStatus = 0

/// 2: the data of a key by adding it, and a key out of a function with an implicitly unwrapped result.
func dataOfAKeyByAddingIt() throws {
    let tag = Data("shapes.2".utf8)
    guard let publicKey = SecKeyCopyPublicKey(try makeKey()) else { throw Unexpected(description: "no public key") }
    var query = [String: Any]()
    query[kSecClass as String] = kSecClassKey
    query[kSecAttrKeyType as String] = kSecAttrKeyTypeRSA
    query[kSecAttrApplicationTag as String] = tag
    query[kSecValueRef as String] = publicKey
    query[kSecReturnData as String] = kCFBooleanTrue
    var result: CFTypeRef?
    try check(SecItemAdd(query as CFDictionary, &result), "adding")
    guard let data = result as? Data else { throw Unexpected(description: "no data") }
    try check(data == SecKeyCopyExternalRepresentation(publicKey, nil) as Data?, "the data of the key")
    let loaded: SecKey = load(tag)
    try check(loaded == publicKey, "the key that was added")
    try check(SecItemDelete([kSecClass: kSecClassKey, kSecAttrApplicationTag: tag] as CFDictionary), "deleting")
    try check(load(tag) == nil, "the key is gone")
}

/// 3: a literal with String keys that grows afterwards; a persistent reference as Data.
func literalThatGrows() throws {
    let key = try makeStoredKey("shapes.3")
    var query: [String: Any] = [
        kSecClass as String: kSecClassKey,
        kSecUseDataProtectionKeychain as String: true,
        kSecValueRef as String: key,
    ]
    query[kSecReturnPersistentRef as String] = true
    var result: CFTypeRef?
    try check(SecItemCopyMatching(query as CFDictionary, &result), "finding")
    guard let reference = result as? Data else { throw Unexpected(description: "no persistent reference") }
    try check(SecItemDelete([kSecValuePersistentRef as String: reference] as CFDictionary), "deleting")
}

/// 4: literals with CFString keys, cast at once or typed, with another inside.
func literalsWithConstantsAsKeys() throws {
    let tag = "shapes.4".data(using: .utf8)!
    let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA,
        kSecAttrKeySizeInBits: 2048,
        kSecPrivateKeyAttrs: [
            kSecAttrIsPermanent: true,
            kSecAttrApplicationTag: tag,
            kSecAttrLabel: "shapes 4",
        ],
    ]
    let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    let query = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecReturnRef: true] as CFDictionary
    var item: AnyObject?
    try check(SecItemCopyMatching(query, &item), "finding")
    try check(item as! SecKey? == key, "the key that was made")
    try check(SecItemDelete([kSecClass: kSecClassKey, kSecAttrLabel: "shapes 4"] as CFDictionary), "deleting")
}

/// 6: keys by `String(…)`; a query that only asks whether something is there; statuses as cases.
func queryWithoutAResult() throws {
    let itemClass = String(kSecClass)
    let tagName = String(kSecAttrApplicationTag)
    var query = [String: Any]()
    query[itemClass] = String(kSecClassKey)
    query[tagName] = Data("shapes.6".utf8)
    func isThere() -> Bool {
        let status = SecItemCopyMatching(query as CFDictionary, nil)
        switch status {
        case errSecSuccess, errSecInteractionNotAllowed: return true
        case errSecItemNotFound: return false
        default: return false
        }
    }
    try check(!isThere(), "nothing is there")
    _ = try makeStoredKey("shapes.6")
    try check(isThere(), "the key is there")
    let status = SecItemDelete(query as CFDictionary)
    if status != errSecSuccess && status != errSecItemNotFound { try check(status, "deleting") }
}

/// 7: all that can be given back, of one and of all.
func everythingThatCanBeGivenBack() throws {
    let key = try makeStoredKey("shapes.7")
    var query: [String: Any] = [
        kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: Data("shapes.7".utf8),
    ]
    query[kSecReturnAttributes as String] = true
    query[kSecReturnData as String] = true
    query[kSecReturnRef as String] = true
    query[kSecReturnPersistentRef as String] = true
    var result: AnyObject?
    try check(SecItemCopyMatching(query as CFDictionary, &result), "finding")
    guard let attributes = result as? [String: Any] else { throw Unexpected(description: "no attributes") }
    try check(attributes[kSecAttrApplicationTag as String] as? Data == Data("shapes.7".utf8), "tag")
    try check(attributes[kSecAttrCanSign as String] as? Bool == true, "a truth value")
    try check(attributes[kSecAttrKeySizeInBits as String] as? Int == 2048, "a number")
    try check(attributes[kSecAttrCreationDate as String] as? Date == nil, "a date, which a token does not keep")
    try check(attributes[kSecValueData as String] as? Data == nil, "the data of a private key")
    try check(attributes[kSecValuePersistentRef as String] as? Data != nil, "persistent reference")
    try check((attributes[kSecValueRef as String] as! SecKey) == key, "key")

    query[kSecMatchLimit as String] = kSecMatchLimitAll
    result = nil
    try check(SecItemCopyMatching(query as CFDictionary, &result), "listing")
    guard let items = result as? [[String: Any]] else { throw Unexpected(description: "no list of attributes") }
    try check(items.count == 1, "one item")
    try check(items.compactMap { $0[kSecAttrKeyClass as String] as? Int } == [1], "class of the item")
    try check(SecItemDelete([kSecClass: kSecClassKey, kSecValueRef: key] as CFDictionary), "deleting")
}

private func cast<Target>(_ object: CFTypeRef, _ kind: CFTypeID, to: Target.Type) throws -> Target {
    guard CFGetTypeID(object) == kind else { throw Unexpected(description: "an object of another kind") }
    return object as! Target
}

/// 8: a switch over the call itself; kinds of objects; lists of keys; numbers and strings of attributes.
func switchOverACall() throws {
    let key = try makeStoredKey("shapes.8")
    let query: [String: Any] = [
        kSecClass as String: kSecClassKey,
        kSecAttrApplicationTag as String: Data("shapes.8".utf8),
        kSecMatchLimit as String: kSecMatchLimitAll,
        kSecReturnRef as String: true,
    ]
    var result: CFTypeRef?
    var keys: [SecKey] = []
    switch SecItemCopyMatching(query as CFDictionary, &result) {
    case errSecSuccess: keys = result as? [SecKey] ?? []
    case errSecItemNotFound: throw Unexpected(description: "not found")
    case let status: throw Unexpected(description: SecCopyErrorMessageString(status, nil)! as String)
    }
    try check(keys == [key], "the list of keys")
    try check(try cast(keys[0], SecKeyGetTypeID(), to: SecKey.self) == key, "a key by its kind")

    var one = query
    one[kSecMatchLimit as String] = kSecMatchLimitOne
    one[kSecReturnRef as String] = false
    one[kSecReturnAttributes as String] = true
    try check(SecItemCopyMatching(one as CFDictionary, &result), "attributes")
    let attributes = try cast(result!, CFDictionaryGetTypeID(), to: NSDictionary.self) as? [String: Any] ?? [:]
    switch attributes[kSecAttrKeyType as String] {
    case let number as NSNumber: try check(number.intValue == 42, "type as a number")
    case let text as String: throw Unexpected(description: "type as text: \(text)")
    default: throw Unexpected(description: "no type")
    }
    switch SecItemDelete(query as CFDictionary) {
    case errSecSuccess, errSecItemNotFound: break
    case let status: try check(status, "deleting")
    }
}
