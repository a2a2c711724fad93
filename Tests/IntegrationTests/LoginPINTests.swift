import Foundation
import PKCS11
import Synchronization
import TestSupport
import Testing
import TokenKeyStore

/// A PIN is tried once, on one token: invariant 2 of the design.
@Suite struct `A PIN that is sent` {
    private let place: FaultyToken

    init() throws { place = try FaultyToken() }

    /// Changes the PIN as another part of the program might. SoftHSM would not notice it from another process.
    private func changePIN(to pin: String) throws {
        let slots = try Module.load(path: place.faults.path).slots(withToken: true)
        let slot = try #require(slots.first { try $0.tokenInfo().label == place.token.label })
        let session = try slot.openSession(readWrite: true)
        try session.setPIN(old: SecureBytes(utf8: place.token.pin), new: SecureBytes(utf8: pin))
        try session.close()
    }

    private var logins: Int { place.faults.count(of: "C_Login") }

    @Test(arguments: [
        ("token:flags+=CKF_USER_PIN_LOCKED", KeyStoreError.Code.pinLocked),
        ("token:flags+=CKF_USER_PIN_FINAL_TRY", .pinFinalTry),
        ("token:flags+=CKF_USER_PIN_LOCKED|CKF_USER_PIN_FINAL_TRY", .pinLocked),
        ("token:flags-=CKF_USER_PIN_INITIALIZED", .tokenNotInitialized),
        ("token:minpin=8", .pinLength),
        ("token:maxpin=6", .pinLength),
    ]) func `is refused by what the token says of itself, before it is sent`(
        plan: String, code: KeyStoreError.Code
    ) throws {
        try place.faults.plan(plan)
        expectError(code) { _ = try place.open() }
        #expect(logins == 0)
        #expect(place.faults.openSessions == 0)
        // Without a PIN there is nothing to refuse.
        let store = try place.open(pin: PINSource.none)
        #expect(!store.loginState.isLoggedIn)
        #expect(logins == 0)
    }

    @Test(arguments: ["token:minpin=7;token:maxpin=7", "token:maxpin=0", "token:maxpin=unavailable"])
    func `is sent where its length is allowed or no length is given`(plan: String) throws {
        try place.faults.plan(plan)
        #expect(try place.open().loginState.isVerified)
        #expect(logins == 1)
    }

    @Test func `is sent as a final try where the caller allows that`() throws {
        try place.faults.plan("token:flags+=CKF_USER_PIN_FINAL_TRY")
        let options = KeyStore.Options(allowsFinalTry: true)
        #expect(try place.open(options: options).loginState.isVerified)
        #expect(logins == 1)
    }

    @Test func `and is wrong never locks the token by itself`() throws {
        try place.faults.plan("pin:tries=3")
        let wrong = try PINSource.text("7654321")
        for _ in 0..<5 { expectError(.pinIncorrect) { _ = try place.open(pin: wrong) } }
        #expect(logins == 1)
        expectError(.pinIncorrect) { _ = try place.open(pin: .text("7654322")) }
        #expect(logins == 2)
        // One more would lock it: the token says so now.
        expectError(.pinFinalTry) { _ = try place.open(pin: .text("7654323")) }
        expectError(.pinFinalTry) { _ = try place.open() }
        #expect(logins == 2)
        // The right one resets the count.
        #expect(try place.open(options: KeyStore.Options(allowsFinalTry: true)).loginState.isVerified)
        expectError(.pinIncorrect) { _ = try place.open(pin: .text("7654324")) }
        #expect(logins == 4)
    }

    @Test func `locks a token that gives no warning, and is not sent to it again`() throws {
        try place.faults.plan("pin:tries=1; token:flags-=CKF_USER_PIN_FINAL_TRY|CKF_USER_PIN_COUNT_LOW")
        let options = KeyStore.Options(allowsFinalTry: true)
        let wrong = try PINSource.text("7654321")
        // Some answer the try that locks them with CKR_PIN_LOCKED.
        expectError(.pinLocked) { _ = try place.open(pin: wrong, options: options) }
        #expect(logins == 1)
        expectError(.pinLocked) { _ = try place.open(options: options) }
        #expect(logins == 1)
    }

    @Test func `and was rejected may be sent again once that is forgotten`() throws {
        // The PIN is changed elsewhere to the one that was wrong.
        let later = try PINSource.text("7654321")
        expectError(.pinIncorrect) { _ = try place.open(pin: later) }
        try changePIN(to: "7654321")
        expectError(.pinIncorrect) { _ = try place.open(pin: later) }
        #expect(logins == 1)
        try place.open(pin: PINSource.none).forgetRejectedPINs()
        #expect(try place.open(pin: later).loginState.isVerified)
        #expect(logins == 2)
        // And the old one is wrong now, once.
        for _ in 0..<2 { expectError(.pinIncorrect) { _ = try place.open() } }
        #expect(logins == 3)
    }

    @Test func `by many threads at once is sent once`() async throws {
        let wrong = try PINSource.text("7654321")
        let place = place
        let codes = await withTaskGroup(of: KeyStoreError.Code?.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    do {
                        _ = try await KeyStore.openForTest(place, pin: wrong)
                        return nil
                    } catch {
                        return (error as? KeyStoreError)?.code
                    }
                }
            }
            return await group.reduce(into: [KeyStoreError.Code?]()) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .pinIncorrect, count: 16))
        #expect(logins == 1)
        #expect(place.faults.openSessions == 0)
    }

    @Test func `is remembered for the token, and not for the slot it is in`() throws {
        let wrong = try PINSource.text("7654321")
        expectError(.pinIncorrect) { _ = try place.open(pin: wrong) }
        // Another card in the same reader, where the same PIN may be right.
        try place.faults.plan("token:serial=0123456789abcdef")
        expectError(.pinIncorrect) { _ = try place.open(pin: wrong) }
        #expect(logins == 2)
        try place.faults.plan("")
        expectError(.pinIncorrect) { _ = try place.open(pin: wrong) }
        #expect(logins == 2)
    }

    @Test func `is asked for on the token's own pad where it has one`() throws {
        try place.faults.plan("token:flags+=CKF_PROTECTED_AUTHENTICATION_PATH; auth:pinpad=\(place.token.pin)")
        // A prompt would fail here: there is no terminal.
        #expect(try place.open(pin: .prompt).loginState.isVerified)
        #expect(try place.open(pin: .callback { _ in nil }).loginState.isLoggedIn)
        // A token that says so wrongly gets the PIN that the caller gives (https://github.com/polhenarejos/pico-hsm/issues/81).
        try place.faults.plan("token:flags+=CKF_PROTECTED_AUTHENTICATION_PATH")
        #expect(try place.open().loginState.isVerified)
    }

    @Test func `is not asked for where the token needs no login`() throws {
        try place.faults.plan("token:flags-=CKF_LOGIN_REQUIRED")
        let store = try place.open(
            pin: .callback { _ in
                Issue.record("asked for a PIN")
                return nil
            })
        #expect(store.loginState.isLoggedIn && !store.loginState.isVerified)
        #expect(logins == 0)
        #expect(try store.keys().isEmpty)
    }

    @Test func `comes from the source again when a login is due again`() throws {
        let asked = Mutex(0)
        let pin = place.token.pin
        let store = try place.open(
            pin: .callback { request in
                #expect(request.tokenLabel == "test" && request.user == .user)
                asked.withLock { $0 += 1 }
                return try SecureBytes(utf8: pin)
            })
        let key = try KnownKey.small.get()[0]
        try place.witness.add(key, id: Data([1]), label: "key")
        let privateKey = try store.privateKey(label: "key")
        for expected in 2...3 {
            try place.faults.plan("sessions:forget")
            #expect(try privateKey.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == key.signature)
            #expect(asked.withLock { $0 } == expected)
        }
        // One that is kept is asked for once.
        let keeping = try place.open(
            pin: .callback { _ in
                asked.withLock { $0 += 1 }
                return try SecureBytes(utf8: pin)
            }.keepingPIN())
        store.close()
        try place.faults.plan("sessions:forget")
        #expect(try keeping.keys().count == 1)
        #expect(asked.withLock { $0 } == 4)
    }

    @Test func `that was changed elsewhere is sent once when the login is lost`() throws {
        try place.witness.add(KnownKey.small.get()[0], id: Data([1]), label: "key")
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        try changePIN(to: "7654321")
        place.faults.reset()
        try place.faults.plan("sessions:forget")
        for _ in 0..<3 {
            expectError(.pinIncorrect) { _ = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) }
        }
        #expect(logins == 1)
        #expect(place.faults.openSessions == 0)
    }
}

extension KeyStore {
    /// Opens a store on a thread that may block.
    fileprivate static func openForTest(_ place: FaultyToken, pin: PINSource) async throws -> KeyStore {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try place.open(pin: pin) }) }
        }
    }
}
