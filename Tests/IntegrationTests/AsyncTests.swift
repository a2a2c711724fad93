import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// The `async` twins: on threads of the store's own, and given up where the task is cancelled before they began.
@Suite struct `Concurrency of tasks` {
    private let setting: SharedStore
    private let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)

    init() throws { setting = try SharedStore() }

    @Test(.timeLimit(.minutes(20)))
    func `a task that is cancelled while it waits for its turn has done nothing`() async throws {
        let key = try await hinderedKey("block:C_Sign")
        let first = Task { try await key.signature(for: Data(), using: algorithm) }
        while setting.faults.count(of: "C_SignInit") == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let waiting = (0..<5).map { _ in Task { try await key.signature(for: Data(), using: algorithm) } }
        try await Task.sleep(for: .milliseconds(20))
        for task in waiting { task.cancel() }
        // While the first one is still at work.
        for task in waiting {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        try setting.faults.plan("")
        _ = try await first.value
        _ = try await key.signature(for: Data(), using: algorithm)
        #expect(setting.faults.count(of: "C_SignInit") == 2)
    }

    @Test func `a task that is cancelled before it asks has done nothing`() async throws {
        let (store, key) = try (setting.store(), setting.key())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await key.signature(for: Data(), using: algorithm)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let finding = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await store.keys()
        }
        await #expect(throws: CancellationError.self) { try await finding.value }
        #expect(setting.faults.count() == 0)
    }

    @Test func `a call that has begun is not given up`() async throws {
        let key = try await hinderedKey("slow:C_Sign=300ms")
        let task = Task { try await key.signature(for: Data("m".utf8), using: algorithm) }
        while setting.faults.count(of: "C_SignInit") == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        let signature = try await task.value
        #expect(try key.publicKey.isValidSignature(signature, for: Data("m".utf8), using: algorithm))
    }

    /// Random cancellations: every task ends one way or the other, and what the token did is what was given out.
    @Test func `tasks that are cancelled at random moments`() async throws {
        let (store, key) = try (setting.store(.init(maximumSessions: 3)), setting.key())
        let tasks = (0..<300).map { _ in Task { try await key.signature(for: Data(), using: algorithm) } }
        for task in tasks.shuffled().prefix(150) {
            if Bool.random() { await Task.yield() }
            task.cancel()
        }
        var signed = 0
        for task in tasks {
            switch await task.result {
            case .success: signed += 1
            case .failure(let error): #expect(error is CancellationError)
            }
        }
        #expect(signed >= 150)
        #expect(setting.faults.count(of: "C_Sign") == signed)
        #expect(setting.faults.openSessions == store.sessionCount)
    }

    /// There are as many threads in Swift's pool as cores. Were one of 200 waiting tasks to block one, these hops would stand still.
    @Test(.timeLimit(.minutes(20)))
    func `no thread of Swift's pool is blocked`() async throws {
        let key = try await hinderedKey("block:C_Sign", sessions: 4)
        let signers = (0..<200).map { _ in Task { try await key.signature(for: Data(), using: algorithm) } }
        while setting.faults.count(of: "C_SignInit") == 0 { try await Task.sleep(for: .milliseconds(1)) }
        var hops = 0
        for _ in 0..<200 { hops += await Task.detached { 1 }.value }
        #expect(hops == 200)
        try setting.faults.plan("")
        for signer in signers { _ = try await signer.value }
        #expect(setting.faults.count(of: "C_Sign") == 200)
    }

    @Test func `a store closed in the middle refuses the tasks that wait`() async throws {
        let key = try await hinderedKey("slow:C_Sign=1s", sessions: 2)
        let store = try setting.store()
        let tasks = (0..<20).map { _ in Task { try await key.signature(for: Data(), using: algorithm) } }
        while setting.faults.count(of: "C_SignInit") == 0 { try await Task.sleep(for: .milliseconds(1)) }
        store.close()
        var signed = 0
        for task in tasks {
            switch await task.result {
            case .success: signed += 1
            case .failure(let error): #expect((error as? KeyStoreError)?.code == .closed, "\(error)")
            }
        }
        #expect((1...4).contains(signed))
        #expect(setting.faults.openSessions == 0)
        #expect(setting.faults.log.last == "C_CloseSession")
    }

    @Test func `every twin does what the plain method does`() async throws {
        let store = try await KeyStore.open(setting.configuration())
        let made = try await store.generateKeyPair(
            .rsa(bits: 2048), tag: Data("t2".utf8), label: "made", usage: [.sign, .decrypt])
        let message = Data("message".utf8)
        let digest = Data(count: 32)
        let signature = try await made.signature(for: message, using: algorithm)
        #expect(try made.publicKey.isValidSignature(signature, for: message, using: algorithm))
        let digestSignature = try await made.signature(forDigest: digest, using: algorithm)
        #expect(try made.publicKey.isValidSignature(digestSignature, forDigest: digest, using: algorithm))
        let ciphertext = try made.publicKey.encrypt(message, using: .rsaOAEP(.sha1))
        #expect(try await made.decrypt(ciphertext, using: .rsaOAEP(.sha1)) == message)

        #expect(try await store.keys().count == 2)
        #expect(try await store.privateKeys(matching: KeyQuery(label: "made")) == [made])
        #expect(try await store.publicKeys(matching: KeyQuery(label: "made")).count == 1)
        #expect(try await store.privateKey(tag: Data("t2".utf8)) == made)
        #expect(try await store.privateKey(label: "made") == made)
        #expect(try await store.privateKey(matching: KeyQuery(label: "made")) == made)
        let publicKey = try await store.publicKey(label: "made")
        #expect(try await store.publicKey(tag: Data("t2".utf8)) == publicKey)
        #expect(try await store.publicKey(matching: KeyQuery(label: "made")) == publicKey)
        #expect(try await store.attributeValues(of: made).number(.keyType) == KeyType.rsa.rawValue)
        #expect(try await store.attributeValues(of: publicKey).number(.keyType) == KeyType.rsa.rawValue)
        #expect(try await store.randomBytes(count: 33).count == 33)

        let renamed = try await store.rename(made, label: "renamed")
        #expect(try await store.privateKey(label: "renamed") == renamed)
        try await store.delete(renamed)
        let imported = try await store.importPublicKey(made.publicKey, label: "public", usage: .verify)
        try await store.delete(imported)
        for last in try await store.keys() { try await store.delete(last) }
        let rest = try await store.keys()
        #expect(rest.isEmpty)
        store.close()
        await #expect(throws: KeyStoreError.self) { try await store.keys() }
    }

    private func hinderedKey(_ rule: String, sessions: Int = 1) async throws -> PrivateKey {
        let key = try await setting.store(.init(maximumSessions: sessions)).privateKey(label: "key")
        _ = try await key.signature(for: Data(), using: algorithm)
        setting.faults.reset()
        try setting.faults.plan(rule)
        return key
    }
}
