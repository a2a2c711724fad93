import Foundation
import TestSupport
import Testing
import TokenKeyStore

extension `RSA on a token` {
    /// The format: k bytes of OAEP of an AES key (16 bytes, from 4,096 bits on 32), the ciphertext, 16 bytes of tag; an IV of
    /// 16 zeros, and the PKCS#1 DER of the public key as additional data.
    @Suite struct `RSA-OAEP with AES-GCM` {
        private let iv = Data(count: 16)

        private func aesKeyLength(_ bits: Int) -> Int { bits < 4096 ? 16 : 32 }

        private func pkcs1DER(_ key: OpenSSLPublicKey) throws -> Data {
            try OpenSSL.run(["rsa", "-pubin", "-RSAPublicKey_out", "-outform", "DER"], input: key.pem)
        }

        /// Encrypts as another program would that knows the format only.
        private func seal(_ message: Data, to key: OpenSSLPublicKey, _ hash: HashFunction, aesKey: Data) throws -> Data
        {
            let gcm = try ReferenceAESGCM(key: aesKey)
            let ciphertext = try gcm.xorKeyStream(message, iv: iv)
            let tag = try gcm.tag(ciphertext: ciphertext, additionalData: pkcs1DER(key), iv: iv)
            return try key.encrypt(aesKey, EncryptionCase.oaep(hash).options) + ciphertext + tag
        }

        /// Made with Python's `cryptography`: a key and an IV of zeros.
        @Test(arguments: [
            (16, "", "", "e823b7f1a1d3f1a0462ebdb2cae3b350"),
            (
                16, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20", "00010203040506",
                "a3b329874daaa9bbdec99527f690ecb1839e99ac374d75c7d61b9e3c3ee04e2ba943d77176ef208bfc8f250c272d4eb324"
            ),
            (
                32, "61747461636b206174206461776e", "000102030405060708090a0b0c0d0e0f10111213",
                "be27b46c537c1eeae8fe59bc5bcda9cbe2b3a5fbf20bc6a4c4f6f9ac5883"
            ),
        ])
        func `the reference is right`(
            keyLength: Int, message: String, additionalData: String, expected: String
        ) throws {
            let gcm = try ReferenceAESGCM(key: Data(count: keyLength))
            let ciphertext = try gcm.xorKeyStream(Data(hexadecimal: message), iv: iv)
            let tag = try gcm.tag(ciphertext: ciphertext, additionalData: Data(hexadecimal: additionalData), iv: iv)
            #expect((ciphertext + tag).hexadecimalDigits == expected)
        }

        @Test(arguments: RSAKeys.sizes, HashFunction.all)
        func `made by openssl, decrypted on the token`(bits: Int, hash: HashFunction) throws {
            let key = try RSAKeys.generated(bits)
            let openssl = try OpenSSLPublicKey(key.publicKey)
            for count in [0, 1, 16, 1000] {
                let message = Data.sample(count)
                let sealed = try seal(message, to: openssl, hash, aesKey: Data.sample(aesKeyLength(bits), seed: bits))
                #expect(try key.decrypt(sealed, using: .rsaOAEPAESGCM(hash)) == message)
            }
        }

        @Test(arguments: RSAKeys.sizes, HashFunction.all)
        func `made here, decrypted by openssl`(bits: Int, hash: HashFunction) throws {
            let imported = try RSAKeys.imported(bits)
            let k = (bits + 7) / 8
            let message = Data.sample(333)
            let sealed = try imported.key.publicKey.encrypt(message, using: .rsaOAEPAESGCM(hash))
            #expect(sealed.count == k + message.count + 16)
            let aesKey = try imported.openssl.decrypt(sealed.prefix(k), EncryptionCase.oaep(hash).options)
            #expect(aesKey.count == aesKeyLength(bits))
            let gcm = try ReferenceAESGCM(key: aesKey)
            let ciphertext = Data(sealed.dropFirst(k).dropLast(16))
            #expect(try gcm.xorKeyStream(ciphertext, iv: iv) == message)
            let additionalData = try pkcs1DER(OpenSSLPublicKey(pem: imported.openssl.publicPEM))
            #expect(try gcm.tag(ciphertext: ciphertext, additionalData: additionalData, iv: iv) == sealed.suffix(16))
        }

        @Test(arguments: [2048, 4096])
        func `an AES key of the wrong length is as good as a damaged one`(bits: Int) throws {
            let key = try RSAKeys.generated(bits)
            let openssl = try OpenSSLPublicKey(key.publicKey)
            for length in [16, 24, 32] where length != aesKeyLength(bits) {
                let sealed = try seal(Data("secret".utf8), to: openssl, .sha256, aesKey: Data.sample(length))
                expectError(.decryptionFailed) { _ = try key.decrypt(sealed, using: .rsaOAEPAESGCM(.sha256)) }
            }
        }

        @Test(arguments: RSAKeys.sizes)
        func `damage anywhere gives one and the same error`(bits: Int) throws {
            let key = try RSAKeys.generated(bits)
            let k = (bits + 7) / 8
            let good = try key.publicKey.encrypt(Data.sample(100), using: .rsaOAEPAESGCM(.sha256))
            var bad = [0, k / 2, k - 1, k, k + 99, k + 100, k + 115].map { good.flippingBit(of: $0) }
            bad += [good.dropLast(), good + [0], Data(good.prefix(k)) + good.suffix(16)]
            let failures = bad.map { sealed in
                expectError(.decryptionFailed) { _ = try key.decrypt(sealed, using: .rsaOAEPAESGCM(.sha256)) }
            }
            for failure in failures { #expect(failure == failures.first) }
            expectError(.decryptionFailed) { _ = try key.decrypt(good, using: .rsaOAEPAESGCM(.sha1)) }
        }
    }
}
