internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// AES key wrap with padding (RFC 5649), for keys on their way into a token by `C_UnwrapKey`.
enum AESKeyWrapPad {
    /// Wraps key bytes.
    ///
    /// - Parameters:
    ///   - key: what is wrapped: at least one byte, such as the PKCS#8 DER of a private key.
    ///   - kek: the AES key, 16, 24 or 32 bytes.
    /// - Returns: 8 bytes more than `key` has when brought to a multiple of 8.
    static func wrap(key: SecureBytes, kek: SecureBytes) throws -> Data {
        let cipher =
            switch kek.count {
            case 16: EVP_aes_128_wrap_pad()
            case 24: EVP_aes_192_wrap_pad()
            case 32: EVP_aes_256_wrap_pad()
            default: throw KeyStoreError(.invalidParameter, "an AES key has 16, 24 or 32 bytes, not \(kek.count)")
            }
        guard !key.isEmpty, key.count < 1 << 24 else {
            throw KeyStoreError(.invalidLength, "\(key.count) bytes cannot be wrapped; 1 to \(1 << 24 - 1) can")
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw failure }
        defer { EVP_CIPHER_CTX_free(context) }
        // libcrypto's protection against a program that means an ordinary cipher.
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)

        let started = try kek.lend { kek, _ in EVP_EncryptInit_ex2(context, cipher, kek, nil, nil) }
        guard started == 1 else { throw failure }
        let expected = (key.count + 7) / 8 * 8 + 8
        var wrapped = Data(count: expected + Int(EVP_MAX_BLOCK_LENGTH))
        var length: Int32 = 0
        let result = try wrapped.withUnsafeMutableBytes { wrapped in
            try key.lend {
                EVP_EncryptUpdate(context, wrapped.bindMemory(to: UInt8.self).baseAddress, &length, $0, Int32($1))
            }
        }
        guard result == 1, length == expected else { throw failure }
        return wrapped.prefix(expected)
    }

    private static var failure: KeyStoreError { .libcrypto(while: "wrapping a key") }
}
