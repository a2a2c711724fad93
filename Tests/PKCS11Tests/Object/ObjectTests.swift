import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Objects of SoftHSM` {
    private let loaded: LoadedToken

    init() throws { loaded = try LoadedToken() }

    private func dataTemplate(_ label: String, _ value: Data, token: Bool = true) -> [Attribute] {
        [
            .objectClass(.data), Attribute(.token, token), Attribute(.private, false), Attribute(.label, label),
            Attribute(.application, "objects"), Attribute(.value, value),
        ]
    }

    @Test func `what is created is what another program reads`() throws {
        let session = try loaded.slot.openSession(readWrite: true)
        let value = Data((0...255).map { UInt8($0) })
        _ = try session.createObject(dataTemplate("Grüße 🔑", value))
        let line = ["--token-label", "test", "--read-object", "--type", "data", "--label", "Grüße 🔑"]
        #expect(try loaded.token.pkcs11Tool(line).stdout == value)
    }

    @Test func `what another program writes is what is read`() throws {
        let file = try loaded.token.directory.write("from elsewhere", to: "value")
        try loaded.token.pkcs11Tool(
            loaded.token.loginArguments + [
                "--write-object", file, "--type", "data", "--label", "theirs", "--application-label", "pkcs11-tool",
            ])
        // SoftHSM sees what other processes write.
        let session = try loaded.session()
        let found = try session.find([Attribute(.label, "theirs")])
        #expect(found.count == 1)
        let values = try session.attributes(
            [.value, .application, .objectClass, .token], of: try #require(found.first))
        #expect(values.string(.value) == "from elsewhere")
        #expect(values.string(.application) == "pkcs11-tool")
        #expect(values.number(.objectClass) == ObjectClass.data.rawValue)
        #expect(values.bool(.token) == true)
    }

    @Test func `attributes are changed in place`() throws {
        let session = try loaded.slot.openSession(readWrite: true)
        let object = try session.createObject([
            .objectClass(.secretKey), .keyType(.aes), Attribute(.value, Data(count: 32)), Attribute(.private, false),
            Attribute(.label, "before"), Attribute(.id, Data([1, 2])), Attribute(.sign, false),
        ])
        try session.setAttributes([Attribute(.label, "after"), Attribute(.id, Data())], of: object)
        let values = try session.attributes([.label, .id, .sign], of: object)
        #expect(values.string(.label) == "after")
        #expect(values.data(.id) == Data())
        #expect(values.bool(.sign) == false)
        #expect(try session.find([Attribute(.label, "before")]).isEmpty)
    }

    @Test func `some cannot be`() throws {
        let session = try loaded.slot.openSession(readWrite: true)
        let object = try session.createObject(dataTemplate("fixed", Data([1])))
        let error = try failure { try session.setAttributes([.objectClass(.certificate)], of: object) }
        #expect(error.function == "C_SetAttributeValue")
        #expect(error.returnValue == .attributeReadOnly)
        #expect(error.message.contains("object \(object)"))
        let fixed = try session.createObject(dataTemplate("fixed", Data([1])) + [Attribute(.modifiable, false)])
        #expect(
            try failure { try session.setAttributes([Attribute(.label, "x")], of: fixed) }.returnValue
                == .actionProhibited)
    }

    @Test func `a copy has what was changed and what was not`() throws {
        let session = try loaded.slot.openSession(readWrite: true)
        let object = try session.createObject(dataTemplate("original", Data("same".utf8)))
        let copy = try session.copyObject(object, changing: [Attribute(.label, "copy"), Attribute(.token, false)])
        #expect(copy != object)
        let values = try session.attributes([.label, .value, .token], of: copy)
        #expect(values.string(.label) == "copy")
        #expect(values.string(.value) == "same")
        #expect(values.bool(.token) == false)
        #expect(try session.attributes([.label], of: object).string(.label) == "original")
        #expect(
            try failure { try session.copyObject(object, changing: [.objectClass(.data)]) }.function == "C_CopyObject")
    }

    @Test func `what is destroyed is gone`() throws {
        let session = try loaded.slot.openSession(readWrite: true)
        let object = try session.createObject(dataTemplate("gone", Data([1])))
        try session.destroyObject(object)
        #expect(try session.find().isEmpty)
        let errors = [
            try failure { try session.destroyObject(object) },
            try failure { try session.attributes([.label], of: object) },
            try failure { try session.copyObject(object, changing: []) },
            try failure { try session.setAttributes([Attribute(.label, "x")], of: object) },
        ]
        #expect(errors.allSatisfy { $0.returnValue == .objectHandleInvalid })
        #expect(
            errors.map(\.function) == ["C_DestroyObject", "C_GetAttributeValue", "C_CopyObject", "C_SetAttributeValue"])
    }

    @Test func `session objects end with their session`() throws {
        let session = try loaded.slot.openSession()
        let other = try loaded.slot.openSession()
        _ = try session.createObject(dataTemplate("fleeting", Data([1]), token: false))
        #expect(try other.find().count == 1)
        try session.close()
        #expect(try other.find().isEmpty)
    }

    @Test func `templates that make no sense`() throws {
        let session = try loaded.session()
        #expect(try failure { try session.createObject([]) }.returnValue == .templateIncomplete)
        let twoClasses = [
            Attribute.objectClass(.secretKey), .keyType(.aes), .objectClass(.data), Attribute(.value, Data(count: 16)),
        ]
        #expect(throws: PKCS11Error.self) { try session.createObject(twoClasses) }
        let error = try failure {
            try session.createObject([
                .objectClass(.secretKey), .keyType(.aes), Attribute(.value, Data(count: 16)),
                Attribute(.modulus, Data([1])),
            ])
        }
        #expect(error.function == "C_CreateObject")
    }

    @Test func `large values go both ways`() throws {
        let session = try loaded.slot.openSession(readWrite: true)
        let value = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let object = try session.createObject(dataTemplate("large", value))
        #expect(try session.attributes([.value], of: object).data(.value) == value)
    }
}

@Suite struct `Values in templates` {
    private let toy: ToyProvider

    init() throws { toy = try ToyProvider() }

    /// The bytes with which an attribute arrives at the module.
    private func arrived(_ attribute: Attribute) throws -> Data? {
        let session = try toy.session()
        let object = try session.createObject([attribute])
        return try session.attributes([attribute.type], of: object).data(attribute.type)
    }

    @Test func `arrive in their C form`() throws {
        #expect(try arrived(Attribute(.token, true)) == Data([1]))
        #expect(try arrived(Attribute(.token, false)) == Data([0]))
        let number = withUnsafeBytes(of: UInt(0x0102_0304)) { Data($0) }
        #expect(try arrived(Attribute(.modulusBits, 0x0102_0304)) == number)
        #expect(try arrived(Attribute(.label, "Ä\0b")) == Data([0xc3, 0x84, 0, 0x62]))
        #expect(try arrived(Attribute(.id, [UInt8]([0, 1, 255]))) == Data([0, 1, 255]))
        #expect(try arrived(Attribute(.id, Data([9, 8, 7, 6])[1..<3])) == Data([8, 7]))
        #expect(try arrived(Attribute(.value, SecureBytes(copying: Data([4, 5])))) == Data([4, 5]))
        #expect(try arrived(.objectClass(.privateKey)) == withUnsafeBytes(of: UInt(3)) { Data($0) })
        #expect(try arrived(.keyType(.ec)) == withUnsafeBytes(of: UInt(3)) { Data($0) })
        #expect(
            try arrived(Attribute(.allowedMechanisms, [.rsaPKCS, .rsaPKCSPSS]))
                == withUnsafeBytes(of: (UInt(1), UInt(0xd))) { Data($0) })
        #expect(toy["nullValues"] == 0)
    }

    @Test func `may be empty, at an address all the same`() throws {
        #expect(try arrived(Attribute(.label, "")) == Data())
        #expect(try arrived(Attribute(.id, Data())) == Data())
        #expect(try arrived(Attribute(.value, SecureBytes(copying: Data()))) == Data())
        #expect(try arrived(Attribute(.allowedMechanisms, [MechanismType]())) == Data())
        #expect(toy["nullValues"] == 0)
    }

    @Test func `may be templates in templates`() throws {
        let session = try toy.session()
        let inner = [Attribute(.label, "inner"), Attribute(.sign, true)]
        let object = try session.createObject([Attribute(.wrapTemplate, inner), Attribute(.id, Data([1]))])
        let values = try session.attributes([.label, .sign, .id], of: object)
        #expect(values.string(.label) == "inner")
        #expect(values.bool(.sign) == true)
        #expect(values.data(.id) == Data([1]))
        #expect(toy["inner"] == 2)
    }

    @Test func `a secret is lent where it is`() throws {
        let secret = try SecureBytes(copying: Data("not copied".utf8))
        let session = try toy.session()
        _ = try session.createObject([Attribute(.value, secret)])
        let address = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        #expect(toy["valueAddress"] == address)
    }
}
