import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Sessions of SoftHSM` {
    private let loaded: LoadedToken

    init() throws { loaded = try LoadedToken() }

    @Test func `their state and flags are told`() throws {
        let reader = try loaded.slot.openSession()
        #expect(try reader.info().slotID == loaded.slot.id)
        #expect(try reader.info().state == .roPublicSession)
        #expect(try reader.info().flags == .serialSession)
        let writer = try loaded.slot.openSession(readWrite: true)
        #expect(try writer.info().state == .rwPublicSession)
        #expect(try writer.info().flags == [.serialSession, .rwSession])
        #expect(try writer.info().deviceError == 0)
        try writer.login(.user, pin: SecureBytes(utf8: loaded.token.pin))
        // The login is the token's.
        #expect(try reader.info().state == .roUserFunctions)
        #expect(try writer.info().state == .rwUserFunctions)
    }

    @Test func `a session that cannot write does not`() throws {
        let reader = try loaded.slot.openSession()
        let template = [
            Attribute.objectClass(.data), Attribute(.token, true), Attribute(.private, false),
            Attribute(.value, Data([1])),
        ]
        #expect(try failure { try reader.createObject(template) }.returnValue == .sessionReadOnly)
    }

    @Test func `closing the last one ends the login`() throws {
        let session = try loaded.session()
        try session.close()
        #expect(try loaded.slot.openSession().info().state == .roPublicSession)
    }

    @Test func `closing all of them makes every handle void`() throws {
        let first = try loaded.slot.openSession()
        let second = try loaded.session()
        try loaded.slot.closeAllSessions()
        #expect(try failure { try first.info() }.returnValue == .sessionHandleInvalid)
        #expect(try failure { try second.find() }.returnValue == .sessionHandleInvalid)
        #expect(try failureToClose(second).returnValue == .sessionHandleInvalid)
        #expect(try loaded.slot.openSession().info().state == .roPublicSession)
    }

    @Test func `hundreds of them are open at once`() throws {
        let handles = try (0..<500).map { _ in try loaded.slot.openSession().release() }
        #expect(Set(handles).count == 500)
        for handle in handles {
            #expect(try loaded.module.withSession(handle) { try $0.randomBytes(count: 4).count } == 4)
        }
        try loaded.slot.closeAllSessions()
    }

    @Test func `eight threads work on sessions of their own`() throws {
        let slot = loaded.slot
        let numbers = try inParallel(8) { _ in
            let session = try slot.openSession()
            let numbers = try (0..<50).map { _ in try session.randomBytes(count: 16) }
            try session.close()
            return numbers
        }
        #expect(Set(numbers.joined()).count == 400)
    }
}

@Suite struct `Who closes a session` {
    private let toy: ToyProvider
    private let module: Module

    init() throws {
        toy = try ToyProvider()
        module = try toy.load()
    }

    @Test func `what goes out of use is closed once`() throws {
        do {
            let session = try module.slot(id: 1).openSession()
            #expect(session.handle.rawValue == 1)
            #expect(toy.calls("C_CloseSession") == 0)
            _ = try session.find()
        }
        #expect(toy.calls("C_CloseSession") == 1)
        #expect(toy["closed"] == 1)
    }

    @Test func `what is closed is closed once`() throws {
        let session = try module.slot(id: 1).openSession()
        try session.close()
        #expect(toy.calls("C_CloseSession") == 1)
    }

    @Test func `a failure to close is told, and not repeated`() throws {
        toy.fail("C_CloseSession", .deviceError)
        let session = try module.slot(id: 1).openSession()
        let error = try failureToClose(session)
        #expect(error.returnValue == .deviceError)
        #expect(error.function == "C_CloseSession")
        #expect(toy.calls("C_CloseSession") == 1)
    }

    @Test func `what is released stays open and can be taken over`() throws {
        let handle = try module.slot(id: 1).openSession().release()
        #expect(toy.calls("C_CloseSession") == 0)
        let session = Session(adopting: handle, of: module)
        #expect(session.handle == handle)
        _ = try session.find()
        try session.close()
        #expect(toy.calls("C_CloseSession") == 1)
        #expect(toy["closed"] == handle.rawValue)
    }

    @Test func `what is lent stays open, also when the borrower fails`() throws {
        let handle = try module.slot(id: 1).openSession().release()
        #expect(try module.withSession(handle) { try $0.find() } == [])
        toy.fail("C_FindObjectsInit", .deviceMemory)
        #expect(try failure { try module.withSession(handle) { try $0.find() } }.returnValue == .deviceMemory)
        #expect(toy.calls("C_CloseSession") == 0)
    }

    @Test func `read-only and read-write are asked for as the standard has it`() throws {
        _ = try module.slot(id: 1).openSession().release()
        #expect(toy["session.flags"] == 4)
        _ = try module.slot(id: 1).openSession(readWrite: true).release()
        #expect(toy["session.flags"] == 6)
    }
}
