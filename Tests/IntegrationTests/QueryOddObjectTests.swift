import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// One odd object on a token never hides the others.
@Suite struct `Odd objects beside keys` {
    let token: SoftHSMToken

    init() throws { token = try SoftHSMToken(label: "odd") }

    /// Runs `body` with a session on the first token, in which the user is logged in because `store` is.
    private func withSession<R>(beside store: KeyStore, _ body: (borrowing Session) throws -> R) throws -> R {
        let module = try Module.load(path: token.modulePath)
        let slot = try #require(try module.slots(withToken: true).first { try $0.tokenInfo().label == token.label })
        let session = try slot.openSession(readWrite: true)
        let result = try body(session)
        try session.close()
        return result
    }

    private func makeCertificate(_ key: OpenSSLKey) throws -> Data {
        try OpenSSL.run(
            ["req", "-x509", "-new", "-key", "key", "-subj", "/CN=test", "-outform", "DER"],
            files: ["key": key.privatePEM])
    }

    /// Everything that a token may hold besides RSA pairs.
    private func addOddObjects(beside store: KeyStore) throws {
        let certificate = try token.directory.write(makeCertificate(OpenSSLKey.shared.get()), to: "certificate.der")
        let data = try token.directory.write(Data("data".utf8), to: "data")
        for arguments in [
            ["--write-object", certificate, "--type", "cert", "--id", "01", "--label", "pair"],
            ["--write-object", data, "--type", "data", "--label", "pair"],
            ["--keygen", "--key-type", "AES:32", "--id", "01", "--label", "aes"],
            ["--keypairgen", "--key-type", "EC:prime256v1", "--id", "02", "--label", "ec"],
        ] { try token.pkcs11Tool(token.loginArguments + arguments) }
        try withSession(beside: store) { session in
            _ = try session.createObject([
                .objectClass(.secretKey), .keyType(.genericSecret), Attribute(.token, true),
                Attribute(.label, Data([0xFF, 0xFE, 0x80])), Attribute(.value, Data.sample(3)),
            ])
            // SoftHSM takes a public key of a modulus without a meaning.
            _ = try session.createObject([
                .objectClass(.publicKey), .keyType(.rsa), Attribute(.token, true), Attribute(.id, Data([3])),
                Attribute(.label, "even"), Attribute(.modulus, Data(repeating: 0xFE, count: 256)),
                Attribute(.publicExponent, Data([1, 0, 1])),
            ])
            _ = try session.createObject([
                .objectClass(.domainParameters), .keyType(.dh), Attribute(.token, true),
                Attribute(.prime, Data.sample(64) + [1]), Attribute(.base, Data([2])),
            ])
        }
    }

    @Test func `data, certificates, secret keys, other types and nonsense`() throws {
        let store = try token.openStore()
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([1]), label: "pair", usage: .sign)
        try addOddObjects(beside: store)
        let reopened = try token.openStore(module: token.anotherModulePath())
        for store in [store, reopened] {
            #expect(try store.privateKey(label: "pair") == key)
            #expect(try store.privateKey(tag: Data([1])) == key)
            #expect(try store.publicKey(label: "pair") == key.publicKey)
            let keys = try store.keys()
            #expect(Set(keys.map(\.label)) == ["pair", "aes", "ec", "\u{FFFD}\u{FFFD}\u{FFFD}", "even"])
            let pair = try #require(keys.first { $0.label == "pair" })
            #expect(pair.privateKey == key)
            #expect(pair.publicKey == (try key.publicKey))
            let aes = try #require(keys.first { $0.label == "aes" })
            #expect(aes.keyType == .aes)
            #expect(aes.sizeInBits == 256)
            #expect(aes.attributes?.objectClass == .secretKey)
            let ec = try #require(keys.first { $0.label == "ec" })
            #expect(ec.keyType == .ec)
            #expect(ec.attributes?.objectClass == .privateKey)
            let nonsense = try #require(keys.first { $0.label.hasPrefix("\u{FFFD}") })
            #expect(nonsense.attributes?.labelBytes == Data([0xFF, 0xFE, 0x80]))
            let even = try #require(keys.first { $0.label == "even" })
            #expect(even.publicKey == nil)
            #expect(try store.keys(matching: KeyQuery(keyType: .aes)).map(\.label) == ["aes"])
            #expect(try store.keys(matching: KeyQuery(keyType: .rsa)).count == 2)
            #expect(try store.keys(matching: KeyQuery(objectClass: .secretKey)).count == 2)
            #expect(try store.keys(matching: KeyQuery(objectClass: .privateKey)).count == 2)
            #expect(try store.keys(matching: KeyQuery(label: "ec")).count == 1)
        }
        _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256))
    }

    @Test func `an odd object has a name too`() throws {
        let store = try token.openStore()
        try addOddObjects(beside: store)
        expectError(.keyExists) { try store.generateKeyPair(.rsa(bits: 2048), label: "aes", usage: .sign) }
        expectError(.keyExists) { try store.generateKeyPair(.rsa(bits: 2048), tag: Data([2]), usage: .sign) }
        // Data and certificates do not take part.
        try store.generateKeyPair(.rsa(bits: 2048), label: "pair", usage: .sign)
    }

    @Test func `a key that this library cannot use is refused for use and not deleted`() throws {
        let store = try token.openStore()
        try addOddObjects(beside: store)
        let before = try token.listedObjects()
        let ec = try store.privateKey(label: "ec")
        expectError(.keyNotFound) { _ = try ec.publicKey }
        #expect(throws: KeyStoreError.self) { _ = try ec.signature(for: Data(), using: .rsaPKCS1(.sha256)) }
        #expect(throws: KeyStoreError.self) { _ = try ec.decrypt(Data(count: 256), using: .rsaOAEP(.sha256)) }
        let aes = try #require(try store.keys(matching: KeyQuery(label: "aes")).first)
        expectError(.notPermitted) { try store.delete(aes) }
        expectError(.keyNotFound) { _ = try store.privateKey(label: "aes") }
        #expect(try Set(token.listedObjects()) == Set(before))
    }

    @Test func `lone halves and copies`() throws {
        let store = try token.openStore()
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([1]), label: "pair", usage: [.sign, .decrypt])
        let publicKey = try key.publicKey
        try token.pkcs11Tool(token.loginArguments + ["--delete-object", "--type", "pubkey", "--id", "01"])
        var keys = try store.keys()
        #expect(keys.count == 1)
        #expect(keys[0].privateKey == key)
        #expect(keys[0].publicKey == nil)
        #expect(keys[0].warnings.isEmpty)
        // The private object shows the public part.
        #expect(try store.publicKey(label: "pair") == publicKey)
        #expect(try store.publicKey(tag: Data([1])) == publicKey)
        #expect(try store.publicKeys().isEmpty)
        let signature = try key.signature(for: Data("a".utf8), using: .rsaPSS(.sha256))
        #expect(try publicKey.isValidSignature(signature, for: Data("a".utf8), using: .rsaPSS(.sha256)))

        // The public half again, twice, under other names.
        for name in ["copy 1", "copy 2"] {
            try store.importPublicKey(publicKey, tag: Data(name.utf8), label: name, usage: .verify)
        }
        keys = try store.keys()
        #expect(keys.count == 2)
        #expect(keys.filter { $0.privateKey == key && $0.publicKey == publicKey }.count == 1)
        #expect(keys.filter { $0.privateKey == nil && $0.publicKey == publicKey }.count == 1)
        #expect(try store.publicKey(label: "copy 1") == publicKey)
        try store.delete(key)
        #expect(try token.listedObjects().isEmpty)
    }

    @Test func `an object without key material is left out unless it is asked for`() throws {
        let faults = try FaultProvider(on: token)
        let store = try token.openStore(module: faults.path)
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([1]), label: "whole", usage: .sign)
        try store.generateKeyPair(.rsa(bits: 2048), tag: Data([2]), label: "torn", usage: .sign)
        // As a generation that was killed leaves them.
        try faults.plan("attr:CKA_MODULUS:torn=absent; attr:CKA_ID:torn=empty")
        #expect(try store.keys().map(\.label) == ["whole"])
        #expect(try store.privateKeys() == [key])
        #expect(try store.publicKeys().count == 1)
        expectError(.keyNotFound) { _ = try store.privateKey(label: "torn") }
        let all = try store.keys(matching: KeyQuery(includesIncomplete: true))
        #expect(all.count == 3)
        #expect(all.filter { $0.warnings == [.incomplete] }.count == 2)
    }

    @Test(arguments: [
        "readback:CKA_KEY_TYPE:odd=0x80000001", "attr:CKA_KEY_TYPE:odd=absent", "attr:CKA_CLASS:odd=absent",
        "readback:CKA_CLASS:odd=0x80000001", "attr:CKA_ID:odd=absent", "attr:CKA_MODULUS:odd=absent",
        "attr:CKA_MODULUS:odd=sensitive", "attr:CKA_MODULUS:odd=garbage", "attr:CKA_PUBLIC_EXPONENT:odd=empty",
        "attr:CKA_ID:odd=toolong", "attr:CKA_MODULUS:odd=unavailable", "attr:CKA_LABEL:odd=untouched",
        "attr:CKA_SENSITIVE:odd=short", "attr:CKA_SIGN:odd=garbage", "readback:CKA_LABEL:odd=hex:fffe00",
        "attr:CKA_CLASS:odd=short", "attr:CKA_KEY_TYPE:odd=toolong", "attr:CKA_CLASS:odd=fatal",
        "attr:CKA_ID:odd=fatal", "attr:CKA_MODULUS:odd=keptback", "attr:CKA_KEY_TYPE:odd=unset",
        "attr:CKA_MODULUS:odd=uninitialised", "attr:CKA_ID:odd=dangling", "attr:CKA_CLASS:odd=uninitialised",
    ])
    func `an object with an odd attribute hides no other`(lie: String) throws {
        let faults = try FaultProvider(on: token)
        let store = try token.openStore(module: faults.path)
        let key = try store.importPrivateKey(
            SecureBytes(copying: OpenSSLKey.shared.get().privatePEM), tag: Data([1]), label: "good", usage: .sign)
        try store.importPrivateKey(
            SecureBytes(copying: OpenSSLKey.other.get().privatePEM), tag: Data([2]), label: "odd", usage: .sign)
        try faults.plan(lie)
        #expect(try store.privateKey(label: "good") == key)
        #expect(try store.privateKey(tag: Data([1])) == key)
        let keys = try store.keys()
        let good = keys.filter { $0.id == Data([1]) }
        #expect(good.count == 1)
        #expect(good.first?.privateKey == key)
        #expect(good.first?.publicKey == (try key.publicKey))
        #expect(good.first?.warnings == [])
        _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256))
        try store.delete(key)
        #expect(try store.privateKeys(matching: KeyQuery(tag: Data([1]))).isEmpty)
    }

    @Test func `where the private object hides its public part the ID pairs the halves`() throws {
        let faults = try FaultProvider(on: token)
        let store = try token.openStore(module: faults.path)
        try faults.plan("attr:CKA_MODULUS:CKO_PRIVATE_KEY=absent; attr:CKA_PUBLIC_EXPONENT:CKO_PRIVATE_KEY=absent")
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([1]), label: "one", usage: .sign)
        try store.generateKeyPair(.rsa(bits: 2048), tag: Data([2]), label: "two", usage: .sign)
        let keys = try store.keys()
        #expect(keys.count == 2)
        #expect(keys.allSatisfy { $0.privateKey != nil && $0.publicKey != nil })
        expectError(.keyNotFound) { _ = try key.publicKey }
        let publicKey = try store.publicKey(tag: Data([1]))
        let signature = try key.signature(for: Data("a".utf8), using: .rsaPKCS1(.sha256))
        #expect(try publicKey.isValidSignature(signature, for: Data("a".utf8), using: .rsaPKCS1(.sha256)))
        #expect(try store.keys(matching: KeyQuery(label: "one", objectClass: .publicKey)).count == 1)
        try store.delete(key)
        #expect(try token.listedObjects().map(\.label) == ["two", "two"])
    }
}
