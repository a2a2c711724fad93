import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Initialising a token` {
    private let token: SoftHSMToken
    private let module: Module

    /// Only the empty slot that SoftHSM always shows.
    init() throws {
        let token = try SoftHSMToken(label: nil)
        self.token = token
        module = try token.withEnvironment { try Module.load(path: token.modulePath) }
    }

    private func pin(_ text: String) throws -> SecureBytes { try SecureBytes(utf8: text) }

    private func initialized(_ label: String = "fresh") throws -> Slot {
        let slot = try #require(try module.slots().first)
        #expect(try !slot.tokenInfo().flags.contains(.tokenInitialized))
        try slot.initializeToken(label: label, soPIN: pin("officer 1"))
        // The slot has another id now.
        return try LoadedToken.slot(labelled: label, of: module)
    }

    /// What softhsm2-util says of the tokens, from the same files.
    private func shown() throws -> String {
        try Command.check("softhsm2-util", ["--show-slots"], environment: token.environment).output
    }

    @Test func `the label and the officer's PIN are set`() throws {
        let slot = try initialized("Ünïcode, 32 bytes exactly!!!")
        let info = try slot.tokenInfo()
        #expect(info.flags.contains(.tokenInitialized))
        #expect(!info.flags.contains(.userPINInitialized))
        let label = "Label:            Ünïcode, 32 bytes exactly!!!"
        // Another process may be shown a field as empty that it could not read at that moment, so it is asked again.
        var text = try shown()
        for _ in 0..<20 where !text.contains(label) {
            usleep(100_000)
            text = try shown()
        }
        #expect(text.contains(label), "\(text)")
        let session = try slot.openSession(readWrite: true)
        #expect(try failure { try session.login(.so, pin: pin("officer 2")) }.returnValue == .pinIncorrect)
        try session.login(.so, pin: pin("officer 1"))
        #expect(try session.info().state == .rwSOFunctions)
        try session.close()
    }

    @Test func `a label of 32 bytes fits, one of 33 does not`() throws {
        let slot = try #require(try module.slots().first)
        let long = String(repeating: "x", count: 33)
        let error = try failure { try slot.initializeToken(label: long, soPIN: pin("1234")) }
        #expect(error.code == .invalidArgument)
        #expect(error.message.contains("33"))
        // 17 characters, 34 bytes.
        #expect(
            try failure { try slot.initializeToken(label: String(repeating: "ü", count: 17), soPIN: pin("1234")) }.code
                == .invalidArgument)
        let label = String(repeating: "ü", count: 16)
        try slot.initializeToken(label: label, soPIN: pin("1234"))
        #expect(try LoadedToken.slot(labelled: label, of: module).tokenInfo().labelBytes.count == 32)
    }

    @Test func `the officer gives the user a PIN, and the user changes it`() throws {
        let slot = try initialized()
        let officer = try slot.openSession(readWrite: true)
        try officer.login(.so, pin: pin("officer 1"))
        try officer.initializePIN(pin("first pin"))
        try officer.logout()
        #expect(try slot.tokenInfo().flags.contains(.userPINInitialized))
        try officer.login(.user, pin: pin("first pin"))
        try officer.setPIN(old: pin("first pin"), new: pin("second pin, ümlaut"))
        try officer.logout()
        #expect(try failure { try officer.login(.user, pin: pin("first pin")) }.returnValue == .pinIncorrect)
        try officer.login(.user, pin: pin("second pin, ümlaut"))
        try officer.close()
        // The peer agrees.
        let line = ["--token-label", "fresh", "--login", "--pin", "second pin, ümlaut", "-O"]
        try token.pkcs11Tool(line)
    }

    @Test func `the officer changes the officer's PIN`() throws {
        let session = try initialized().openSession(readWrite: true)
        try session.login(.so, pin: pin("officer 1"))
        try session.setPIN(old: pin("officer 1"), new: pin("officer 2"))
        try session.logout()
        #expect(try failure { try session.login(.so, pin: pin("officer 1")) }.returnValue == .pinIncorrect)
        try session.login(.so, pin: pin("officer 2"))
    }

    @Test func `a user's PIN needs the officer, and a length`() throws {
        let slot = try initialized()
        let session = try slot.openSession(readWrite: true)
        #expect(try failure { try session.initializePIN(pin("1234567")) }.returnValue == .userNotLoggedIn)
        try session.login(.so, pin: pin("officer 1"))
        let error = try failure { try session.initializePIN(pin("1")) }
        #expect(error.returnValue == .pinLenRange)
        #expect(error.function == "C_InitPIN")
        #expect(try failure { try session.setPIN(old: pin("wrong"), new: pin("1234567")) }.returnValue == .pinIncorrect)
        #expect(try failure { try session.setPIN(old: pin("officer 1"), new: pin("")) }.returnValue == .pinLenRange)
    }

    @Test func `initialising again needs the present PIN, and destroys what is there`() throws {
        let slot = try initialized()
        do {
            let session = try slot.openSession(readWrite: true)
            let error = try failure { try slot.initializeToken(label: "x", soPIN: pin("officer 1")) }
            #expect(error.returnValue == .sessionExists)
            _ = try session.createObject([
                .objectClass(.data), Attribute(.token, true), Attribute(.private, false), Attribute(.value, Data([1])),
            ])
            try session.close()
        }
        let error = try failure { try slot.initializeToken(label: "again", soPIN: pin("officer 2")) }
        #expect(error.returnValue == .pinIncorrect)
        #expect(error.function == "C_InitToken")
        try slot.initializeToken(label: "again", soPIN: pin("officer 1"))
        let again = try LoadedToken.slot(labelled: "again", of: module)
        #expect(try again.openSession().find().isEmpty)
    }

    @Test func `no PIN is sent as no pointer`() throws {
        let slot = try #require(try module.slots().first)
        // SoftHSM has no PIN pad and refuses.
        #expect(try failure { try slot.initializeToken(label: "x", soPIN: nil) }.returnValue == .argumentsBad)
    }
}
