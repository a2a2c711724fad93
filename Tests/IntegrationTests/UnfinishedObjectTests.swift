import Foundation
import PKCS11
import TestSupport
import Testing

@testable import TokenKeyStore

/// Objects that SoftHSM only began to write when its process was killed.
///
/// The stages are those that its file of an object goes through, as they were seen when each version of it was kept.
@Suite struct `What SoftHSM only began to write` {
    /// A stage, and what SoftHSM shows of it.
    struct Stage: Sendable, CustomTestStringConvertible {
        let name: String
        let contents: Data
        let isShown: Bool
        let isReadable: Bool

        var testDescription: String { name }

        init(_ name: String, _ contents: Data, isShown: Bool = true, isReadable: Bool = false) {
            (self.name, self.contents, self.isShown, self.isReadable) = (name, contents, isShown, isReadable)
        }
    }

    private static let rsa: [UInt: SoftHSMObjectFile.Value] = [0x100: .number(0)]

    static let stages = [
        Stage("nothing", Data(), isShown: false),
        Stage("no attributes", SoftHSMObjectFile().data),
        Stage("a type and no class", SoftHSMObjectFile(rsa).data),
        Stage("a private key", SoftHSMObjectFile(rsa.merging([0: .number(3)]) { $1 }).data, isReadable: true),
        Stage(
            "a private key that is to be private",
            SoftHSMObjectFile(rsa.merging([0: .number(3), 1: .flag(false), 2: .flag(true)]) { $1 }).data,
            isReadable: true),
        Stage(
            "a public key",
            SoftHSMObjectFile(rsa.merging([0: .number(2), 1: .flag(false), 2: .flag(false)]) { $1 }).data,
            isReadable: true),
    ]

    private static let tag = Data("a tag".utf8)
    private let token: SoftHSMToken

    init() throws { token = try SoftHSMToken() }

    private func open(_ quirks: String = "") throws -> KeyStore {
        var options = KeyStore.Options()
        options.quirks = try QuirkSettings(parsing: quirks)
        return try token.openStore(module: token.anotherModulePath(), options: options)
    }

    private func generate(_ label: String, _ existing: KeyOptions.ExistingKeyPolicy = .refuse) throws -> PrivateKey {
        let store = try open()
        return try store.generateKeyPair(
            .rsa(bits: 1024), tag: Self.tag, label: label, usage: .sign,
            options: KeyOptions(existing: existing, allowsWeakKeys: true))
    }

    /// Adds a private key as it is before it has its numbers: under the names of one that is there.
    ///
    /// - Returns: the name of its file, and the whole one.
    @discardableResult
    private func addTwinWithoutNumbers() throws -> (name: String, whole: SoftHSMObjectFile) {
        let whole = try #require(
            try token.objectFiles().values.first { file in
                if case .number(3)? = file.attributes[0] { true } else { false }
            })
        return (try token.writeObjectFile(whole.withoutNumbers.data), whole)
    }

    private func incomplete(_ store: KeyStore) throws -> [Key] {
        try store.keys(matching: KeyQuery(includesIncomplete: true)).filter { $0.warnings.contains(.incomplete) }
    }

    private func signs(_ key: PrivateKey) throws -> Bool {
        let message = Data("m".utf8)
        let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
        return try key.publicKey.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256))
    }

    // MARK: What SoftHSM does

    @Test(arguments: stages) func `is shown by SoftHSM in these ways`(stage: Stage) throws {
        try token.writeObjectFile(stage.contents)
        let witness = try Witness(on: token)
        try witness.withSession { session in
            let handles = try session.find()
            #expect(handles.count == (stage.isShown ? 1 : 0))
            for handle in handles {
                do throws(PKCS11Error) {
                    let values = try session.attributes([.objectClass, .token, .modulus], of: handle)
                    #expect(stage.isReadable)
                    #expect(values.bool(.token) == false && values.data(.modulus) == Data())
                } catch {
                    #expect(!stage.isReadable && error.returnValue == .attributeValueInvalid)
                    #expect(try session.find([.objectClass(.privateKey)]).isEmpty)
                }
            }
        }
    }

    @Test func `is no key at all where SoftHSM makes a whole one`() throws {
        let witness = try Witness(on: token)
        // What has an empty modulus holds no key: SoftHSM takes no private key without one.
        let error = #expect(throws: PKCS11Error.self) {
            try witness.withSession { session in
                _ = try session.createObject([
                    .objectClass(.privateKey), .keyType(.rsa), Attribute(.token, true),
                    Attribute(.privateExponent, Data([3])),
                ])
            }
        }
        #expect(error?.returnValue == .templateIncomplete)
    }

    // MARK: What the store makes of it

    @Test func `hides no key, is listed to whoever asks for it, and goes when told to`() throws {
        let key = try generate("whole")
        for stage in Self.stages + Self.stages { try token.writeObjectFile(stage.contents) }
        let store = try open()
        #expect(try store.privateKeys() == [key])
        #expect(try store.keys().count == 1)
        #expect(try signs(store.privateKey(tag: Self.tag)))

        let begun = try incomplete(store)
        #expect(begun.count == 2 * Self.stages.filter(\.isShown).count)
        for key in begun {
            #expect(key.warnings == [.incomplete] && key.id.isEmpty && key.label.isEmpty)
            try store.delete(key)
        }
        // Beside the pair, two files without contents, of which SoftHSM does not know.
        #expect(try token.objectFiles().count == 2)
        #expect(try incomplete(open()).isEmpty)
        #expect(try signs(open().privateKey(tag: Self.tag)))
    }

    @Test(arguments: [("", true), ("-objects-made-in-steps", false)])
    func `objects-made-in-steps: a named key without numbers is no key with it, and one without`(
        settings: String, isPassedOver: Bool
    ) throws {
        _ = try generate("torn")
        for (name, file) in try token.objectFiles() {
            if case .number(3)? = file.attributes[0] {
                try token.writeObjectFile(file.withoutNumbers.data, named: name)
            }
        }
        let store = try open(settings)
        #expect(try store.privateKeys().isEmpty == isPassedOver)
        #expect(try incomplete(store).count == (isPassedOver ? 1 : 0))
        if isPassedOver {
            let error = expectError(.keyNotFound) { _ = try store.privateKey(label: "torn") }
            #expect(error?.hint?.contains("public key") == true)
        } else {
            let key = try store.privateKey(label: "torn")
            #expect(throws: KeyStoreError.self) { _ = try signs(key) }
        }
    }

    @Test(arguments: [("", 1), ("-objects-made-in-steps", 0)])
    func `objects-made-in-steps: what cannot be read and has no class is listed with it, and not without`(
        settings: String, count: Int
    ) throws {
        try token.writeObjectFile(SoftHSMObjectFile().data)
        #expect(try incomplete(open(settings)).count == count)
    }

    @Test func `confuses no look-up of the key of its names, and takes nothing of it along`() throws {
        let key = try generate("twin")
        try addTwinWithoutNumbers()
        let store = try open()
        #expect(try store.privateKey(tag: Self.tag) == key)
        #expect(try store.privateKey(label: "twin") == key)
        let listed = try store.keys(matching: KeyQuery(label: "twin"))
        #expect(listed.count == 1 && listed[0].warnings.isEmpty && listed[0].publicKey != nil)

        let torn = try #require(try incomplete(store).first)
        #expect(torn.publicKey == nil && torn.id == Self.tag)
        try store.delete(torn)
        #expect(try token.objectFiles().count == 2)
        #expect(try signs(open().privateKey(tag: Self.tag)))
    }

    @Test func `stands in the way of no new key, and of no replacement`() throws {
        let key = try generate("twin")
        try addTwinWithoutNumbers()
        let new = try generate("twin", .replace)
        #expect(new != key)
        #expect(try open().privateKeys() == [new])
        let store = try open()
        try store.delete(store.privateKey(tag: Self.tag))
        #expect(try incomplete(open()).count == 1)
        let next = try generate("twin")
        #expect(try open().privateKeys() == [next])
        #expect(try token.objectFiles().count == 3)
    }

    @Test func `is not deleted once it is whole`() throws {
        _ = try generate("twin")
        let (name, whole) = try addTwinWithoutNumbers()
        let store = try open()
        let torn = try #require(try incomplete(store).first)
        var finished = whole
        finished.writes = 9
        try token.writeObjectFile(finished.data, named: name)
        expectError(.keyNotFound) { try store.delete(torn) }
        #expect(try token.objectFiles().count == 3)
        #expect(try open().privateKeys().count == 2)
    }

    // MARK: What is something else

    @Test func `is not taken for a key of a type that SoftHSM cannot read`() throws {
        // As a SoftHSM with other algorithms would leave it: whole, and unreadable here.
        for type: UInt in [0x45, 0x8000_0001] {
            try token.writeObjectFile(SoftHSMObjectFile([0: .number(3), 0x100: .number(type)]).data)
        }
        let key = try generate("beside")
        let store = try open()
        #expect(try incomplete(store).isEmpty)
        #expect(try store.privateKeys() == [key])
        #expect(try token.objectFiles().count == 4)
    }

    @Test func `is not looked for on other tokens, where a key may show no numbers`() throws {
        let place = try FaultyToken(plan: "token:manufacturer=Somebody")
        let known = try KnownKey.small.get()
        try place.witness.add(known[0], id: Data([1]), label: "hidden")
        try place.token.writeObjectFile(SoftHSMObjectFile().data)
        try place.faults.plan(
            """
            token:manufacturer=Somebody
            attr:CKA_MODULUS:CKO_PRIVATE_KEY=empty; attr:CKA_PUBLIC_EXPONENT:CKO_PRIVATE_KEY=empty
            """)
        let store = try place.open()
        #expect(try incomplete(store).isEmpty)
        // Its public half says what its numbers are.
        let key = try #require(try store.keys().first)
        #expect(key.privateKey != nil && key.publicKey?.modulus == known[0].modulus)
    }

    @Test func `is not what whole keys of other types are`() throws {
        for (type, id) in [("EC:prime256v1", "01"), ("EC:secp384r1", "03")] {
            try token.pkcs11Tool(token.loginArguments + ["--keypairgen", "--key-type", type, "--id", id])
        }
        try token.pkcs11Tool(token.loginArguments + ["--keygen", "--key-type", "AES:32", "--id", "02"])
        #expect(try incomplete(open()).isEmpty)
        #expect(try open().keys().count >= 3)
    }
}
