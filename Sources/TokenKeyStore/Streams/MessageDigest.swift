#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The digest of a message that comes in pieces, computed on this machine.
///
/// For ``PrivateKey/signature(forDigest:using:)`` of what does not fit into memory. Not to be shared between threads.
///
///     let digest = try MessageDigest(.sha256)
///     while let piece = try nextPiece() { try digest.update(piece) }
///     let signature = try key.signature(forDigest: digest.finish(), using: .rsaPKCS1(.sha256))
public final class MessageDigest {
    private let hash: StreamingHash

    /// Begins a digest.
    ///
    /// - Throws: ``KeyStoreError/Code/internalError`` if libcrypto fails.
    public init(_ hash: HashFunction) throws {
        self.hash = try StreamingHash(hash)
    }

    /// Adds a piece.
    ///
    /// - Throws: ``KeyStoreError/Code/internalError`` after ``finish()``, and if libcrypto fails.
    public func update(_ piece: some DataProtocol) throws {
        try hash.update(piece)
    }

    /// Ends the digest.
    ///
    /// - Returns: ``HashFunction/digestLength`` bytes.
    /// - Throws: ``KeyStoreError/Code/internalError`` when called twice, and if libcrypto fails.
    public func finish() throws -> Data {
        try hash.finish()
    }
}
