import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

@Suite struct RSAEncryptionTests {
    static let sizes = [1024, 2041, 2047, 2048, 3072]

    @Test(arguments: sizes)
    func `openssl decrypts PKCS#1 v1.5 up to the exact limit`(bits: Int) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let limit = pair.publicKey.byteCount - 11
        #expect(pair.publicKey.maximumMessageLength(of: .rsaPKCS1) == limit)
        for count in [0, 1, limit] {
            let message = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            let ciphertext = try pair.publicKey.encrypt(message, using: .rsaPKCS1)
            #expect(ciphertext.count == pair.publicKey.byteCount)
            #expect(try pair.decrypt(ciphertext, []) == message)
        }
        let error = expectError(.invalidLength) {
            try pair.publicKey.encrypt(Data(count: limit + 1), using: .rsaPKCS1)
        }
        #expect(error?.message.contains("at most \(limit)") == true)
    }

    @Test(arguments: sizes, HashFunction.all)
    func `openssl decrypts OAEP up to the exact limit`(bits: Int, hash: HashFunction) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let limit = pair.publicKey.byteCount - 2 * hash.digestLength - 2
        let name = hash.opensslName
        let options = ["rsa_padding_mode:oaep", "rsa_oaep_md:\(name)", "rsa_mgf1_md:\(name)"]
        guard limit >= 0 else {
            #expect(pair.publicKey.maximumMessageLength(of: .rsaOAEP(hash)) == nil)
            expectError(.invalidParameter) { try pair.publicKey.encrypt(Data(), using: .rsaOAEP(hash)) }
            return
        }
        #expect(pair.publicKey.maximumMessageLength(of: .rsaOAEP(hash)) == limit)
        for count in Set([0, min(1, limit), limit]) {
            let message = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            let plain = try pair.publicKey.encrypt(message, using: .rsaOAEP(hash))
            #expect(plain.count == pair.publicKey.byteCount)
            #expect(try pair.decrypt(plain, options) == message)
            let label = Data("label".utf8)
            let labelled = try pair.publicKey.encrypt(message, using: .rsaOAEP(hash, label: label))
            #expect(try pair.decrypt(labelled, options + ["rsa_oaep_label:\(label.hex)"]) == message)
        }
        let error = expectError(.invalidLength) {
            try pair.publicKey.encrypt(Data(count: limit + 1), using: .rsaOAEP(hash))
        }
        #expect(error?.message.contains("at most \(limit)") == true)
    }

    @Test(arguments: sizes)
    func `raw encryption is the public operation on a padded number`(bits: Int) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let key = pair.publicKey
        let k = key.byteCount
        for message in [Data(), Data([5]), Data(count: k), Data([0]) + Data(repeating: 0xFF, count: k - 1), less(key)] {
            let ciphertext = try key.encrypt(message, using: .rsaRaw)
            #expect(ciphertext.count == k)
            let padded = Data(count: k - message.count) + message
            #expect(try pair.decrypt(ciphertext, ["rsa_padding_mode:none"]) == padded)
        }
        expectError(.invalidLength) { try key.encrypt(Data(count: k + 1), using: .rsaRaw) }
        expectError(.invalidParameter) { try key.encrypt(key.modulus, using: .rsaRaw) }
        expectError(.invalidParameter) { try key.encrypt(Data(repeating: 0xFF, count: k), using: .rsaRaw) }
    }

    @Test func `data in pieces are encrypted as data in one`() throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 2048)
        let slice = Data("xxmessagexx".utf8)[2..<9]
        #expect(try pair.decrypt(pair.publicKey.encrypt(slice, using: .rsaPKCS1), []) == Data("message".utf8))
        #expect(try pair.decrypt(pair.publicKey.encrypt(Array(slice), using: .rsaPKCS1), []) == Data("message".utf8))
    }

    /// The modulus less one, the greatest number of all.
    private func less(_ key: RSAPublicKey) -> Data {
        var number = key.modulus
        number[number.count - 1] -= 1
        return number
    }
}

@Suite struct RSAOAEPAESGCMTests {
    @Test(arguments: RSAOAEPAESGCMVector.all)
    func `known ciphertexts open`(vector: RSAOAEPAESGCMVector) throws {
        let key = try RSAPublicKey(derRepresentation: Data(hex: vector.publicKey))
        #expect(key.sizeInBits == vector.bits)
        let ciphertext = Data(hex: vector.ciphertext)
        let message = try RSAOAEPAESGCM.open(ciphertext, publicKey: key) { header in
            #expect(header == ciphertext.prefix(key.byteCount))
            return Data(hex: vector.sessionKey)
        }
        #expect(message == Data(hex: vector.message))

        for position in key.byteCount..<ciphertext.count {
            var changed = ciphertext
            changed[position] ^= 1
            expectError(.decryptionFailed) { try open(changed, key, vector) }
        }
        for count in (key.byteCount + 16)..<ciphertext.count {
            expectError(.decryptionFailed) { try open(ciphertext.prefix(count), key, vector) }
        }
        for count in [0, 1, key.byteCount, key.byteCount + 15] {
            expectError(.invalidLength) { try open(ciphertext.prefix(count), key, vector) }
        }
        expectError(.decryptionFailed) { try open(ciphertext + [0], key, vector) }
        for wrong in [Data(), Data(hex: vector.sessionKey).dropLast(), Data(hex: vector.sessionKey) + [0]] {
            expectError(.decryptionFailed) { try RSAOAEPAESGCM.open(ciphertext, publicKey: key) { _ in wrong } }
        }
        // The public key is authenticated.
        let other = try RSAPublicKey(modulus: key.modulus, publicExponent: [3])
        expectError(.decryptionFailed) { try open(ciphertext, other, vector) }
    }

    private func open(_ ciphertext: Data, _ key: RSAPublicKey, _ vector: RSAOAEPAESGCMVector) throws -> Data {
        try RSAOAEPAESGCM.open(ciphertext, publicKey: key) { _ in Data(hex: vector.sessionKey) }
    }

    @Test(arguments: [(2048, 16), (4095, 16), (4096, 32)], HashFunction.all)
    func `what is sealed has a session key that openssl finds`(size: (bits: Int, keyLength: Int), hash: HashFunction)
        throws
    {
        let pair = try OpenSSLKeyPair.rsa(bits: size.bits)
        let name = hash.opensslName
        for message in [Data(), Data("message".utf8), Data(repeating: 3, count: 100_000)] {
            let sealed = try pair.publicKey.encrypt(message, using: .rsaOAEPAESGCM(hash))
            #expect(sealed.count == pair.publicKey.byteCount + message.count + 16)
            let opened = try RSAOAEPAESGCM.open(sealed, publicKey: pair.publicKey) { header in
                let key = try pair.decrypt(
                    header, ["rsa_padding_mode:oaep", "rsa_oaep_md:\(name)", "rsa_mgf1_md:\(name)"])
                #expect(key.count == size.keyLength)
                return key
            }
            #expect(opened == message)
        }
    }

    @Test func `a key is fresh for each message, and too small a key is refused`() throws {
        let key = try OpenSSLKeyPair.rsa(bits: 1024).publicKey
        let one = try key.encrypt(Data(count: 32), using: .rsaOAEPAESGCM(.sha256))
        let two = try key.encrypt(Data(count: 32), using: .rsaOAEPAESGCM(.sha256))
        #expect(one.dropFirst(key.byteCount) != two.dropFirst(key.byteCount))
        expectError(.invalidParameter) { try key.encrypt(Data(), using: .rsaOAEPAESGCM(.sha512)) }
    }
}
