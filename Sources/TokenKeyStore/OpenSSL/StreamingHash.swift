internal import COpenSSL

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A digest of bytes that come in pieces. Not to be shared between threads.
final class StreamingHash {
    private let context: OpaquePointer
    private let digestLength: Int
    private var isFinished = false

    init(_ hash: HashFunction) throws {
        guard let context = EVP_MD_CTX_new() else { throw KeyStoreError.libcrypto(while: "starting a hash") }
        self.context = context
        self.digestLength = hash.digestLength
        // A throw from here on runs deinit: everything is initialised.
        guard EVP_DigestInit_ex2(context, try hash.evp, nil) == 1 else {
            throw KeyStoreError.libcrypto(while: "starting \(hash)")
        }
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes.
    func update(_ bytes: UnsafeRawBufferPointer) throws {
        guard !isFinished else { throw KeyStoreError(.internalError, "the hash is finished already") }
        guard !bytes.isEmpty else { return }
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
            throw KeyStoreError.libcrypto(while: "hashing")
        }
    }

    /// Adds bytes.
    func update(_ bytes: some DataProtocol) throws {
        for region in bytes.regions {
            try region.withUnsafeBytes { try update($0) }
        }
    }

    /// The digest of all bytes added. Nothing can be added afterwards.
    func finish() throws -> Data {
        var digest = Data(count: digestLength)
        try digest.withUnsafeMutableBytes { try finish(into: $0) }
        return digest
    }

    /// Writes the digest into a buffer of at least its length.
    func finish(into buffer: UnsafeMutableRawBufferPointer) throws {
        guard !isFinished, buffer.count >= digestLength else {
            throw KeyStoreError(.internalError, "the hash is finished already")
        }
        isFinished = true
        guard EVP_DigestFinal_ex(context, buffer.bindMemory(to: UInt8.self).baseAddress, nil) == 1 else {
            throw KeyStoreError.libcrypto(while: "hashing")
        }
    }
}

extension HashFunction {
    /// The digest of a message in memory.
    func digest(of message: some DataProtocol) throws -> Data {
        let hash = try StreamingHash(self)
        try hash.update(message)
        return try hash.finish()
    }

    /// libcrypto's implementation, which lives as long as the process.
    var evp: OpaquePointer {
        get throws {
            let fetched =
                switch kind {
                case .sha1: Fetched.sha1
                case .sha224: Fetched.sha224
                case .sha256: Fetched.sha256
                case .sha384: Fetched.sha384
                case .sha512: Fetched.sha512
                }
            guard let fetched else {
                throw KeyStoreError(
                    .internalError, "libcrypto of this machine offers no \(self)",
                    hint: "Its configuration, a FIPS mode perhaps, leaves it out.")
            }
            return fetched
        }
    }

    // Fetching costs more than hashing a digest's worth of bytes, so it is done once. Immutable and, says OpenSSL,
    // usable from any thread.
    private enum Fetched {
        nonisolated(unsafe) static let sha1 = fetch("SHA1")
        nonisolated(unsafe) static let sha224 = fetch("SHA2-224")
        nonisolated(unsafe) static let sha256 = fetch("SHA2-256")
        nonisolated(unsafe) static let sha384 = fetch("SHA2-384")
        nonisolated(unsafe) static let sha512 = fetch("SHA2-512")

        private static func fetch(_ name: String) -> OpaquePointer? {
            defer { ERR_clear_error() }
            return EVP_MD_fetch(nil, name, nil)
        }
    }
}
