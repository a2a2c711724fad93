import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// Keys that other programs made, and what other programs see of ours.
@Suite struct `Other programs on the same token` {
    let token: SoftHSMToken

    init() throws { token = try SoftHSMToken(label: "shared") }

    private let message = Data("message".utf8)

    @Test func `a generated pair as pkcs11-tool sees it`() throws {
        let store = try token.openStore()
        let tag = Data("com.example.invoice".utf8)
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: tag, label: "invoice signing", usage: .sign)
        let listed = try token.listedObjects()
        #expect(listed.count == 2)
        let privateHalf = try #require(listed.first { $0.kind == .privateKey })
        #expect(privateHalf.id == tag.hexadecimalDigits)
        #expect(privateHalf.label == "invoice signing")
        #expect(privateHalf.access == ["sensitive", "always sensitive", "never extractable", "local"])
        #expect(privateHalf.usage == ["sign"])
        let publicHalf = try #require(listed.first { $0.kind == .publicKey })
        #expect(publicHalf.title == "Public Key Object; RSA 2048 bits")
        #expect(publicHalf.id == tag.hexadecimalDigits)
        #expect(publicHalf.label == "invoice signing")
        #expect(publicHalf.access == ["local"])
        #expect(publicHalf.usage == ["verify"])
        #expect(try token.publicKeyDER(id: tag) == key.publicKey.derRepresentation)
    }

    @Test func `a private half is hidden from who is not logged in`() throws {
        try token.openStore().generateKeyPair(.rsa(bits: 2048), label: "hidden", usage: .sign)
        let listed = ListedObject.parse(try token.pkcs11Tool(["--token-label", token.label, "-O"]).output)
        #expect(listed.map(\.kind) == [.publicKey])
    }

    @Test func `pkcs11-tool signs and decrypts with a key that was generated here`() throws {
        let store = try token.openStore()
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([7]), usage: [.sign, .decrypt])
        let input = try token.directory.write(message, to: "message")
        let output = token.directory.file("signature")
        try token.pkcs11Tool(
            token.loginArguments + [
                "--sign", "--id", "07", "--mechanism", "SHA256-RSA-PKCS", "-i", input, "-o", output,
            ])
        let signature = try Data(contentsOf: URL(fileURLWithPath: output))
        #expect(try key.publicKey.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256)))
        #expect(try key.signature(for: message, using: .rsaPKCS1(.sha256)) == signature)

        let ciphertext = try key.publicKey.encrypt(message, using: .rsaPKCS1)
        let sealed = try token.directory.write(ciphertext, to: "ciphertext")
        let opened = token.directory.file("opened")
        try token.pkcs11Tool(
            token.loginArguments + ["--decrypt", "--id", "07", "--mechanism", "RSA-PKCS", "-i", sealed, "-o", opened])
        #expect(try Data(contentsOf: URL(fileURLWithPath: opened)) == message)
    }

    @Test(arguments: [2048, 3072])
    func `a pair of pkcs11-tool is found and used`(bits: Int) throws {
        try token.pkcs11Tool(
            token.loginArguments + [
                "--keypairgen", "--key-type", "rsa:\(bits)", "--id", "0a0b", "--label", "theirs",
            ])
        let store = try token.openStore()
        let key = try store.privateKey(tag: Data([0x0A, 0x0B]))
        #expect(try store.privateKey(label: "theirs") == key)
        #expect(key.tag == Data([0x0A, 0x0B]))
        #expect(key.attributes.sizeInBits == bits)
        let openssl = OpenSSLPublicKey(
            pem: try OpenSSL.run(
                ["pkey", "-pubin", "-inform", "DER"], input: token.publicKeyDER(id: Data([0x0A, 0x0B]))))
        let signature = try key.signature(for: message, using: .rsaPSS(.sha256))
        #expect(
            try openssl.verifiesMessage(
                signature, of: message, .sha256, ["rsa_padding_mode:pss", "rsa_pss_saltlen:32"]))
        let ciphertext = try openssl.encrypt(message, EncryptionCase.oaep(.sha512).options)
        #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha512)) == message)

        let keys = try store.keys()
        #expect(keys.count == 1)
        #expect(keys[0].publicKey == (try key.publicKey))
        #expect(keys[0].warnings.isEmpty)
        let renamed = try store.rename(key, label: "ours", tag: Data([1]))
        #expect(try token.listedObjects().map(\.label) == ["ours", "ours"])
        #expect(try token.listedObjects().map(\.id) == ["01", "01"])
        try store.delete(renamed)
        #expect(try token.listedObjects().isEmpty)
    }

    @Test func `a key of softhsm2-util is found and used`() throws {
        let openssl = try OpenSSLKey.shared.get()
        let file = try token.directory.write(openssl.privatePEM, to: "key.pem")
        try Command.check(
            "softhsm2-util",
            ["--import", file, "--token", token.label, "--label", "imported", "--id", "C0FFEE", "--pin", token.pin],
            environment: token.environment)
        let key = try token.openStore().privateKey(label: "imported")
        #expect(key.tag == Data([0xC0, 0xFF, 0xEE]))
        #expect(try key.signature(for: message, using: .rsaPKCS1(.sha512)) == openssl.signMessage(message, .sha512, []))
        #expect(try key.publicKey.derRepresentation == openssl.publicDER)
    }

    @Test func `a pair that appears while the store is open is found`() throws {
        let store = try token.openStore()
        #expect(try store.keys().isEmpty)
        try token.pkcs11Tool(
            token.loginArguments + ["--keypairgen", "--key-type", "rsa:2048", "--id", "0c", "--label", "late"])
        _ = try store.privateKey(label: "late").signature(for: message, using: .rsaPKCS1(.sha256))
    }

    @Test func `a key that another program deleted is said to be gone`() throws {
        let store = try token.openStore()
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([9]), label: "doomed", usage: .sign)
        try token.pkcs11Tool(token.loginArguments + ["--delete-object", "--type", "privkey", "--id", "09"])
        let error = expectError(.keyNotFound) { _ = try key.signature(for: message, using: .rsaPKCS1(.sha256)) }
        #expect(error?.hint != nil)
        expectError(.keyNotFound) { try store.delete(key) }
        let left = try store.keys()
        #expect(left.count == 1)
        #expect(left[0].privateKey == nil)
        try store.delete(left[0])
        #expect(try token.listedObjects().isEmpty)
    }
}
