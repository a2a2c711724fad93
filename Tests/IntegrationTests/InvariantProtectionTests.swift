import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Private key material has no way out, and a token that does not obey keeps nothing: invariant 1 of the design.
@Suite struct `A new key on a token that` {
    private static let options = KeyOptions(allowsWeakKeys: true)

    private let place: FaultyToken

    init() throws { place = try FaultyToken() }

    private func generate(
        _ store: KeyStore, usage: KeyUsage = .sign, options: KeyOptions = Self.options
    ) throws -> PrivateKey {
        try store.generateKeyPair(.rsa(bits: 1024), tag: Data([7]), label: "new", usage: usage, options: options)
    }

    private func importKey(
        _ store: KeyStore, usage: KeyUsage = .sign, options: KeyOptions = Self.options
    ) throws -> PrivateKey {
        try store.importPrivateKey(
            SecureBytes(copying: KnownKey.small.get()[0].pkcs8), tag: Data([7]), label: "new", usage: usage,
            options: options)
    }

    @Test(arguments: [
        "template:force:CKA_SENSITIVE=false", "template:force:CKA_EXTRACTABLE=true",
        "template:force:CKA_PRIVATE=false", "template:force:CKA_TOKEN=false", "template:force:CKA_ID=hex:99",
        "template:force:CKA_LABEL=text:other", "template:ignore=CKA_LABEL", "template:ignore=CKA_ID",
        "template:force:CKA_SIGN=false", "template:force:CKA_VERIFY=false",
        "readback:CKA_SENSITIVE:new=false", "readback:CKA_EXTRACTABLE:new=true",
        "readback:CKA_PRIVATE:CKO_PRIVATE_KEY=false",
    ]) func `does not obey is an error, and nothing is left of it`(plan: String) throws {
        let store = try place.open()
        try place.faults.plan(plan)
        let error = expectError(.tokenDisobeyed, "\(plan)") { _ = try generate(store) }
        #expect(error?.message.contains("test") == true, "\(plan)")
        #expect(try place.witness.objects().isEmpty, "\(plan)")
        // SoftHSM refuses private parts in an object that it is to give out.
        #expect(throws: KeyStoreError.self, "\(plan)") { _ = try importKey(store) }
        #expect(try place.witness.objects().isEmpty, "\(plan)")
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `does not obey leaves the key that was to be replaced`() throws {
        let known = try KnownKey.small.get()[1]
        let old = ExpectedPair(key: known, id: Data([7]), label: "new")
        try place.witness.add(known, id: old.id, label: old.label)
        let store = try place.open()
        let options = KeyOptions(existing: .replace, allowsWeakKeys: true)
        for plan in [
            "template:force:CKA_EXTRACTABLE=true", "template:force:CKA_LABEL=text:other", "output:C_Sign=flip",
            "output:C_Sign=short",
        ] {
            try place.faults.plan(plan)
            expectError(.tokenDisobeyed, "\(plan)") { _ = try generate(store, options: options) }
            #expect(try old.isWhole(in: place.witness.objects(), place.witness), "\(plan)")
            #expect(try place.witness.objects().count == 2, "\(plan)")
        }
        // A signature that fails keeps the old one as well.
        try place.faults.plan("C_Sign:every=CKR_FUNCTION_FAILED")
        expectError(.tokenError) { _ = try generate(store, options: options) }
        #expect(try old.isWhole(in: place.witness.objects(), place.witness))
    }

    @Test func `does as it is told may be used for what was asked and nothing else`() throws {
        let store = try place.open()
        let all: [AttributeType] = [.sign, .decrypt, .unwrap, .derive, .signRecover]
        for make in [generate, importKey] as [(KeyStore, KeyUsage, KeyOptions) throws -> PrivateKey] {
            for (usage, allowed, publicAllowed) in [
                (KeyUsage.sign, [AttributeType.sign], [AttributeType.verify]), (.decrypt, [.decrypt], [.encrypt]),
                ([.sign, .decrypt, .unwrap], [.sign, .decrypt, .unwrap], [.verify, .encrypt, .wrap]), ([], [], []),
            ] {
                let key = try make(store, usage, Self.options)
                #expect(key.warnings.isEmpty)
                for object in try place.witness.objects() {
                    let isPrivate = object.objectClass == .privateKey
                    let flags = isPrivate ? all : [.verify, .encrypt, .wrap, .verifyRecover]
                    for flag in flags {
                        let wanted = (isPrivate ? allowed : publicAllowed).contains(flag)
                        #expect(object.flags[flag] == wanted, "\(object) \(flag)")
                    }
                    if isPrivate { #expect(object.isProtected) }
                }
                try store.delete(key)
            }
        }
    }

    @Test(arguments: ["CKA_DECRYPT", "CKA_UNWRAP", "CKA_SIGN_RECOVER", "CKA_WRAP"])
    func `refuses to be told what a key may not do is asked once more, and the user is warned`(flag: String) throws {
        // https://github.com/tpm2-software/tpm2-pkcs11/issues/656
        let store = try place.open()
        try place.faults.plan("template:refuse:\(flag)=false")
        let key = try generate(store)
        #expect(key.warnings == [.usageWider])
        #expect(place.faults.count(of: "C_GenerateKeyPair") == 2)
        #expect(try place.witness.objects().count == 2)
        #expect(try place.witness.objects().filter { $0.objectClass == .privateKey }.allSatisfy(\.isProtected))
        try store.delete(key)
        #expect(try importKey(store).warnings == [.usageWider])
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `refuses the key altogether is asked twice and no more`() throws {
        let store = try place.open()
        try place.faults.plan("template:refuse:CKA_SENSITIVE=true")
        let error = expectError(.notPermitted) { _ = try generate(store) }
        #expect(error?.underlying?.returnValue == .attributeValueInvalid)
        #expect(place.faults.count(of: "C_GenerateKeyPair") == 2)
        #expect(try place.witness.objects().isEmpty)
    }

    @Test(arguments: [1, 2, 8]) func `takes only short IDs gives one that fits`(length: Int) throws {
        // https://github.com/gravitational/teleport/issues/25370 https://github.com/Yubico/yubico-piv-tool/issues/204
        let store = try place.open()
        try place.faults.plan("template:maxlen:CKA_ID=\(length)")
        var made: Set<Data> = []
        for _ in 0..<3 {
            let key = try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: Self.options)
            let id = key.attributes.id
            #expect(id.count == min(length, 2) && made.insert(id).inserted)
            #expect(try place.witness.objects().filter { $0.id == id }.count == 2)
        }
        let imported = try store.importPrivateKey(
            SecureBytes(copying: KnownKey.small.get()[0].pkcs8), usage: .sign, options: Self.options)
        #expect(imported.attributes.id.count == min(length, 2))
        #expect(try place.witness.objects().count == 8)
        // A tag that was chosen is not changed.
        let error = expectError(.notPermitted) {
            try store.generateKeyPair(
                .rsa(bits: 1024), tag: Data(count: length + 1), usage: .sign, options: Self.options)
        }
        #expect(error?.hint?.contains("bytes") == true)
        #expect(try place.witness.objects().count == 8)
    }

    @Test func `takes only short IDs gives one to the half that has no tag`() throws {
        let store = try place.open()
        try place.faults.plan("template:maxlen:CKA_ID=2")
        var options = Self.options
        options.publicTag = []
        let tag = Data([7, 7])
        let key = try store.generateKeyPair(.rsa(bits: 1024), tag: tag, usage: .sign, options: options)
        #expect(key.attributes.id == tag)
        let publicHalf = try #require(try place.witness.objects().first { $0.objectClass == .publicKey })
        #expect(publicHalf.id.count == 2 && publicHalf.id != tag)
        options.publicTag = [8, 8]
        let other = try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: options)
        #expect(other.attributes.id.count == 2)
        #expect(try place.witness.objects().filter { $0.id == Data([8, 8]) }.map(\.objectClass) == [.publicKey])
        #expect(try place.witness.objects().count == 4)
    }

    // MARK: Tokens that take private keys wrapped only

    @Test(arguments: [
        "CKR_FUNCTION_NOT_SUPPORTED", "CKR_TEMPLATE_INCONSISTENT", "CKR_ATTRIBUTE_VALUE_INVALID",
        "CKR_ATTRIBUTE_SENSITIVE", "CKR_ACTION_PROHIBITED",
    ]) func `takes no private key as it is gets it wrapped`(code: String) throws {
        let known = try KnownKey.small.get()[0]
        let new = ExpectedPair(key: known, id: Data([7]), label: "new")
        let store = try place.open()
        // The first object that an import creates is the private half.
        try place.faults.plan("C_CreateObject:1=\(code)")
        let key = try importKey(store)
        #expect(place.faults.count(of: "C_UnwrapKey") == 1)
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == known.signature)
        // Nothing else is left, the wrapping key neither.
        let objects = try place.witness.objects()
        #expect(objects.count == 2)
        #expect(try new.isWhole(in: objects, place.witness))
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `takes no private key in any way says so`() throws {
        let store = try place.open()
        try place.faults.plan("create:refuse=CKO_PRIVATE_KEY")
        let error = expectError(.notPermitted) { _ = try importKey(store) }
        #expect(error?.underlying?.function == "C_CreateObject")
        #expect(try place.witness.objects().isEmpty)
        try place.faults.plan("create:refuse=CKO_PRIVATE_KEY; mech:hide=CKM_AES_KEY_WRAP_PAD")
        expectError(.notPermitted) { _ = try importKey(store) }
        #expect(try place.witness.objects().isEmpty)
        // A public half that is refused takes the private one with it.
        try place.faults.plan("create:refuse=CKO_PUBLIC_KEY")
        expectError(.notPermitted) { _ = try importKey(store) }
        #expect(try place.witness.objects().isEmpty)
        #expect(place.faults.openSessions == store.sessionCount)
    }
}
