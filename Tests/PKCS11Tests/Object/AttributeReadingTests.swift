import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Reading attributes` {
    private let toy: ToyProvider

    init() throws { toy = try ToyProvider() }

    private let object = ObjectHandle(rawValue: 1)
    private static let vendor = AttributeType(rawValue: 0x8000_0042)

    @Test func `SoftHSM tells each of a private key's by itself`() throws {
        let key = try RSAKey.shared.get()
        let session = try key.session()
        let types: [AttributeType] = [
            .objectClass, .keyType, .modulus, .privateExponent, .label, .prime1, .id, Self.vendor, .sensitive, .value,
            .publicExponent, .startDate, .ecPoint, .allowedMechanisms, .coefficient, .neverExtractable,
        ]
        let values = try session.attributes(types, of: key.privateKey)
        #expect(values.types == types)
        let statuses = types.map { values.status($0) }
        #expect(
            statuses == [
                .value, .value, .value, .sensitive, .value, .sensitive, .value, .absent, .value, .absent, .value,
                .value, .absent, .value, .sensitive, .value,
            ])
        #expect(values.number(.objectClass) == 3)
        #expect(values.number(.keyType) == 0)
        #expect(try values.data(.modulus) == key.modulus)
        #expect(values.data(.publicExponent) == Data([1, 0, 1]))
        #expect(values.string(.label) == "pair")
        #expect(values.data(.id) == Data([1]))
        #expect(values.bool(.sensitive) == true)
        #expect(values.bool(.neverExtractable) == true)
        #expect(values.data(.startDate) == Data())
        #expect(values.mechanisms(.allowedMechanisms) == [])
        for type in [AttributeType.privateExponent, Self.vendor, .ecPoint] { #expect(values.data(type) == nil) }
    }

    @Test(.enabled(if: NSS.isAvailable, "\(NSS.missingReason)"))
    func `NSS does, in whose return value sensitive and absent are one`() throws {
        let session = try NSS.session()
        let pair = try session.generateKeyPair(
            Mechanism(.rsaPKCSKeyPairGen),
            publicTemplate: [Attribute(.modulusBits, 1024), Attribute(.publicExponent, Data([1, 0, 1]))],
            privateTemplate: [Attribute(.sensitive, true)])
        let types: [AttributeType] = [.modulus, .privateExponent, Self.vendor, .alwaysAuthenticate, .prime2]
        let values = try session.attributes(types, of: pair.privateKey)
        #expect(types.map { values.status($0) } == [.value, .sensitive, .absent, .absent, .sensitive])
        let single = try session.attributes([.privateExponent], of: pair.privateKey)
        #expect(single.status(.privateExponent) == .sensitive)
    }

    @Test func `one sensitive attribute among values is told by the return value`() throws {
        toy.attribute(.label, [1])
        toy.attribute(Self.vendor, [], claimed: .max)
        toy.fail("bad", .attributeSensitive)
        let session = try toy.session()
        #expect(try session.attributes([.label, Self.vendor], of: object).status(Self.vendor) == .sensitive)
        #expect(toy.calls("C_GetAttributeValue") == 2)
        toy.fail("bad", .attributeTypeInvalid)
        #expect(try session.attributes([.label, Self.vendor], of: object).status(Self.vendor) == .absent)
        #expect(toy.calls("C_GetAttributeValue") == 4)
    }

    @Test func `several without a value cost a call for each that may be secret, and no more`() throws {
        toy.attribute(.label, [1])
        toy.attribute(.value, [], claimed: .max)
        toy.fail("bad", .attributeSensitive)
        let session = try toy.session()
        let types: [AttributeType] = [.value, .prime1, .ecPoint, Self.vendor, .label]
        let values = try session.attributes(types, of: object)
        #expect(types.map { values.status($0) } == [.sensitive, .absent, .absent, .absent, .value])
        #expect(toy.calls("C_GetAttributeValue") == 4)
        _ = try session.attributes([.label, .ecPoint, Self.vendor], of: object)
        #expect(toy.calls("C_GetAttributeValue") == 6)
    }

    @Test func `values are taken apart by their type`() throws {
        toy.attribute(.token, [2])
        toy.attribute(.private, [0])
        toy.attribute(.sign, [1, 0, 0, 0])
        toy.attribute(.modulusBits, number: 2048)
        toy.attribute(.valueLen, number: .max)
        toy.attribute(.keyType, [1, 2, 3, 4])
        toy.attribute(.label, [0xff, 0x61, 0x00])
        toy.attribute(.id, [])
        toy.attribute(.allowedMechanisms, [1, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0])
        toy.attribute(.wrapTemplate, [1, 2, 3])
        let types: [AttributeType] = [
            .token, .private, .sign, .modulusBits, .valueLen, .keyType, .label, .id, .allowedMechanisms, .wrapTemplate,
        ]
        let values = try toy.session().attributes(types, of: object)
        #expect(types.allSatisfy { values.status($0) == .value })
        #expect(values.bool(.token) == true)
        #expect(values.bool(.private) == false)
        #expect(values.bool(.sign) == nil)
        #expect(values.bool(.id) == nil)
        #expect(values.number(.modulusBits) == 2048)
        #expect(values.number(.valueLen) == nil)
        #expect(values.number(.keyType) == nil)
        #expect(values.number(.token) == nil)
        #expect(values.string(.label) == "\u{fffd}a\0")
        #expect(values.data(.label) == Data([0xff, 0x61, 0]))
        #expect(values.data(.id) == Data())
        #expect(values.mechanisms(.allowedMechanisms) == [.rsaPKCS, .sha256RSAPKCS])
        #expect(values.mechanisms(.wrapTemplate) == nil)
        // What was not asked for is not there.
        #expect(values.status(.value) == .absent)
        #expect(values.data(.value) == nil)
    }

    @Test func `any order, and twice, and none`() throws {
        toy.attribute(.label, [1, 2, 3])
        toy.attribute(.id, [4])
        let session = try toy.session()
        let values = try session.attributes([.id, .label, .id, .label], of: object)
        #expect(values.types == [.id, .label, .id, .label])
        #expect(values.data(.id) == Data([4]))
        #expect(values.data(.label) == Data([1, 2, 3]))
        let calls = toy.calls("C_GetAttributeValue")
        #expect(try session.attributes([], of: object).types.isEmpty)
        #expect(toy.calls("C_GetAttributeValue") == calls)
    }

    @Test(arguments: [(16 << 20) + 1, 1 << 40, 1 << 63, .max - 1] as [UInt]) func `an absurd length is not believed`(
        claimed: UInt
    ) throws {
        toy.attribute(.label, [1, 2, 3])
        toy.attribute(.id, [4], claimed: claimed)
        let values = try toy.session().attributes([.id, .label], of: object)
        #expect(values.status(.id) == .malformed)
        #expect(values.data(.id) == nil)
        #expect(values.data(.label) == Data([1, 2, 3]))
    }

    @Test func `a length of ~0 is never a size, whatever was returned`() throws {
        toy.attribute(.label, [1])
        toy.attribute(.id, [], claimed: .max)
        let session = try toy.session()
        for value in [ReturnValue.ok, .attributeTypeInvalid, .attributeSensitive, .bufferTooSmall] {
            toy.fail("bad", value)
            let values = try session.attributes([.id, .label], of: object)
            #expect([.absent, .sensitive].contains(values.status(.id)))
            #expect(values.data(.label) == Data([1]))
        }
    }

    @Test func `a value that grew meanwhile is read again, once`() throws {
        toy.attribute(.label, [1, 2])
        toy["grows"] = 1
        let session = try toy.session()
        #expect(try session.attributes([.label], of: object).data(.label)?.count == 3)
        toy["grows"] = 1000
        let error = try failure { try session.attributes([.label], of: object) }
        #expect(error.returnValue == .bufferTooSmall)
        #expect(error.message.contains("keep changing"))
    }

    @Test func `a length after the read that does not fit the buffer`() throws {
        toy.attribute(.label, [1, 2])
        let session = try toy.session()
        for length in [3, 1 << 40, .max - 1] as [UInt] {
            toy["read.length"] = length
            #expect(try session.attributes([.label], of: object).status(.label) == .malformed)
        }
        toy["read.length"] = 1
        #expect(try session.attributes([.label], of: object).data(.label) == Data([1]))
        toy["read.length"] = 0
        #expect(try session.attributes([.label], of: object).data(.label) == Data())
    }

    @Test(arguments: [
        ReturnValue.objectHandleInvalid, .sessionHandleInvalid, .deviceRemoved, .generalError, .argumentsBad,
    ]) func `any other return value fails the whole read`(value: ReturnValue) throws {
        toy.attribute(.label, [1, 2])
        let session = try toy.session()
        toy.fail("C_GetAttributeValue", call: 1, value)
        toy.fail("C_GetAttributeValue", call: 3, value)
        for _ in 0..<2 {
            let error = try failure { try session.attributes([.label], of: object) }
            #expect(error.returnValue == value)
            #expect(error.function == "C_GetAttributeValue")
            #expect(error.message.contains("object 1"))
        }
    }

    @Test func `faults before SoftHSM are told apart`() throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        let module = try Module.load(path: faults.path)
        let session = try LoadedToken.slot(labelled: "test", of: module).openSession(readWrite: true)
        let object = try session.createObject([
            .objectClass(.data), Attribute(.private, false), Attribute(.label, "label"),
            Attribute(.value, Data([1, 2])),
        ])
        let lies: [(String, [AttributeStatus])] = [
            ("absent", [.absent]), ("sensitive", [.sensitive, .absent]), ("unavailable", [.absent]),
            ("empty", [.value]),
            ("toolong", [.malformed]), ("overrun", [.malformed]), ("untouched", [.value, .absent, .malformed]),
        ]
        for (lie, allowed) in lies {
            try faults.plan("attr:CKA_LABEL=\(lie)")
            let values = try session.attributes([.value, .label], of: object)
            #expect(allowed.contains(values.status(.label)), "\(lie): \(values.status(.label))")
            #expect(values.data(.value) == Data([1, 2]), "\(lie)")
        }
    }

    @Test func `a length without a value is no value, and a value that looks unwritten is one`() throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        let module = try Module.load(path: faults.path)
        let session = try LoadedToken.slot(labelled: "test", of: module).openSession(readWrite: true)
        for filler: UInt8 in [0xA5, 0x5A, 0] {
            let value = Data([filler])
            let object = try session.createObject([
                .objectClass(.data), Attribute(.private, false), Attribute(.label, Data(repeating: filler, count: 9)),
                Attribute(.value, value),
            ])
            let reader = AttributeReader()
            for _ in 0..<3 {
                // What is absent makes the return value another one than CKR_OK.
                let values = try reader.attributes([.objectClass, .value, .modulus, .label], of: object, in: session)
                #expect(values.data(.value) == value)
                #expect(values.data(.label) == Data(repeating: filler, count: 9))
            }
            try faults.plan("attr:CKA_VALUE=keptback; attr:CKA_LABEL=keptback")
            for _ in 0..<2 {
                let values = try reader.attributes([.objectClass, .value, .label], of: object, in: session)
                #expect(values.status(.value) == .sensitive && values.status(.label) == .sensitive)
                #expect(values.number(.objectClass) == ObjectClass.data.rawValue)
            }
            try faults.plan("")
        }
    }
}
