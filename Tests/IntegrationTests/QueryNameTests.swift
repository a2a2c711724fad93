import Foundation
import TestSupport
import Testing
import TokenKeyStore

@Suite struct `Names of keys` {
    let token: SoftHSMToken
    let store: KeyStore

    init() throws {
        token = try SoftHSMToken(label: "names")
        store = try token.openStore()
    }

    static let labels = [
        "🔑 ключ 鍵", "e\u{301}", "é", "a\nb\tc\u{1B}[31m\u{7F}\u{0}z", " leading and trailing ", "quote\"back\\slash",
        "%2F&;=", String(repeating: "x", count: 1000), String(repeating: "ß", count: 500), "\u{202E}reversed",
        "\u{FEFF}",
    ]

    @Test(arguments: labels)
    func `labels come back byte for byte and are found`(label: String) throws {
        let key = try store.importPrivateKey(
            SecureBytes(copying: OpenSSLKey.shared.get().privatePEM), label: label, usage: .sign)
        #expect(key.attributes.labelBytes == Data(label.utf8))
        #expect(Data(key.label.utf8) == Data(label.utf8))
        #expect(try store.privateKey(label: label) == key)
        #expect(try store.publicKey(label: label) == key.publicKey)
        #expect(try store.keys(matching: KeyQuery(label: label)).count == 1)
        // Another program reads the same: pkcs11-tool writes it as it is, up to a NUL.
        let shown = try token.pkcs11Tool(token.loginArguments + ["-O", "--type", "privkey"]).stdout
        #expect(shown.range(of: Data(label.utf8.prefix { $0 != 0 })) != nil)
        let other = label + "2"
        let renamed = try store.rename(key, label: other)
        expectError(.keyNotFound) { _ = try store.privateKey(label: label) }
        #expect(try store.privateKey(label: other) == renamed)
        try store.delete(renamed)
        #expect(try store.keys().isEmpty)
    }

    @Test func `two spellings of one letter are two labels`() throws {
        let composed = try store.generateKeyPair(.rsa(bits: 2048), label: "é", usage: .sign)
        let decomposed = try store.generateKeyPair(.rsa(bits: 2048), label: "e\u{301}", usage: .sign)
        #expect(try store.privateKey(label: "é") == composed)
        #expect(try store.privateKey(label: "e\u{301}") == decomposed)
    }

    @Test(arguments: [
        Data([0]), Data([0, 0, 0]), Data([1, 0, 2]), Data([0, 1]), Data([1, 0]), Data.sample(255), Data.sample(1000),
        Data(count: 1000), Data([0x00, 0x70, 0x31, 0x31]),
    ])
    func `tags come back byte for byte and are found`(tag: Data) throws {
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: tag, usage: .sign)
        #expect(key.tag == tag)
        #expect(key.attributes.id == tag)
        #expect(try store.privateKey(tag: tag) == key)
        #expect(try store.publicKey(tag: tag) == key.publicKey)
        for other in [tag + [0], tag.dropLast(), [0] + tag] where other != tag {
            expectError(.keyNotFound) { _ = try store.privateKey(tag: other) }
        }
        #expect(try token.listedObjects().map(\.id) == [tag.hexadecimalDigits, tag.hexadecimalDigits])
        let renamed = try store.rename(key, tag: tag + [7])
        #expect(try store.privateKey(tag: tag + [7]) == renamed)
        expectError(.keyNotFound) { _ = try store.privateKey(tag: tag) }
    }

    @Test func `an empty tag is refused`() throws {
        let error = expectError(.invalidParameter) {
            try store.generateKeyPair(.rsa(bits: 2048), tag: Data(), usage: .sign)
        }
        #expect(error?.hint != nil)
        let key = try store.generateKeyPair(.rsa(bits: 2048), usage: .sign)
        expectError(.invalidParameter) { try store.rename(key, tag: Data()) }
        expectError(.invalidParameter) {
            try store.importPrivateKey(
                SecureBytes(copying: OpenSSLKey.shared.get().privatePEM), tag: Data(), usage: .sign)
        }
        #expect(try token.listedObjects().count == 2)
    }

    @Test func `names that no attribute can hold are refused`() throws {
        expectError(.invalidParameter) {
            try store.generateKeyPair(.rsa(bits: 2048), tag: Data(count: 65_536), usage: .sign)
        }
        expectError(.invalidParameter) {
            try store.generateKeyPair(
                .rsa(bits: 2048), label: String(repeating: "x", count: 65_536), usage: .sign)
        }
        #expect(try token.listedObjects().isEmpty)
    }

    @Test func `without a tag and label a key gets an ID of its own, and reports none`() throws {
        let key = try store.generateKeyPair(.rsa(bits: 2048), usage: .sign)
        let other = try store.generateKeyPair(.rsa(bits: 2048), label: "", usage: .sign)
        for key in [key, other] {
            #expect(key.tag == nil)
            #expect(key.label.isEmpty)
            #expect(key.attributes.id.count == 20)
            #expect(key.attributes.id.starts(with: [0x00, 0x70, 0x31, 0x31]))
            #expect(try store.privateKey(tag: key.attributes.id) == key)
        }
        #expect(key != other)
        #expect(try store.keys(matching: KeyQuery(label: "")).count == 2)
        #expect(try store.keys(matching: KeyQuery(tag: Data())).isEmpty)
        expectError(.keyAmbiguous) { _ = try store.privateKey(label: "") }
        // Two keys without a label are no clash of names, and a key may lose its label.
        let named = try store.rename(key, label: "named")
        let nameless = try store.rename(named, label: "")
        #expect(nameless.label.isEmpty)
        #expect(try store.keys(matching: KeyQuery(label: "")).count == 2)
    }

    @Test func `the public half may have no tag where the private one has`() throws {
        let options = KeyOptions(existing: .keepBoth, publicTag: [])
        let tag = Data("private".utf8)
        let generated = try store.generateKeyPair(.rsa(bits: 2048), tag: tag, usage: .sign, options: options)
        #expect(generated.tag == tag)
        let made = try #require(try store.publicKeys(matching: KeyQuery()).first)
        #expect(try made == generated.publicKey && made.attributes?.tag == nil && made.attributes?.id.isEmpty == false)
        #expect(try store.keys().count == 1)

        let pem = try SecureBytes(copying: OpenSSLKey.shared.get().privatePEM)
        let imported = try store.importPrivateKey(pem, tag: tag, usage: .sign, options: options)
        let half = try #require(try store.publicKeys(matching: KeyQuery()).first { $0 != made })
        #expect(try imported.tag == tag && half == imported.publicKey && half.attributes?.tag == nil)
        #expect(try half.attributes?.id == imported.publicKey.keyIdentifierSHA1)

        // Where neither has a tag, both have one ID.
        let untagged = try store.generateKeyPair(.rsa(bits: 2048), usage: .sign, options: options)
        #expect(untagged.tag == nil)
        #expect(try store.publicKeys(matching: KeyQuery(tag: untagged.attributes.id)).count == 1)
    }

    @Test func `the halves may have different tags and labels`() throws {
        let key = try store.generateKeyPair(
            .rsa(bits: 2048), tag: Data("private".utf8), label: "private half", usage: .sign,
            options: KeyOptions(publicTag: [UInt8]("public".utf8), publicLabel: "public half"))
        let listed = try token.listedObjects()
        #expect(listed.first { $0.kind == .privateKey }?.label == "private half")
        #expect(listed.first { $0.kind == .publicKey }?.label == "public half")
        #expect(listed.first { $0.kind == .publicKey }?.id == Data("public".utf8).hexadecimalDigits)
        // Paired by public value: either name finds the pair.
        for query in [
            KeyQuery(tag: Data("private".utf8)), KeyQuery(tag: Data("public".utf8)), KeyQuery(label: "private half"),
            KeyQuery(label: "public half"), KeyQuery(),
        ] {
            let found = try store.keys(matching: query)
            #expect(found.count == 1)
            #expect(found.first?.privateKey == key)
            #expect(found.first?.publicKey == (try key.publicKey))
        }
        #expect(try store.keys(matching: KeyQuery(tag: Data("private".utf8), label: "public half")).isEmpty)
        #expect(try store.publicKey(tag: Data("public".utf8)) == key.publicKey)
        expectError(.keyNotFound) { _ = try store.privateKey(tag: Data("public".utf8)) }
        expectError(.keyExists) {
            try store.generateKeyPair(.rsa(bits: 2048), tag: Data("private".utf8), usage: .sign)
        }
        try store.delete(key)
        #expect(try token.listedObjects().isEmpty)
    }
}
