public import Foundation

/// Generates a key pair on the token.
///
/// Each half has the attributes of its own dictionary, `kSecPrivateKeyAttrs` or `kSecPublicKeyAttrs`, and those of the outer one that its own
/// does not have. `kSecAttrIsPermanent` says whether a half is stored; without it, it is not, but for the private half of a key
/// with `kSecAttrTokenID`, which is. A private half that is not stored is an object of a session of the token and gone with the last
/// reference to it; a public half that is not stored exists on this machine only.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` and `kSecAttrKeySizeInBits` (RSA: 512 to 8192) are required. `kSecAttrApplicationTag` becomes `CKA_ID` and
///     `kSecAttrLabel` `CKA_LABEL`; `kSecAttrCan…` become the usage flags, without which a private key may sign, decrypt and unwrap,
///     and a public one verify, encrypt and wrap. `kSecAttrIsExtractable` true lets the private key leave the token wrapped
///     by another key; nothing lets it be read.
///   - error: set on failure: `errSecParam` for a missing or unknown type, a size that there is not, or that the token does not make (SoftHSM: odd
///     ones above 2048), and attributes of a wrong kind;
///     `errSecUnimplemented` for elliptic-curve keys; else why the token could not do it. Nothing is left behind.
/// - Returns: the private key.
@discardableResult
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    reporting(error) { () throws(SecFailure) in
        try KeyGeneration.generate(try ItemDictionary.entries(of: parameters), in: nil).privateKey
    }
}

/// Generates a key pair on the token and gives both halves; see ``SecKeyCreateRandomKey(_:_:)``.
///
/// - Parameters:
///   - parameters: as for ``SecKeyCreateRandomKey(_:_:)``.
///   - publicKey: set to the public half on success; nil where it is not wanted.
///   - privateKey: set to the private half on success; nil where it is not wanted.
/// - Returns: `errSecSuccess`, or why there is no pair.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    status { () throws(SecFailure) in
        let pair = try KeyGeneration.generate(try ItemDictionary.entries(of: parameters), in: nil)
        publicKey?.pointee = pair.publicKey
        privateKey?.pointee = pair.privateKey
    }
}
