import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// What an interrupted program leaves on a token stands in nobody's way.
@Suite struct `What is left of other keys` {
    private let token: SoftHSMToken
    private let store: KeyStore

    init() throws {
        token = try SoftHSMToken(label: "left")
        store = try token.openStore()
    }

    private func generate(_ tag: Data?, _ label: String, _ existing: KeyOptions.ExistingKeyPolicy) throws -> PrivateKey
    {
        try store.generateKeyPair(
            .rsa(bits: 1024), tag: tag, label: label, usage: .sign,
            options: KeyOptions(existing: existing, allowsWeakKeys: true))
    }

    @Test func `a copy of a public key is a key of its own, and the pair stays when it is deleted`() throws {
        let key = try generate(Data("inv".utf8), "invoices", .refuse)
        try store.importPublicKey(
            key.publicKey, tag: Data("partner".utf8), label: "partner copy", usage: .verify,
            options: KeyOptions(existing: .keepBoth, allowsWeakKeys: true))
        for query in [KeyQuery(label: "partner copy"), KeyQuery(tag: Data("partner".utf8))] {
            let keys = try store.keys(matching: query)
            #expect(keys.map(\.label) == ["partner copy"])
            #expect(keys.first?.privateKey == nil)
            #expect(keys == (try store.keys().filter { $0.label == "partner copy" }))
        }
        let pair = try store.keys(matching: KeyQuery(label: "invoices"))
        #expect(pair.count == 1)
        #expect(pair.first?.publicKey?.attributes?.label == "invoices")

        let copy = try #require(try store.keys(matching: KeyQuery(label: "partner copy")).first)
        try store.delete(copy)
        #expect(try store.keys() == pair)
        #expect(try token.listedObjects().count == 2)
        _ = try key.signature(for: Data("m".utf8), using: .rsaPKCS1(.sha256))
    }

    @Test func `twins are told apart by their names`() throws {
        let pem = try SecureBytes(copying: OpenSSLKey.shared.get().privatePEM)
        for label in ["plain", "again"] {
            try store.importPrivateKey(pem, label: label, usage: .sign, options: KeyOptions(existing: .keepBoth))
        }
        for key in try store.keys() {
            #expect(key.privateKey?.label == key.publicKey?.attributes?.label)
        }
    }

    /// With a tag of the caller's, and with one that is made up each time.
    @Test(arguments: [Data("t".utf8), nil])
    func `a replacement that was interrupted is finished by the next one`(tag: Data?) throws {
        // As it is left when the process is killed after the old private half is gone.
        let first = try generate(tag, "rotated", .refuse)
        let second = try generate(tag, "rotated", .keepBoth)
        try store.delete(first, includingPublicHalf: false)
        #expect(try token.listedObjects().count == 3)

        let third = try generate(tag, "rotated", .replace)
        #expect(third != second)
        let keys = try store.keys()
        #expect(keys.count == 1)
        #expect(keys.first?.privateKey == third)
        #expect(try token.listedObjects().count == 2)
    }

    @Test func `a public key of another name, or one that was imported, is not taken for a remainder`() throws {
        _ = try generate(Data("t".utf8), "mine", .refuse)
        let other = try OpenSSLKey.shared.get()
        try store.importPublicKey(
            PublicKey(representation: other.publicPEM), label: "mine", usage: .verify,
            options: KeyOptions(existing: .keepBoth))
        expectError(.keyAmbiguous) { _ = try generate(Data("t".utf8), "mine", .replace) }
        #expect(try token.listedObjects().count == 3)
    }

    @Test func `an imported public key is no remainder of a generated key of the same tag and label`() throws {
        let tag = Data("t".utf8)
        let key = try generate(tag, "mine", .refuse)
        let partner = try PublicKey(representation: OpenSSLKey.shared.get().publicPEM)
        try store.importPublicKey(
            partner, tag: tag, label: "mine", usage: .verify, options: KeyOptions(existing: .keepBoth))
        let error = expectError(.keyAmbiguous) { _ = try generate(tag, "mine", .replace) }
        #expect(error?.candidates.count == 2)
        #expect(try token.listedObjects().count == 3)
        #expect(try store.privateKeys() == [key])
        #expect(try store.publicKeys(matching: KeyQuery(tag: tag)).contains(partner))
    }

    @Test func `what is left of a generation is named as what it is`() throws {
        let key = try generate(Data("t".utf8), "torn", .refuse)
        try store.delete(key, includingPublicHalf: false)
        let error = expectError(.keyExists) { _ = try generate(Data("t".utf8), "torn", .refuse) }
        #expect(error?.message.contains("public key") == true)
        #expect(error?.hint?.contains("interrupted") == true)
        _ = try generate(Data("t".utf8), "torn", .replace)
        #expect(try store.keys().count == 1)
    }

    @Test func `an error tells the same to those who ask for its localized description`() throws {
        let error = expectError(.keyNotFound) { _ = try store.privateKey(label: "nobody") }
        let text = try #require(error).localizedDescription
        #expect(text.contains("nobody"))
        let missing = expectError(.moduleNotLoadable) { _ = try KeyStore(module: .path("/nowhere.so")) }
        #expect(missing?.description.components(separatedBy: "/nowhere.so").count == 2)
    }

    @Test func `more random bytes than memory should hold are refused`() throws {
        for count in [-1, 1 << 30 + 1, Int.max] {
            expectError(.invalidParameter) { _ = try store.randomBytes(count: count) }
        }
    }
}
