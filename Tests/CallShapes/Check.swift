// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import TokenSecurity

/// What a shape expected and did not find.
struct Unexpected: Error, CustomStringConvertible {
    var description: String
}

func check(_ condition: Bool, _ what: String) throws {
    if !condition { throw Unexpected(description: what) }
}

func check(_ status: OSStatus, is expected: OSStatus = errSecSuccess, _ what: String) throws {
    if status != expected { throw Unexpected(description: "\(what): \(status) and not \(expected)") }
}

/// A pair that is not stored.
func makeKey(bits: Int = 2048) throws -> SecKey {
    var error: Unmanaged<CFError>?
    let attributes: [String: Any] = [
        kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits as String: bits,
    ]
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
        throw error!.takeRetainedValue() as Error
    }
    return key
}

/// A pair whose private half is stored under a tag.
func makeStoredKey(_ tag: String) throws -> SecKey {
    let attributes: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA,
        kSecAttrKeySizeInBits: 2048,
        kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(tag.utf8)],
    ]
    var error: Unmanaged<CFError>?
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
        throw error!.takeRetainedValue() as Error
    }
    return key
}
