import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// A form of a private key file, by the `openssl` command that makes it of PKCS#8 in PEM.
struct PrivateKeyForm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    let passphrase: String?

    private init(_ name: String, _ arguments: [String], passphrase: String? = nil) {
        testDescription = name
        self.arguments = arguments + (passphrase.map { ["-passout", "pass:\($0)"] } ?? [])
        self.passphrase = passphrase
    }

    static let plain = [
        PrivateKeyForm("PKCS#8 in PEM", ["pkcs8", "-topk8", "-nocrypt"]),
        PrivateKeyForm("PKCS#8 in DER", ["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"]),
        PrivateKeyForm("PKCS#1 in PEM", ["rsa", "-traditional"]),
        PrivateKeyForm("PKCS#1 in DER", ["rsa", "-traditional", "-outform", "DER"]),
    ]

    static let encrypted = [
        PrivateKeyForm("AES-256", ["pkcs8", "-topk8", "-v2", "aes-256-cbc"], passphrase: "correct horse"),
        PrivateKeyForm(
            "AES-128 in DER", ["pkcs8", "-topk8", "-v2", "aes-128-cbc", "-outform", "DER"], passphrase: "pässwörd 🔑"),
        PrivateKeyForm("scrypt", ["pkcs8", "-topk8", "-scrypt"], passphrase: "correct horse"),
        PrivateKeyForm(
            "3DES and SHA-1", ["pkcs8", "-topk8", "-v2", "des3", "-v2prf", "hmacWithSHA1"], passphrase: "x"),
        PrivateKeyForm("PKCS#12's 3DES", ["pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES"], passphrase: "correct horse"),
        PrivateKeyForm("PEM of old", ["rsa", "-traditional", "-aes256"], passphrase: "correct horse"),
    ]

    func file(of key: OpenSSLKey) throws -> Data { try OpenSSL.run(arguments, input: key.privatePEM) }
}

@Suite struct `Importing private keys` {
    let token: SoftHSMToken
    let store: KeyStore
    let openssl: OpenSSLKey

    init() throws {
        token = try SoftHSMToken(label: "import")
        store = try token.openStore()
        openssl = try OpenSSLKey.shared.get()
    }

    /// The key on the token is the one of the file, and works.
    private func check(_ key: PrivateKey) throws {
        let message = Data("message".utf8)
        let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
        #expect(try signature == openssl.signMessage(message, .sha256, []))
        let ciphertext = try OpenSSLPublicKey(pem: openssl.publicPEM)
            .encrypt(message, EncryptionCase.oaep(.sha256).options)
        #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha256)) == message)
        #expect(try key.publicKey.derRepresentation == openssl.publicDER)
    }

    @Test(arguments: PrivateKeyForm.plain)
    func `plain keys in every form`(form: PrivateKeyForm) throws {
        let key = try store.importPrivateKey(
            SecureBytes(copying: form.file(of: openssl)), label: "plain", usage: [.sign, .decrypt])
        try check(key)
        #expect(try store.privateKey(label: "plain") == key)
        #expect(try store.keys().count == 1)
    }

    @Test(arguments: PrivateKeyForm.encrypted)
    func `encrypted keys with the right passphrase`(form: PrivateKeyForm) throws {
        var timesAsked = 0
        let key = try store.importPrivateKey(
            SecureBytes(copying: form.file(of: openssl)),
            passphrase: {
                timesAsked += 1
                return try SecureBytes(utf8: form.passphrase ?? "")
            }, usage: [.sign, .decrypt])
        #expect(timesAsked == 1)
        try check(key)
    }

    @Test(arguments: PrivateKeyForm.encrypted)
    func `encrypted keys with a wrong passphrase, an empty one and none`(form: PrivateKeyForm) throws {
        let file = try SecureBytes(copying: form.file(of: openssl))
        let before = try token.listedObjects()
        for wrong in ["guessed", "", "correct horse "] {
            let error = expectError(.pinIncorrect) {
                try store.importPrivateKey(file, passphrase: { try SecureBytes(utf8: wrong) }, usage: .sign)
            }
            #expect(error?.message.contains("passphrase") == true)
            #expect(wrong.isEmpty || error?.description.contains(wrong) == false)
        }
        let error = expectError(.pinMissing) { try store.importPrivateKey(file, usage: .sign) }
        #expect(error?.message.contains("passphrase") == true)
        #expect(try token.listedObjects() == before)
    }

    @Test func `the passphrase that cannot be had ends the import`() throws {
        struct NoPassphrase: Error {}
        let file = try SecureBytes(copying: PrivateKeyForm.encrypted[0].file(of: openssl))
        #expect(throws: NoPassphrase.self) {
            try store.importPrivateKey(file, passphrase: { throw NoPassphrase() }, usage: .sign)
        }
        #expect(try store.keys().isEmpty)
    }

    @Test func `without a tag the ID is the SHA-1 of the public key, and no tag is reported`() throws {
        let key = try store.importPrivateKey(SecureBytes(copying: openssl.privatePEM), label: "a", usage: .sign)
        let expected = try OpenSSL.digest(openssl.publicPKCS1DER, .sha1)
        #expect(key.attributes.id == expected)
        #expect(key.tag == nil)
        let listed = try token.listedObjects()
        #expect(listed.map(\.id) == [expected, expected].map(\.hexadecimalDigits))
        #expect(try store.privateKey(tag: expected) == key)
    }

    @Test func `other programs see a sensitive key that was once outside`() throws {
        try store.importPrivateKey(
            SecureBytes(copying: openssl.privatePEM), tag: Data([0, 0xAB, 0]), label: "from outside",
            usage: [.sign, .decrypt])
        let listed = try token.listedObjects()
        let privateHalf = try #require(listed.first { $0.kind == .privateKey })
        let publicHalf = try #require(listed.first { $0.kind == .publicKey })
        #expect(listed.count == 2)
        #expect(privateHalf.id == "00ab00")
        #expect(privateHalf.label == "from outside")
        #expect(privateHalf.access == ["sensitive"])
        #expect(privateHalf.usage == ["sign", "decrypt"])
        #expect(publicHalf.id == "00ab00")
        #expect(publicHalf.label == "from outside")
        #expect(publicHalf.usage == ["verify", "encrypt"])
        #expect(try token.publicKeyDER(id: Data([0, 0xAB, 0])) == openssl.publicDER)
        #expect(try store.privateKey(label: "from outside").attributes.isAlwaysSensitive == false)
        #expect(try store.privateKey(label: "from outside").attributes.isNeverExtractable == false)
    }

    @Test(arguments: [2050, 3072, 4096])
    func `keys of other sizes`(bits: Int) throws {
        let openssl = try OpenSSLKey(bits: bits)
        #expect(try openssl.reportedBits == bits)
        let key = try store.importPrivateKey(SecureBytes(copying: openssl.privatePEM), usage: .sign)
        #expect(key.attributes.sizeInBits == bits)
        let signature = try key.signature(for: Data(), using: .rsaPKCS1(.sha256))
        #expect(try signature == openssl.signMessage(Data(), .sha256, []))
    }

    @Test func `a key with the public exponent 3`() throws {
        let openssl = try OpenSSLKey(bits: 2048, publicExponent: 3)
        let key = try store.importPrivateKey(SecureBytes(copying: openssl.privatePEM), usage: .sign)
        #expect(try key.publicKey.publicExponent == Data([3]))
        let signature = try key.signature(for: Data(), using: .rsaPKCS1(.sha256))
        #expect(try signature == openssl.signMessage(Data(), .sha256, []))
    }

    @Test func `a weak key has to be allowed`() throws {
        let weak = try OpenSSLKey(bits: 1024)
        let file = try SecureBytes(copying: weak.privatePEM)
        let error = expectError(.invalidParameter) { try store.importPrivateKey(file, usage: .sign) }
        #expect(error?.message.contains("1024") == true)
        #expect(error?.hint != nil)
        #expect(try store.keys().isEmpty)
        let key = try store.importPrivateKey(file, usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        #expect(try key.signature(for: Data(), using: .rsaPKCS1(.sha1)) == weak.signMessage(Data(), .sha1, []))
    }

    @Test func `usage that was not asked for is refused by the token`() throws {
        let file = try SecureBytes(copying: openssl.privatePEM)
        let signer = try store.importPrivateKey(file, label: "signer", usage: .sign)
        let ciphertext = try signer.publicKey.encrypt(Data("a".utf8), using: .rsaOAEP(.sha256))
        expectError(.notPermitted) { _ = try signer.decrypt(ciphertext, using: .rsaOAEP(.sha1)) }
        expectError(.notPermitted) { _ = try signer.decrypt(ciphertext, using: .rsaOAEP(.sha256)) }
        expectError(.notPermitted) { _ = try signer.decrypt(ciphertext, using: .rsaPKCS1) }
        try store.delete(signer)
        let decrypter = try store.importPrivateKey(file, label: "decrypter", usage: .decrypt)
        for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256), .rsaPKCS1Raw, .rsaRaw] {
            expectError(.notPermitted) { _ = try decrypter.signature(for: Data("a".utf8), using: algorithm) }
        }
        #expect(try Set(token.listedObjects().map(\.usage)) == [["decrypt"], ["encrypt"]])
    }

    @Test func `the same key again`() throws {
        let file = try SecureBytes(copying: openssl.privatePEM)
        let first = try store.importPrivateKey(file, label: "same", usage: .sign)
        // The ID follows from the key, so the second would be its twin.
        let error = expectError(.keyExists) { try store.importPrivateKey(file, label: "other", usage: .sign) }
        #expect(error?.candidates.count == 1)
        #expect(try token.listedObjects().count == 2)

        let replaced = try store.importPrivateKey(
            file, label: "same", usage: [.sign, .decrypt], options: KeyOptions(existing: .replace))
        #expect(try token.listedObjects().count == 2)
        #expect(replaced.attributes.usage.contains(.decrypt))
        try check(replaced)
        #expect(first == replaced)

        let twin = try store.importPrivateKey(
            file, tag: Data("twin".utf8), label: "twin", usage: [.sign, .decrypt],
            options: KeyOptions(existing: .keepBoth))
        try check(twin)
        #expect(try token.listedObjects().count == 4)
        #expect(try store.keys().count == 2)
        #expect(try store.privateKey(label: "same") == replaced)
        try store.delete(twin)
        #expect(try store.privateKey(label: "same") == replaced)
        try check(replaced)
    }
}
