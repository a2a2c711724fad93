import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// What a store is to do with RSA keys on any token, step by step; a step that fails does not stop those that need nothing of it.
final class RSAExercise {
    private let store: KeyStore
    /// The steps that failed, with what the error says.
    private(set) var failures: [String: String] = [:]

    private struct Wrong: Error, CustomStringConvertible { let description: String }

    /// Runs every step. The token is left as it was.
    static func failures(on store: KeyStore) -> [String: String] {
        let exercise = RSAExercise(store: store)
        exercise.run()
        return exercise.failures
    }

    private init(store: KeyStore) { self.store = store }

    private let message = Data("message".utf8)

    private func run() {
        let before = (try? store.keys(matching: KeyQuery(includesIncomplete: true)).count) ?? -1
        let key = step("generate") {
            try store.generateKeyPair(
                .rsa(bits: 2048), tag: Data([0xA1]), label: "exercise", usage: [.sign, .decrypt])
        }
        if let key { use(key) }
        imports()
        halves()
        sessionKeys()
        step("random") { try check(store.randomBytes(count: 100_000).count == 100_000, "length") }
        step("nothing is left") {
            let after = try store.keys(matching: KeyQuery(includesIncomplete: true)).map(\.label)
            try check(after.count == before, "\(before) before, then \(after)")
        }
    }

    private func use(_ key: PrivateKey) {
        step("protect") {
            let values = try store.attributeValues(of: key)
            try check(values.bool(.sensitive) != false, "CKA_SENSITIVE")
            try check(values.bool(.extractable) != true, "CKA_EXTRACTABLE")
            try check(key.attributes.usage.intersection([.unwrap, .derive]).isEmpty, "\(key.attributes.usage)")
            try check(key.warnings.isEmpty, "\(key.warnings)")
        }
        step("find") {
            try check(store.privateKey(tag: Data([0xA1])) == key, "tag")
            try check(store.privateKey(label: "exercise") == key, "label")
            try check(store.publicKey(label: "exercise") == key.publicKey, "public")
            let found = try store.keys(matching: KeyQuery(label: "exercise", keyType: .rsa, sizeInBits: 2048))
            try check(found.count == 1 && found[0].privateKey == key && found[0].publicKey != nil, "pair")
        }
        sign(with: key)
        decrypt(with: key)
        step("refuse damage") {
            let damaged = try key.publicKey.encrypt(message, using: .rsaOAEP(.sha256)).flippingBit(of: 100)
            do {
                _ = try key.decrypt(damaged, using: .rsaOAEP(.sha256))
                throw Wrong(description: "decrypted")
            } catch let error as KeyStoreError where error.code == .decryptionFailed {}
        }
        let renamed = step("rename") {
            let renamed = try store.rename(key, label: "renamed", tag: Data([0xA2]))
            try check(store.privateKey(tag: Data([0xA2])) == renamed, "tag")
            try check(store.publicKey(label: "renamed") == key.publicKey, "public")
            try check(store.keys(matching: KeyQuery(label: "exercise")).isEmpty, "old label")
            try check(
                renamed.attributes.isExtractable == key.attributes.isExtractable
                    && renamed.attributes.isSensitive == key.attributes.isSensitive, "protection")
            try checkSigning(renamed)
            return renamed
        }
        let replaced = step("replace") {
            let new = try store.generateKeyPair(
                .rsa(bits: 2048), tag: (renamed ?? key).attributes.id, label: (renamed ?? key).label, usage: .sign,
                options: KeyOptions(existing: .replace))
            try check(store.privateKey(tag: new.attributes.id) == new, "tag")
            try checkSigning(new)
            return new
        }
        step("delete") { try store.delete(replaced ?? renamed ?? key) }
    }

    private func checkSigning(_ key: PrivateKey) throws {
        let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
        try check(OpenSSLPublicKey(key.publicKey).verifiesMessage(signature, of: message, .sha256, []), "signature")
    }

    private func sign(with key: PrivateKey) {
        for hash in HashFunction.all {
            for (name, algorithm) in [
                ("pkcs1", SignatureAlgorithm.rsaPKCS1(hash)), ("pss", .rsaPSS(hash)),
                ("pss without salt", .rsaPSS(hash, saltLength: 0)),
            ] {
                step("sign \(name) \(hash)") {
                    let signature = try key.signature(for: message, using: algorithm)
                    try check(key.publicKey.isValidSignature(signature, for: message, using: algorithm), "message")
                    let digest = try OpenSSL.digest(message, hash)
                    let ofDigest = try key.signature(forDigest: digest, using: algorithm)
                    try check(key.publicKey.isValidSignature(ofDigest, for: message, using: algorithm), "digest")
                }
            }
        }
        for (name, algorithm) in [("pkcs1 raw", SignatureAlgorithm.rsaPKCS1Raw), ("raw", .rsaRaw)] {
            step("sign \(name)") {
                let signature = try key.signature(for: message, using: algorithm)
                try check(key.publicKey.isValidSignature(signature, for: message, using: algorithm), "signature")
            }
        }
        step("sign for openssl") { try checkSigning(key) }
    }

    private func decrypt(with key: PrivateKey) {
        var algorithms: [(String, EncryptionAlgorithm)] = [("pkcs1", .rsaPKCS1)]
        for hash in HashFunction.all {
            algorithms += [
                ("oaep \(hash)", .rsaOAEP(hash)), ("oaep \(hash) with a label", .rsaOAEP(hash, label: Data("l".utf8))),
                ("oaep aes-gcm \(hash)", .rsaOAEPAESGCM(hash)),
            ]
        }
        for (name, algorithm) in algorithms {
            step("decrypt \(name)") {
                let ciphertext = try key.publicKey.encrypt(message, using: algorithm)
                try check(key.decrypt(ciphertext, using: algorithm) == message, "message")
            }
        }
        step("decrypt raw") {
            let ciphertext = try key.publicKey.encrypt(message, using: .rsaRaw)
            try check(key.decrypt(ciphertext, using: .rsaRaw).suffix(message.count) == message, "message")
        }
    }

    private func imports() {
        step("import a private key") {
            let openssl = try OpenSSLKey.shared.get()
            let key = try store.importPrivateKey(
                SecureBytes(copying: openssl.privatePEM), tag: Data([0xA3]), label: "imported", usage: .sign)
            defer { try? store.delete(key) }
            let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
            try check(signature == openssl.signMessage(message, .sha256, []), "signature")
            try check(key.attributes.isSensitive == true && key.attributes.isExtractable == false, "protection")
        }
        step("import a public key") {
            let openssl = try OpenSSLKey.shared.get()
            let key = try store.importPublicKey(
                PublicKey(representation: openssl.publicPEM), tag: Data([0xA4]), label: "public", usage: .verify)
            defer { try? store.delete(key) }
            try check(store.publicKey(tag: Data([0xA4])) == key, "found")
        }
    }

    private func halves() {
        let options = KeyOptions(existing: .refuseIdentical, includesPublicHalf: false)
        step("a private half alone") {
            let key = try store.importPrivateKey(
                SecureBytes(copying: OpenSSLKey.shared.get().privatePEM), tag: Data([0xA5]), label: "alone",
                usage: .sign, options: options)
            defer { try? store.delete(key, includingPublicHalf: true) }
            try check(store.publicKeys(matching: KeyQuery(tag: Data([0xA5]))).isEmpty, "public half")
            try checkSigning(key)
            for tag in [Data([0xA5]), nil] {
                do {
                    let twin = try store.importPrivateKey(
                        SecureBytes(copying: OpenSSLKey.shared.get().privatePEM), tag: tag, usage: .sign,
                        options: options)
                    try store.delete(twin, includingPublicHalf: false)
                    try check(tag == nil, "twice")
                } catch let error as KeyStoreError where error.code == .keyExists {
                    try check(tag != nil, "refused")
                }
            }
            let changed = try store.change(key, to: KeyChanges(tag: Data([0xA6]), label: "changed", usage: .decrypt))
            defer { try? store.delete(changed, includingPublicHalf: true) }
            try check(changed.label == "changed" && changed.attributes.usage == .decrypt, "\(changed.attributes)")
            let message = try changed.publicKey.encrypt(message, using: .rsaPKCS1)
            try check(changed.decrypt(message, using: .rsaPKCS1) == self.message, "decryption")
        }
        step("a generated private half alone") {
            let key = try store.generateKeyPair(.rsa(bits: 2048), label: "alone", usage: .sign, options: options)
            defer { try? store.delete(key) }
            try check(store.publicKeys(matching: KeyQuery(label: "alone")).isEmpty, "public half")
            try checkSigning(key)
        }
    }

    private func sessionKeys() {
        let options = KeyOptions(isPermanent: false)
        step("a session key") {
            let keys = [
                try store.generateKeyPair(.rsa(bits: 2048), label: "session", usage: .sign, options: options),
                try store.importPrivateKey(
                    SecureBytes(copying: OpenSSLKey.shared.get().privatePEM), label: "session", usage: .sign,
                    options: options),
            ]
            for key in keys {
                try check(store.keys(matching: KeyQuery(label: "session")).isEmpty, "found")
                try checkSigning(key)
                do {
                    let copy = try store.storeCopy(of: key, tag: Data([0xA7]), label: "stored")
                    defer { try? store.delete(copy) }
                    try checkSigning(copy)
                    try check(copy.attributes.isTokenObject == true, "CKA_TOKEN")
                } catch let error as KeyStoreError where [.tokenDisobeyed, .notPermitted].contains(error.code) {
                    // NSS forgets how a copy is protected.
                }
                try check(store.keys(matching: KeyQuery(label: "stored")).isEmpty, "left")
                try store.delete(key)
            }
        }
    }

    private func check(_ isRight: @autoclosure () throws -> Bool, _ what: @autoclosure () -> String) throws {
        guard try isRight() else { throw Wrong(description: "wrong: \(what())") }
    }

    @discardableResult
    private func step<R>(_ name: String, _ body: () throws -> R) -> R? {
        do { return try body() } catch {
            failures[name] = "\(error)"
            return nil
        }
    }
}
