import Foundation

#if canImport(Darwin)
import Security
#else
import TokenSecurity
#endif

/// What is done with RSA keys, wherever they are kept.
enum RSA {
    /// Makes a pair that is not stored, and returns its private half.
    static func makePrivateKey(bits: Int) throws -> SecKey {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA,
            kSecAttrKeySizeInBits as String: bits,
        ]
        return try result { SecKeyCreateRandomKey(attributes as CFDictionary, $0) }
    }

    static func sign(_ message: Data, with key: SecKey) throws -> Data {
        try result { SecKeyCreateSignature(key, .rsaSignatureMessagePSSSHA256, message as CFData, $0) } as Data
    }

    static func isValid(_ signature: Data, of message: Data, with key: SecKey) -> Bool {
        SecKeyVerifySignature(key, .rsaSignatureMessagePSSSHA256, message as CFData, signature as CFData, nil)
    }

    static func encrypt(_ message: Data, to key: SecKey) throws -> Data {
        try result { SecKeyCreateEncryptedData(key, .rsaEncryptionOAEPSHA256, message as CFData, $0) } as Data
    }

    static func decrypt(_ ciphertext: Data, with key: SecKey) throws -> Data {
        try result { SecKeyCreateDecryptedData(key, .rsaEncryptionOAEPSHA256, ciphertext as CFData, $0) } as Data
    }

    /// Turns a result that may be nil, and the error beside it, into a result or an error thrown.
    private static func result<Value>(
        _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?
    ) throws -> Value {
        var error: Unmanaged<CFError>?
        if let value = call(&error) { return value }
        if let error { throw error.takeRetainedValue() as Error }
        throw KeychainError(status: errSecInternalError, call: "a call without an error")
    }
}
