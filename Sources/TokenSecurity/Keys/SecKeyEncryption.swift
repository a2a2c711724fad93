public import Foundation
internal import TokenKeyStore

/// Encrypts data to a public key, on this machine.
///
/// - Parameters:
///   - key: a public key.
///   - algorithm: how.
///   - plaintext: the data; with PKCS #1 padding at most k − 11 bytes, with OAEP k − 2·hLen − 2, without padding k, k being the length of the
///     modulus in bytes; with the `…AESGCM` algorithms any number.
///   - error: set on failure: `errSecParam` for a private key, an algorithm that the key does not fit, and data that are too long;
///     `errSecKeyUsageIncorrect` where the object of the key may not encrypt.
/// - Returns: k bytes; with the `…AESGCM` algorithms the encrypted AES key in k bytes, the ciphertext, and a tag of 16 bytes.
@discardableResult
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(SecFailure) in
        try KeyOperation.encrypt(plaintext.copiedBytes, to: key, algorithm) as CFData
    }
}

/// Decrypts data with a private key, on the token.
///
/// - Parameters:
///   - key: a private key.
///   - algorithm: how the data were encrypted.
///   - ciphertext: k bytes, k being the length of the modulus; with the `…AESGCM` algorithms at least 16 more.
///   - error: set on failure: `errSecParam` for a public key, an algorithm that the key does not fit, and for every ciphertext that cannot be
///     decrypted, whatever the reason; `errSecKeyUsageIncorrect` where the key may not decrypt; `errSecInvalidItemRef` where it is not on
///     the token any more; else what the token answers.
/// - Returns: the data; without padding k bytes, leading zeros included.
@discardableResult
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(SecFailure) in
        try KeyOperation.decrypt(ciphertext.copiedBytes, with: key, algorithm) as CFData
    }
}

/// Agrees on a secret with the owner of another key.
///
/// Elliptic-curve keys only, which are not supported yet: RSA keys exchange nothing.
///
/// - Parameters:
///   - privateKey: a private key.
///   - algorithm: how.
///   - publicKey: the public key of the other side.
///   - parameters: `SecKeyKeyExchangeParameter` values by their raw names.
///   - error: set to `errSecParam`.
/// - Returns: nil.
@discardableResult
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(SecFailure) in
        throw SecFailure(errSecParam, "a key exchange takes elliptic-curve keys, which are not supported yet")
    }
}

extension KeyOperation {
    static func encrypt(_ data: Data, to key: SecKey, _ algorithm: SecKeyAlgorithm) throws(SecFailure) -> Data {
        let encryption = try encryption(algorithm)
        let publicKey = try publicKey(key, for: .encrypt)
        return try translating(.encrypt) { try publicKey.encrypt(data, using: encryption) }
    }

    static func decrypt(_ data: Data, with key: SecKey, _ algorithm: SecKeyAlgorithm) throws(SecFailure) -> Data {
        let encryption = try encryption(algorithm)
        let privateKey = try privateKey(key)
        return try perform(.decrypt, .decrypt, with: privateKey) {
            try privateKey.decrypt(data, using: encryption)
        }
    }
}
