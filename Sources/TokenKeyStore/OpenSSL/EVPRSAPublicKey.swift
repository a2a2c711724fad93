internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// libcrypto's form of an RSA public key and its operations. Lengths have been checked by the caller, in its own words.
///
/// Shared between threads: libcrypto never changes the key after it is made, and locks what it caches in it.
final class EVPRSAPublicKey: @unchecked Sendable {
    private let key: OpaquePointer

    init(modulus: Data, publicExponent: Data) throws {
        let modulus = try BigNumber(bigEndian: modulus)
        let exponent = try BigNumber(bigEndian: publicExponent)
        let key = withExtendedLifetime((modulus, exponent)) {
            copenssl_rsa_key(modulus.pointer, exponent.pointer, nil)
        }
        guard let key else {
            throw KeyStoreError.libcrypto(while: "building an RSA public key")
        }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// RSAEP (RFC 8017, section 5.1.1) on k bytes that are less than the modulus; k bytes come out.
    func raise(_ block: Data) throws -> Data {
        try block.withUnsafeBytes { block in
            try encrypt(block, while: "applying an RSA public key") { context in
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) > 0
            }
        }
    }

    func encryptPKCS1(_ message: Data) throws -> Data {
        try message.withUnsafeBytes { message in
            try encrypt(message, while: "encrypting with RSA PKCS#1 v1.5") { context in
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) > 0
            }
        }
    }

    func encryptOAEP(_ message: Data, hash: HashFunction, label: Data) throws -> Data {
        try message.withUnsafeBytes { try encryptOAEP($0, hash: hash, label: label) }
    }

    func encryptOAEP(_ message: SecureBytes, hash: HashFunction, label: Data) throws -> Data {
        try message.withUnsafeBytes { try encryptOAEP($0, hash: hash, label: label) }
    }

    private func encryptOAEP(_ message: UnsafeRawBufferPointer, hash: HashFunction, label: Data) throws -> Data {
        let digest = try hash.evp
        return try encrypt(message, while: "encrypting with RSA-OAEP") { context in
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) > 0
                && EVP_PKEY_CTX_set_rsa_oaep_md(context, digest) > 0
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) > 0
                && Self.setLabel(label, of: context)
        }
    }

    /// RSASSA-PSS-VERIFY (RFC 8017, section 8.1.2) with MGF1 of the same hash.
    func isValidPSS(_ signature: Data, digest: Data, hash: HashFunction, saltLength: Int) throws -> Bool {
        let evp = try hash.evp
        return try withContext(while: "verifying an RSA-PSS signature") { context in
            guard EVP_PKEY_verify_init(context) > 0,
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) > 0,
                EVP_PKEY_CTX_set_signature_md(context, evp) > 0,
                EVP_PKEY_CTX_set_rsa_mgf1_md(context, evp) > 0,
                EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(saltLength)) > 0
            else { return nil }
            let result = signature.lend { signature, signatureLength in
                digest.lend { EVP_PKEY_verify(context, signature, signatureLength, $0, $1) }
            }
            if result == 1 { return true }
            // An invalid signature and a failed verification are both "not 1"; want of memory must not pass for a
            // forgery.
            if ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_MALLOC_FAILURE { return nil }
            ERR_clear_error()
            return false
        }
    }

    private static func setLabel(_ label: Data, of context: OpaquePointer) -> Bool {
        guard !label.isEmpty else { return true }
        guard let copy = CRYPTO_malloc(label.count, nil, 0) else { return false }
        label.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count) }
        // On success the context owns the copy.
        if EVP_PKEY_CTX_set0_rsa_oaep_label(context, copy, Int32(label.count)) > 0 { return true }
        CRYPTO_free(copy, nil, 0)
        return false
    }

    private func encrypt(
        _ message: UnsafeRawBufferPointer, while action: String, configure: (OpaquePointer) throws -> Bool
    ) throws -> Data {
        try withContext(while: action) { context in
            guard EVP_PKEY_encrypt_init(context) > 0, try configure(context) else { return nil }
            var output = Data(count: Int(EVP_PKEY_get_size(key)))
            var length = output.count
            let result = output.withUnsafeMutableBytes { output in
                message.lend { bytes, count in
                    EVP_PKEY_encrypt(context, output.bindMemory(to: UInt8.self).baseAddress, &length, bytes, count)
                }
            }
            guard result > 0 else { return nil }
            return output.prefix(length)
        }
    }

    /// Runs `body` with a fresh context; its nil is a failure of libcrypto.
    private func withContext<Result>(while action: String, _ body: (OpaquePointer) throws -> Result?) throws -> Result {
        guard let context = EVP_PKEY_CTX_new(key, nil) else { throw KeyStoreError.libcrypto(while: action) }
        defer { EVP_PKEY_CTX_free(context) }
        guard let result = try body(context) else { throw KeyStoreError.libcrypto(while: action) }
        return result
    }
}
