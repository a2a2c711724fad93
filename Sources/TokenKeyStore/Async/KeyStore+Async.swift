public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The `async` twins: the same operations on threads of the store's own. A task that is cancelled while it waits for a thread
// gets `CancellationError`, and nothing was done; once an operation has begun, it runs to its end.

extension KeyStore {
    /// For opening stores, which have no threads yet.
    private static let openingThreads = BlockingThreads(maximum: 4)

    /// Opens the token that the configuration names, without blocking the task's thread; see ``open(_:options:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public static func open(
        _ configuration: Configuration = .default, options: Options = Options()
    ) async throws -> KeyStore {
        try await openingThreads.run { try KeyStore(configuration.place(), options: options) }
    }

    /// The keys that a query matches; see ``keys(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func keys(matching query: KeyQuery = KeyQuery()) async throws -> [Key] {
        try await threads.run { try self.findKeys(query) }
    }

    /// The keys that a query matches while no others change any; see ``settledKeys(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func settledKeys(matching query: KeyQuery = KeyQuery()) async throws -> [Key] {
        try await threads.run { try self.findSettledKeys(query) }
    }

    /// The private keys that a query matches; see ``privateKeys(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func privateKeys(matching query: KeyQuery = KeyQuery()) async throws -> [PrivateKey] {
        try await threads.run { try self.findPrivateKeys(query) }
    }

    /// The public key objects that a query matches; see ``publicKeys(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func publicKeys(matching query: KeyQuery = KeyQuery()) async throws -> [PublicKey] {
        try await threads.run { try self.findPublicKeys(query) }
    }

    /// The one private key that a query matches; see ``privateKey(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func privateKey(matching query: KeyQuery) async throws -> PrivateKey {
        try await threads.run { try self.findPrivateKey(query) }
    }

    /// The private key with a tag; see ``privateKey(tag:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func privateKey(tag: some DataProtocol) async throws -> PrivateKey {
        let query = KeyQuery(tag: Data(tag))
        return try await threads.run { try self.findPrivateKey(query) }
    }

    /// The private key with a label; see ``privateKey(label:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func privateKey(label: String) async throws -> PrivateKey {
        try await threads.run { try self.findPrivateKey(KeyQuery(label: label)) }
    }

    /// The one public key that a query matches; see ``publicKey(matching:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func publicKey(matching query: KeyQuery) async throws -> PublicKey {
        try await threads.run { try self.findPublicKey(query) }
    }

    /// The public key with a tag; see ``publicKey(tag:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func publicKey(tag: some DataProtocol) async throws -> PublicKey {
        let query = KeyQuery(tag: Data(tag))
        return try await threads.run { try self.findPublicKey(query) }
    }

    /// The public key with a label; see ``publicKey(label:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func publicKey(label: String) async throws -> PublicKey {
        try await threads.run { try self.findPublicKey(KeyQuery(label: label)) }
    }

    /// Generates a key pair; see ``generateKeyPair(_:tag:label:usage:options:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func generateKeyPair(
        _ specification: KeySpecification, tag: Data? = nil, label: String? = nil, usage: KeyUsage,
        options: KeyOptions = KeyOptions()
    ) async throws -> PrivateKey {
        try await threads.run { try self.makeKeyPair(specification, tag, label, usage, options) }
    }

    /// Puts a private key on the token; see ``importPrivateKey(_:passphrase:tag:label:usage:options:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func importPrivateKey(
        _ representation: SecureBytes, passphrase: @escaping @Sendable () throws -> SecureBytes? = { nil },
        tag: Data? = nil, label: String? = nil, usage: KeyUsage, options: KeyOptions = KeyOptions()
    ) async throws -> PrivateKey {
        try await threads.run {
            let components = try RSAPrivateKeyComponents(anyRepresentation: representation, passphrase: passphrase)
            return try self.addPrivateKey(components, tag, label, usage, options)
        }
    }

    /// Puts a public key on the token; see ``importPublicKey(_:tag:label:usage:options:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func importPublicKey(
        _ publicKey: PublicKey, tag: Data? = nil, label: String? = nil, usage: KeyUsage,
        options: KeyOptions = KeyOptions()
    ) async throws -> PublicKey {
        try await threads.run { try self.addPublicKey(publicKey, tag, label, usage, options) }
    }

    /// Gives a key another label or tag; see ``rename(_:label:tag:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    @discardableResult
    public func rename(_ key: PrivateKey, label: String? = nil, tag: Data? = nil) async throws -> PrivateKey {
        try await threads.run { try self.renameKey(key, label, tag) }
    }

    /// Deletes a key, both halves; see ``delete(_:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func delete(_ key: PrivateKey) async throws {
        try await threads.run { try self.deleteKey(key.reference) }
    }

    /// Deletes a public key object; see ``delete(_:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func delete(_ key: PublicKey) async throws {
        try await threads.run { try self.deletePublicKey(key) }
    }

    /// Deletes a key of a list, whatever halves it has; see ``delete(_:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func delete(_ key: Key) async throws {
        try await threads.run { try self.deleteHalves(of: key) }
    }

    /// Random bytes of the token's generator; see ``randomBytes(count:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func randomBytes(count: Int) async throws -> Data {
        try await threads.run { try self.makeRandomBytes(count) }
    }

    /// Everything about a private key object that may be read; see ``attributeValues(of:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func attributeValues(of key: PrivateKey) async throws -> AttributeValues {
        try await threads.run { try self.readAll(key.reference) }
    }

    /// Everything about a public key object that may be read; see ``attributeValues(of:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func attributeValues(of key: PublicKey) async throws -> AttributeValues {
        try await threads.run { try self.readAll(key.requiredReference) }
    }

    /// Changes the PIN of the user; see ``changePIN(to:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func changePIN(to pin: SecureBytes?) async throws { try await threads.run { try self.setPIN(pin) } }
}
