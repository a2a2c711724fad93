import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// Any number of threads work on the items of one token. `Scripts/test.sh` runs this by itself, and under the sanitizers.
@Suite struct `Concurrency of items` {
    /// Long by itself; shorter where every access to memory is looked at.
    private static let seconds: Double = Sanitizer.isThread || Sanitizer.isAddress ? 10 : 60

    @Test func `8 threads add, find, use, update and delete`() throws {
        let keychain = try Keychain(withFaults: true)
        let faults = try #require(keychain.faults)
        let bystander = try SampleKey.large()
        #expect(keychain.add(Keychain.privateData(bystander, [kSecAttrLabel: "bystander"])).status == errSecSuccess)
        let samples = try (0..<8).map { _ in try SampleKey(bits: 1024) }
        let rounds = ForkSafeLock(0)
        let end = Date(timeIntervalSinceNow: Self.seconds)
        try Threads.run(8) { thread in
            var worker = ItemWorker(keychain: keychain, sample: samples[thread], name: "thread \(thread)")
            repeat {
                try worker.round()
                rounds.withLock { $0 += 1 }
            } while Date() < end
        }
        #expect(rounds.withLock { $0 } >= 8)
        // Nothing is left but what was there, as this store, another one, and another program see it.
        #expect(try keychain.store.keys().map(\.label) == ["bystander"])
        let pin = PINSource.value(try SecureBytes(utf8: keychain.token.pin))
        let second = try KeyStore(module: .path(faults.path), token: .label(keychain.token.label), pin: pin)
        #expect(try second.keys().count == 1)
        second.close()
        #expect(try keychain.objects().count == 1)
        // The session keys are gone, and so are their sessions.
        #expect(faults.openSessions == keychain.store.sessionCount)
        #expect((2...17).contains(keychain.store.sessionCount))
    }

    /// Of threads that add one key under one tag, one succeeds; of those that delete it, all are content.
    @Test func `an item is added once`() throws {
        let keychain = try Keychain()
        let sample = try SampleKey.first()
        for _ in 0..<5 {
            let statuses = ForkSafeLock<[OSStatus]>([])
            try Threads.run(8) { _ in
                let status = keychain.add(Keychain.privateData(sample, [kSecAttrApplicationTag: "one"])).status
                statuses.withLock { $0.append(status) }
            }
            #expect(
                statuses.withLock { $0 }.sorted() == Array(repeating: errSecDuplicateItem, count: 7) + [errSecSuccess])
            #expect(try keychain.count == (1, 0))
            try Threads.run(8) { _ in
                let status = keychain.delete([kSecClass: kSecClassKey, kSecAttrApplicationTag: "one"])
                #expect(status == errSecSuccess || status == errSecItemNotFound)
            }
            #expect(try keychain.isEmpty)
        }
    }
}

/// One thread's items, which no other thread touches.
private struct ItemWorker {
    let keychain: Keychain
    let sample: SampleKey
    let name: String
    private var number = 0

    init(keychain: Keychain, sample: SampleKey, name: String) {
        self.keychain = keychain
        self.sample = sample
        self.name = name
    }

    mutating func round() throws {
        number += 1
        let tag = Data("\(name), round \(number)".utf8)
        let query: Keychain.Entries = [kSecClass: kSecClassKey, kSecAttrApplicationTag: tag]
        // Every other key starts in a session.
        if number.isMultiple(of: 2) {
            let key = try keychain.sessionKey(sample)
            add([kSecValueRef: key, kSecAttrApplicationTag: tag])
        } else {
            add(Keychain.privateData(sample, [kSecAttrApplicationTag: tag]))
        }
        add(Keychain.publicData(sample, [kSecAttrApplicationTag: tag]))
        let duplicate = Keychain.publicData(sample, [kSecAttrApplicationTag: tag])
        expect(errSecDuplicateItem) { keychain in keychain.add(duplicate).status }
        try use(query)
        let name = name
        expect(errSecSuccess) { keychain in keychain.update(query, [kSecAttrLabel: name]) }
        let newTag = Data("\(name), renamed \(number)".utf8)
        expect(errSecSuccess) { keychain in keychain.update(query, [kSecAttrApplicationTag: newTag]) }
        expect(errSecItemNotFound) { keychain in keychain.find(query).status }
        let renamed: Keychain.Entries = [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: newTag, kSecAttrLabel: name,
        ]
        try use(renamed)
        expect(errSecSuccess) { keychain in keychain.delete(renamed) }
        expect(errSecItemNotFound) { keychain in keychain.find(renamed).status }
    }

    private func add(_ entries: Keychain.Entries) {
        expect(errSecSuccess) { keychain in keychain.add(entries).status }
    }

    private func expect(
        _ expected: OSStatus, _ location: SourceLocation = #_sourceLocation, _ call: (Keychain) -> OSStatus
    ) {
        let status = call(keychain)
        #expect(status == expected, "\(name), round \(number)", sourceLocation: location)
    }

    /// What is found is this thread's key, and no other.
    private func use(_ query: Keychain.Entries) throws {
        func key(_ keyClass: CFString) throws -> SecKey {
            try #require(keychain.find(query.merging([kSecAttrKeyClass: keyClass, kSecReturnRef: true]) { $1 }).key)
        }
        let message = Data(name.utf8) as CFData
        let signature = SecKeyCreateSignature(
            try key(kSecAttrKeyClassPrivate), .rsaSignatureMessagePKCS1v15SHA256, message, nil)
        let publicKey = try key(kSecAttrKeyClassPublic)
        #expect(publicKey == (try keychain.publicKey(sample)))
        #expect(
            SecKeyVerifySignature(
                publicKey, .rsaSignatureMessagePKCS1v15SHA256, message, try #require(signature), nil))
    }
}
