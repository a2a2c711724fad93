import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `One module per library` {
    @Test func `two paths to one file are one module`() throws {
        let toy = try ToyProvider()
        let folder = try TemporaryDirectory()
        let link = folder.file("symbolic.so")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: toy.path)
        let dotted = (toy.path as NSString).deletingLastPathComponent + "/./toy.so"
        let module = try toy.load()
        for path in [link, dotted] {
            let other = try Module.load(path: path)
            #expect(other === module)
            #expect(other == module)
            #expect(other.slot(id: 1) == module.slot(id: 1))
        }
        #expect(Set([module, try toy.load()]).count == 1)
        #expect(toy.calls("C_Initialize") == 1)
        #expect(module.path == toy.path)
    }

    @Test func `two copies of a library are two modules`() throws {
        let token = try SoftHSMToken()
        let other = try SoftHSMToken(label: "other")
        let first = try token.withEnvironment { try Module.load(path: token.modulePath) }
        let second = try other.withEnvironment { try Module.load(path: other.modulePath) }
        #expect(first != second)
        #expect(try LoadedToken.slot(labelled: "test", of: first).module == first)
        #expect(try LoadedToken.slot(labelled: "other", of: second).module == second)
    }

    @Test func `16 threads load one library`() throws {
        let toy = try ToyProvider(["slow": 2000])
        let modules = try inParallel(16) { _ in try toy.load() }
        #expect(Set(modules).count == 1)
        #expect(toy.calls("C_Initialize") == 1)
        #expect(toy["overlaps"] == 0)
    }

    @Test func `16 threads load one library by paths of their own, and use it`() throws {
        let token = try SoftHSMToken()
        let links = try (0..<16).map { number in
            let link = token.directory.file("link-\(number).so")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: token.modulePath)
            return link
        }
        let answers = try token.withEnvironment {
            try inParallel(16) { number in
                let module = try Module.load(path: links[number])
                let slot = try LoadedToken.slot(labelled: "test", of: module)
                let session = try slot.openSession()
                return (module, try session.randomBytes(count: 32))
            }
        }
        #expect(Set(answers.map(\.0)).count == 1)
        #expect(Set(answers.map(\.1)).count == 16)
    }
}

@Suite struct `Who initialises and finalises` {
    /// What another part of the program does with the library, past this one.
    private func foreign(_ path: String, _ function: String) throws -> UInt {
        try ForeignUser(path).call(function)
    }

    @Test func `what is initialised already is used and not owned`() throws {
        let toy = try ToyProvider()
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        let module = try toy.load()
        #expect(try module.slots().count == 1)
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 0)
        #expect(try module.slots().count == 1)
    }

    @Test func `the exclusive policy refuses what is initialised already`() throws {
        let toy = try ToyProvider()
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        let error = try failure { try toy.load(.init(initialization: .exclusive)) }
        #expect(error.returnValue == .cryptokiAlreadyInitialized)
        #expect(error.function == "C_Initialize")
    }

    @Test func `the exclusive policy refuses what this process loaded already`() throws {
        let toy = try ToyProvider()
        let module = try toy.load(.init(initialization: .exclusive))
        let error = try failure { try toy.load(.init(initialization: .exclusive)) }
        #expect(error.returnValue == .cryptokiAlreadyInitialized)
        // Not from those who share.
        #expect(try toy.load() == module)
        #expect(toy.calls("C_Initialize") == 1)
    }

    @Test func `the omit policy never initialises`() throws {
        let toy = try ToyProvider()
        let module = try toy.load(.init(initialization: .omit))
        #expect(toy.calls("C_Initialize") == 0)
        #expect(try failure { try module.info() }.returnValue == .cryptokiNotInitialized)
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        #expect(try module.info().description == "A toy")
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 0)
    }

    @Test func `the omit policy leaves also what was finalised to others`() throws {
        let toy = try ToyProvider()
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        let module = try toy.load(.init(initialization: .omit))
        #expect(try foreign(toy.path, "C_Finalize") == 0)
        let generation = module.processGeneration
        try module.reinitialize(isFinalized: true)
        #expect(try failure { try module.info() }.returnValue == .cryptokiNotInitialized)
        #expect(module.processGeneration != generation)
        #expect(toy.calls("C_Initialize") == 1)
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        #expect(try module.info().description == "A toy")
    }

    @Test func `who loads it to share it after the omit policy initialises`() throws {
        let toy = try ToyProvider()
        let module = try toy.load(.init(initialization: .omit))
        #expect(try toy.load(.init(initialization: .omit)) == module)
        #expect(toy.calls("C_Initialize") == 0)
        #expect(try toy.load() == module)
        #expect(toy.calls("C_Initialize") == 1)
        #expect(try module.info().description == "A toy")
        #expect(try toy.load(.init(initialization: .omit)) == module)
        #expect(toy.calls("C_Initialize") == 1)
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 1)
    }

    @Test func `who shares it after the omit policy takes nothing from those whom another initialised it for`() throws {
        let toy = try ToyProvider()
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        let module = try toy.load(.init(initialization: .omit))
        let generation = module.processGeneration
        #expect(try toy.load() == module)
        // Sessions that were opened since are good still.
        #expect(module.processGeneration == generation)
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 0)
    }

    @Test func `the exclusive policy initialises what the omit policy left`() throws {
        let toy = try ToyProvider()
        let module = try toy.load(.init(initialization: .omit))
        #expect(try toy.load(.init(initialization: .exclusive)) == module)
        #expect(toy.calls("C_Initialize") == 1)
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 1)
    }

    @Test func `what somebody else finalised and initialised is not owned any more`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        #expect(try foreign(toy.path, "C_Finalize") == 0)
        #expect(try failure { try module.slots() }.returnValue == .cryptokiNotInitialized)
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        try module.reinitialize(isFinalized: true)
        #expect(try module.slots().count == 1)
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 1)
        #expect(try module.slots().count == 1)
    }

    @Test func `the host that initialised it finalises it, and the next use initialises it`() throws {
        let toy = try ToyProvider()
        #expect(try foreign(toy.path, "C_Initialize") == 0)
        let module = try toy.load()
        #expect(try foreign(toy.path, "C_Finalize") == 0)
        try module.reinitialize(isFinalized: true)
        #expect(try module.slots().count == 1)
        // It is ours now.
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 2)
    }

    @Test func `a module whose start hangs holds up no other`() throws {
        let other = try ToyProvider()
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        try faults.plan("block:C_Initialize")
        let path = faults.path
        let thread = Thread { _ = try? Module.load(path: path) }
        thread.start()
        while faults.count(of: "C_Initialize") == 0 { usleep(1000) }
        #expect(try other.load().slots().count == 1)
        try faults.plan("")
        #expect(try Module.load(path: path).slots().isEmpty == false)
    }

    @Test func `the symbols of a library are nobody else's`() throws {
        let faults = try FaultProvider(on: SoftHSMToken())
        _ = try Module.load(path: faults.path)
        #expect(dlsym(nil, "fault_plan") == nil)
        let library = try #require(dlopen(faults.path, RTLD_NOW | RTLD_NOLOAD))
        #expect(dlsym(library, "fault_plan") != nil)
        dlclose(library)
    }

    @Test func `the owner finalises once, and may begin anew`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        let generation = module.processGeneration
        try module.finalize()
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 1)
        #expect(try failure { try module.slots() }.returnValue == .cryptokiNotInitialized)
        try module.reinitialize()
        #expect(try module.slots().count == 1)
        #expect(module.processGeneration != generation)
        try module.finalize()
        #expect(toy.calls("C_Finalize") == 2)
    }

    @Test func `loading again after finalize initialises again`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        try module.finalize()
        #expect(try toy.load() == module)
        #expect(toy.calls("C_Initialize") == 2)
        #expect(try module.slots().count == 1)
    }

    @Test func `a failed C_Finalize is reported`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        toy.fail("C_Finalize", .generalError)
        let error = try failure { try module.finalize() }
        #expect(error.function == "C_Finalize")
        #expect(error.returnValue == .generalError)
    }

    @Test func `nothing is called in a module that was finalised`() throws {
        // Some modules crash then, such as NSS's list of certificates; a session may still be dropped.
        let toy = try ToyProvider()
        let module = try toy.load()
        do {
            let session = try module.slot(id: 1).openSession()
            try module.finalize()
            #expect(try failure { try session.randomBytes(count: 1) }.returnValue == .cryptokiNotInitialized)
        }
        #expect(toy.calls("C_CloseSession") == 0)
        #expect(try failure { try module.info() }.returnValue == .cryptokiNotInitialized)
        #expect(toy.calls("C_GetInfo") == 0)
        try module.reinitialize()
        #expect(try module.info().description == "A toy")
    }

    @Test func `somebody else finalised it`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        #expect(try foreign(toy.path, "C_Finalize") == 0)
        #expect(try failure { try module.slots() }.returnValue == .cryptokiNotInitialized)
        let generation = module.processGeneration
        try module.reinitialize(isFinalized: true)
        #expect(try module.slots().count == 1)
        #expect(module.processGeneration != generation)
        // Nothing to do: nothing is done.
        try module.reinitialize()
        #expect(toy.calls("C_Initialize") == 2)
    }

    @Test func `SoftHSM begins anew`() throws {
        let loaded = try LoadedToken()
        try loaded.module.finalize()
        #expect(try failure { try loaded.module.info() }.returnValue == .cryptokiNotInitialized)
        try loaded.token.withEnvironment { try loaded.module.reinitialize() }
        let slot = try LoadedToken.slot(labelled: "test", of: loaded.module)
        #expect(try slot.openSession().randomBytes(count: 8).count == 8)
    }

    @Test func `an environment variable is there during C_Initialize only, in every one`() throws {
        let toy = try ToyProvider()
        var options = Module.LoadOptions()
        options.variable = .init(name: "TOY_VARIABLE", value: "seven..")
        let module = try toy.load(options)
        #expect(toy["variable"] == 7)
        #expect(ProcessInfo.processInfo.environment["TOY_VARIABLE"] == nil)
        try module.finalize()
        try module.reinitialize()
        #expect(toy["variable"] == 7)
    }

    @Test(.enabled(if: NSS.rootsPath != nil, "\(NSS.missingReason)"))
    func `NSS's certificates do not crash after they were finalised`() async throws {
        await #expect(processExitsWith: .success) {
            let module = try Module.load(path: #require(NSS.rootsPath))
            let session = try #require(try module.slots(withToken: true).first).openSession()
            #expect(try !session.find([.objectClass(.certificate)]).isEmpty)
            try module.finalize()
            #expect(throws: PKCS11Error.self) { try module.info() }
            #expect(throws: PKCS11Error.self) { try module.slots() }
            // And the session is dropped here.
        }
    }

    @Test func `the reserved string arrives every time`() throws {
        let toy = try ToyProvider()
        let module = try toy.load(.init(reserved: "configdir='ümlaut'"))
        #expect(toy["reserved"] == 19)
        try module.finalize()
        try module.reinitialize()
        #expect(toy["reserved"] == 19)

        let other = try ToyProvider()
        _ = try other.load()
        #expect(other["reserved"] == 0)
    }
}
