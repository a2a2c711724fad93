internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// HMAC-SHA-256 (RFC 2104) over secrets.
enum HMACSHA256 {
    static func code(for message: SecureBytes, key: SecureBytes) throws -> Data {
        var code = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        let done = key.withUnsafeBytes { keyBytes in
            message.withUnsafeBytes { bytes in
                HMAC(
                    EVP_sha256(), keyBytes.baseAddress, Int32(keyBytes.count),
                    bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &code, &length) != nil
            }
        }
        guard done, length == 32 else { throw KeyStoreError(.internalError, "HMAC-SHA-256 failed in libcrypto") }
        return Data(code)
    }
}
