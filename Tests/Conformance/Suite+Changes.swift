import Foundation
import PKCS11
import TokenKeyStore

extension Suite {
    /// Renames, changes, replaces and deletes.
    func changeKeys() {
        report.check("rename") {
            let key = try key()
            let renamed = try store().rename(key, label: "renamed", tag: Data([0xA3]))
            hold(renamed)
            try expect(store().privateKey(tag: Data([0xA3])) == renamed, "by its tag")
            try expect(store().publicKey(label: "renamed") == key.publicKey, "the public half")
            try expect(store().keys(matching: KeyQuery(label: key.label)).isEmpty, "the old label")
            try expect(renamed.attributes.isExtractable == key.attributes.isExtractable, "CKA_EXTRACTABLE")
            try expect(renamed.attributes.isSensitive == key.attributes.isSensitive, "CKA_SENSITIVE")
            try checkSigning(renamed)
        }
        report.check("change") {
            let key = try key()
            let changed = try store().change(key, to: KeyChanges(usage: .sign))
            hold(changed)
            try expect(!changed.attributes.usage.contains(.decrypt), "\(changed.attributes.usage)")
            try checkSigning(changed)
            let ciphertext = try changed.publicKey.encrypt(message, using: .rsaPKCS1)
            try expect(.notPermitted) { _ = try changed.decrypt(ciphertext, using: .rsaPKCS1) }
        }
        report.check("replace") {
            let old = try key()
            let new = try store().generateKeyPair(
                .rsa(bits: 2048), tag: old.attributes.id, label: old.label, usage: .sign,
                options: KeyOptions(existing: .replace))
            hold(new)
            try expect(store().privateKey(tag: new.attributes.id) == new, "by its tag")
            try expect(old.publicKey != new.publicKey, "the value")
            try checkSigning(new)
        }
        report.check("delete") {
            let key = try key()
            try store().delete(key)
            hold(nil)
            try expect(store().keys(matching: KeyQuery(tag: key.attributes.id)).isEmpty, "still there")
            try expect(.keyNotFound) { _ = try key.signature(for: message, using: .rsaPKCS1(.sha256)) }
        }
    }

    /// Puts keys of `openssl`'s on the token, and makes halves that are alone.
    func importKeys() {
        report.check("import.private") {
            let key = try store().importPrivateKey(
                SecureBytes(copying: foreignPEM()), tag: Data([0xA4]), label: "imported", usage: .sign)
            defer { try? store().delete(key) }
            try expect(store().privateKey(tag: Data([0xA4])) == key, "found")
            try expect(key.attributes.isSensitive == true && key.attributes.isExtractable == false, "protection")
            let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
            try expect(signature == openSSL.signature(of: message, .sha256, privatePEM: foreignPEM()), "signature")
        }
        report.check("import.alone") {
            let options = KeyOptions(existing: .refuseIdentical, includesPublicHalf: false)
            let pem = try SecureBytes(copying: foreignPEM())
            let tag = Data([0xA5])
            let key = try store().importPrivateKey(pem, tag: tag, label: "alone", usage: .sign, options: options)
            defer { try? store().delete(key) }
            try expect(store().publicKeys(matching: KeyQuery(tag: tag)).isEmpty, "a public half")
            try expect(store().publicKey(tag: tag) == key.publicKey, "the public part")
            try checkSigning(key)
            try expect(.keyExists) { _ = try store().importPrivateKey(pem, tag: tag, usage: .sign, options: options) }
        }
        report.check("import.public") {
            let publicKey = try PublicKey(representation: openSSL.publicHalf(of: foreignPEM()))
            let key = try store().importPublicKey(publicKey, tag: Data([0xA6]), label: "public", usage: .verify)
            defer { try? store().delete(key) }
            try expect(store().publicKey(tag: Data([0xA6])) == publicKey, "found")
            try expect(.keyNotFound) { _ = try store().privateKey(tag: Data([0xA6])) }
        }
        report.check("generate.alone") {
            let key = try store().generateKeyPair(
                .rsa(bits: 2048), tag: Data([0xA7]), label: "alone", usage: .sign,
                options: KeyOptions(includesPublicHalf: false))
            defer { try? store().delete(key) }
            try expect(store().publicKeys(matching: KeyQuery(tag: Data([0xA7]))).isEmpty, "a public half")
            try checkSigning(key)
        }
    }
}
