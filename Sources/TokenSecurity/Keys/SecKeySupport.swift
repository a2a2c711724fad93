internal import TokenKeyStore

/// Whether a key can be used for an operation in this way.
///
/// The half, the size of the key, its usage flags and the mechanisms of the token are looked at. A private key signs and decrypts; a public
/// one verifies and encrypts.
///
/// - Parameters:
///   - key: the key.
///   - operation: what is to be done.
///   - algorithm: how.
@discardableResult
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    switch (operation, key.material, algorithm.use) {
    case (.sign, .privateKey(let key), .signMessage(let signature)),
        (.sign, .privateKey(let key), .signDigest(let signature)):
        key.supports(signature)
    case (.decrypt, .privateKey(let key), .encrypt(let encryption)):
        key.supports(encryption)
    case (.verify, .publicKey(let key), .signMessage(let signature)),
        (.verify, .publicKey(let key), .signDigest(let signature)):
        key.supports(signature)
    case (.encrypt, .publicKey(let key), .encrypt(let encryption)):
        key.supports(encryption)
    default:
        false
    }
}
