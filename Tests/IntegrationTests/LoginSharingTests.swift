import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A login belongs to the token and not to a session: invariant 3 of the design.
@Suite struct `A login that is shared` {
    private let place: FaultyToken
    private let known: KnownKey

    init() throws {
        place = try FaultyToken()
        known = try KnownKey.small.get()[0]
        try place.witness.add(known, id: Data([1]), label: "key")
    }

    private func sign(_ key: PrivateKey) throws {
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == known.signature)
    }

    @Test func `serves two stores, and ends with the last`() throws {
        let first = try place.open()
        let second = try place.open()
        #expect(first.loginState == second.loginState || first.loginState.isVerified)
        #expect(first.loginState.isVerified)
        // The token did not look at the PIN of the second.
        #expect(second.loginState.isLoggedIn && !second.loginState.isVerified)
        try sign(first.privateKey(label: "key"))
        let key = try second.privateKey(label: "key")
        try sign(key)
        place.faults.reset()
        first.close()
        #expect(place.faults.count(of: "C_Logout") == 0)
        try sign(key)
        #expect(place.faults.count(of: "C_Login") == 0)
        #expect(place.faults.openSessions == second.sessionCount)
        second.close()
        #expect(place.faults.count(of: "C_Logout") == 1)
        #expect(place.faults.openSessions == 0)
    }

    @Test func `does not check the PIN of the second store, which can be told`() throws {
        let first = try place.open()
        let second = try place.open(pin: .text("not the PIN"))
        #expect(first.loginState.isVerified)
        #expect(second.loginState.isLoggedIn && !second.loginState.isVerified)
    }

    @Test func `was somebody else's and stays so`() throws {
        // Another part of the program logs in, with sessions of its own.
        let module = try Module.load(path: place.faults.path)
        let label = place.token.label
        let slot = try #require(module.slots(withToken: true).first { try $0.tokenInfo().label == label })
        let session = try slot.openSession()
        try session.login(.user, pin: SecureBytes(utf8: place.token.pin))
        let store = try place.open()
        #expect(store.loginState.isLoggedIn && !store.loginState.isVerified)
        try sign(store.privateKey(label: "key"))
        store.close()
        #expect(place.faults.count(of: "C_Logout") == 0)
        #expect(try session.info().state == .roUserFunctions)
        try session.close()
    }

    @Test func `outlives the sessions of the pool where the token binds it to one`() throws {
        try place.faults.plan("login:bound")
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        place.faults.reset()
        try place.faults.plan("login:bound")
        // Every call opens a session of its own and closes it: read/write sessions are not kept.
        for number in 0..<3 {
            try store.generateKeyPair(
                .rsa(bits: 1024), label: "new \(number)", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        }
        try sign(key)
        #expect(place.faults.count(of: "C_Login") == 0)
    }

    @Test func `is not ended by a store that failed to open`() throws {
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        expectError(.pinLength) { _ = try place.open(pin: .text("1")) }
        expectError(.tokenNotFound) {
            _ = try KeyStore(module: .path(place.faults.path), token: .label("no such token"), pin: .text("1234"))
        }
        #expect(place.faults.count(of: "C_Logout") == 0)
        #expect(place.faults.count(of: "C_Finalize") == 0)
        try sign(key)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `ends with a store that nobody holds`() throws {
        var store: KeyStore? = try place.open()
        #expect(try store?.keys().count == 1)
        store = nil
        #expect(place.faults.openSessions == 0)
        #expect(place.faults.count(of: "C_Logout") == 1)
        // A key holds its store.
        let key = try place.open().privateKey(label: "key")
        try sign(key)
        #expect(place.faults.openSessions > 0)
    }

    @Test func `is not ended while a call is under way`() async throws {
        let store = try place.open()
        let key = try await store.privateKey(label: "key")
        try place.faults.plan("slow:C_Sign=300ms")
        async let signature = key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
        while place.faults.count(of: "C_Sign") == 0 { try await Task.sleep(for: .milliseconds(5)) }
        store.close()
        #expect(try await signature == known.signature)
        await #expect(throws: KeyStoreError.self) { _ = try await store.keys() }
        for _ in 0..<500 where place.faults.openSessions > 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(place.faults.openSessions == 0)
        #expect(place.faults.count(of: "C_Logout") == 1)
        #expect(place.faults.log.last == "C_CloseSession")
    }

    @Test func `survives any number of stores that open and close beside it`() async throws {
        let store = try place.open()
        let key = try await store.privateKey(label: "key")
        let place = place
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10 {
                        let other = try place.open()
                        _ = try await other.privateKey(label: "key")
                        other.close()
                    }
                }
            }
        }
        try sign(key)
        #expect(place.faults.openSessions == store.sessionCount)
        #expect(place.faults.count(of: "C_Logout") == 0)
    }
}
