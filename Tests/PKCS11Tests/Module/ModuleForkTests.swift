import Foundation
import PKCS11
import TestSupport
import Testing

/// Each test is a process of its own, which forks with nothing else going on in it.
@Suite struct `A forked child` {
    @Test func `must initialise SoftHSM again, and then may use it`() async throws {
        await #expect(processExitsWith: .success) {
            let loaded = try LoadedToken()
            let session = try loaded.session()
            let pair = try session.generateKeyPair(
                Mechanism(.rsaPKCSKeyPairGen),
                publicTemplate: [Attribute(.modulusBits, 2048), Attribute(.token, true)],
                privateTemplate: [Attribute(.token, true), Attribute(.sign, true), Attribute(.id, Data([7]))])
            let generation = loaded.module.processGeneration
            #expect(!loaded.module.needsReinitialization)
            let handle = session.handle

            let code = try exitCodeOfForkedChild {
                let module = loaded.module
                guard module.needsReinitialization, module.processGeneration != generation else { return 1 }
                try loaded.token.withEnvironment { try module.reinitialize() }
                guard !module.needsReinitialization else { return 2 }
                let slot = try LoadedToken.slot(labelled: "test", of: module)
                // Nothing of the parent's is left: neither its session nor its login.
                let info = module.withSession(handle) { try? $0.info() }
                guard info == nil else { return 3 }
                let own = try slot.openSession(readWrite: true)
                guard try own.find([Attribute(.id, Data([7]))]).isEmpty else { return 4 }
                try own.login(.user, pin: SecureBytes(utf8: loaded.token.pin))
                let found = try own.find([Attribute(.id, Data([7]))])
                guard let key = found.first, found.count == 1 else { return 5 }
                try own.signInit(Mechanism(.sha256RSAPKCS), key: key)
                guard try own.sign(Data("child".utf8), maximumLength: 256).count == 256 else { return 6 }
                try module.finalize()
                return 0
            }
            #expect(code == 0)

            // The parent's session, login and key are as they were.
            #expect(!loaded.module.needsReinitialization)
            #expect(loaded.module.processGeneration == generation)
            try session.signInit(Mechanism(.sha256RSAPKCS), key: pair.privateKey)
            let signature = try session.sign(Data("parent".utf8), maximumLength: 256)
            #expect(signature.count == 256)
        }
    }

    @Test func `that loads the module instead is not given the parent's sessions`() async throws {
        await #expect(processExitsWith: .success) {
            let loaded = try LoadedToken()
            let session = try loaded.session()
            let handle = session.handle
            let code = try exitCodeOfForkedChild {
                let path = loaded.token.modulePath
                let module = try loaded.token.withEnvironment { try Module.load(path: path) }
                guard module == loaded.module, !module.needsReinitialization else { return 1 }
                let info = module.withSession(handle) { try? $0.info() }
                guard info == nil else { return 2 }
                let slot = try LoadedToken.slot(labelled: "test", of: module)
                let own = try slot.openSession()
                guard try own.info().state == .roPublicSession else { return 3 }
                try module.finalize()
                return 0
            }
            #expect(code == 0)
            let state = try session.info().state
            #expect(state == .rwUserFunctions)
        }
    }

    @Test func `does not finalise what its parent initialised`() async throws {
        await #expect(processExitsWith: .success) {
            let toy = try ToyProvider()
            let module = try toy.load()
            let code = try exitCodeOfForkedChild {
                try module.finalize()
                return Int32(toy.calls("C_Finalize"))
            }
            #expect(code == 0)
        }
    }

    @Test func `gets a lock of its own where calls are serialised`() async throws {
        await #expect(processExitsWith: .success) {
            let toy = try ToyProvider(["accepts": 1])
            let module = try toy.load()
            #expect(module.isSerialized)
            // The fork comes while another thread holds the lock.
            toy["slow"] = 300_000
            let thread = Thread { _ = try? module.slots() }
            thread.start()
            while toy.calls("C_GetSlotList") == 0 { usleep(1000) }
            let code = try exitCodeOfForkedChild {
                toy["slow"] = 0
                try module.reinitialize()
                return try module.slots().count == 1 ? 0 : 1
            }
            #expect(code == 0)
        }
    }

    @Test func `of a process that did not own the initialisation keeps it`() async throws {
        await #expect(processExitsWith: .success) {
            let toy = try ToyProvider()
            _ = try ForeignUser(toy.path).call("C_Initialize")
            let module = try toy.load()
            let code = try exitCodeOfForkedChild {
                try module.reinitialize()
                guard try module.slots().count == 1 else { return 1 }
                return Int32(toy.calls("C_Finalize"))
            }
            #expect(code == 0)
        }
    }

    @Test func `of a process that leaves initialising to others does so too`() async throws {
        await #expect(processExitsWith: .success) {
            let toy = try ToyProvider()
            _ = try ForeignUser(toy.path).call("C_Initialize")
            let module = try toy.load(.init(initialization: .omit))
            let code = try exitCodeOfForkedChild {
                try module.reinitialize()
                guard !module.needsReinitialization else { return 100 }
                return Int32(toy.calls("C_Initialize"))
            }
            // The one of the parent's host.
            #expect(code == 1)
        }
    }

    @Test func `of a child counts too`() async throws {
        await #expect(processExitsWith: .success) {
            let toy = try ToyProvider()
            let module = try toy.load()
            let code = try exitCodeOfForkedChild {
                try module.reinitialize()
                let own = module.processGeneration
                return try exitCodeOfForkedChild {
                    guard module.needsReinitialization, module.processGeneration != own else { return 1 }
                    try module.reinitialize()
                    return module.needsReinitialization ? 2 : 0
                }
            }
            #expect(code == 0)
        }
    }
}
