import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

@Suite struct `Bad input, modules and tokens` {
    let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func open(_ path: String) throws -> KeyStore {
        try KeyStore(module: .path(path), pin: .value(SecureBytes(utf8: "1234567")))
    }

    @Test func `a path where no module is`() throws {
        try folder.write("this is no library\n", to: "text.so")
        try folder.write("", to: "empty.so")
        try folder.write(Data([0x7F]) + Data("ELF".utf8), to: "cut-off.so")
        let paths = ["missing.so", ".", "text.so", "empty.so", "cut-off.so", "text.so/inside.so"].map(folder.file)
        for path in paths + ["/", "/dev/null", "no-such-library.so.0"] {
            let error = expectError(.moduleNotLoadable, "\(path)") { _ = try open(path) }
            #expect(error?.message.contains(path) == true, "\(error.map(String.init(describing:)) ?? "")")
            #expect(error?.hint != nil)
        }
        #expect(throws: KeyStoreError.self) { try open("") }
        #expect(throws: KeyStoreError.self) { try open("a\u{0}b.so") }
    }

    @Test func `a library that is no PKCS #11 module`() throws {
        let error = expectError(.moduleNotLoadable) { _ = try open("libm.so.6") }
        #expect(error?.message.contains("libm.so.6") == true)
        #expect(error?.message.contains("C_GetFunctionList") == true)
    }

    @Test(arguments: [
        "C_Initialize:every=CKR_GENERAL_ERROR", "C_Initialize:every=CKR_HOST_MEMORY",
        "C_Initialize:every=CKR_DEVICE_ERROR", "C_Initialize:every=0x80000001", "list=CKR_GENERAL_ERROR",
        "list:nothing",
    ])
    func `a module that does not start`(plan: String) throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        try faults.plan(plan)
        let error = expectError(.moduleNotLoadable) { _ = try token.openStore(module: faults.path) }
        #expect(error?.description.contains(faults.path) == true, "\(error.map(String.init(describing:)) ?? "")")
        // Not for ever: the next try starts anew.
        try faults.plan("")
        _ = try token.openStore(module: faults.path).keys()
    }

    @Test func `a SoftHSM without its folder of tokens`() throws {
        let token = try SoftHSMToken()
        try FileManager.default.removeItem(atPath: token.directory.file("tokens"))
        #expect(throws: KeyStoreError.self) { try token.openStore() }
    }

    @Test func `a token that is not there`() throws {
        let token = try SoftHSMToken(label: "present")
        for selector in [
            TokenSelector.label("absent"), .label("presen"), .label("present2"), .serial("0"), .slot(99),
            .label("present").and(.serial("0")),
        ] {
            let error = expectError(.tokenNotFound, "\(selector)") {
                _ = try KeyStore(module: .path(token.modulePath), token: selector)
            }
            #expect(error?.hint?.contains("present") == true, "the tokens that are there are listed")
        }
    }

    @Test func `two tokens with one label`() throws {
        let token = try SoftHSMToken(label: "twin", moreLabels: ["twin", "other"])
        let error = expectError(.tokenAmbiguous) { _ = try token.openStore() }
        #expect(error?.candidates.count == 2)
        #expect(error?.candidates.allSatisfy { $0.contains("serial") && $0.contains("slot") } == true)
        #expect(error?.hint != nil)
        expectError(.tokenAmbiguous) { _ = try KeyStore(module: .path(token.modulePath)) }

        let module = try Module.load(path: token.modulePath)
        let serials = try module.slots(withToken: true).map { try $0.tokenInfo() }
            .filter { $0.label == "twin" }.map(\.serialNumber)
        #expect(Set(serials).count == 2)
        for serial in serials {
            let store = try KeyStore(
                module: .path(token.modulePath), token: .serial(serial), pin: .value(SecureBytes(utf8: token.pin)))
            #expect(store.token.serialNumber == serial)
        }
    }

    @Test func `a token that is not initialised`() throws {
        let token = try SoftHSMToken(label: nil)
        let module = try Module.load(path: token.modulePath)
        let slot = try #require(try module.slots(withToken: true).first)
        for selector in [TokenSelector.only, .slot(slot.id), .label("")] {
            let error = expectError(.tokenNotInitialized) {
                _ = try KeyStore(module: .path(token.modulePath), token: selector)
            }
            #expect(error?.hint?.contains("nitialise") == true)
        }
    }

    @Test func `a token whose user PIN was never set`() throws {
        let token = try SoftHSMToken(label: nil)
        let module = try Module.load(path: token.modulePath)
        let slot = try #require(try module.slots(withToken: true).first)
        try slot.initializeToken(label: "no user", soPIN: SecureBytes(utf8: token.soPIN))
        let error = expectError(.tokenNotInitialized) {
            _ = try KeyStore(
                module: .path(token.modulePath), token: .label("no user"),
                pin: .value(SecureBytes(utf8: token.pin)))
        }
        #expect(error?.message.contains("no user") == true)
        #expect(error?.hint != nil)
    }
}
