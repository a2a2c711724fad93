import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Logins to tokens that say odd things of their PINs, that hide or show too much, and that move.
@Suite struct `A login with a token of moods` {
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

    private var logins: Int { place.faults.count(of: "C_Login") }

    // MARK: PINs that want to be changed

    @Test func `whose PIN has expired is told so, and the PIN is not taken for a wrong one`() throws {
        try place.faults.plan("C_Login:1..2=CKR_PIN_EXPIRED")
        for attempt in 1...2 {
            let error = expectError(.pinExpired) { _ = try place.open() }
            #expect(error?.hint == "Change the PIN, then try again.")
            #expect(logins == attempt)
        }
        #expect(place.faults.openSessions == 0)
        #expect(try place.open().loginState.isVerified)
    }

    /// PKCS #11 2.40, section 3.5: such a login works, and other calls answer `CKR_PIN_EXPIRED` until the PIN was changed.
    @Test func `whose PIN must be changed first is logged in, and operations say so`() throws {
        try place.faults.plan("token:flags+=CKF_USER_PIN_TO_BE_CHANGED; C_SignInit:every=CKR_PIN_EXPIRED")
        let store = try place.open()
        #expect(logins == 1)
        let key = try store.privateKey(label: "key")
        for _ in 0..<2 { expectError(.pinExpired) { try sign(key) } }
        #expect(logins == 1)
        try place.faults.plan("")
        try sign(key)
    }

    @Test(arguments: ["CKF_SO_PIN_LOCKED", "CKF_SO_PIN_FINAL_TRY", "CKF_SO_PIN_COUNT_LOW", "CKF_SO_PIN_TO_BE_CHANGED"])
    func `whose officer is in trouble serves its user`(flag: String) throws {
        try place.faults.plan("token:flags+=\(flag)")
        #expect(try place.open().loginState.isVerified)
        #expect(logins == 1)
    }

    @Test func `that never says how many tries are left is believed when it says no`() throws {
        try place.faults.plan("C_Login:1..2=CKR_PIN_INCORRECT; C_Login:3..=CKR_PIN_LOCKED")
        for (number, pin) in ["7654321", "7654322"].enumerated() {
            expectError(.pinIncorrect) { _ = try place.open(pin: .text(pin)) }
            #expect(logins == number + 1)
        }
        expectError(.pinLocked) { _ = try place.open(pin: .text("7654323")) }
        // The token is asked with a PIN that it has not seen rejected, for nothing tells that it is locked.
        expectError(.pinLocked) { _ = try place.open() }
        #expect(logins == 4)
    }

    @Test func `with a pad of its own gets no empty PIN, also in the middle of an operation`() throws {
        try place.faults.plan(
            "token:flags+=CKF_PROTECTED_AUTHENTICATION_PATH; auth:pinpad=\(place.token.pin); auth:always; "
                + "readback:CKA_ALWAYS_AUTHENTICATE:CKO_PRIVATE_KEY=true")
        let store = try place.open(pin: .prompt)
        let key = try store.privateKey(label: "key")
        try sign(key)
        #expect(logins == 2)
    }

    @Test(arguments: [64, 255, 1024]) func `takes a PIN as long as it says, in bytes`(length: Int) throws {
        try place.faults.plan("token:maxpin=\(length); C_Login:every=CKR_PIN_EXPIRED")
        let pin = String(repeating: "ü", count: length / 2) + (length.isMultiple(of: 2) ? "" : "x")
        expectError(.pinExpired) { _ = try place.open(pin: .text(pin)) }
        expectError(.pinLength) { _ = try place.open(pin: .text(pin + "x")) }
        #expect(logins == 1)
    }

    // MARK: What is seen without a login

    @Test func `that shows private keys to everybody is logged in to all the same`() throws {
        try place.faults.plan("readback:CKA_PRIVATE:CKO_PRIVATE_KEY=false")
        let session = try place.open()
        #expect(session.loginState.isVerified)
        #expect(logins == 1)
        session.close()
        try place.witness.clear()
        try place.witness.add(known, id: Data([1]), label: "key", isPrivate: false)
        let open = try place.open(pin: PINSource.none)
        #expect(try open.privateKey(label: "key").label == "key")
        #expect(!open.loginState.isLoggedIn)
        open.close()
        let store = try place.open()
        try sign(store.privateKey(label: "key"))
        #expect(store.loginState.isVerified)
        #expect(logins == 2)
    }

    // MARK: Sessions

    @Test func `holds in read-only and read/write sessions alike, whichever was first`() throws {
        let store = try place.open()
        let options = KeyOptions(allowsWeakKeys: true)
        let made = try store.generateKeyPair(.rsa(bits: 1024), label: "made", usage: .sign, options: options)
        _ = try made.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
        let other = try place.open()
        try other.rename(other.privateKey(label: "made"), label: "renamed")
        try sign(other.privateKey(label: "key"))
        #expect(logins == 2)
        #expect(place.faults.count(of: "C_Logout") == 0)
    }

    @Test func `that is write-protected is read through read-only sessions`() throws {
        try place.faults.plan("token:flags+=CKF_WRITE_PROTECTED")
        let store = try place.open()
        try sign(store.privateKey(label: "key"))
        #expect(try store.keys().count == 1)
        try place.faults.plan("token:flags+=CKF_WRITE_PROTECTED; C_GenerateKeyPair:every=CKR_TOKEN_WRITE_PROTECTED")
        expectError(.readOnly) {
            try store.generateKeyPair(
                .rsa(bits: 1024), label: "new", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        }
        try sign(store.privateKey(label: "key"))
    }

    // MARK: Slots

    @Test(arguments: [1, 7, 0x8000]) func `follows the token to a slot of another number`(difference: Int) throws {
        let wrong = try PINSource.text("7654321")
        expectError(.pinIncorrect) { _ = try place.open(pin: wrong) }
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        try sign(key)
        place.faults.reset()
        try place.faults.plan("slots:renumber=\(difference); sessions:forget")
        try sign(key)
        #expect(logins == 1)
        #expect(store.loginState.isVerified)
        #expect(place.faults.openSessions == store.sessionCount)
        // The login is shared there as it was here, and what was rejected stays so.
        let second = try place.open()
        #expect(second.loginState.isLoggedIn && !second.loginState.isVerified)
        try sign(second.privateKey(label: "key"))
        store.close()
        try sign(second.privateKey(label: "key"))
        #expect(place.faults.count(of: "C_Logout") == 0)
        second.close()
        #expect(place.faults.count(of: "C_Logout") == 1)
        #expect(place.faults.openSessions == 0)
        place.faults.reset()
        try place.faults.plan("slots:renumber=\(difference)")
        expectError(.pinIncorrect) { _ = try place.open(pin: wrong) }
        #expect(logins == 0)
    }

    @Test func `is found among tokens without serial numbers by its other names`() throws {
        try place.faults.plan("token:serial=0000000000000000")
        let store = try place.open()
        let key = try store.privateKey(label: "key")
        try place.faults.plan("token:serial=0000000000000000; slots:renumber=5; sessions:forget")
        try sign(key)
        #expect(place.faults.openSessions == store.sessionCount)
    }
}
