import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// The PIN of the user, changed by a store.
@Suite struct `A PIN that is changed` {
    private let place: FaultyToken
    private let new = "7654321"

    init() throws { place = try FaultyToken() }

    private func isPIN(_ pin: String) throws -> Bool {
        // softhsm2-util has no way to try one; another process sees what this one wrote.
        try Command.run(
            "pkcs11-tool",
            [
                "--module", Provider.softHSM.required(), "--token-label", place.token.label, "--login", "--pin", pin,
                "-O",
            ],
            environment: place.token.environment
        ).succeeded
    }

    @Test func `is the PIN from then on, and the old one is not sent any more`() throws {
        let store = try place.open()
        let key = try store.generateKeyPair(.rsa(bits: 2048), label: "k", usage: .sign)
        try store.changePIN(to: SecureBytes(utf8: new))
        #expect(place.faults.count(of: "C_SetPIN") == 1)
        #expect(try isPIN(new))
        #expect(try !isPIN(place.token.pin))
        // The login goes on.
        _ = try key.signature(for: Data("m".utf8), using: .rsaPSS(.sha256))
        store.close()
        let logins = place.faults.count(of: "C_Login")
        expectError(.pinIncorrect) { _ = try place.open() }
        #expect(place.faults.count(of: "C_Login") == logins)
        #expect(try place.open(pin: .text(new)).loginState.isVerified)
    }

    @Test func `is kept by a source that keeps its PIN`() throws {
        let store = try place.open(pin: .text(place.token.pin).keepingPIN())
        _ = try store.generateKeyPair(.rsa(bits: 2048), label: "k", usage: .sign)
        try store.changePIN(to: SecureBytes(utf8: new))
        // The next call has to log in again.
        try place.faults.plan("sessions:forget")
        #expect(try store.privateKey(label: "k").attributes.label == "k")
        #expect(store.loginState.isVerified)
    }

    @Test(arguments: ["", "123", String(repeating: "7", count: 300)])
    func `and has a length that the token does not take is not sent`(pin: String) throws {
        let store = try place.open()
        let error = try #require(
            #expect(throws: KeyStoreError.self) { try store.changePIN(to: SecureBytes(utf8: pin)) })
        #expect(error.code == (pin.isEmpty ? .pinMissing : .pinLength), "\(error)")
        #expect(place.faults.count(of: "C_SetPIN") == 0)
        #expect(try isPIN(place.token.pin))
    }

    @Test func `without a login is refused`() throws {
        let store = try place.open(pin: PINSource.none)
        expectError(.notLoggedIn) { try store.changePIN(to: SecureBytes(utf8: new)) }
        #expect(place.faults.count(of: "C_SetPIN") == 0)
    }

    @Test(arguments: ["token:flags+=CKF_USER_PIN_LOCKED", "token:flags+=CKF_USER_PIN_FINAL_TRY"])
    func `is refused by what the token says of itself`(plan: String) throws {
        let store = try place.open()
        try place.faults.plan(plan)
        let error = #expect(throws: KeyStoreError.self) { try store.changePIN(to: SecureBytes(utf8: new)) }
        #expect(error?.code == .pinLocked || error?.code == .pinFinalTry)
        #expect(place.faults.count(of: "C_SetPIN") == 0)
    }

    @Test(arguments: [
        ("CKR_PIN_LEN_RANGE", KeyStoreError.Code.pinLength), ("CKR_PIN_INVALID", .invalidParameter),
        ("CKR_PIN_INCORRECT", .pinIncorrect), ("CKR_PIN_LOCKED", .pinLocked),
    ]) func `and that the token refuses leaves the old one`(answer: String, code: KeyStoreError.Code) throws {
        let store = try place.open()
        try place.faults.plan("C_SetPIN:1=\(answer)")
        expectError(code) { try store.changePIN(to: SecureBytes(utf8: new)) }
        #expect(try isPIN(place.token.pin))
        #expect(try !isPIN(new))
        // A PIN that was rejected is not sent a second time.
        guard code == .pinIncorrect else { return }
        expectError(.pinIncorrect) { try store.changePIN(to: SecureBytes(utf8: new)) }
        #expect(place.faults.count(of: "C_SetPIN") == 1)
    }

    @Test func `is sent once, also when nobody knows what became of it`() throws {
        let store = try place.open()
        try place.faults.plan("C_SetPIN:1+=CKR_DEVICE_ERROR")
        expectError(.deviceError) { try store.changePIN(to: SecureBytes(utf8: new)) }
        #expect(place.faults.count(of: "C_SetPIN") == 1)
        #expect(try isPIN(new))
    }

    @Test func `by the async twin is the same`() async throws {
        let store = try place.open()
        let pin = try SecureBytes(utf8: new)
        try await store.changePIN(to: pin)
        #expect(try isPIN(new))
    }
}
