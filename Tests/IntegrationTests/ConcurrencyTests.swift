import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Any number of threads and tasks share one store (design, invariant 9). `Scripts/test.sh` runs these under the sanitizers too.
@Suite struct `Concurrency` {
    private let setting: SharedStore

    init() throws { setting = try SharedStore() }

    @Test func `64 tasks make 6400 signatures`() async throws {
        let (store, key) = try (setting.store(), setting.key())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    for number in 0..<100 {
                        let message = Data("message \(number) of task \(task)".utf8)
                        let signature = try await key.signature(for: message, using: .rsaPKCS1(.sha256))
                        #expect(try key.publicKey.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256)))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(setting.faults.count(of: "C_Sign") == 6400)
        // The anchor and an idle pool within its bound, as many at the token as the store says.
        #expect((2...17).contains(store.sessionCount))
        #expect(setting.faults.openSessions == store.sessionCount)
        store.close()
        #expect(setting.faults.openSessions == 0)
    }

    @Test func `16 threads make 1600 signatures`() throws {
        let (store, key) = try (setting.store(.init(maximumSessions: 5)), setting.key())
        try Threads.run(16) { thread in
            for number in 0..<100 {
                let message = Data("message \(number) of thread \(thread)".utf8)
                let signature = try key.signature(for: message, using: .rsaPSS(.sha256))
                #expect(try key.publicKey.isValidSignature(signature, for: message, using: .rsaPSS(.sha256)))
            }
        }
        #expect(setting.faults.count(of: "C_Sign") == 1600)
        #expect((2...6).contains(store.sessionCount))
        #expect(setting.faults.openSessions == store.sessionCount)
    }

    @Test func `threads that make, find, use and delete keys at once`() throws {
        let store = try setting.store()
        let end = Date(timeIntervalSinceNow: 4)
        try Threads.run(8) { thread in
            var round = 0
            repeat {
                round += 1
                let label = "thread \(thread), round \(round)"
                let key = try store.generateKeyPair(.rsa(bits: 1024), label: label, usage: .sign, options: Self.weak)
                let found = try store.privateKey(label: label)
                #expect(found == key)
                let signature = try found.signature(for: Data(label.utf8), using: .rsaPKCS1(.sha256))
                let publicKey = try store.publicKey(label: label)
                #expect(try publicKey.isValidSignature(signature, for: Data(label.utf8), using: .rsaPKCS1(.sha256)))
                #expect(try store.keys().contains { $0.label == label && $0.publicKey != nil })
                let renamed = try store.rename(found, label: label + ", renamed")
                try store.delete(renamed)
                #expect(throws: KeyStoreError.self) { try store.privateKey(label: label) }
            } while Date() < end
        }
        #expect(try store.keys().map(\.label) == ["key"])
        #expect(setting.faults.openSessions == store.sessionCount)
    }

    /// Several stores on one token: the login is everybody's, and ends with the last of them.
    @Test func `stores that open, sign and close at once share the login`() throws {
        let first = try setting.store()
        try Threads.run(8) { _ in
            for _ in 0..<10 {
                let store = try setting.newStore()
                let key = try store.privateKey(label: "key")
                _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256))
                store.close()
            }
        }
        _ = try setting.key().signature(for: Data(), using: .rsaPKCS1(.sha256))
        #expect(setting.faults.count(of: "C_Logout") == 0)
        first.close()
        #expect(setting.faults.count(of: "C_Logout") == 1)
        #expect(setting.faults.openSessions == 0)
    }

    /// All sessions die in the middle of it all: each call is made again, none fails.
    @Test func `threads survive the loss of every session`() throws {
        let (store, key) = try (setting.store(), setting.key())
        let isDone = ForkSafeLock(false)
        let signers = try Threads.start(8) { _ in
            while !isDone.withLock({ $0 }) {
                let signature = try key.signature(for: Data("m".utf8), using: .rsaPKCS1(.sha256))
                #expect(try key.publicKey.isValidSignature(signature, for: Data("m".utf8), using: .rsaPKCS1(.sha256)))
            }
        }
        for _ in 0..<5 {
            usleep(200_000)
            try setting.faults.plan("sessions:forget")
        }
        usleep(200_000)
        isDone.withLock { $0 = true }
        try signers.join()
        #expect(setting.faults.openSessions == store.sessionCount)
    }

    private static let weak = KeyOptions(allowsWeakKeys: true)
}
