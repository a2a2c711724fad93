public import Foundation

/// Puts a key on the token: one that was made or imported before, one given as data, or a new one.
///
/// - Parameters:
///   - attributes: `kSecValueRef` with a key; or `kSecValueData` with the bytes of an RSA key, PKCS#1 in DER (a public one also as
///     SubjectPublicKeyInfo), and `kSecAttrKeyType`; or neither, and `kSecAttrTokenID`, for a pair that the token makes
///     (`C_GenerateKeyPair`), of which the private half is the item. With them the attributes that the item is to have, and by `kSecReturn…` what to give back.
///   - result: where to put what was asked for, as ``SecItemCopyMatching(_:_:)`` does for one item; untouched on failure. May be nil.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` where the same key is there under the same tag; `errSecDataNotAvailable`, and nothing
///   is stored, where nothing but the data of a private key is asked for; `errSecParam`, `errSecNoSuchAttr` and `errSecNoSuchClass` for
///   a dictionary that is not understood; `errSecUnimplemented` for certificates, identities and symmetric keys; and what the
///   token answers. A failure leaves nothing on the token.
///
/// The tag becomes `CKA_ID` and the label `CKA_LABEL`; an application label of the caller's own becomes the label where none is given. A flag
/// that objects of the class have none for (`kSecAttrCanDecrypt` of a public key) is dropped. Access group, protection, access control
/// and dates are accepted and not stored. A private key is sensitive whatever is said; with `kSecAttrIsExtractable` it may leave
/// the token wrapped by another key.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(SecFailure) in
        var request = try ItemRequest(attributes, for: .add)
        let new = try NewItem(&request)
        let item = try new.add()
        let shape = ItemResult(
            returns: request.returns, store: new.store, tokenID: request.attributes.tokenID,
            dataBringAttributes: false)
        if let value = try shape.value(of: item) { result?.pointee = value }
    }
}
