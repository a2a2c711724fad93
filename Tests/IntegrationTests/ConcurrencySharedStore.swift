import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// A token with one key, a provider before it that counts calls and misbehaves by plan, and a store on both.
final class SharedStore: Sendable {
    let token: SoftHSMToken
    let faults: FaultProvider
    private let opened = ForkSafeLock<KeyStore?>(nil)

    init() throws {
        token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 0, workingKey: true)
        faults = try FaultProvider(on: token)
    }

    /// The store, opened with these options the first time.
    @discardableResult
    func store(_ options: KeyStore.Options = .init()) throws -> KeyStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let store = try newStore(options)
            opened = store
            return store
        }
    }

    /// Another store on the same token.
    func newStore(_ options: KeyStore.Options = .init()) throws -> KeyStore {
        try KeyStore(
            module: .path(faults.path), token: .label(token.label), pin: .value(SecureBytes(utf8: token.pin)),
            options: options)
    }

    /// What opens another store by configuration.
    func configuration() throws -> Configuration {
        Configuration(
            module: .path(faults.path), token: .label(token.label), pin: .value(try SecureBytes(utf8: token.pin)),
            readsEnvironment: false, allowsEmbeddedToken: false)
    }

    /// The key, after one signature: what is asked once of a token has been asked, and the counts are those since then.
    func key() throws -> PrivateKey {
        let key = try store().privateKey(label: "key")
        for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256)] {
            _ = try key.signature(for: Data("warm".utf8), using: algorithm)
        }
        faults.reset()
        return key
    }
}
