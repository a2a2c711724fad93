internal import Foundation
internal import PKCS11
internal import TokenKeyStore

/// What the operations of a key have in common: which half does it, with which algorithm of the key store, and what a refusal means.
enum KeyOperation {
    /// What a signature algorithm signs.
    enum Input {
        case message
        case digest
    }

    /// - Throws: `errSecParam` for a name that is not of a signature algorithm of RSA.
    static func signature(
        _ algorithm: SecKeyAlgorithm
    ) throws(SecFailure) -> (algorithm: SignatureAlgorithm, input: Input) {
        switch algorithm.use {
        case .signMessage(let signature): return (signature, .message)
        case .signDigest(let signature): return (signature, .digest)
        default: throw unsuitable(algorithm)
        }
    }

    /// - Throws: `errSecParam` for a name that is not of an encryption algorithm of RSA.
    static func encryption(_ algorithm: SecKeyAlgorithm) throws(SecFailure) -> EncryptionAlgorithm {
        guard case .encrypt(let encryption) = algorithm.use else { throw unsuitable(algorithm) }
        return encryption
    }

    /// - Throws: `errSecParam` for the other half, and for a key of another type.
    static func privateKey(_ key: SecKey) throws(SecFailure) -> PrivateKey {
        guard case .privateKey(let privateKey) = key.material else {
            throw SecFailure(errSecParam, "this takes a private key, and the key is a public one")
        }
        guard privateKey.attributes.keyType == .rsa else {
            throw SecFailure(errSecParam, "the algorithm is one of RSA keys, and the key is none")
        }
        return privateKey
    }

    /// - Throws: `errSecParam` for the other half, `errSecKeyUsageIncorrect` where the token has an object for the key that does not permit
    ///   the use.
    static func publicKey(_ key: SecKey, for usage: KeyUsage) throws(SecFailure) -> PublicKey {
        guard case .publicKey(let publicKey) = key.material else {
            throw SecFailure(errSecParam, "this takes a public key, and the key is a private one")
        }
        // The token would refuse; the operation takes place here.
        if let attributes = publicKey.attributes, !attributes.usage.contains(usage) { throw forbidden(usage) }
        return publicKey
    }

    /// Runs an operation of a private key.
    ///
    /// - Throws: `errSecKeyUsageIncorrect` where the key does not permit the use, whatever words a token has for that.
    static func perform(
        _ activity: SecFailure.Activity, _ usage: KeyUsage, with key: PrivateKey, _ body: () throws -> Data
    ) throws(SecFailure) -> Data {
        do {
            return try body()
        } catch {
            let failure = SecFailure(error, during: activity)
            let isRefusal = failure.status == errSecParam || failure.status == errSecUnimplemented
            throw isRefusal && !key.attributes.usage.contains(usage) ? forbidden(usage) : failure
        }
    }

    private static func forbidden(_ usage: KeyUsage) -> SecFailure {
        SecFailure(errSecKeyUsageIncorrect, "the attributes of the key do not permit this: \(usage)")
    }

    private static func unsuitable(_ algorithm: SecKeyAlgorithm) -> SecFailure {
        SecFailure(errSecParam, "the algorithm \(algorithm.rawValue) is not one for this operation with an RSA key")
    }
}
