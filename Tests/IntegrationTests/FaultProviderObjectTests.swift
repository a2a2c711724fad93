import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `The fault provider lies about` {
    private let token: SoftHSMToken
    private let faults: FaultProvider
    private let module: Module
    private let slot: Slot

    init() throws {
        token = try SoftHSMToken()
        faults = try FaultProvider(on: token)
        let (token, faults) = (token, faults)
        module = try token.withEnvironment { try Module.load(path: faults.path) }
        slot = try #require(try module.slots(withToken: true).first { try $0.tokenInfo().label == token.label })
    }

    private func loggedIn() throws -> Session {
        let session = try slot.openSession(readWrite: true)
        try session.login(.user, pin: try SecureBytes(utf8: token.pin))
        return session
    }

    private func makeData(_ session: borrowing Session, label: String = "data") throws -> ObjectHandle {
        try session.createObject([
            .objectClass(.data), Attribute(.label, label), Attribute(.value, Data([1, 2, 3, 4])),
        ])
    }

    @Test func `attributes`() throws {
        let session = try loggedIn()
        let object = try makeData(session)
        let other = try makeData(session, label: "other")
        func read(_ plan: String, of object: ObjectHandle) throws -> (AttributeStatus, Data?) {
            try faults.plan(plan)
            let values = try session.attributes([.label, .value], of: object)
            return (values.status(.value), values.data(.value))
        }
        #expect(try read("attr:CKA_VALUE=absent", of: object).0 == .absent)
        #expect(try read("attr:CKA_VALUE=sensitive", of: object).0 == .sensitive)
        #expect(try read("attr:CKA_VALUE=empty", of: object).1 == Data())
        #expect(try read("attr:CKA_VALUE=garbage", of: object).1 == Data([0xa4, 0xa7, 0xa6, 0xa1]))
        #expect(try read("attr:CKA_VALUE=padded", of: object).1 == Data([0, 0, 1, 2, 3, 4]))
        #expect(try read("attr:CKA_VALUE=short", of: object).1 == Data([2, 3, 4]))
        #expect(try read("readback:CKA_VALUE=hex:0a0B", of: object).1 == Data([10, 11]))
        #expect(try read("readback:CKA_VALUE:data=text:%00x", of: object).1 == Data([0, 0x78]))
        #expect(try read("readback:CKA_VALUE:data=text:%00x", of: other).1 == Data([1, 2, 3, 4]))
        #expect(try read("attr:CKA_VALUE:CKO_DATA=absent", of: object).0 == .absent)
        #expect(try read("attr:CKA_VALUE:CKO_PRIVATE_KEY=absent", of: object).0 != .absent)
    }

    @Test(arguments: ["unavailable", "untouched", "toolong", "overrun", "toosmall"])
    func `attributes, so that a client must not believe it`(lie: String) throws {
        let session = try loggedIn()
        let object = try makeData(session)
        try faults.plan("attr:CKA_VALUE=\(lie)")
        // An error or a status is both fine, an invented value is not. A length that the token left alone is the zero
        // that the client wrote there.
        let values = try? session.attributes([.label, .value], of: object)
        let value = values?.data(.value)
        #expect(value == nil || value == Data([1, 2, 3, 4]) || (lie == "untouched" && value == Data()))
        faults.reset()
        #expect(try session.attributes([.value], of: object).data(.value) == Data([1, 2, 3, 4]))
    }

    @Test func `the size of buffers`() throws {
        // In force before the first read: a client may find out once whether a token can be trusted.
        try faults.plan("honest=0")
        let session = try loggedIn()
        let label = String(repeating: "long ", count: 1000)
        let object = try makeData(session, label: label)
        let values = try session.attributes([.label, .value, .application], of: object)
        #expect(values.data(.label) == Data(label.utf8))
        #expect(values.data(.value) == Data([1, 2, 3, 4]))
    }

    @Test func `templates`() throws {
        let session = try loggedIn()
        try faults.plan("create:refuse=CKO_DATA")
        #expect(throws: PKCS11Error.self) { try makeData(session) }
        try faults.plan("template:maxlen:CKA_LABEL=3")
        #expect(throws: PKCS11Error.self) { try makeData(session, label: "four") }
        try faults.plan("template:refuse:CKA_LABEL=text:no")
        #expect(throws: PKCS11Error.self) { try makeData(session, label: "no") }
        #expect(throws: Never.self) { try makeData(session, label: "yes") }
        try faults.plan("template:ignore=CKA_LABEL")
        #expect(try session.attributes([.label], of: makeData(session)).data(.label) == Data())
        try faults.plan("template:force:CKA_LABEL=text:forced")
        #expect(try session.attributes([.label], of: makeData(session)).data(.label) == Data("forced".utf8))
        try faults.plan("template:require=CKA_ID")
        let aes = [Attribute(.valueLen, 16 as UInt)]
        #expect(throws: PKCS11Error.self) { try session.generateKey(Mechanism(.aesKeyGen), template: aes) }
        #expect(throws: Never.self) {
            try session.generateKey(Mechanism(.aesKeyGen), template: aes + [Attribute(.id, Data([1]))])
        }
    }

    @Test func `mechanisms`() throws {
        let session = try loggedIn()
        #expect(try slot.mechanisms().contains(.sha256))
        let before = try slot.mechanisms().count
        try faults.plan("mech:hide=CKM_SHA256; mech:hide=CKM_SHA384; mech:refuse:CKM_SHA512=CKR_ARGUMENTS_BAD")
        let after = try slot.mechanisms()
        #expect(after.count == before - 2)
        #expect(!after.contains(.sha256) && after.contains(.sha512))
        #expect(throws: PKCS11Error.self) { try session.digestInit(Mechanism(.sha256)) }
        #expect(throws: PKCS11Error.self) { try session.digestInit(Mechanism(.sha512)) }
        try session.digestInit(Mechanism(.sha224))
        try faults.plan("mech:flags-:CKM_RSA_X_509=CKF_DECRYPT; mech:maxkey:CKM_RSA_X_509=2048")
        let info = try slot.mechanismInfo(.rsaX509)
        #expect(!info.flags.contains(.decrypt) && info.flags.contains(.sign))
        #expect(info.maxKeySize == 2048)
    }

    @Test func `outputs`() throws {
        let session = try loggedIn()
        func digest(_ plan: String) throws -> Data {
            try faults.plan(plan)
            try session.digestInit(Mechanism(.sha256))
            return try session.digest(Data("abc".utf8), maximumLength: 64)
        }
        // FIPS 180-2, B.1.
        let right = try #require(Data(hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        #expect(try digest("") == right)
        #expect(try digest("output:C_Digest=short") == right.dropFirst())
        var flipped = right
        flipped[16] ^= 1
        #expect(try digest("output:*=flip") == flipped)
        #expect(throws: PKCS11Error.self) { try digest("output:C_Digest=overlong") }
        #expect(throws: PKCS11Error.self) { try digest("output:C_Digest=toosmall") }
        #expect(try digest("output:C_Sign=flip; output:C_Digest=strip") == right)
    }

    @Test func `the number of objects found at a time`() throws {
        let session = try loggedIn()
        for number in 1...5 { _ = try makeData(session, label: "\(number)") }
        faults.reset()
        try faults.plan("find:max=1")
        #expect(try session.find([.objectClass(.data)]).count == 5)
        #expect(faults.count(of: "C_FindObjects") >= 6)
    }
}

extension Data {
    fileprivate init?(hex: String) {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0..<($0 + 2)]), radix: 16) }
        guard digits.count.isMultiple(of: 2), !bytes.contains(nil) else { return nil }
        self.init(bytes.compactMap(\.self))
    }
}
