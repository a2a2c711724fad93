import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Finding objects` {
    private static func data(_ label: String, _ id: UInt8, session: borrowing Session) throws -> ObjectHandle {
        try session.createObject([
            .objectClass(.data), Attribute(.token, false), Attribute(.private, false), Attribute(.label, label),
            Attribute(.application, "find"), Attribute(.value, Data([id])),
        ])
    }

    @Test func `every given value must match`() throws {
        let session = try LoadedToken().slot.openSession(readWrite: true)
        let a1 = try Self.data("a", 1, session: session)
        let a2 = try Self.data("a", 2, session: session)
        let empty = try Self.data("", 3, session: session)
        let aes = try session.createObject([
            .objectClass(.secretKey), .keyType(.aes), Attribute(.token, false), Attribute(.private, false),
            Attribute(.label, "a"), Attribute(.value, Data(count: 16)),
        ])
        #expect(try Set(session.find()) == [a1, a2, empty, aes])
        #expect(try Set(session.find([Attribute(.label, "a")])) == [a1, a2, aes])
        #expect(try Set(session.find([.objectClass(.data), Attribute(.label, "a")])) == [a1, a2])
        #expect(try session.find([Attribute(.label, "a"), Attribute(.value, Data([2]))]) == [a2])
        #expect(try session.find([.objectClass(.secretKey), .keyType(.aes)]) == [aes])
        #expect(try session.find([Attribute(.label, "")]) == [empty])
        #expect(try session.find([Attribute(.label, "A")]).isEmpty)
        #expect(try session.find([Attribute(.label, "a\0")]).isEmpty)
        #expect(try session.find([.objectClass(.privateKey)]).isEmpty)
        #expect(try session.find([Attribute(AttributeType(rawValue: 0x8000_1234), Data([1]))]).isEmpty)
    }

    @Test func `six hundred objects are all found`() throws {
        let session = try LoadedToken().slot.openSession(readWrite: true)
        let made = try (0..<600).map { try Self.data("many", UInt8(truncatingIfNeeded: $0), session: session) }
        let found = try session.find([Attribute(.label, "many")])
        #expect(found.count == 600)
        #expect(Set(found) == Set(made))
        #expect(try session.find([Attribute(.value, Data([7]))]).count == 3)
    }

    @Test func `256 are asked for at once, until there are no more`() throws {
        let toy = try ToyProvider(["objects": 600, "batch": 256])
        let session = try toy.session()
        #expect(try session.find() == (1...600).map { ObjectHandle(rawValue: $0) })
        #expect(toy.calls("C_FindObjects") == 4)
        #expect(toy.calls("C_FindObjectsFinal") == 1)
        #expect(toy["template.null"] == 1)
        // A short answer is not the end.
        toy["batch"] = 1
        toy["objects"] = 3
        #expect(try session.find([Attribute(.label, "x")]).count == 3)
        #expect(toy["template.null"] == 0)
    }

    @Test func `a token that repeats itself is given up at the limit`() throws {
        let toy = try ToyProvider(["objects": 1000])
        let session = try toy.session()
        #expect(try session.find(limit: 1000).count == 1000)
        let error = try failure { try session.find(limit: 999) }
        #expect(error.code == .malformedResponse)
        #expect(error.message.contains("999"))
        toy["objects"] = 1 << 40
        #expect(try failure { try session.find() }.message.contains("1000000"))
        // The search was ended each time.
        toy["objects"] = 0
        #expect(try session.find().isEmpty)
        #expect(toy.calls("C_FindObjectsFinal") == 4)
    }

    @Test func `each object is found once, however often a token lists it`() throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        let module = try Module.load(path: faults.path)
        let session = try LoadedToken.slot(labelled: "test", of: module).openSession(readWrite: true)
        let made = try (0..<300).map { try Self.data("x", UInt8(truncatingIfNeeded: $0), session: session) }
        try faults.plan("find:twice")
        let found = try session.find()
        #expect(found.count == 300 && Set(found) == Set(made))
        try faults.plan("find:twice; find:max=1")
        #expect(try Set(session.find()) == Set(made))
    }

    @Test(arguments: [(1, 1), (2, 1), (2, 2), (700, 1), (700, 256)])
    func `a list that is told twice in small answers has an end`(count: Int, batch: Int) throws {
        let toy = try ToyProvider([
            "objects": UInt(2 * count), "distinct": UInt(count), "batch": UInt(batch),
        ])
        let session = try toy.session()
        #expect(try session.find() == (1...count).map { ObjectHandle(rawValue: UInt($0)) })
    }

    @Test(arguments: [0, 1, 300])
    func `a list that has no end is an error, and the session goes on`(count: Int) throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        let module = try Module.load(path: faults.path)
        let session = try LoadedToken.slot(labelled: "test", of: module).openSession(readWrite: true)
        for number in 0..<count { _ = try Self.data("x", UInt8(truncatingIfNeeded: number), session: session) }
        try faults.plan("find:endless")
        let error = try failure { try session.find() }
        #expect(error.code == .malformedResponse)
        #expect(error.message.contains("again and again"))
        // Each answer has one object.
        #expect(faults.count(of: "C_FindObjects") < count + 300)
        try faults.plan("")
        #expect(try session.find().count == count)
    }

    @Test func `more handles than there was room for are not read`() throws {
        let toy = try ToyProvider(["objects": 10, "overcount": 1000])
        let session = try toy.session()
        #expect(try failure { try session.find() }.code == .malformedResponse)
        toy["overcount"] = UInt.max - 10
        #expect(try failure { try session.find() }.code == .malformedResponse)
        #expect(toy.calls("C_FindObjectsFinal") == 2)
    }

    @Test func `a search that fails is ended`() throws {
        let toy = try ToyProvider(["objects": 600])
        toy.fail("C_FindObjects", call: 2, .deviceError)
        let session = try toy.session()
        let error = try failure { try session.find() }
        #expect(error.function == "C_FindObjects")
        #expect(error.returnValue == .deviceError)
        #expect(toy.calls("C_FindObjectsFinal") == 1)
        #expect(try session.find().count == 600)
    }

    @Test func `so does SoftHSM's`() throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        let module = try Module.load(path: faults.path)
        let session = try LoadedToken.slot(labelled: "test", of: module).openSession(readWrite: true)
        for number in 0..<300 { _ = try Self.data("x", UInt8(truncatingIfNeeded: number), session: session) }
        for call in 1...3 {
            try faults.plan("C_FindObjects:\(call)=CKR_DEVICE_ERROR")
            #expect(try failure { try session.find() }.returnValue == .deviceError)
            #expect(try session.find().count == 300)
        }
    }

    @Test func `a search that does not begin is not ended, one that does not end is told`() throws {
        let toy = try ToyProvider()
        toy.fail("C_FindObjectsInit", call: 1, .operationActive)
        let session = try toy.session()
        #expect(try failure { try session.find() }.function == "C_FindObjectsInit")
        #expect(toy.calls("C_FindObjectsFinal") == 0)
        toy.fail("C_FindObjectsFinal", call: 1, .sessionClosed)
        let error = try failure { try session.find() }
        #expect(error.function == "C_FindObjectsFinal")
        #expect(error.returnValue == .sessionClosed)
    }
}
