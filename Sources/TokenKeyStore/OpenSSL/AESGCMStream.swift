internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// AES-GCM (NIST SP 800-38D) of data that come in pieces. Not to be shared between threads.
///
/// What ``update(_:)`` of a decryption returns is not to be believed, or shown to anybody, before ``finish(tag:)`` has
/// returned; keeping it back until then is the caller's part.
final class AESGCMStream {
    enum Direction {
        case encrypt, decrypt
    }

    /// The length of the authentication tag in bytes.
    static let tagLength = 16

    private let context: OpaquePointer
    private let direction: Direction
    private var isFinished = false

    /// Starts an encryption or decryption.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 bytes.
    ///   - iv: the initialisation vector; one pair of key and vector must never encrypt twice.
    ///   - additionalData: data that are authenticated and not encrypted.
    init(_ direction: Direction, key: SecureBytes, iv: some DataProtocol, additionalData: some DataProtocol) throws {
        let cipher =
            switch key.count {
            case 16: EVP_aes_128_gcm()
            case 24: EVP_aes_192_gcm()
            case 32: EVP_aes_256_gcm()
            default: throw KeyStoreError(.invalidParameter, "an AES key has 16, 24 or 32 bytes, not \(key.count)")
            }
        guard !iv.isEmpty, iv.count <= 64 else {
            throw KeyStoreError(
                .invalidParameter, "an AES-GCM initialisation vector has 1 to 64 bytes, not \(iv.count)")
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw Self.failure }
        self.context = context
        self.direction = direction

        let encrypts: Int32 = direction == .encrypt ? 1 : 0
        guard EVP_CipherInit_ex2(context, cipher, nil, nil, encrypts, nil) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(iv.count), nil) == 1,
            try key.lend({ key, _ in
                Data(iv).lend { iv, _ in EVP_CipherInit_ex2(context, nil, key, iv, encrypts, nil) }
            }) == 1
        else { throw Self.failure }
        for region in additionalData.regions {
            try region.withUnsafeBytes { bytes in
                try inPieces(bytes) { piece, count, _ in
                    var length: Int32 = 0
                    guard EVP_CipherUpdate(context, nil, &length, piece, count) == 1 else { throw Self.failure }
                }
            }
        }
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Encrypts or decrypts the next bytes; as many come out.
    func update(_ input: some DataProtocol) throws -> Data {
        var output = Data(count: input.count)
        try output.withUnsafeMutableBytes { output in
            var start = 0
            for region in input.regions {
                try region.withUnsafeBytes { region in
                    try update(region, into: UnsafeMutableRawBufferPointer(rebasing: output[start...]))
                    start += region.count
                }
            }
        }
        return output
    }

    /// Encrypts or decrypts the next bytes into a buffer at least as long, which may be where they are.
    func update(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws {
        guard !isFinished, output.count >= input.count else {
            throw KeyStoreError(.internalError, "the AES-GCM operation is finished already")
        }
        try inPieces(input) { piece, count, offset in
            guard let target = output.bindMemory(to: UInt8.self).baseAddress else { throw Self.failure }
            var length: Int32 = 0
            // Fails at the end of what one vector may encrypt, 2^36 − 32 bytes.
            guard EVP_CipherUpdate(context, target + offset, &length, piece, count) == 1, length == count else {
                throw Self.failure
            }
        }
    }

    /// Ends an encryption.
    ///
    /// - Returns: the tag, 16 bytes.
    func finish() throws -> Data {
        guard direction == .encrypt, !isFinished else {
            throw KeyStoreError(.internalError, "there is no AES-GCM encryption to finish")
        }
        isFinished = true
        try finishCipher(orThrow: Self.failure)
        var tag = Data(count: Self.tagLength)
        let result = tag.withUnsafeMutableBytes {
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32($0.count), $0.baseAddress)
        }
        guard result == 1 else { throw Self.failure }
        return tag
    }

    /// Ends a decryption.
    ///
    /// - Throws: ``KeyStoreError/Code/decryptionFailed`` if the tag is not that of key, vector, additional data and
    ///   ciphertext: what was decrypted is worthless then.
    func finish(tag: some DataProtocol) throws {
        guard direction == .decrypt, !isFinished else {
            throw KeyStoreError(.internalError, "there is no AES-GCM decryption to finish")
        }
        isFinished = true
        guard tag.count == Self.tagLength else { throw KeyStoreError.decryptionFailed }
        var tag = Data(tag)
        let result = tag.withUnsafeMutableBytes {
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32($0.count), $0.baseAddress)
        }
        guard result == 1 else { throw Self.failure }
        try finishCipher(orThrow: .decryptionFailed)
    }

    private func finishCipher(orThrow error: @autoclosure () -> KeyStoreError) throws {
        // GCM has no last block; libcrypto wants somewhere to write it nevertheless.
        var length: Int32 = 0
        let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_BLOCK_LENGTH)) {
            EVP_CipherFinal_ex(context, $0.baseAddress, &length)
        }
        guard result == 1 else {
            defer { ERR_clear_error() }
            throw error()
        }
    }

    /// Calls libcrypto with pieces whose length fits its `int`.
    private func inPieces(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<UInt8>, Int32, Int) throws -> Void
    ) throws {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        let largest = 1 << 30
        for start in stride(from: 0, to: bytes.count, by: largest) {
            try body(base + start, Int32(min(largest, bytes.count - start)), start)
        }
    }

    private static var failure: KeyStoreError { .libcrypto(while: "computing AES-GCM") }
}
