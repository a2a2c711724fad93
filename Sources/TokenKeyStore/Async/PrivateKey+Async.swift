#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PrivateKey {
    /// Signs a message; see ``signature(for:using:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func signature(for message: some DataProtocol, using algorithm: SignatureAlgorithm) async throws -> Data {
        let message = Data(message)
        return try await store.threads.run { try self.signMessage(message, algorithm) }
    }

    /// Signs a digest; see ``signature(forDigest:using:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func signature(
        forDigest digest: some DataProtocol, using algorithm: SignatureAlgorithm
    ) async throws -> Data {
        let digest = Data(digest)
        return try await store.threads.run { try self.signDigest(digest, algorithm) }
    }

    /// Decrypts a message; see ``decrypt(_:using:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func decrypt(_ ciphertext: some DataProtocol, using algorithm: EncryptionAlgorithm) async throws -> Data {
        let ciphertext = Data(ciphertext)
        return try await store.threads.run { try self.decryptMessage(ciphertext, algorithm) }
    }
}
