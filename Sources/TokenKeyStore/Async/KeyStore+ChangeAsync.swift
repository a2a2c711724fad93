#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// Changes the names, the usage or the protection of a key; see ``change(_:to:includingPublicHalf:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func change(
        _ key: PrivateKey, to changes: KeyChanges, includingPublicHalf: Bool = false
    ) async throws -> PrivateKey {
        try await threads.run { try self.changeKey(key, changes, includingPublicHalf) }
    }

    /// Changes the names or the usage of a public key object; see ``change(_:to:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func change(_ key: PublicKey, to changes: KeyChanges) async throws -> PublicKey {
        try await threads.run { try self.changePublicKey(key, changes) }
    }

    /// Makes a key of the token of a session key, or of another key of the token; see ``storeCopy(of:tag:label:usage:options:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func storeCopy(
        of key: PrivateKey, tag: Data? = nil, label: String? = nil, usage: KeyUsage? = nil,
        options: KeyOptions = KeyOptions()
    ) async throws -> PrivateKey {
        try await threads.run { try self.makeCopy(of: key, tag, label, usage, options) }
    }

    /// Deletes a key, with or without its public half; see ``delete(_:includingPublicHalf:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func delete(_ key: PrivateKey, includingPublicHalf: Bool) async throws {
        try await threads.run { try self.deleteKey(key.reference, includingPublicHalf: includingPublicHalf) }
    }
}
