import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Logging in` {
    private let loaded: LoadedToken
    private let pin: SecureBytes

    init() throws {
        loaded = try LoadedToken()
        pin = try SecureBytes(utf8: loaded.token.pin)
    }

    @Test func `the user, who logs out again`() throws {
        let session = try loaded.slot.openSession()
        try session.login(.user, pin: pin)
        #expect(try session.info().state == .roUserFunctions)
        try session.logout()
        #expect(try session.info().state == .roPublicSession)
    }

    @Test func `a second time`() throws {
        let session = try loaded.slot.openSession()
        try session.login(.user, pin: pin)
        let error = try failure { try session.login(.user, pin: pin) }
        #expect(error.returnValue == .userAlreadyLoggedIn)
        let other = try loaded.slot.openSession()
        #expect(try failure { try other.login(.user, pin: pin) }.returnValue == .userAlreadyLoggedIn)
    }

    @Test(arguments: ["7654321", "1", "", "12345678", "1234567\n", "１２３４５６７", String(repeating: "9", count: 500)])
    func `a wrong PIN`(wrong: String) throws {
        let session = try loaded.slot.openSession()
        let error = try failure { try session.login(.user, pin: SecureBytes(utf8: wrong)) }
        #expect(error.function == "C_Login")
        #expect([.pinIncorrect, .pinLenRange, .argumentsBad].contains(error.returnValue))
        #expect(try session.info().state == .roPublicSession)
        #expect(try loaded.slot.tokenInfo().flags.contains(.userPINCountLow) == (error.returnValue == .pinIncorrect))
        try session.login(.user, pin: pin)
        #expect(try !loaded.slot.tokenInfo().flags.contains(.userPINCountLow))
    }

    @Test func `the officer needs a session that writes, and no other that does not`() throws {
        let officer = try SecureBytes(utf8: loaded.token.soPIN)
        let reader = try loaded.slot.openSession()
        #expect(try failure { try reader.login(.so, pin: officer) }.returnValue == .sessionReadOnlyExists)
        try reader.close()
        let writer = try loaded.slot.openSession(readWrite: true)
        try writer.login(.so, pin: officer)
        #expect(try writer.info().state == .rwSOFunctions)
        #expect(try failure { try loaded.slot.openSession() }.returnValue == .sessionReadWriteSOExists)
        #expect(try failure { try writer.login(.user, pin: pin) }.returnValue == .userAnotherAlreadyLoggedIn)
    }

    @Test func `private objects are seen by who is logged in`() throws {
        let session = try loaded.session()
        _ = try session.createObject([
            .objectClass(.data), Attribute(.token, true), Attribute(.private, true), Attribute(.label, "hidden"),
        ])
        #expect(try session.find().count == 1)
        try session.logout()
        #expect(try session.find().isEmpty)
    }

    @Test func `a user type that nobody knows`() throws {
        let session = try loaded.slot.openSession()
        let error = try failure { try session.login(UserType(rawValue: 99), pin: pin) }
        #expect(error.returnValue == .userTypeInvalid)
        #expect(error.message == "logging in as 0x00000063")
    }

    @Test func `for one operation, with none begun`() throws {
        let session = try loaded.slot.openSession()
        #expect(
            try failure { try session.login(.contextSpecific, pin: pin) }.returnValue == .operationNotInitialized)
    }

    @Test func `a PIN pad is asked by a NULL pointer, an empty PIN is not one`() throws {
        let toy = try ToyProvider()
        let session = try toy.session()
        try session.login(.user, pin: nil)
        #expect(toy["pin.null"] == 1)
        #expect(toy["pin.length"] == 0)
        #expect(toy["user"] == UserType.user.rawValue)
        #expect(throws: PKCS11Error.self) { try session.login(.so, pin: SecureBytes(utf8: "")) }
        #expect(toy["pin.null"] == 0)
        #expect(toy["pin.length"] == 0)
        #expect(toy["user"] == UserType.so.rawValue)
    }
}

@Suite struct `What an error tells` {
    @Test func `the function, the value by name, and what was being done`() throws {
        let error = PKCS11Error(function: "C_Sign", returnValue: .keyHandleInvalid, while: "signing 3 bytes")
        #expect(error.description == "signing 3 bytes: C_Sign returned CKR_KEY_HANDLE_INVALID")
        #expect("\(error)" == error.description)
        #expect(error.code == .returnValue)
        #expect(error.code.rawValue == "return-value")
        let vendor = PKCS11Error(function: "C_Sign", returnValue: ReturnValue(rawValue: 0x8000_002f), while: "x")
        #expect(vendor.description == "x: C_Sign returned 0x8000002f")
        let other = PKCS11Error(code: .invalidArgument, message: "too long")
        #expect(other.description == "too long")
        #expect(other.function == nil)
        #expect(other.returnValue == nil)
    }

    @Test func `never a PIN`() throws {
        let loaded = try LoadedToken()
        let session = try loaded.session()
        let secret = "hunter2-hunter2"
        let pin = try SecureBytes(utf8: secret)
        let errors = [
            try failure { try session.login(.user, pin: pin) }, try failure { try session.login(.so, pin: pin) },
            try failure { try session.setPIN(old: pin, new: pin) }, try failure { try session.initializePIN(pin) },
            try failure { try loaded.slot.initializeToken(label: "x", soPIN: pin) },
            try failure { try session.login(.contextSpecific, pin: pin) },
        ]
        for error in errors {
            var dumped = ""
            dump(error, to: &dumped)
            for text in ["\(error)", String(reflecting: error), dumped, error.localizedDescription] {
                #expect(!text.contains(secret))
            }
            #expect(error.function != nil)
        }
    }
}
