import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Replacing and deleting touch the key that was meant, and no other: invariants 4 and 5 of the design.
@Suite struct `Replacing and deleting` {
    private static let replacing = KeyOptions(existing: .replace, allowsWeakKeys: true)
    private static let keeping = KeyOptions(existing: .keepBoth, allowsWeakKeys: true)

    private let place: FaultyToken
    private let store: KeyStore
    private let keys: [KnownKey]

    init() throws { (place, store, keys) = try FaultyToken.withStore() }

    private func importKey(_ key: KnownKey, _ id: UInt8, _ label: String, _ options: KeyOptions) throws -> PrivateKey {
        try store.importPrivateKey(
            SecureBytes(copying: key.pkcs8), tag: Data([id]), label: label, usage: .sign, options: options)
    }

    private func expect(_ pairs: [ExpectedPair], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let objects = try place.witness.objects()
        for pair in pairs {
            #expect(
                try pair.isWhole(in: objects, place.witness), "\(pair.label): \(objects)",
                sourceLocation: sourceLocation)
        }
        #expect(objects.count == 2 * pairs.count, "\(objects)", sourceLocation: sourceLocation)
    }

    private func pair(_ key: KnownKey, _ id: UInt8, _ label: String) -> ExpectedPair {
        ExpectedPair(key: key, id: Data([id]), label: label)
    }

    // MARK: Twins

    @Test func `a twin under another tag keeps both its halves`() throws {
        let first = try importKey(keys[0], 1, "first", Self.keeping)
        _ = try importKey(keys[0], 2, "second", Self.keeping)
        try expect([pair(keys[0], 1, "first"), pair(keys[0], 2, "second")])
        try store.delete(first)
        try expect([pair(keys[0], 2, "second")])
        _ = try importKey(keys[0], 1, "first", Self.keeping)
        _ = try importKey(keys[1], 2, "second", Self.replacing)
        try expect([pair(keys[0], 1, "first"), pair(keys[1], 2, "second")])
    }

    @Test func `a twin under the same tag keeps both its halves`() throws {
        let first = try importKey(keys[0], 1, "first", Self.keeping)
        let second = try importKey(keys[0], 1, "second", Self.keeping)
        try store.delete(second)
        try expect([pair(keys[0], 1, "first")])
        let third = try importKey(keys[0], 1, "third", Self.keeping)
        try store.delete(first)
        try expect([pair(keys[0], 1, "third")])
        try store.delete(third)
        try expect([])
    }

    @Test func `a twin without a public half takes no other's`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "first", halves: [.privateKey])
        try place.witness.add(keys[0], id: Data([2]), label: "second")
        try store.delete(store.privateKey(label: "first"))
        try expect([pair(keys[0], 2, "second")])
    }

    @Test func `a public half under another tag goes with its key`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key", publicID: Data([9]), publicLabel: "elsewhere")
        try place.witness.add(keys[1], id: Data([2]), label: "other")
        try store.delete(store.privateKey(label: "key"))
        try expect([pair(keys[1], 2, "other")])
        try place.witness.add(keys[0], id: Data([1]), label: "key", publicID: Data([9]), publicLabel: "elsewhere")
        _ = try importKey(keys[2], 1, "key", Self.replacing)
        try expect([pair(keys[1], 2, "other"), pair(keys[2], 1, "key")])
    }

    @Test func `of twins that nothing tells apart one is deleted, and the other stays usable`() throws {
        let first = try importKey(keys[0], 1, "key", Self.keeping)
        _ = try importKey(keys[0], 1, "key", Self.keeping)
        try place.faults.plan("sessions:forget")
        // By its handle it was one of them; what it is now cannot be said, and is not guessed.
        let error = expectError(.keyAmbiguous) { try store.delete(first) }
        #expect(error?.candidates.count == 2)
        expectError(.keyAmbiguous) { _ = try store.privateKey(label: "key") }
        for key in try store.privateKeys().prefix(1) { try store.delete(key) }
        try expect([pair(keys[0], 1, "key")])
    }

    // MARK: Replacing

    @Test func `the same key by itself changes its label and usage`() throws {
        let old = try importKey(keys[0], 1, "old", Self.keeping)
        let new = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), tag: Data([1]), label: "new", usage: .decrypt, options: Self.replacing)
        #expect(new.label == "new" && new.attributes.usage == .decrypt)
        // The same key by what it is: the old value goes on to work, for what the key may do now.
        #expect(new == old)
        expectError(.notPermitted) { _ = try old.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) }
        let objects = try place.witness.objects()
        #expect(objects.count == 2)
        #expect(objects.allSatisfy { $0.label == "new" })
    }

    @Test func `the one of several that is meant has to be named`() throws {
        _ = try importKey(keys[0], 1, "first", Self.keeping)
        _ = try importKey(keys[1], 2, "second", Self.keeping)
        // The tag of one and the label of the other.
        let error = expectError(.keyAmbiguous) { _ = try importKey(keys[2], 1, "second", Self.replacing) }
        #expect(error?.candidates.count == 2)
        try expect([pair(keys[0], 1, "first"), pair(keys[1], 2, "second")])
        _ = try importKey(keys[2], 1, "new", Self.replacing)
        try expect([pair(keys[2], 1, "new"), pair(keys[1], 2, "second")])
        _ = try importKey(keys[3], 9, "second", Self.replacing)
        try expect([pair(keys[2], 1, "new"), pair(keys[3], 9, "second")])
    }

    @Test func `a public half of that name is no key of its own`() throws {
        // Its private half has other names: replacing "name" would leave half of that key.
        try place.witness.add(keys[0], id: Data([1]), label: "private", publicID: Data([9]), publicLabel: "name")
        for options in [KeyOptions(allowsWeakKeys: true), Self.replacing] {
            expectError(.keyExists) { _ = try importKey(keys[1], 2, "name", options) }
        }
        let publicKey = try PublicKey(representation: Data(keys[1].publicPEM.utf8))
        expectError(.keyExists) {
            try store.importPublicKey(publicKey, label: "name", usage: .verify, options: Self.replacing)
        }
        let key = try store.privateKey(label: "private")
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `an object that cannot be read may be the one, and is not passed over`() throws {
        _ = try importKey(keys[0], 1, "key", Self.keeping)
        try place.faults.plan("C_GetAttributeValue:every=CKR_FUNCTION_FAILED")
        #expect(throws: KeyStoreError.self) { _ = try importKey(keys[1], 1, "key", KeyOptions(allowsWeakKeys: true)) }
        #expect(throws: KeyStoreError.self) { _ = try importKey(keys[1], 1, "key", Self.replacing) }
        #expect(place.faults.count(of: "C_DestroyObject") == 0)
        let error = expectError(.tokenError) { _ = try store.privateKey(label: "key") }
        #expect(error?.underlying?.function == "C_GetAttributeValue")
        #expect(try store.keys().isEmpty)
        try place.faults.plan("")
        try expect([pair(keys[0], 1, "key")])
    }

    // MARK: Rivals

    @Test func `threads with libraries of their own that make one name end up with one key`() async throws {
        let token = place.token
        let outcomes = try await withThrowingTaskGroup(of: KeyStoreError.Code?.self) { group in
            for _ in 0..<4 {
                let path = try token.anotherModulePath()
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(with: Result { try Self.generate(token, path) })
                        }
                    }
                }
            }
            return try await group.reduce(into: [KeyStoreError.Code?]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == .keyExists }.count == 3)
        let made = try place.witness.objects()
        #expect(made.count == 2 && Set(made.map(\.modulus)).count == 1)
    }

    private static func generate(_ token: SoftHSMToken, _ path: String) throws -> KeyStoreError.Code? {
        let store = try KeyStore(module: .path(path), token: .label(token.label), pin: .text(token.pin))
        do {
            let options = KeyOptions(allowsWeakKeys: true)
            try store.generateKeyPair(.rsa(bits: 1024), label: "one name", usage: .sign, options: options)
            return nil
        } catch let error as KeyStoreError {
            return error.code
        }
    }

    @Test func `a key that another program makes in the same moment is left alone`() throws {
        // The other program knows nothing of our lock: its key appears while ours is read back. (A SoftHSM that writes itself
        // after another one has written does not see what that wrote.)
        try place.faults.plan("slow:C_GetAttributeValue=400ms")
        let store = store
        let made = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var code: KeyStoreError.Code?
        Thread.detachNewThread {
            do {
                let options = KeyOptions(allowsWeakKeys: true)
                try store.generateKeyPair(
                    .rsa(bits: 1024), tag: Data([1]), label: "key", usage: .sign, options: options)
            } catch {
                code = (error as? KeyStoreError)?.code
            }
            made.signal()
        }
        while place.faults.count(of: "C_GetAttributeValue") == 0 { usleep(5000) }
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        made.wait()
        #expect(code == .keyExists)
        try expect([pair(keys[0], 1, "key")])
    }
}
