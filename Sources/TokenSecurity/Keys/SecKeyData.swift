public import Foundation
internal import TokenKeyStore

/// Makes a key of its data, without storing it.
///
/// A public key is used on this machine. A private one becomes an object of a session of the token, sensitive and not extractable,
/// so that its data do not come out again; it is gone with the last reference to it, and with the connection to the token, after
/// which its calls fail with `errSecInvalidItemRef`. `SecItemAdd` stores it.
///
/// - Parameters:
///   - keyData: of a public key its PKCS #1 or SubjectPublicKeyInfo DER; of a private one its PKCS #1 DER.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`, each as string or number. With `kSecAttrTokenID`, the data are not looked at, and
///     the key is the one of that token which the tag, label or application label among the attributes name.
///   - error: set on failure: `errSecParam` for data that are not a key of that type and class, or an unknown type or class;
///     `errSecUnimplemented` for symmetric keys, and where the token takes no private key from outside.
@discardableResult
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    reporting(error) { () throws(SecFailure) in
        let item = try ItemAttributes(ItemDictionary.entries(of: attributes))
        guard let type = item.keyType, let keyClass = item.keyClass else {
            throw SecFailure(errSecParam, "key data need kSecAttrKeyType and kSecAttrKeyClass")
        }
        let half = try KeyHalf(keyClass: keyClass)
        let kind = try KeyKind(type: type)
        if let tokenID = item.tokenID { return try KeyLookUp.key(item, half, on: tokenID) }
        guard kind == .rsa else { throw kind.notYet }
        switch half {
        case .publicHalf: return SecKey(try KeyBlob.publicKey(keyData.copiedBytes))
        case .privateHalf:
            var data = keyData.copiedBytes
            defer { data.withUnsafeMutableBytes { SecureBytes.wipe($0) } }
            return try sessionKey(data)
        }
    }
}

private func sessionKey(_ data: Data) throws(SecFailure) -> SecKey {
    let bytes = try KeyBlob.privateKey(data)
    let store = try TokenStores.store()
    let options = KeyOptions(
        existing: .keepBoth, allowsWeakKeys: true, isPermanent: false, includesPublicHalf: false)
    do {
        return SecKey(
            try store.importPrivateKey(bytes, usage: KeyFlag.standardUsage(ofPrivateHalf: true), options: options))
    } catch {
        throw SecFailure(error, during: .create)
    }
}

/// The data of a public key.
///
/// - Parameter error: set on failure: `errSecUnimplemented` for every private key, since those do not leave the token.
/// - Returns: PKCS #1 DER.
@discardableResult
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(SecFailure) in
        guard case .publicKey(let publicKey) = key.material else {
            throw SecFailure(errSecUnimplemented, "a private key does not leave the token")
        }
        return publicKey.pkcs1DERRepresentation as CFData
    }
}
