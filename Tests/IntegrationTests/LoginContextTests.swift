import Foundation
import PKCS11
import Synchronization
import TestSupport
import Testing
import TokenKeyStore

/// Keys that ask for a login of their own at each use (`CKA_ALWAYS_AUTHENTICATE`).
@Suite struct `A key that asks for a PIN at each use` {
    private static let plan = "auth:always; readback:CKA_ALWAYS_AUTHENTICATE:CKO_PRIVATE_KEY=true"

    private let place: FaultyToken
    private let known: KnownKey

    init() throws {
        place = try FaultyToken(plan: Self.plan)
        known = try KnownKey.small.get()[0]
        try place.witness.add(known, id: Data([1]), label: "key")
    }

    private func sign(_ key: PrivateKey) throws -> Data {
        try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
    }

    @Test func `signs and decrypts in three calls, the login in the middle`() throws {
        let key = try place.open().privateKey(label: "key")
        #expect(key.attributes.alwaysAuthenticate)
        let message = Data("secret".utf8)
        let ciphertext = try key.publicKey.encrypt(message, using: .rsaPKCS1)
        _ = try sign(key)
        let signing = try place.calls { try sign(key) }
        #expect(signing.result == known.signature)
        #expect(signing.functions == ["C_SignInit", "C_Login", "C_Sign"])
        let decrypting = try place.calls { try key.decrypt(ciphertext, using: .rsaPKCS1) }
        #expect(decrypting.result == message)
        #expect(decrypting.functions == ["C_DecryptInit", "C_Login", "C_Decrypt"])
    }

    @Test func `leaves no session in an operation where the PIN is missing`() throws {
        let asked = Mutex(0)
        let pin = place.token.pin
        let store = try place.open(
            pin: .callback { request in
                asked.withLock { $0 += 1 }
                return request.user == .contextSpecific && asked.withLock { $0 } < 4 ? nil : try SecureBytes(utf8: pin)
            })
        let key = try store.privateKey(label: "key")
        for _ in 0..<2 {
            expectError(.pinMissing) { _ = try sign(key) }
            #expect(place.faults.openSessions == store.sessionCount)
        }
        // The next one has a session that is not stuck.
        #expect(try sign(key) == known.signature)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `sends a wrong PIN once, and leaves no session in an operation`() throws {
        let wrong = Mutex(false)
        let pin = place.token.pin
        let store = try place.open(
            pin: .callback { _ in try SecureBytes(utf8: wrong.withLock { $0 } ? "7654321" : pin) })
        let key = try store.privateKey(label: "key")
        wrong.withLock { $0 = true }
        place.faults.reset()
        try place.faults.plan(Self.plan)
        for _ in 0..<3 { expectError(.pinIncorrect) { _ = try sign(key) } }
        #expect(place.faults.count(of: "C_Login") == 1)
        #expect(place.faults.count(of: "C_Sign") == 0)
        #expect(place.faults.openSessions == store.sessionCount)
        wrong.withLock { $0 = false }
        #expect(try sign(key) == known.signature)
    }

    @Test func `is told when one more wrong PIN would lock the token`() throws {
        let wrong = Mutex(false)
        let pin = place.token.pin
        let store = try place.open(
            pin: .callback { _ in try SecureBytes(utf8: wrong.withLock { $0 } ? "7654321" : pin) })
        let key = try store.privateKey(label: "key")
        try place.faults.amend("token:flags+=CKF_USER_PIN_FINAL_TRY")
        // The PIN that the token took the last time does no harm.
        #expect(try sign(key) == known.signature)
        wrong.withLock { $0 = true }
        let logins = place.faults.count(of: "C_Login")
        expectError(.pinFinalTry) { _ = try sign(key) }
        #expect(place.faults.count(of: "C_Login") == logins)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `works where the token logs out when the login is missing`() throws {
        // The token does not say that the key asks each time, and logs out: nothing works, and nothing is stuck.
        try place.faults.plan("auth:always:or=logout")
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        expectError(.notLoggedIn) { _ = try sign(key) }
        #expect(place.faults.openSessions == store.sessionCount)
        try place.faults.plan("")
        #expect(try sign(key) == known.signature)
    }

    @Test func `serves many threads`() async throws {
        let key = try await place.open().privateKey(label: "key")
        let known = known
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<32 {
                group.addTask { try await key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) }
            }
            for try await signature in group { #expect(signature == known.signature) }
        }
    }
}
