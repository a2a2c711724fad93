import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `A private copy of a module` {
    @Test func `is another module than the library, with a state of its own`() throws {
        let toy = try ToyProvider()
        let folder = try TemporaryDirectory()
        let variable = Module.EnvironmentVariable(name: "TOY_VARIABLE_2", value: "x")
        let first = try Module.loadPrivateCopy(of: toy.path, folder: folder.path, variable: variable)
        let second = try Module.loadPrivateCopy(of: toy.path, folder: folder.path, variable: variable)
        let original = try toy.load()
        #expect(Set([first, second, original]).count == 3)
        #expect(toy.calls("C_Initialize") == 1)
        try first.finalize()
        #expect(try second.slots().count == 1)
        #expect(try original.slots().count == 1)
        // Errors name the library, not the copy.
        #expect(first.path == toy.path)
        #expect(try failure { try first.info() }.message.contains(toy.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `of SoftHSM reads the configuration that it is told`() throws {
        let token = try SoftHSMToken(label: "mine")
        let folder = try TemporaryDirectory()
        let variable = Module.EnvironmentVariable(name: "SOFTHSM2_CONF", value: token.configurationPath)
        let module = try Module.loadPrivateCopy(
            of: Provider.softHSM.required(), folder: folder.path, variable: variable)
        let slot = try LoadedToken.slot(labelled: "mine", of: module)
        #expect(try slot.openSession().randomBytes(count: 3).count == 3)
    }

    @Test func `of what is not a module is refused`() throws {
        let folder = try TemporaryDirectory()
        let variable = Module.EnvironmentVariable(name: "TOY_VARIABLE_2", value: "x")
        let text = try folder.write("not a library", to: "text.so")
        for path in [text, folder.file("none"), folder.path] {
            let error = try failure {
                try Module.loadPrivateCopy(of: path, folder: folder.path, variable: variable)
            }
            #expect(error.code == .moduleNotLoadable)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["text.so"])
    }
}
