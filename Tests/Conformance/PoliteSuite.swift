import Foundation
import PKCS11
import TokenKeyStore

/// What a provider without keys of its own is tried with: it loads, lists, and an attempt to open it says why it cannot be.
struct PoliteSuite {
    let suite: Suite

    /// What opening a store has to come to where there is nothing to open: words that say what is missing.
    private static let answers: Set<KeyStoreError.Code> = [
        .tokenNotFound, .tokenNotInitialized, .tokenAmbiguous, .moduleNotLoadable, .tokenRemoved, .deviceError,
    ]

    func run() {
        guard suite.loadAndList() != nil else { return }
        suite.report.check("polite") {
            do {
                let store = try suite.place.openStore()
                try tryReadOnly(store)
            } catch let error as KeyStoreError where Self.answers.contains(error.code) {
                try suite.expect(!error.message.isEmpty, "the message")
                FileHandle.standardError.write(Data("\(suite.place.provider): \(error)\n".utf8))
            }
        }
    }

    /// A token that can be opened and holds no keys: it is searched, and refuses a key.
    private func tryReadOnly(_ store: KeyStore) throws {
        defer { store.close() }
        _ = try store.keys()
        try suite.expect(.keyNotFound) { _ = try store.privateKey(label: "no key has this label") }
        let publicKey = try PublicKey(representation: suite.openSSL.publicHalf(of: suite.foreignPEM()))
        do {
            let key = try store.importPublicKey(publicKey, tag: Data([0xA1]), label: "conformance", usage: .verify)
            try store.delete(key)
            throw Failure("a key was put on it")
        } catch let error as KeyStoreError {
            try suite.expect([.readOnly, .notPermitted, .mechanismUnsupported].contains(error.code), "\(error)")
        }
        do {
            try store.generateKeyPair(.rsa(bits: 2048), label: "conformance", usage: .sign)
            throw Failure("a key was generated on it")
        } catch let error as KeyStoreError {
            try suite.expect([.readOnly, .notPermitted, .mechanismUnsupported].contains(error.code), "\(error)")
        }
    }
}
