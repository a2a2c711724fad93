import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// The pool is bounded, waits with a time limit, and says so when it runs out; a store can be closed while it is in use.
@Suite struct `Concurrency in the pool` {
    private let setting: SharedStore
    private let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)

    init() throws { setting = try SharedStore() }

    @Test func `a call that waits too long for a session says so`() throws {
        let options = KeyStore.Options(maximumSessions: 1, sessionTimeout: .milliseconds(200))
        let (store, key) = try (setting.store(options), setting.key())
        try setting.faults.plan("slow:C_Sign=3s")
        let first = try Threads.start(1) { _ in _ = try key.signature(for: Data(), using: algorithm) }
        while setting.faults.count(of: "C_SignInit") == 0 { usleep(1000) }
        let start = Date()
        let error = #expect(throws: KeyStoreError.self) { try key.signature(for: Data(), using: algorithm) }
        #expect(error?.code == .sessionsExhausted)
        #expect((0.15..<2.5).contains(Date().timeIntervalSince(start)))
        try first.join()
        #expect(setting.faults.count(of: "C_SignInit") == 1)
        // And it is free again.
        try setting.faults.plan("")
        _ = try key.signature(for: Data(), using: algorithm)
        #expect(store.sessionCount == 2)
    }

    @Test func `a token with few sessions is shared, not refused`() throws {
        try setting.faults.plan("sessions:max=3")
        let store = try setting.store()
        let key = try store.privateKey(label: "key")
        try Threads.run(8) { _ in
            for _ in 0..<25 { _ = try key.signature(for: Data(), using: algorithm) }
        }
        #expect(store.sessionCount == 3)
        #expect(setting.faults.openSessions == 3)
        // A read/write session takes the place of an idle one.
        let made = try store.generateKeyPair(.rsa(bits: 2048), label: "another", usage: .sign)
        try store.delete(made)
        #expect(setting.faults.openSessions <= 3)
    }

    @Test func `a token that says how many sessions it has gets no more`() throws {
        try setting.faults.plan("token:maxsessions=4")
        let store = try setting.store()
        let key = try store.privateKey(label: "key")
        try Threads.run(8) { _ in
            for _ in 0..<25 { _ = try key.signature(for: Data(), using: algorithm) }
        }
        #expect(store.sessionCount <= 4)
        #expect(setting.faults.openSessions == store.sessionCount)
    }

    @Test func `a store closed in the middle ends what was begun and refuses the rest`() throws {
        let (store, key) = try (setting.store(.init(maximumSessions: 4)), setting.key())
        let counts = ForkSafeLock((signed: 0, closed: 0))
        let signers = try Threads.start(8) { _ in
            while true {
                do {
                    let signature = try key.signature(for: Data("m".utf8), using: algorithm)
                    #expect(try key.publicKey.isValidSignature(signature, for: Data("m".utf8), using: algorithm))
                    counts.withLock { $0.signed += 1 }
                } catch let error as KeyStoreError {
                    #expect(error.code == .closed, "\(error)")
                    counts.withLock { $0.closed += 1 }
                    return
                }
            }
        }
        usleep(300_000)
        store.close()
        try signers.join()
        #expect(counts.withLock { $0.closed } == 8)
        #expect(counts.withLock { $0.signed } == setting.faults.count(of: "C_Sign"))
        #expect(setting.faults.count(of: "C_Logout") == 1)
        #expect(setting.faults.openSessions == 0)
        #expect(store.sessionCount == 0)
    }

    @Test func `closing does not wait for calls under way, and they end with their login`() throws {
        let (store, key) = try (setting.store(), setting.key())
        try setting.faults.plan("slow:C_SignInit=1s")
        let signer = try Threads.start(1) { _ in
            let signature = try key.signature(for: Data("m".utf8), using: algorithm)
            #expect(try key.publicKey.isValidSignature(signature, for: Data("m".utf8), using: algorithm))
        }
        while setting.faults.count(of: "C_SignInit") == 0 { usleep(1000) }
        let start = Date()
        store.close()
        #expect(Date().timeIntervalSince(start) < 0.8)
        #expect(setting.faults.count(of: "C_Logout") == 0)
        try signer.join()
        #expect(setting.faults.log.suffix(4) == ["C_Sign", "C_CloseSession", "C_Logout", "C_CloseSession"])
        #expect(setting.faults.openSessions == 0)
    }

    /// Two stores on two tokens of one module: when somebody finalises it, numbers of old sessions are those of the other's.
    @Test func `a module that is initialised anew gives no store the sessions of another`() throws {
        let token = try SoftHSMToken(label: "one", moreLabels: ["two"])
        try StoredKeys.fill(token, pairs: 0, workingKey: true)
        try StoredKeys.fill(token, label: "two", pairs: 0, workingKey: true)
        let path = try token.anotherModulePath()
        let stores = try ["one", "two"].map { label in
            try KeyStore(module: .path(path), token: .label(label), pin: .value(SecureBytes(utf8: token.pin)))
        }
        let keys = try stores.map { try $0.privateKey(label: "key") }
        let module = try Module.load(path: path)
        for round in 0..<6 {
            try module.finalize()
            try Threads.run(4) { thread in
                for index in 0..<4 {
                    let key = keys[(round + thread + index) % 2]
                    let signature = try key.signature(for: Data("m".utf8), using: algorithm)
                    #expect(try key.publicKey.isValidSignature(signature, for: Data("m".utf8), using: algorithm))
                }
            }
        }
    }
}
