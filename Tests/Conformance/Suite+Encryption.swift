import Foundation
import TokenKeyStore

extension Suite {
    /// Decrypts in every way what `openssl` encrypted, or where it has no word for it, the host.
    func decrypt() {
        decrypt("pkcs1", .rsaPKCS1, ["rsa_padding_mode:pkcs1"])
        report.check("decrypt.raw") {
            let key = try key()
            let block = Data(count: 256 - message.count) + message
            let ciphertext = try openSSL.encrypt(block, key.publicKey, ["rsa_padding_mode:none"])
            try expect(key.decrypt(ciphertext, using: .rsaRaw) == block, "the block")
        }
        for hash in HashFunction.all {
            let oaep = [
                "rsa_padding_mode:oaep", "rsa_oaep_md:\(hash.shortName)", "rsa_mgf1_md:\(hash.shortName)",
            ]
            decrypt("oaep.\(hash.shortName)", .rsaOAEP(hash), oaep)
            decrypt(
                "oaep-label.\(hash.shortName)", .rsaOAEP(hash, label: Data("label".utf8)),
                oaep + ["rsa_oaep_label:6c6162656c"])
            report.check("decrypt.hybrid.\(hash.shortName)") {
                let key = try key()
                let long = Data(repeating: 0x5A, count: 5000) + message
                let ciphertext = try key.publicKey.encrypt(long, using: .rsaOAEPAESGCM(hash))
                try expect(key.decrypt(ciphertext, using: .rsaOAEPAESGCM(hash)) == long, "the message")
            }
        }
        report.check("damage.oaep") { try refuseDamage(.rsaOAEP(.sha256)) }
        report.check("damage.hybrid") { try refuseDamage(.rsaOAEPAESGCM(.sha256)) }
    }

    private func decrypt(_ name: String, _ algorithm: EncryptionAlgorithm, _ options: [String]) {
        report.check("decrypt.\(name)") {
            let key = try key()
            let ciphertext = try openSSL.encrypt(message, key.publicKey, options)
            try expect(key.decrypt(ciphertext, using: algorithm) == message, "the message")
            let ours = try key.publicKey.encrypt(message, using: algorithm)
            try expect(key.decrypt(ours, using: algorithm) == message, "the message that the host encrypted")
        }
    }

    /// A bit is flipped in the RSA part and, where there is one, in the part after it; the key has to work on afterwards.
    private func refuseDamage(_ algorithm: EncryptionAlgorithm) throws {
        let key = try key()
        let whole = try key.publicKey.encrypt(message, using: algorithm)
        for index in [100, whole.count - 1] {
            var damaged = whole
            damaged[index] ^= 1
            try expect(.decryptionFailed) { _ = try key.decrypt(damaged, using: algorithm) }
        }
        try expect(key.decrypt(whole, using: algorithm) == message, "the undamaged message")
    }
}
