import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// PINs; the fault provider counts what the token is asked.
@Suite struct `Bad input, PINs` {
    let token: SoftHSMToken
    let faults: FaultProvider

    init() throws {
        token = try SoftHSMToken(label: "pins", pin: "12345678")
        faults = try FaultProvider(on: token)
    }

    private func open(_ pin: PINSource) throws -> KeyStore {
        try KeyStore(module: .path(faults.path), token: .label(token.label), pin: pin)
    }

    @Test func `a wrong PIN is tried once, and the same one not again`() throws {
        let wrong = try PINSource.value(SecureBytes(utf8: "12345679"))
        let error = expectError(.pinIncorrect) { _ = try open(wrong) }
        #expect(error?.description.contains("12345679") == false)
        #expect(faults.count(of: "C_Login") == 1)
        #expect(faults.openSessions == 0)
        let again = expectError(.pinIncorrect) { _ = try open(wrong) }
        #expect(again?.message.contains("before") == true)
        #expect(again?.hint != nil)
        #expect(faults.count(of: "C_Login") == 1)
        expectError(.pinIncorrect) { _ = try open(.value(SecureBytes(utf8: "another wrong one"))) }
        #expect(faults.count(of: "C_Login") == 2)
        #expect(try open(.value(SecureBytes(utf8: token.pin))).loginState.isVerified)
    }

    @Test(arguments: ["1", "123", String(repeating: "1", count: 256), String(repeating: "1", count: 4096)])
    func `a PIN too short or too long is not sent`(pin: String) throws {
        let error = expectError(.pinLength) { _ = try open(.value(SecureBytes(utf8: pin))) }
        #expect(error?.message.contains(pin.count < 4 ? "(4 bytes)" : "255") == true)
        #expect(error?.description.contains(pin.count > 3 ? pin : "\"\(pin)\"") == false)
        #expect(faults.count(of: "C_Login") == 0)
        #expect(faults.openSessions == 0)
    }

    @Test func `an empty PIN is no attempt`() throws {
        let empty = try token.directory.write("", to: "empty")
        let newline = try token.directory.write("\n", to: "newline")
        let sources: [PINSource] = [.value(try SecureBytes(utf8: "")), .file(empty), .file(newline)]
        for source in sources {
            let error = expectError(.pinMissing) { _ = try open(source) }
            #expect(error?.message.contains("empty") == true)
        }
        #expect(faults.count(of: "C_Login") == 0)
    }

    @Test(arguments: ["12345678", "12345678\n", "12345678\r\n"])
    func `one newline at the end of a PIN file is not part of it`(contents: String) throws {
        let path = try token.directory.write(contents, to: "pin")
        #expect(try open(.file(path)).loginState.isVerified)
    }

    @Test(arguments: ["12345678\n\n", "12345678 ", " 12345678", "12345678\r", "\u{FEFF}12345678"])
    func `anything else in a PIN file is part of it`(contents: String) throws {
        let path = try token.directory.write(contents, to: "pin")
        expectError(.pinIncorrect) { _ = try open(.file(path)) }
        #expect(faults.count(of: "C_Login") == 1)
    }

    @Test func `a PIN file that is not there or no file`() throws {
        for path in [token.directory.file("missing"), token.directory.path, "/dev/null/pin"] {
            let error = expectError(.pinMissing) { _ = try open(.file(path)) }
            #expect(error?.message.contains(path) == true)
        }
        #expect(faults.count(of: "C_Login") == 0)
    }

    @Test(.disabled(if: geteuid() == 0, "root reads every file"))
    func `a PIN file without read permission`() throws {
        let path = try token.directory.write("12345678", to: "pin", mode: 0)
        let error = expectError(.pinMissing) { _ = try open(.file(path)) }
        #expect(error?.message.contains(path) == true)
    }

    @Test func `a variable that is not set`() throws {
        let error = expectError(.pinMissing) { _ = try open(.environment("P11_TEST_NO_SUCH_VARIABLE")) }
        #expect(error?.message.contains("P11_TEST_NO_SUCH_VARIABLE") == true)
        #expect(faults.count(of: "C_Login") == 0)
    }

    @Test func `without a PIN nobody is logged in, and operations say so`() throws {
        try token.openStore().generateKeyPair(.rsa(bits: 2048), label: "key", usage: .sign)
        let store = try open(.none)
        #expect(!store.loginState.isLoggedIn)
        let error = expectError(.notLoggedIn) {
            try store.generateKeyPair(.rsa(bits: 2048), label: "new", usage: .sign)
        }
        #expect(error?.hint?.contains("PIN") == true)
        #expect(faults.count(of: "C_Login") == 0)
        #expect(try token.listedObjects().count == 2)
    }
}
