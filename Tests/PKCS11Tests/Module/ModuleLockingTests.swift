import PKCS11
import Testing

/// The ways of `C_Initialize` that a module takes; bits as in the toy: 1 NULL, 2 no flags, 4 `CKF_OS_LOCKING_OK`, 8 callbacks.
@Suite struct `Modules and their locks` {
    @Test func `the lock of the system comes first`() throws {
        let toy = try ToyProvider()
        let module = try toy.load()
        #expect(toy["way"] == 4)
        #expect(toy.calls("C_Initialize") == 1)
        #expect(!module.isSerialized)
    }

    @Test func `a module that cannot lock gets callbacks that work`() throws {
        let toy = try ToyProvider(["accepts": 8])
        let module = try toy.load()
        #expect(toy["way"] == 8)
        #expect(toy.calls("C_Initialize") == 2)
        #expect(!module.isSerialized)
        // The toy destroys its mutex then.
        try module.finalize()
    }

    @Test(arguments: [UInt(2), 1]) func `a module that takes neither has its calls serialised`(accepts: UInt) throws {
        let toy = try ToyProvider(["accepts": accepts])
        let module = try toy.load()
        #expect(toy["way"] == accepts)
        #expect(module.isSerialized)
        toy["slow"] = 500
        let slot = module.slot(id: 1)
        _ = try inParallel(8) { _ in
            for _ in 0..<10 {
                let session = try slot.openSession()
                _ = try? session.find()
                try session.close()
            }
        }
        #expect(toy["overlaps"] == 0)
        #expect(toy.calls("C_OpenSession") == 80)
    }

    @Test func `calls of a module that locks by itself are not serialised`() throws {
        let toy = try ToyProvider()
        let slot = try toy.load().slot(id: 1)
        toy["slow"] = 20_000
        _ = try inParallel(8) { _ in try slot.info() }
        #expect(toy["overlaps"] > 0)
    }

    @Test func `a module that takes nothing cannot be loaded`() throws {
        let toy = try ToyProvider(["accepts": 0])
        let error = try failure { try toy.load() }
        #expect(error.returnValue == .cantLock)
        #expect(toy["ways"] == 15)
    }

    @Test func `the reserved string arrives in every way`() throws {
        let toy = try ToyProvider(["accepts": 2])
        _ = try toy.load(.init(reserved: "four"))
        #expect(toy["reserved"] == 4)
    }
}
