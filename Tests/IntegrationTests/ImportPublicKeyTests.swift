import Foundation
import TestSupport
import Testing
import TokenKeyStore

@Suite struct `Importing public keys` {
    let token: SoftHSMToken
    let store: KeyStore
    let openssl: OpenSSLKey

    init() throws {
        token = try SoftHSMToken(label: "import")
        store = try token.openStore()
        openssl = try OpenSSLKey.shared.get()
    }

    /// The `openssl` command that makes a form of the public key in PEM.
    static let forms: [[String]] = [
        ["pkey", "-pubin"], ["pkey", "-pubin", "-outform", "DER"], ["rsa", "-pubin", "-RSAPublicKey_out"],
        ["rsa", "-pubin", "-RSAPublicKey_out", "-outform", "DER"],
    ]

    @Test(arguments: forms)
    func `in every form`(form: [String]) throws {
        let file = try OpenSSL.run(form, input: openssl.publicPEM)
        let key = try store.importPublicKey(
            PublicKey(representation: file), tag: Data("t".utf8), label: "theirs", usage: [.verify, .encrypt])
        #expect(key.derRepresentation == (try openssl.publicDER))
        #expect(try token.publicKeyDER(id: Data("t".utf8)) == openssl.publicDER)
        let listed = try token.listedObjects()
        #expect(listed.map(\.kind) == [.publicKey])
        #expect(listed.map(\.label) == ["theirs"])
        #expect(listed.map(\.usage) == [["verify", "encrypt"]])

        let found = try store.publicKey(label: "theirs")
        #expect(found == key)
        let signature = try openssl.signMessage(Data("a".utf8), .sha384, [])
        #expect(try found.isValidSignature(signature, for: Data("a".utf8), using: .rsaPKCS1(.sha384)))
        let ciphertext = try found.encrypt(Data("b".utf8), using: .rsaOAEP(.sha256))
        #expect(try openssl.decrypt(ciphertext, EncryptionCase.oaep(.sha256).options) == Data("b".utf8))
    }

    @Test func `a line of SSH`() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(openssl.publicPEM, to: "key.pem")
        let line = try Command.check("ssh-keygen", ["-i", "-m", "PKCS8", "-f", path]).stdout
        let key = try PublicKey(representation: line)
        #expect(key.derRepresentation == (try openssl.publicDER))
        #expect(Data((key.sshRepresentation() + "\n").utf8) == line)
    }

    @Test func `a public key alone is a lone half, and signs nothing`() throws {
        try store.importPublicKey(
            PublicKey(representation: openssl.publicPEM), label: "theirs", usage: [.verify, .encrypt])
        let keys = try store.keys()
        #expect(keys.count == 1)
        #expect(keys[0].privateKey == nil)
        #expect(keys[0].publicKey != nil)
        #expect(keys[0].warnings.isEmpty)
        let error = expectError(.keyNotFound) { _ = try store.privateKey(label: "theirs") }
        #expect(error?.message.contains("private key") == true)
        #expect(error?.hint?.contains("public") == true, "the hint should say that only the public half is there")
    }

    @Test func `without a tag the ID is the SHA-1 of the public key`() throws {
        let key = try store.importPublicKey(PublicKey(representation: openssl.publicPEM), usage: .verify)
        let expected = try OpenSSL.digest(openssl.publicPKCS1DER, .sha1)
        #expect(key.attributes?.id == expected)
        #expect(key.attributes?.tag == nil)
        #expect(try store.publicKey(tag: expected) == key)
    }

    @Test func `a private half that comes later joins it`() throws {
        let publicKey = try PublicKey(representation: openssl.publicPEM)
        try store.importPublicKey(publicKey, tag: Data("public".utf8), label: "theirs", usage: .verify)
        let key = try store.importPrivateKey(
            SecureBytes(copying: openssl.privatePEM), tag: Data("private".utf8), label: "ours", usage: .sign)
        #expect(try token.listedObjects().filter { $0.kind == .privateKey }.count == 1)
        #expect(try store.privateKey(label: "ours") == key)
        #expect(try store.publicKey(label: "theirs") == publicKey)
        #expect(try store.publicKey(label: "ours") == publicKey)
    }

    @Test func `an existing one is refused, replaced or kept as asked`() throws {
        let publicKey = try PublicKey(representation: openssl.publicPEM)
        let other = try PublicKey(representation: OpenSSLKey(bits: 2048).publicPEM)
        try store.importPublicKey(publicKey, label: "name", usage: .verify)
        expectError(.keyExists) { try store.importPublicKey(other, label: "name", usage: .verify) }
        #expect(try store.publicKey(label: "name") == publicKey)
        try store.importPublicKey(other, label: "name", usage: .verify, options: KeyOptions(existing: .replace))
        #expect(try store.publicKey(label: "name") == other)
        #expect(try token.listedObjects().count == 1)
        try store.importPublicKey(publicKey, label: "name", usage: .verify, options: KeyOptions(existing: .keepBoth))
        let error = expectError(.keyAmbiguous) { _ = try store.publicKey(label: "name") }
        #expect(error?.candidates.count == 2)
    }

    @Test func `a weak key has to be allowed`() throws {
        let weak = try PublicKey(representation: OpenSSLKey(bits: 1024).publicPEM)
        expectError(.invalidParameter) { try store.importPublicKey(weak, usage: .verify) }
        #expect(try store.keys().isEmpty)
        try store.importPublicKey(weak, usage: .verify, options: KeyOptions(allowsWeakKeys: true))
        #expect(try store.keys().count == 1)
    }
}
