import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Any number of threads share a store, and the pool is bounded: invariant 9 of the design.
@Suite struct `The sessions of a store` {
    private let place: FaultyToken
    private let known: KnownKey

    init() throws {
        place = try FaultyToken()
        known = try KnownKey.small.get()[0]
        try place.witness.add(known, id: Data([1]), label: "key")
    }

    /// Has 24 tasks sign, and gives the greatest number of sessions that was open at a time.
    private func signAtOnce(_ store: KeyStore) async throws -> Int {
        let key = try await store.privateKey(label: "key")
        let place = place
        let known = known
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<24 {
                group.addTask {
                    let signature = try await key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
                    #expect(signature == known.signature)
                    return place.faults.openSessions
                }
            }
            return try await group.reduce(0) { max($0, $1) }
        }
    }

    @Test(arguments: [1, 2, 5]) func `are no more than the caller allows`(limit: Int) async throws {
        try place.faults.plan("slow:C_Sign=5ms")
        let store = try place.open(options: KeyStore.Options(maximumSessions: limit))
        #expect(try await signAtOnce(store) <= limit + 1)
        #expect(store.sessionCount <= limit + 1)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test(arguments: [2, 3, 5]) func `are no more than the token says it has`(maximum: Int) async throws {
        try place.faults.plan("slow:C_Sign=5ms; token:maxsessions=\(maximum); sessions:max=\(maximum)")
        let store = try place.open()
        #expect(try await signAtOnce(store) <= maximum)
        try store.makeAndDelete()
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test(arguments: ["0", "unavailable"]) func `are not bounded by a token that gives no number`(
        maximum: String
    ) async throws {
        try place.faults.plan("slow:C_Sign=5ms; token:maxsessions=\(maximum)")
        let store = try place.open(options: KeyStore.Options(maximumSessions: 6))
        #expect(try await signAtOnce(store) > 3)
    }

    @Test func `get fewer when the token has no more, and more again later`() async throws {
        let store = try place.open()
        try place.faults.plan("slow:C_Sign=5ms; sessions:max=3")
        #expect(try await signAtOnce(store) <= 3)
        // Read/write sessions take the place of idle ones.
        try store.makeAndDelete()
        #expect(place.faults.openSessions == store.sessionCount)
        try place.faults.plan("slow:C_Sign=50ms")
        try await Task.sleep(for: .seconds(5.2))
        #expect(try await signAtOnce(store) > 3)
    }

    @Test func `that are all in use are waited for, and not for ever`() async throws {
        let store = try place.open(
            options: KeyStore.Options(maximumSessions: 1, sessionTimeout: .milliseconds(100)))
        let key = try await store.privateKey(label: "key")
        try place.faults.plan("slow:C_Sign=2s")
        let expected = known.signature
        // On threads, and without suspending: when Swift's pool goes on with a task is not to be relied on beside other tests.
        let signing = try Threads.start(1) { _ in
            let signature = try key.blockingSignature()
            #expect(signature == expected)
        }
        while place.faults.count(of: "C_Sign") == 0 { usleep(5000) }
        let start = ContinuousClock.now
        let error = expectError(.sessionsExhausted) { _ = try key.blockingSignature() }
        #expect(start.duration(to: .now) < .seconds(2))
        #expect(error?.message.contains("0.1 seconds") == true)
        #expect(error?.hint?.contains("1") == true)
        try signing.join()
        try place.faults.plan("")
        #expect(try key.blockingSignature() == known.signature)
    }

    @Test func `that the token does not give are an error that says so`() throws {
        try place.faults.plan("sessions:max=1")
        let store = try place.open()
        let error = expectError(.sessionsExhausted) { _ = try store.keys() }
        #expect(error?.underlying?.returnValue == .sessionCount)
        try place.faults.plan("sessions:max=0")
        expectError(.sessionsExhausted) { _ = try place.open() }
        #expect(place.faults.openSessions == 1)
        try place.faults.plan("")
        #expect(try store.keys().count == 1)
    }

    @Test func `are used again, and read/write ones are not kept`() throws {
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        for _ in 0..<10 { _ = try key.blockingSignature() }
        #expect(place.faults.count(of: "C_OpenSession") == 2)
        #expect(store.sessionCount == 2)
        try store.makeAndDelete()
        #expect(store.sessionCount == 2)
        #expect(place.faults.openSessions == 2)
    }
}

extension PrivateKey {
    /// The plain method, also where the compiler would take its twin.
    fileprivate func blockingSignature() throws -> Data {
        try signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
    }
}

extension KeyStore {
    /// Uses read/write sessions.
    fileprivate func makeAndDelete() throws {
        let options = KeyOptions(allowsWeakKeys: true)
        try delete(generateKeyPair(.rsa(bits: 1024), label: "new", usage: .sign, options: options))
    }
}
