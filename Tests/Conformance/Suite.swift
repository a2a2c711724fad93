import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// Everything that a store is to do with RSA keys on a token, check by check.
final class Suite {
    let place: Place
    let report: Report
    let openSSL: OpenSSLPeer
    let message = Data("The quick brown fox jumps over the lazy dog".utf8)
    private var openedStore: KeyStore?
    private var heldKey: PrivateKey?
    private var foreignKey: Data?

    init(_ place: Place, _ report: Report) throws {
        self.place = place
        self.report = report
        openSSL = try OpenSSLPeer()
    }

    /// Runs every check. The token is left as it was.
    func run() {
        guard let module = loadAndList() else { return }
        let sessions = sessionCount(module)
        openedStore = report.check("open") {
            let store = try place.openStore()
            try expect(store.loginState.isLoggedIn && store.loginState.isVerified, "\(store.loginState)")
            return store
        }
        let objects = try? objectCount()
        generate()
        inspect()
        sign()
        decrypt()
        confirmEachUse()
        shareAmongThreads()
        changeKeys()
        importKeys()
        useSessionKeys()
        report.check("random") {
            let store = try store()
            let first = try store.randomBytes(count: 100_000)
            try expect(first.count == 100_000 && first != store.randomBytes(count: 100_000), "the bytes")
        }
        report.check("nothing-left") {
            let after = try objectCount()
            try expect(after == objects, "\(objects ?? -1) objects before, \(after) after")
        }
        report.check("sessions") {
            let store = try store()
            store.close()
            try expect(store.sessionCount == 0, "\(store.sessionCount) are counted")
            let after = sessionCount(module)
            try expect(after == sessions, "\(sessions ?? 0) before, \(after ?? 0) after")
        }
    }

    /// Loads the module and looks at its slots.
    func loadAndList() -> Module? {
        let module = report.check("load") {
            let module = try place.load()
            let info = try module.info()
            try expect(info.cryptokiVersion.major >= 1, "\(info)")
            return module
        }
        report.check("slots") {
            guard let module else { throw notReached("load") }
            for slot in try module.slots() { _ = try slot.info() }
            for slot in try module.slots(withToken: true) { _ = try slot.tokenInfo() }
        }
        return module
    }

    // MARK: What later checks need of earlier ones

    func store() throws -> KeyStore {
        guard let openedStore else { throw notReached("open") }
        return openedStore
    }

    /// The key that is signed and decrypted with.
    func key() throws -> PrivateKey {
        guard let heldKey else { throw notReached("generate") }
        return heldKey
    }

    func hold(_ key: PrivateKey?) { heldKey = key }

    /// A private key of `openssl`'s own, the same each time.
    func foreignPEM() throws -> Data {
        if let foreignKey { return foreignKey }
        let key = try openSSL.makeKey()
        foreignKey = key
        return key
    }

    func notReached(_ check: String) -> Failure { Failure("\(check) failed", code: "not-reached") }

    // MARK: Looking

    func expect(_ isRight: @autoclosure () throws -> Bool, _ what: @autoclosure () -> String) throws {
        guard try isRight() else { throw Failure("not as expected: \(what())") }
    }

    /// Checks that something is refused with one code.
    func expect(_ code: KeyStoreError.Code, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as KeyStoreError where error.code == code {
            return
        }
        throw Failure("was not refused with \(code.rawValue)")
    }

    /// Signs with a key and has `openssl` look at it.
    func checkSigning(_ key: PrivateKey) throws {
        let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
        try openSSL.verify(signature, of: message, .sha256, .pkcs1, key.publicKey)
    }

    /// How many key objects the store sees.
    private func objectCount() throws -> Int {
        let keys = try store().keys(matching: KeyQuery(includesIncomplete: true))
        return keys.reduce(0) { $0 + ($1.privateKey == nil ? 0 : 1) + ($1.publicKey == nil ? 0 : 1) }
    }

    /// How many sessions this process has with the token, as far as the token says so.
    private func sessionCount(_ module: Module) -> UInt? {
        let counts = (try? module.slots(withToken: true))?.compactMap { try? $0.tokenInfo().sessionCount }
        return counts.map { $0.reduce(0, +) }
    }
}
