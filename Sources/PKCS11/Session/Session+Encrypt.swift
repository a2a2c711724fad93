internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
    /// Begins an encryption (`C_EncryptInit`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func encryptInit(_ mechanism: Mechanism, key: ObjectHandle) throws(PKCS11Error) {
        let rv = mechanism.withCK { pointer in
            functions.returnValue { $0.pointee.C_EncryptInit?(handle.rawValue, pointer, key.rawValue) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_EncryptInit", returnValue: rv, while: "encrypting with \(mechanism.type)")
        }
    }

    /// Encrypts everything in one call (`C_Encrypt`) and ends the operation.
    ///
    /// - Parameters:
    ///   - data: the plaintext.
    ///   - maximumLength: the length of the ciphertext in bytes, or more.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func encrypt(_ data: some DataProtocol, maximumLength: Int) throws(PKCS11Error) -> Data {
        try output("C_Encrypt", while: "encrypting \(data.count) bytes", capacity: maximumLength) {
            list, buffer, length in
            withInput(data) { list.pointee.C_Encrypt?(handle.rawValue, $0, $1, buffer, &length) }
        }
    }

    /// Encrypts a part (`C_EncryptUpdate`), with room for the part and `blockLength` bytes more: its length is never probed, since
    /// some modules run the part again.
    ///
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func encryptUpdate(_ part: some DataProtocol, blockLength: Int = 32) throws(PKCS11Error) -> Data {
        let capacity = part.count + max(0, min(blockLength, 4096))
        return try output("C_EncryptUpdate", while: "encrypting a part", capacity: capacity) { list, buffer, length in
            withInput(part) { list.pointee.C_EncryptUpdate?(handle.rawValue, $0, $1, buffer, &length) }
        }
    }

    /// Ends an encryption of several parts (`C_EncryptFinal`).
    ///
    /// - Parameter maximumLength: a block and a tag, in bytes.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func encryptFinal(maximumLength: Int = 64) throws(PKCS11Error) -> Data {
        try output("C_EncryptFinal", while: "ending an encryption", capacity: maximumLength) { list, buffer, length in
            list.pointee.C_EncryptFinal?(handle.rawValue, buffer, &length)
        }
    }

    /// Begins a decryption (`C_DecryptInit`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func decryptInit(_ mechanism: Mechanism, key: ObjectHandle) throws(PKCS11Error) {
        let rv = mechanism.withCK { pointer in
            functions.returnValue { $0.pointee.C_DecryptInit?(handle.rawValue, pointer, key.rawValue) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_DecryptInit", returnValue: rv, while: "decrypting with \(mechanism.type)")
        }
    }

    /// Decrypts everything in one call (`C_Decrypt`) and ends the operation.
    ///
    /// - Parameters:
    ///   - data: the ciphertext.
    ///   - maximumLength: the length of the plaintext in bytes, or more; for RSA the length of the modulus, since some
    ///     modules want that much room for any plaintext.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func decrypt(_ data: some DataProtocol, maximumLength: Int) throws(PKCS11Error) -> Data {
        try output("C_Decrypt", while: "decrypting \(data.count) bytes", capacity: maximumLength) {
            list, buffer, length in
            withInput(data) { list.pointee.C_Decrypt?(handle.rawValue, $0, $1, buffer, &length) }
        }
    }

    /// Decrypts everything in one call into memory for secrets (`C_Decrypt`), and ends the operation.
    ///
    /// - Parameters:
    ///   - data: the ciphertext.
    ///   - maximumLength: the length of the plaintext in bytes, or more.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func decryptSecret(_ data: some DataProtocol, maximumLength: Int) throws -> SecureBytes {
        try SecureBytes(capacity: maximumLength) { buffer in
            var length = CK_ULONG(buffer.count)
            let output = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let rv = withInput(data) { bytes, count in
                functions.returnValue { $0.pointee.C_Decrypt?(handle.rawValue, bytes, count, output, &length) }
            }
            guard rv == .ok else {
                throw PKCS11Error(function: "C_Decrypt", returnValue: rv, while: "decrypting \(data.count) bytes")
            }
            guard length <= CK_ULONG(buffer.count) else {
                throw PKCS11Error(
                    code: .malformedResponse, message: "C_Decrypt returned more bytes than its buffer holds")
            }
            return Int(length)
        }
    }

    /// Decrypts a part (`C_DecryptUpdate`), with room for the part and `blockLength` bytes more.
    ///
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func decryptUpdate(_ part: some DataProtocol, blockLength: Int = 32) throws(PKCS11Error) -> Data {
        let capacity = part.count + max(0, min(blockLength, 4096))
        return try output("C_DecryptUpdate", while: "decrypting a part", capacity: capacity) { list, buffer, length in
            withInput(part) { list.pointee.C_DecryptUpdate?(handle.rawValue, $0, $1, buffer, &length) }
        }
    }

    /// Ends a decryption of several parts (`C_DecryptFinal`).
    ///
    /// - Parameter maximumLength: in bytes. An AEAD mechanism may give the whole plaintext here.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func decryptFinal(maximumLength: Int) throws(PKCS11Error) -> Data {
        try output("C_DecryptFinal", while: "ending a decryption", capacity: maximumLength) { list, buffer, length in
            list.pointee.C_DecryptFinal?(handle.rawValue, buffer, &length)
        }
    }
}
