import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// From generation to deletion on a real token; what is left is what `pkcs11-tool` lists.
@Suite struct `Life of an RSA key` {
    let token: SoftHSMToken
    let store: KeyStore

    init() throws {
        token = try SoftHSMToken(label: "life")
        store = try token.openStore()
    }

    private func generate(
        _ tag: String, _ label: String?, _ existing: KeyOptions.ExistingKeyPolicy = .refuse
    ) throws -> PrivateKey {
        try store.generateKeyPair(
            .rsa(bits: 2048), tag: Data(tag.utf8), label: label, usage: .sign, options: KeyOptions(existing: existing))
    }

    private func works(_ key: PrivateKey) throws -> Bool {
        let signature = try key.signature(for: Data("a".utf8), using: .rsaPKCS1(.sha256))
        return try OpenSSLPublicKey(key.publicKey).verifiesMessage(signature, of: Data("a".utf8), .sha256, [])
    }

    @Test(
        arguments: [
            (KeyUsage.sign, ["sign"], ["verify"]), (.decrypt, ["decrypt"], ["encrypt"]),
            (.unwrap, ["unwrap"], ["wrap"]),
            ([.sign, .decrypt, .unwrap], ["sign", "decrypt", "unwrap"], ["verify", "encrypt", "wrap"]),
            ([], [], []),
        ] as [(KeyUsage, Set<String>, Set<String>)])
    func `the halves may do what was asked for and nothing else`(
        usage: KeyUsage, ofPrivateHalf: Set<String>, ofPublicHalf: Set<String>
    ) throws {
        let key = try store.generateKeyPair(.rsa(bits: 2048), usage: usage)
        #expect(key.warnings.isEmpty)
        let listed = try token.listedObjects()
        #expect(listed.first { $0.kind == .privateKey }?.usage.subtracting(["none"]) == ofPrivateHalf)
        #expect(listed.first { $0.kind == .publicKey }?.usage.subtracting(["none"]) == ofPublicHalf)
        if !usage.contains(.sign) {
            expectError(.notPermitted) { _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256)) }
            expectError(.notPermitted) { _ = try key.signature(for: Data(), using: .rsaPSS(.sha256)) }
        }
        if !usage.contains(.decrypt) {
            expectError(.notPermitted) { _ = try key.decrypt(Data(count: 256), using: .rsaPKCS1) }
            expectError(.notPermitted) { _ = try key.decrypt(Data(count: 256), using: .rsaOAEP(.sha256)) }
        }
    }

    @Test(arguments: [3, 17, 65537] as [UInt])
    func `a public exponent that was asked for`(exponent: UInt) throws {
        let key = try store.generateKeyPair(
            .rsa(bits: 2048, publicExponent: exponent), tag: Data([1]), usage: .sign)
        let der = try token.publicKeyDER(id: Data([1]))
        let text = String(
            decoding: try OpenSSL.run(["pkey", "-pubin", "-inform", "DER", "-noout", "-text"], input: der),
            as: UTF8.self)
        #expect(text.contains("Exponent: \(exponent) "))
        #expect(try works(key))
    }

    @Test func `a key is there after the store was closed, for another store and another library`() throws {
        let key = try generate("tag", "label")
        store.close()
        let again = try token.openStore()
        #expect(try again.privateKey(label: "label") == key)
        #expect(try works(again.privateKey(tag: Data("tag".utf8))))
        let other = try token.openStore(module: token.anotherModulePath())
        #expect(try other.privateKey(label: "label") == key)
        #expect(try works(other.privateKey(label: "label")))
    }

    @Test func `two stores on one token see each other's keys`() throws {
        let other = try token.openStore()
        let key = try generate("tag", "label")
        let seen = try other.privateKey(label: "label")
        #expect(seen == key)
        try other.delete(seen)
        expectError(.keyNotFound) { _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256)) }
        // The one that closes first does not log the other out.
        other.close()
        #expect(try works(generate("tag", "label")))
    }

    @Test func `a replacement takes the place of both halves`() throws {
        let old = try generate("tag", "label")
        let bystander = try generate("other tag", "other label")
        let new = try generate("tag", "label", .replace)
        #expect(new != old)
        #expect(try new.publicKey != old.publicKey)
        #expect(try works(new))
        #expect(try store.privateKey(label: "label") == new)
        expectError(.keyNotFound) { _ = try old.signature(for: Data(), using: .rsaPKCS1(.sha256)) }
        let listed = try token.listedObjects()
        #expect(listed.count == 4)
        #expect(listed.filter { $0.label == "label" && $0.id == Data("tag".utf8).hexadecimalDigits }.count == 2)
        #expect(try token.publicKeyDER(id: Data("tag".utf8)) == new.publicKey.derRepresentation)
        #expect(try works(bystander))
    }

    @Test func `a replacement of nothing is a new key`() throws {
        #expect(try works(generate("tag", "label", .replace)))
        #expect(try token.listedObjects().count == 2)
    }

    @Test func `a replacement for one half that was left alone`() throws {
        _ = try generate("private", "one")
        _ = try generate("public", "two")
        try token.pkcs11Tool(
            token.loginArguments + [
                "--delete-object", "--type", "pubkey", "--id", Data("private".utf8).hexadecimalDigits,
            ])
        try token.pkcs11Tool(
            token.loginArguments + [
                "--delete-object", "--type", "privkey", "--id", Data("public".utf8).hexadecimalDigits,
            ])
        #expect(try token.listedObjects().count == 2)
        for (tag, label) in [("private", "one"), ("public", "two")] {
            expectError(.keyExists) { _ = try generate(tag, label) }
            #expect(try works(generate(tag, label, .replace)))
        }
        #expect(try token.listedObjects().count == 4)
        #expect(try store.keys().allSatisfy { $0.privateKey != nil && $0.publicKey != nil && $0.warnings.isEmpty })
    }

    @Test func `what would replace two keys is refused`() throws {
        let first = try generate("tag", "first")
        let second = try generate("tag 2", "second")
        let error = expectError(.keyAmbiguous) { _ = try generate("tag", "second", .replace) }
        #expect(error?.candidates.count == 2)
        #expect(try token.listedObjects().count == 4)
        #expect(try works(first) && works(second))
    }

    @Test func `keeping both makes twins that a look-up tells apart only by more`() throws {
        let first = try generate("tag", "label")
        let second = try generate("tag", "label", .keepBoth)
        #expect(first != second)
        #expect(try token.listedObjects().count == 4)
        expectError(.keyAmbiguous) { _ = try store.privateKey(label: "label") }
        #expect(try works(first) && works(second))
        try store.delete(first)
        #expect(try store.privateKey(label: "label") == second)
        #expect(try works(second))
        #expect(try token.listedObjects().count == 2)
    }

    @Test func `a renamed key is the same key, and the old value of it is void`() throws {
        let key = try generate("tag", "label")
        let renamed = try store.rename(key, label: "new label", tag: Data("new tag".utf8))
        #expect(try renamed.publicKey == key.publicKey)
        #expect(renamed.attributes.usage == key.attributes.usage)
        let listed = try token.listedObjects()
        #expect(Set(listed.map(\.label)) == ["new label"])
        #expect(Set(listed.map(\.id)) == [Data("new tag".utf8).hexadecimalDigits])
        #expect(
            listed.first { $0.kind == .privateKey }?.access
                == ["sensitive", "always sensitive", "never extractable", "local"])
        #expect(listed.count == 2)
        #expect(try works(renamed))
        expectError(.keyNotFound) { _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256)) }
        // Only one of the names, and neither.
        let relabelled = try store.rename(renamed, label: "third")
        #expect(relabelled.tag == Data("new tag".utf8))
        #expect(try store.rename(relabelled) == relabelled)
        #expect(try store.rename(relabelled, label: "third", tag: Data("new tag".utf8)) == relabelled)
        #expect(try works(relabelled))
        #expect(try token.listedObjects().count == 2)
    }

    @Test func `deletion takes both halves and nothing else`() throws {
        let key = try generate("tag", "label")
        let other = try generate("other", nil)
        try store.delete(key)
        #expect(try token.listedObjects().count == 2)
        let pair = try #require(try store.keys().first)
        #expect(pair.privateKey == other)
        try store.delete(pair)
        #expect(try token.listedObjects().isEmpty)
        #expect(try store.keys().isEmpty)
    }

    @Test func `the public half alone can be deleted`() throws {
        let key = try generate("tag", "label")
        let publicKeys = try store.publicKeys()
        try store.delete(try #require(publicKeys.first))
        #expect(try token.listedObjects().map(\.kind) == [.privateKey])
        #expect(try works(key))
        try store.delete(key)
        #expect(try token.listedObjects().isEmpty)
    }

    @Test func `the public key in every encoding is what openssl makes of it`() throws {
        let publicKey = try generate("tag", "label").publicKey
        let pem = Data(publicKey.pemRepresentation.utf8)
        let der = try OpenSSL.run(["pkey", "-pubin", "-outform", "DER"], input: pem)
        #expect(publicKey.derRepresentation == der)
        #expect(try token.publicKeyDER(id: Data("tag".utf8)) == der)
        #expect(try OpenSSL.run(["pkey", "-pubin"], input: pem) == pem)
        let pkcs1 = try OpenSSL.run(["rsa", "-pubin", "-RSAPublicKey_out"], input: pem)
        #expect(Data(publicKey.pkcs1PEMRepresentation.utf8) == pkcs1)
        #expect(
            try publicKey.pkcs1DERRepresentation
                == OpenSSL.run(["rsa", "-pubin", "-RSAPublicKey_out", "-outform", "DER"], input: pem))
        #expect(try publicKey.fingerprintSHA256 == OpenSSL.digest(der, .sha256))
        let path = try token.directory.write(pem, to: "key.pem")
        let ssh = try Command.check("ssh-keygen", ["-i", "-m", "PKCS8", "-f", path]).output
        #expect(publicKey.sshRepresentation() + "\n" == ssh)
        let members = try JSONDecoder().decode([String: String].self, from: Data(publicKey.jwkRepresentation.utf8))
        let modulus = try OpenSSL.run(["rsa", "-pubin", "-noout", "-modulus"], input: pem)
        let hexadecimal = String(decoding: modulus, as: UTF8.self).dropFirst("Modulus=".count)
        #expect(members["kty"] == "RSA" && members["e"] == "AQAB")
        #expect(
            members["n"]
                == Data(hexadecimal: String(hexadecimal)).base64EncodedString()
                .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: ""))
    }
}
