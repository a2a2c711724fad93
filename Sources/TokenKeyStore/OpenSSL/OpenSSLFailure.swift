internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension KeyStoreError {
    /// The failure of a libcrypto call that no input should have caused. Empties the thread's error queue.
    ///
    /// - Parameter action: what was being done, as in `hashing`.
    static func libcrypto(while action: String) -> KeyStoreError {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        // Reasons are constant texts of libcrypto ("malloc failure"), never data.
        guard code != 0, let reason = ERR_reason_error_string(code) else {
            return KeyStoreError(.internalError, "libcrypto failed while \(action)")
        }
        return KeyStoreError(.internalError, "libcrypto failed while \(action): \(String(cString: reason))")
    }

    /// Key data that cannot be read as what was expected.
    static func invalidKeyData(_ message: String, hint: String? = nil) -> KeyStoreError {
        KeyStoreError(.invalidKeyData, message, hint: hint)
    }
}

extension SecureBytes {
    /// ``init(capacity:initializingWith:)``, with want of memory as an error of this module.
    static func filled(
        capacity: Int, _ initializer: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> SecureBytes {
        do {
            return try SecureBytes(capacity: capacity, initializingWith: initializer)
        } catch let error as PKCS11Error {
            throw KeyStoreError(.internalError, error.message, underlying: error)
        }
    }

    /// Lends zeroed memory for intermediate results that are secret; it is wiped afterwards.
    static func withScratch<Result>(
        count: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) throws -> Result {
        var result: Result?
        _ = try filled(capacity: count) { buffer in
            result = try body(buffer)
            return buffer.count
        }
        guard let result else { throw KeyStoreError(.internalError, "no result was computed") }
        return result
    }

    /// Copies secret bytes out of ordinary memory and wipes that, so far as nobody else holds it.
    static func taking(_ bytes: consuming Data) throws -> SecureBytes {
        defer { bytes.withUnsafeMutableBytes { SecureBytes.wipe($0) } }
        return try filled(capacity: bytes.count) { bytes.copyBytes(to: $0) }
    }

    /// Bytes of libcrypto's generator for secrets.
    static func random(count: Int) throws -> SecureBytes {
        try filled(capacity: count) { buffer in
            guard RAND_priv_bytes_ex(nil, buffer.baseAddress, count, 0) == 1 else {
                throw KeyStoreError.libcrypto(while: "making random bytes")
            }
            return count
        }
    }
}
