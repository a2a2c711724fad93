import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite(.sharedSecKeys) struct `Encryption of SecKey` {
    private func encrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) throws -> Data {
        try value { SecKeyCreateEncryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    private func decrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) throws -> Data {
        try value { SecKeyCreateDecryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    @Test(arguments: SecKeyFixture.sizes, RSAEncryptionCase.padded)
    func `60, 61, 64: up to the exact limit, with openssl in both directions`(
        bits: Int, test: RSAEncryptionCase
    ) throws {
        let pair = try SecKeyFixture.pair(bits)
        let k = pair.byteCount
        guard k >= test.overhead else {
            // 61
            expectFailure(errSecParam) {
                SecKeyCreateEncryptedData(pair.publicKey, test.algorithm, Data() as CFData, $0)
            }
            let block = Data(count: k) as CFData
            expectFailure(errSecParam) { SecKeyCreateDecryptedData(pair.privateKey, test.algorithm, block, $0) }
            return
        }
        for count in [0, 1, k - test.overhead] {
            let message = Data.pattern(count)
            let ours = try encrypt(pair.publicKey, test.algorithm, message)
            #expect(ours.count == k)
            #expect(try pair.openssl.decrypt(ours, test.options) == message)
            #expect(try decrypt(pair.privateKey, test.algorithm, ours) == message)
            let theirs = try pair.openssl.encrypt(message, test.options)
            #expect(try decrypt(pair.privateKey, test.algorithm, theirs) == message)
        }
        let long = Data(count: k - test.overhead + 1) as CFData
        expectFailure(errSecParam) { SecKeyCreateEncryptedData(pair.publicKey, test.algorithm, long, $0) }
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `60, 64: the operation itself keeps leading zeros`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let k = pair.byteCount
        for message in [Data(), Data([1]), Data.pattern(k - 1), Data(count: k)] {
            let block = Data(count: k - message.count) + message
            let ciphertext = try encrypt(pair.publicKey, .rsaEncryptionRaw, message)
            #expect(try pair.openssl.encrypt(block, ["rsa_padding_mode:none"]) == ciphertext)
            #expect(try decrypt(pair.privateKey, .rsaEncryptionRaw, ciphertext) == block)
        }
        for bad in [Data(count: k + 1), Data(repeating: 0xFF, count: k)] {
            expectFailure(errSecParam) {
                SecKeyCreateEncryptedData(pair.publicKey, .rsaEncryptionRaw, bad as CFData, $0)
            }
        }
    }

    @Test(arguments: RSAEncryptionCase.padded)
    func `a key that the token made decrypts what openssl encrypted`(test: RSAEncryptionCase) throws {
        let pair = try SecKeyFixture.generated
        let spki = try OpenSSLPair.run(
            ["rsa", "-RSAPublicKey_in", "-inform", "DER", "-pubout", "-outform", "DER"],
            input: pair.publicKey.externalData)
        let message = Data("secret".utf8)
        let ciphertext = try OpenSSLPair.encrypt(message, to: spki, test.options)
        #expect(try decrypt(pair.privateKey, test.algorithm, ciphertext) == message)
    }

    @Test(arguments: RSAEncryptionCase.oaep)
    func `every reason why a decryption fails is one and the same`(test: RSAEncryptionCase) throws {
        let pair = try SecKeyFixture.pair(2048)
        let good = try encrypt(pair.publicKey, test.algorithm, Data("secret".utf8))
        var bad = [0, 128, 255].map { good.withFlippedBit(at: $0) }
        bad += [Data(count: 256), Data(repeating: 0xFF, count: 256)]
        bad.append(try pair.openssl.encrypt(Data("secret".utf8), RSAEncryptionCase.pkcs1.options))
        bad.append(try pair.openssl.encrypt(Data([1]) + Data.pattern(255), ["rsa_padding_mode:none"]))
        let texts = bad.map { ciphertext in
            expectFailure(errSecParam) {
                SecKeyCreateDecryptedData(pair.privateKey, test.algorithm, ciphertext as CFData, $0)
            }?.localizedDescription
        }
        #expect(Set(texts).count == 1)
        for count in [0, 1, 255, 257, 512] {
            expectFailure(errSecParam) {
                SecKeyCreateDecryptedData(pair.privateKey, test.algorithm, Data(count: count) as CFData, $0)
            }
        }
        #expect(try decrypt(pair.privateKey, test.algorithm, good) == Data("secret".utf8))
    }

    @Test(
        arguments: RSAEncryptionCase.padded.map(\.algorithm) + RSAEncryptionCase.withAESGCM + [.rsaEncryptionRaw])
    func `18: a private key does not encrypt and a public one does not decrypt`(algorithm: SecKeyAlgorithm) throws {
        let pair = try SecKeyFixture.generated
        let data = Data("data".utf8) as CFData
        expectFailure(errSecParam) { SecKeyCreateEncryptedData(pair.privateKey, algorithm, data, $0) }
        let ciphertext = try encrypt(pair.publicKey, algorithm, data as Data) as CFData
        expectFailure(errSecParam) { SecKeyCreateDecryptedData(pair.publicKey, algorithm, ciphertext, $0) }
    }

    @Test func `algorithms of other keys, and what is none, are refused`() throws {
        let pair = try SecKeyFixture.generated
        let others: [SecKeyAlgorithm] = [
            .eciesEncryptionStandardX963SHA256AESGCM, .rsaSignatureRaw, .rsaSignatureMessagePSSSHA256,
            SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:MD5"), SecKeyAlgorithm(rawValue: ""),
        ]
        for algorithm in others {
            let data = Data(count: 256) as CFData
            expectFailure(errSecParam) { SecKeyCreateEncryptedData(pair.publicKey, algorithm, data, $0) }
            expectFailure(errSecParam) { SecKeyCreateDecryptedData(pair.privateKey, algorithm, data, $0) }
        }
    }

    @Test func `an RSA key exchanges nothing`() throws {
        let pair = try SecKeyFixture.generated
        let algorithms: [SecKeyAlgorithm] = [
            .ecdhKeyExchangeStandard, .ecdhKeyExchangeCofactorX963SHA256, .rsaEncryptionPKCS1,
            SecKeyAlgorithm(rawValue: ""),
        ]
        let parameters = [SecKeyKeyExchangeParameter.requestedSize.rawValue as String: 32] as CFDictionary
        for algorithm in algorithms {
            for (key, peer) in [(pair.privateKey, pair.publicKey), (pair.publicKey, pair.privateKey)] {
                expectFailure(errSecParam) { SecKeyCopyKeyExchangeResult(key, algorithm, peer, parameters, $0) }
            }
        }
    }
}

@Suite(.sharedSecKeys) struct `RSA with AES-GCM` {
    private let iv = Data(count: 16)

    private func encrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) throws -> Data {
        try value { SecKeyCreateEncryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    private func decrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) throws -> Data {
        try value { SecKeyCreateDecryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    @Test(arguments: [1023, 2048, 4096], Array(zip(HashCase.all.map(\.name), RSAEncryptionCase.withAESGCM)))
    func `69: what another program made is decrypted`(bits: Int, test: (hash: String, algorithm: SecKeyAlgorithm))
        throws
    {
        let vectors = [
            1023: IndependentVectors.sealed1023, 2048: IndependentVectors.sealed2048,
            4096: IndependentVectors.sealed4096,
        ]
        let pair = try SecKeyFixture.pair(bits)
        guard let sealed = vectors[bits]?[test.hash] else {
            #expect(bits == 1023 && test.hash == "SHA512")
            let data = Data(count: 200) as CFData
            expectFailure(errSecParam) { SecKeyCreateEncryptedData(pair.publicKey, test.algorithm, data, $0) }
            expectFailure(errSecParam) { SecKeyCreateDecryptedData(pair.privateKey, test.algorithm, data, $0) }
            return
        }
        #expect(try decrypt(pair.privateKey, test.algorithm, sealed) == IndependentVectors.message)
        try expectFailure(errSecParam) {
            SecKeyCreateDecryptedData(try SecKeyFixture.pair(1024).privateKey, test.algorithm, sealed as CFData, $0)
        }
    }

    @Test(arguments: [1024, 2048, 4096], Array(zip(RSAEncryptionCase.oaep, RSAEncryptionCase.withAESGCM)))
    func `69: what is made here has the format that was described`(
        bits: Int, test: (oaep: RSAEncryptionCase, algorithm: SecKeyAlgorithm)
    ) throws {
        let pair = try SecKeyFixture.pair(bits)
        let k = pair.byteCount
        guard k >= test.oaep.overhead + 16 else { return }
        for count in [0, 1, 16, 333] {
            let message = Data.pattern(count)
            let sealed = try encrypt(pair.publicKey, test.algorithm, message)
            #expect(sealed.count == k + count + 16)
            let key = try pair.openssl.decrypt(sealed.prefix(k), test.oaep.options)
            #expect(key.count == (bits < 4096 ? 16 : 32))
            let gcm = try ReferenceAESGCM(key: key)
            let ciphertext = Data(sealed.dropFirst(k).dropLast(16))
            #expect(try gcm.xorKeyStream(ciphertext, iv: iv) == message)
            let tag = try gcm.tag(ciphertext: ciphertext, additionalData: pair.openssl.publicPKCS1DER, iv: iv)
            #expect(tag == sealed.suffix(16))
            #expect(try decrypt(pair.privateKey, test.algorithm, sealed) == message)
        }
    }

    @Test(arguments: RSAEncryptionCase.withAESGCM)
    func `70, 74: a change anywhere makes decryption fail`(algorithm: SecKeyAlgorithm) throws {
        let pair = try SecKeyFixture.generated
        let good = try encrypt(pair.publicKey, algorithm, Data.pattern(100))
        // The wrapped key, the ciphertext, the tag.
        var bad = [0, 128, 255, 256, 300, 355, 356, 371].map { good.withFlippedBit(at: $0) }
        bad += [good.dropLast(), good.dropLast(16), good + [0], Data(good.prefix(256)) + good.suffix(16)]
        bad += [Data(), Data(good.prefix(256)), Data(good.prefix(271)), Data(count: 272)]
        for sealed in bad {
            expectFailure(errSecParam) {
                SecKeyCreateDecryptedData(pair.privateKey, algorithm, sealed as CFData, $0)
            }
        }
        for other in RSAEncryptionCase.withAESGCM where other != algorithm {
            expectFailure(errSecParam) { SecKeyCreateDecryptedData(pair.privateKey, other, good as CFData, $0) }
        }
        #expect(try decrypt(pair.privateKey, algorithm, good) == Data.pattern(100))
    }

    @Test func `69: a private key only decrypts, a public one only encrypts`() throws {
        let pair = try SecKeyFixture.generated
        for algorithm in RSAEncryptionCase.withAESGCM {
            #expect(SecKeyIsAlgorithmSupported(pair.publicKey, .encrypt, algorithm))
            #expect(SecKeyIsAlgorithmSupported(pair.privateKey, .decrypt, algorithm))
            #expect(!SecKeyIsAlgorithmSupported(pair.publicKey, .decrypt, algorithm))
            #expect(!SecKeyIsAlgorithmSupported(pair.privateKey, .encrypt, algorithm))
        }
    }
}
