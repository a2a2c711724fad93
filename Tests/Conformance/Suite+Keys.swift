import Foundation
import PKCS11
import TokenKeyStore

extension Suite {
    enum Name {
        /// What nothing else on a token has.
        static let label = "conformance"
    }

    /// Makes the key that is used from here on, or finds the one that is there.
    func generate() {
        let made = report.check("generate") {
            try store().generateKeyPair(
                .rsa(bits: 2048), tag: place.newTag, label: Name.label, usage: [.sign, .decrypt])
        }
        hold(made ?? place.existingTag.flatMap { try? store().privateKey(tag: $0) })
        report.check("name-in-use") {
            let key = try key()
            try expect(.keyExists) {
                let twin = try store().generateKeyPair(.rsa(bits: 2048), tag: key.attributes.id, usage: .sign)
                try? store().delete(twin)
            }
            try checkSigning(key)
        }
    }

    /// Looks at the key, and for it.
    func inspect() {
        report.check("protection") {
            let key = try key()
            let values = try store().attributeValues(of: key)
            try expect(values.bool(.sensitive) == true, "CKA_SENSITIVE")
            try expect(values.bool(.extractable) == false, "CKA_EXTRACTABLE")
            try expect(values.bool(.private) == true, "CKA_PRIVATE")
            // A key that somebody else made may do what he liked.
            guard place.existingTag == nil else { return }
            try expect(key.attributes.usage.isDisjoint(with: [.unwrap, .derive]), "\(key.attributes.usage)")
            try expect(key.warnings.isEmpty, "\(key.warnings)")
        }
        report.check("find.tag") {
            let key = try key()
            try expect(store().privateKey(tag: key.attributes.id) == key, "the private key")
            try expect(store().publicKey(tag: key.attributes.id) == key.publicKey, "the public key")
            try expect(.keyNotFound) { _ = try store().privateKey(tag: Data([0xAF])) }
        }
        report.check("find.label") {
            let key = try key()
            try expect(store().privateKey(label: key.label) == key, "the private key")
            let query = KeyQuery(label: key.label, keyType: .rsa, sizeInBits: 2048)
            let found = try store().keys(matching: query)
            try expect(found.count == 1 && found[0].privateKey == key, "\(found.count) found")
            try expect(.keyNotFound) { _ = try store().privateKey(label: "no key has this label") }
        }
        report.check("find.class") {
            let key = try key()
            let query = KeyQuery(tag: key.attributes.id)
            try expect(store().privateKeys(matching: query) == [key], "private keys")
            try expect(store().publicKeys(matching: query) == [key.publicKey], "public keys")
            try expect(store().keys().contains { $0.privateKey == key && $0.publicKey != nil }, "all keys")
        }
        report.check("ambiguity") {
            let key = try key()
            let twin = try store().generateKeyPair(
                .rsa(bits: 2048), tag: Data([0xA2]), label: key.label, usage: .sign,
                options: KeyOptions(existing: .keepBoth))
            defer { try? store().delete(twin) }
            try expect(.keyAmbiguous) { _ = try store().privateKey(label: key.label) }
            try expect(store().privateKey(tag: twin.attributes.id) == twin, "the other one by its tag")
        }
    }

    /// A key that wants the PIN for each use, which only a token with such a key can be tried with.
    func confirmEachUse() {
        report.check("context-login") {
            guard let tag = place.confirmedTag else { throw Failure("there is no such key", code: "not-reached") }
            let key = try store().privateKey(tag: tag)
            try expect(key.attributes.alwaysAuthenticate, "CKA_ALWAYS_AUTHENTICATE")
            for _ in 0..<3 { try checkSigning(key) }
        }
    }
}
