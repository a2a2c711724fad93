import Foundation
import PKCS11
import TestSupport
import Testing

/// An `AttributeReader` gives what `Session.attributes` gives, in half the calls where that is safe.
@Suite struct `Reading attributes in one call` {
    private static let types: [AttributeType] = [
        .objectClass, .keyType, .id, .label, .modulus, .publicExponent, .token, .private, .modifiable, .local,
        .sensitive,
        .extractable, .sign, .verify, .decrypt, .encrypt, .ecParams, .ecPoint, .valueLen, .value, .privateExponent,
        .subject,
        .application, .allowedMechanisms, .startDate, AttributeType(rawValue: 0x8000_0042),
    ]

    /// Both ways give the same.
    private static func agree(
        _ reader: AttributeReader, _ types: [AttributeType], of object: ObjectHandle, in session: borrowing Session
    ) throws -> Bool {
        let one = try reader.attributes(types, of: object, in: session)
        let two = try session.attributes(types, of: object)
        guard one.types == two.types else { return false }
        return types.allSatisfy { one.status($0) == two.status($0) && one.data($0) == two.data($0) }
    }

    /// Objects with values that no guess is large enough for, beside ordinary ones.
    private static func populate(_ session: borrowing Session) throws -> [ObjectHandle] {
        let long = Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })
        // An odd number of 8192 bits, which nobody factors here.
        let modulus = Data([0xc1]) + Data((1..<1024).map { UInt8(truncatingIfNeeded: $0 &* 7 | 1) })
        let common = [Attribute(.token, false), Attribute(.private, false)]
        return [
            try session.createObject(
                common + [
                    .objectClass(.publicKey), .keyType(.rsa), Attribute(.label, String(repeating: "ü", count: 150)),
                    Attribute(.id, long), Attribute(.modulus, modulus), Attribute(.publicExponent, Data([1, 0, 1])),
                    Attribute(.subject, long),
                ]),
            try session.createObject(
                common + [
                    .objectClass(.secretKey), .keyType(.genericSecret), Attribute(.value, Data(count: 3000)),
                    Attribute(.sensitive, false), Attribute(.extractable, true), Attribute(.label, "long secret"),
                ]),
            try session.createObject(
                common + [
                    .objectClass(.secretKey), .keyType(.aes), Attribute(.value, Data(count: 32)),
                    Attribute(.sensitive, true), Attribute(.extractable, false), Attribute(.id, long),
                ]),
            try session.createObject(
                common + [.objectClass(.data), Attribute(.application, long), Attribute(.value, Data(count: 5000))]),
            try session.createObject(common + [.objectClass(.data), Attribute(.label, "short")]),
        ]
    }

    private struct Counted {
        let faults: FaultProvider
        let slot: Slot

        init() throws {
            faults = try FaultProvider(on: SoftHSMToken())
            slot = try LoadedToken.slot(labelled: "test", of: Module.load(path: faults.path))
        }

        var reads: Int { faults.count(of: "C_GetAttributeValue") }
    }

    @Test func `SoftHSM is trusted after one guarded read, and then costs one call an object`() throws {
        let counted = try Counted()
        let session = try counted.slot.openSession(readWrite: true)
        let objects = try (0..<10).map { number in
            try session.createObject([
                .objectClass(.data), Attribute(.private, false), Attribute(.label, "label number \(number)"),
                Attribute(.value, Data([UInt8(number)])),
            ])
        }
        let reader = AttributeReader()
        let types: [AttributeType] = [.objectClass, .label, .value, .token]
        _ = try reader.attributes(types, of: objects[0], in: session)
        #expect(counted.reads == 3)
        for (number, object) in objects.enumerated() {
            let values = try reader.attributes(types, of: object, in: session)
            #expect(values.string(.label) == "label number \(number)")
            #expect(values.data(.value) == Data([UInt8(number)]))
            #expect(values.bool(.token) == false)
        }
        #expect(counted.reads == 13)
        #expect(try reader.attributes([], of: objects[0], in: session).types.isEmpty)
        #expect(counted.reads == 13)
    }

    @Test func `guesses that were too small are read again`() throws {
        let counted = try Counted()
        let session = try counted.slot.openSession(readWrite: true)
        let objects = try Self.populate(session)
        let reader = AttributeReader()
        for object in objects + objects {
            #expect(try Self.agree(reader, Self.types, of: object, in: session))
            for type in Self.types { #expect(try Self.agree(reader, [type], of: object, in: session), "\(type)") }
        }
        let values = try reader.attributes(
            [.objectClass, .keyType, .id, .label, .modulus], of: objects[0], in: session)
        #expect(values.data(.modulus)?.count == 1024)
        #expect(values.data(.id)?.count == 300)
        #expect(values.string(.label) == String(repeating: "ü", count: 150))
        #expect(counted.faults.openSessions == 1)
    }

    /// Before the first read by guessed buffers, and after it.
    @Test(arguments: ["untouched", "unset", "uninitialised", "dangling", "unavailable", "absent"])
    func `a length that a module leaves as it was, or never set, is no value`(lie: String) throws {
        let counted = try Counted()
        let session = try counted.slot.openSession(readWrite: true)
        let object = try session.createObject([
            .objectClass(.data), Attribute(.private, false), Attribute(.label, "label"), Attribute(.value, Data([7])),
        ])
        let reader = AttributeReader()
        let types: [AttributeType] = [.objectClass, .application, .label, .modifiable, .value, .certificateCategory]
        for isTrusted in [false, true] {
            try counted.faults.plan(
                "attr:CKA_APPLICATION=\(lie); attr:CKA_MODIFIABLE=\(lie); attr:CKA_CERTIFICATE_CATEGORY=\(lie)")
            let values = try reader.attributes(types, of: object, in: session)
            #expect(values.data(.application) ?? Data() == Data(), "\(isTrusted)")
            #expect(values.bool(.modifiable) == nil, "\(isTrusted)")
            #expect(values.number(.certificateCategory) == nil, "\(isTrusted)")
            #expect(values.string(.label) == "label" && values.data(.value) == Data([7]), "\(isTrusted)")
            try counted.faults.plan("")
            for _ in 0..<2 { _ = try reader.attributes(types, of: object, in: session) }
            #expect(try reader.attributes(types, of: object, in: session).bool(.modifiable) == true)
        }
        let calls = counted.reads
        _ = try reader.attributes(types, of: object, in: session)
        #expect(counted.reads <= calls + 2)
    }

    @Test func `the keys of a pair read alike`() throws {
        let key = try RSAKey.shared.get()
        let session = try key.session()
        let reader = AttributeReader()
        for _ in 0..<3 {
            #expect(try Self.agree(reader, Self.types, of: key.publicKey, in: session))
            #expect(try Self.agree(reader, Self.types, of: key.privateKey, in: session))
        }
        let modulus = try reader.attributes([.modulus], of: key.privateKey, in: session).data(.modulus)
        #expect(try modulus == key.modulus)
    }

    @Test func `a token that writes past the end of a buffer is never trusted`() throws {
        let counted = try Counted()
        let session = try counted.slot.openSession(readWrite: true)
        let objects = try Self.populate(session)
        try counted.faults.plan("honest=0")
        let reader = AttributeReader()
        for object in objects + objects { #expect(try Self.agree(reader, Self.types, of: object, in: session)) }
        counted.faults.reset()
        try counted.faults.plan("honest=0")
        _ = try reader.attributes([.objectClass, .id, .label, .modulus], of: objects[0], in: session)
        #expect(counted.reads == 2)
    }

    @Test(.enabled(if: NSS.isAvailable, "\(NSS.missingReason)")) func `neither is NSS`() throws {
        // Initialised with its string by NSS.module; the fault provider in front of it counts.
        let path = try NSS.module.get().1.path
        let faults = try FaultProvider(on: path)
        let module = try Module.load(path: faults.path)
        let label = "NSS Generic Crypto Services"
        let session = try LoadedToken.slot(labelled: label, of: module).openSession(readWrite: true)
        let objects = try Self.populateNSS(session)
        let reader = AttributeReader()
        for object in objects + objects { #expect(try Self.agree(reader, Self.types, of: object, in: session)) }
        faults.reset()
        for object in objects {
            _ = try reader.attributes([.objectClass, .id, .label, .modulus, .value], of: object, in: session)
        }
        #expect(faults.count(of: "C_GetAttributeValue") >= 2 * objects.count)
    }

    /// NSS refuses objects that SoftHSM takes.
    private static func populateNSS(_ session: borrowing Session) throws -> [ObjectHandle] {
        let long = Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })
        let pair = try session.generateKeyPair(
            Mechanism(.rsaPKCSKeyPairGen),
            publicTemplate: [
                Attribute(.modulusBits, 1024), Attribute(.publicExponent, Data([1, 0, 1])), Attribute(.id, long),
            ],
            privateTemplate: [Attribute(.sensitive, true), Attribute(.label, String(repeating: "ü", count: 150))])
        let secret = try session.createObject([
            .objectClass(.secretKey), .keyType(.genericSecret), Attribute(.value, Data(count: 200)),
            Attribute(.sensitive, false), Attribute(.extractable, true), Attribute(.label, "long secret"),
        ])
        return [pair.publicKey, pair.privateKey, secret]
    }

    /// The ways in which a module may answer a buffer that is too small.
    @Test(
        arguments: [
            [:], ["tooSmall.length": 300], ["tooSmall": ReturnValue.attributeTypeInvalid.rawValue], ["hidden": 1],
            ["tooSmall": ReturnValue.attributeSensitive.rawValue], ["tooSmall": ReturnValue.generalError.rawValue],
            ["tooSmall": ReturnValue.ok.rawValue], ["overrun": 1],
        ] as [[String: UInt]]) func `whatever a module says of a small buffer, the values are right`(
            knobs: [String: UInt]
        ) throws
    {
        let toy = try ToyProvider(knobs)
        let long = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        toy.attribute(.objectClass, number: ObjectClass.publicKey.rawValue)
        toy.attribute(.keyType, number: KeyType.rsa.rawValue)
        toy.attribute(.label, long)
        toy.attribute(.id, [])
        toy.attribute(.modulus, long)
        toy.attribute(.publicKeyInfo, long)
        toy.attribute(.publicExponent, [1, 0, 1])
        let object = ObjectHandle(rawValue: 1)
        let types: [AttributeType] = [
            .objectClass, .keyType, .label, .id, .modulus, .publicExponent, .publicKeyInfo, .ecPoint, .value,
        ]
        let session = try toy.session()
        let reader = AttributeReader()
        for _ in 0..<3 {
            let values = try reader.attributes(types, of: object, in: session)
            #expect(values.data(.label) == Data(long))
            #expect(values.data(.modulus) == Data(long))
            #expect(values.data(.publicKeyInfo) == Data(long))
            #expect(values.data(.publicExponent) == Data([1, 0, 1]))
            #expect(values.data(.id) == Data())
            #expect(values.status(.ecPoint) == .absent)
            #expect(values.status(.value) == .absent)
        }
    }

    @Test func `a guarded read that fails is not repeated for ever`() throws {
        let toy = try ToyProvider(["tooSmall": ReturnValue.functionFailed.rawValue])
        toy.attribute(.label, Array("long enough".utf8))
        let session = try toy.session()
        let reader = AttributeReader()
        for _ in 0..<10 { _ = try reader.attributes([.label], of: ObjectHandle(rawValue: 1), in: session) }
        #expect(toy.calls("C_GetAttributeValue") == 21)
    }

    @Test func `a failure of the whole read is thrown`() throws {
        let toy = try ToyProvider()
        toy.attribute(.label, Array("long enough".utf8))
        let session = try toy.session()
        let reader = AttributeReader()
        let object = ObjectHandle(rawValue: 1)
        _ = try reader.attributes([.label], of: object, in: session)
        toy.fail("C_GetAttributeValue", .objectHandleInvalid)
        let error = try failure { try reader.attributes([.label], of: object, in: session) }
        #expect(error.returnValue == .objectHandleInvalid)
    }

    @Test func `eight threads share one reader`() throws {
        let loaded = try LoadedToken()
        let session = try loaded.slot.openSession(readWrite: true)
        let objects = try Self.populate(session)
        let reader = AttributeReader()
        let slot = loaded.slot
        let agreed = try inParallel(8) { _ in
            let session = try slot.openSession()
            return try objects.allSatisfy { object in
                try Self.agree(reader, Self.types, of: object, in: session)
            }
        }
        #expect(agreed.allSatisfy { $0 })
        _ = try session.find()
    }
}
