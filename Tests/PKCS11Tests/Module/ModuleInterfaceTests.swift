import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `The interface of a module` {
    @Test func `version 3 is preferred`() throws {
        let toy = try ToyProvider(interface: true)
        let module = try toy.load()
        #expect(module.functionListVersion == Version(major: 3, minor: 1))
        #expect(try module.slot(id: 1).openSession().find().isEmpty)
    }

    @Test func `a module without one has version 2.40 and lists none`() throws {
        let module = try ToyProvider().load()
        #expect(module.functionListVersion.description == "2.40")
        #expect(module.interfaces().isEmpty)
    }

    @Test(arguments: [
        ReturnValue.functionNotSupported, .generalError, .argumentsBad, .slotIDInvalid,
        ReturnValue(rawValue: 0x8000_0001),
    ]) func `any error of C_GetInterface falls back`(value: ReturnValue) throws {
        let toy = try ToyProvider(interface: true)
        toy.fail("C_GetInterface", value)
        let module = try toy.load()
        #expect(toy.calls("C_GetInterface") == 1)
        #expect(module.functionListVersion.description == "2.40")
        #expect(try module.slots().count == 1)
    }

    @Test(arguments: ["interface.null", "interface.noList", "interface.empty"])
    func `an interface that cannot be used falls back`(knob: String) throws {
        let module = try ToyProvider(interface: true, [knob: 1]).load()
        #expect(module.functionListVersion.description == "2.40")
        #expect(try module.slots().count == 1)
    }

    @Test func `a C_GetInterface of another library is not called`() throws {
        // The toy with version 3 is only linked to: dlsym on the other finds its C_GetInterface.
        let stranger = try ToyProvider(interface: true)
        let folder = try TemporaryDirectory()
        let path = folder.file("module.so")
        try CCompiler.library(ToyProvider.source, at: path, ["-Wl,--no-as-needed", stranger.path, "-lpthread"])
        let module = try Module.load(path: path)
        #expect(stranger.calls("C_GetInterface") == 0)
        #expect(module.functionListVersion.description == "2.40")
        #expect(module.interfaces().isEmpty)
    }

    @Test func `a library that does not begin at address zero of its file is loaded`() throws {
        // Its load address then differs from where its first byte is, as with libraries that were prelinked.
        let folder = try TemporaryDirectory()
        let path = folder.file("moved.so")
        let line = ["-DTOY_INTERFACE", "-Wl,-Ttext-segment=0x400000", "-lpthread"]
        try CCompiler.library(ToyProvider.source + ToyProvider.interfaceSource, at: path, line)
        #expect(try Module.load(path: path).functionListVersion.description == "3.1")
    }

    private func described(_ interfaces: [Interface]) -> [String] {
        interfaces.map { "\($0.name), \($0.version), \($0.flags)" }
    }

    @Test func `interfaces are listed with name, version and flags`() throws {
        let toy = try ToyProvider(interface: true)
        let module = try toy.load()
        #expect(described(module.interfaces()) == ["PKCS 11, 3.1, 1", "Vendor toy, 2.40, 0"])
        toy["interfaces"] = 3
        #expect(described(module.interfaces()).last == ", 0.0, 0")
    }

    @Test func `a list of interfaces that is refused or absurd is none`() throws {
        let toy = try ToyProvider(interface: true)
        let module = try toy.load()
        for absurd in [UInt(1) << 40, 1000] {
            toy["interfaces"] = absurd
            #expect(module.interfaces().isEmpty)
        }
        toy.fail("C_GetInterfaceList", .slotIDInvalid)
        #expect(module.interfaces().isEmpty)
    }
}
