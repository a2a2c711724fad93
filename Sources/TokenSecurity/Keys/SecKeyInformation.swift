public import Foundation
internal import PKCS11
internal import TokenKeyStore

/// The public half of a key.
///
/// - Parameter key: a private key, or a public one, of which the result is equal to itself.
/// - Returns: a key that is used on this machine; nil where the token shows no public part of a private key.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    switch key.material {
    case .publicKey:
        return key
    case .privateKey(let privateKey):
        if let half = try? privateKey.publicKey { return SecKey(half) }
        // A token that hides the public part of a private object may have it as an object with the same CKA_ID.
        let attributes = privateKey.attributes
        let query = KeyQuery(tag: attributes.id, keyType: attributes.keyType)
        guard !attributes.id.isEmpty, let half = try? privateKey.store.publicKey(matching: query) else { return nil }
        return SecKey(half)
    }
}

/// The length of a key in bytes: for RSA that of the modulus, and so of a signature and of what a call encrypts at once.
///
/// - Returns: 0 where the token does not show the size.
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
    (key.sizeInBits + 7) / 8
}

/// What is known of a key, by the raw values of the `kSecAttr…` constants.
///
/// Class (`kcls`) and type (`type`) are strings, sizes (`bsiz`, `esiz`) numbers, and all else that is not data (`klbl`, and `v_Data` of a
/// public key) truth values; `SecItemCopyMatching` gives numbers for class, type and truth values. `klbl` is the SHA-1 of the PKCS #1 DER of
/// the public key. The `kSecAttrCan…` flags are those of the object (`CKA_SIGN`, …), with false for what objects of its class
/// do not have; `sens`, `asen`, `extr` and `next` are `CKA_SENSITIVE`, `CKA_ALWAYS_SENSITIVE`, `CKA_EXTRACTABLE` and
/// `CKA_NEVER_EXTRACTABLE`. `tkid` is the token. `perm`, `priv` and `modi` are true for every key, and tag and label
/// are not among them, both as on the reference system.
@discardableResult
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    let attributes = key.attributes
    var result: [String: Any] = [
        "class": kSecClassKey as String,
        "kcls": (key.isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic) as String,
        "bsiz": key.sizeInBits as NSNumber, "esiz": key.sizeInBits as NSNumber,
        "perm": true, "priv": true, "modi": true,
        "sens": key.isPrivate && attributes?.isSensitive == true,
        "asen": key.isPrivate && attributes?.isAlwaysSensitive == true,
        "extr": key.isPrivate ? attributes?.isExtractable == true : true,
        "next": key.isPrivate && attributes?.isNeverExtractable == true,
    ]
    // Other types have no number here.
    switch key.keyType {
    case .rsa: result["type"] = kSecAttrKeyTypeRSA as String
    case .ec: result["type"] = kSecAttrKeyTypeECSECPrimeRandom as String
    default: break
    }
    // A public key without an object may do all that public keys do.
    let usage = attributes?.usage ?? KeyFlag.standardUsage(ofPrivateHalf: false)
    for flag in KeyFlag.allCases {
        result[flag.rawValue] = flag.usage(ofPrivateHalf: key.isPrivate).map(usage.contains) ?? false
    }
    if let hash = try? key.publicValue?.keyIdentifierSHA1 { result["klbl"] = hash }
    switch key.material {
    case .publicKey(let key): result["v_Data"] = key.pkcs1DERRepresentation
    case .privateKey(let key): result["tkid"] = key.store.token.secTokenID
    }
    return result as CFDictionary
}
