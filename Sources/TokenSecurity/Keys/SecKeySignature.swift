public import Foundation
internal import TokenKeyStore

/// Signs a message or a digest with a private key, on the token.
///
/// - Parameters:
///   - key: a private key.
///   - algorithm: how, and whether the data are a message or a digest.
///   - dataToSign: the message, or a digest of exactly the length that the algorithm names.
///   - error: set on failure: `errSecParam` for a public key, an algorithm that the key does not fit, and data of a wrong length;
///     `errSecKeyUsageIncorrect` where the key may not sign; `errSecInvalidItemRef` where it is not on the token any more; else what the token
///     answers.
/// - Returns: the signature, as long as the modulus.
@discardableResult
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(SecFailure) in
        try KeyOperation.sign(dataToSign.copiedBytes, with: key, algorithm) as CFData
    }
}

/// Checks a signature with a public key, on this machine.
///
/// - Parameters:
///   - key: a public key.
///   - algorithm: how it was signed, and whether the data are a message or a digest.
///   - signedData: the message, or a digest of exactly the length that the algorithm names.
///   - signature: the signature.
///   - error: set where the result is false: `errSecVerifyFailed` for a signature that does not fit; `errSecParam` for a private key, an
///     algorithm that the key does not fit, a digest of a wrong length and a signature longer than the modulus;
///     `errSecKeyUsageIncorrect` where the object of the key may not verify.
/// - Returns: whether the signature is valid.
@discardableResult
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let isValid: Bool? = reporting(error) { () throws(SecFailure) in
        try KeyOperation.verify(signature.copiedBytes, of: signedData.copiedBytes, with: key, algorithm)
        return true
    }
    return isValid ?? false
}

extension KeyOperation {
    static func sign(_ data: Data, with key: SecKey, _ algorithm: SecKeyAlgorithm) throws(SecFailure) -> Data {
        let (signature, input) = try signature(algorithm)
        let privateKey = try privateKey(key)
        return try perform(.sign, .sign, with: privateKey) {
            switch input {
            case .message: try privateKey.signature(for: data, using: signature)
            case .digest: try privateKey.signature(forDigest: data, using: signature)
            }
        }
    }

    /// - Throws: `errSecVerifyFailed` for a signature that is not valid.
    static func verify(
        _ signature: Data, of data: Data, with key: SecKey, _ algorithm: SecKeyAlgorithm
    ) throws(SecFailure) {
        let (scheme, input) = try self.signature(algorithm)
        let publicKey = try publicKey(key, for: .verify)
        guard signature.count <= SecKeyGetBlockSize(key) else {
            throw SecFailure(errSecParam, "the signature is longer than the modulus of the key")
        }
        let isValid = try translating(.verify) {
            switch input {
            case .message: try publicKey.isValidSignature(signature, for: data, using: scheme)
            case .digest: try publicKey.isValidSignature(signature, forDigest: data, using: scheme)
            }
        }
        guard isValid else { throw SecFailure(errSecVerifyFailed) }
    }
}
