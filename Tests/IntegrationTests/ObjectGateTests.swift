import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Who waits while an object is written to a token that cannot be searched at the same time.
@Suite struct `While a key is being generated` {
    private let place: FaultyToken
    private let store: KeyStore
    private let key: PrivateKey
    private let expected: Data

    init() throws {
        place = try FaultyToken()
        let known = try KnownKey.small.get()[0]
        try place.witness.add(known, id: Data([1]), label: "key")
        store = try place.open(options: .init(maximumSessions: 3, sessionTimeout: .milliseconds(500)))
        key = try store.privateKey(label: "key")
        expected = known.signature
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == expected)
    }

    /// Generates in another thread, and returns once the token is at it.
    private func startGenerating(_ options: KeyOptions) throws -> RunningThreads {
        try place.faults.plan("slow:C_GenerateKeyPair=3s")
        let store = store
        let thread = try Threads.start(1) { _ in
            _ = try store.generateKeyPair(.rsa(bits: 1024), label: "new", usage: .sign, options: options)
        }
        while place.faults.count(of: "C_GenerateKeyPair") == 0 { usleep(2000) }
        return thread
    }

    @Test func `searches wait, and leave the sessions to those who sign`() throws {
        let start = ContinuousClock.now
        let generation = try startGenerating(KeyOptions(allowsWeakKeys: true))
        let store = store
        // More than there may be sessions.
        let searches = try Threads.start(8) { _ in _ = try store.privateKeys(matching: KeyQuery(label: "key")) }
        usleep(200_000)
        for _ in 0..<20 {
            #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == expected)
        }
        #expect(start.duration(to: .now) < .seconds(3))
        try generation.join()
        try searches.join()
        // What there were too many for the moment is closed again.
        #expect(store.sessionCount <= 4)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `that is not kept on the token, nobody waits`() throws {
        let start = ContinuousClock.now
        let generation = try startGenerating(KeyOptions(allowsWeakKeys: true, isPermanent: false))
        #expect(try store.privateKeys(matching: KeyQuery(label: "key")) == [key])
        #expect(start.duration(to: .now) < .seconds(3))
        try generation.join()
    }
}
