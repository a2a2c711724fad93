import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// An encryption algorithm in our words and in those of `openssl pkeyutl`.
struct EncryptionCase: Sendable, CustomTestStringConvertible {
    let algorithm: EncryptionAlgorithm
    let options: [String]
    /// How many bytes of the modulus the padding takes.
    let overhead: Int
    let testDescription: String

    static let pkcs1 = EncryptionCase(
        algorithm: .rsaPKCS1, options: ["rsa_padding_mode:pkcs1"], overhead: 11, testDescription: "pkcs1")

    static func oaep(_ hash: HashFunction, label: Data = Data()) -> EncryptionCase {
        let name = hash.opensslName
        var options = ["rsa_padding_mode:oaep", "rsa_oaep_md:\(name)", "rsa_mgf1_md:\(name)"]
        if !label.isEmpty { options.append("rsa_oaep_label:\(label.hexadecimalDigits)") }
        return EncryptionCase(
            algorithm: .rsaOAEP(hash, label: label), options: options, overhead: 2 * hash.digestLength + 2,
            testDescription: "oaep \(hash)\(label.isEmpty ? "" : " with a label of \(label.count) bytes")")
    }

    static let padded: [EncryptionCase] =
        [.pkcs1] + HashFunction.all.flatMap { [.oaep($0), .oaep($0, label: Data("label".utf8))] }
        + [.oaep(.sha1, label: Data(count: 1)), .oaep(.sha256, label: Data.sample(1000))]
}

extension `RSA on a token` {
    @Suite struct `Encryption` {
        @Test(arguments: RSAKeys.sizes, EncryptionCase.padded)
        func `made by openssl, decrypted on the token`(bits: Int, encryption: EncryptionCase) throws {
            let key = try RSAKeys.generated(bits)
            let openssl = try OpenSSLPublicKey(key.publicKey)
            let longest = (bits + 7) / 8 - encryption.overhead
            for count in [0, 1, longest] {
                let message = Data.sample(count)
                let ciphertext = try openssl.encrypt(message, encryption.options)
                #expect(try key.decrypt(ciphertext, using: encryption.algorithm) == message)
            }
        }

        @Test(arguments: RSAKeys.sizes, EncryptionCase.padded)
        func `made here, decrypted by openssl and by the token`(bits: Int, encryption: EncryptionCase) throws {
            let imported = try RSAKeys.imported(bits)
            let publicKey = try imported.key.publicKey
            let longest = (bits + 7) / 8 - encryption.overhead
            for count in [0, 1, longest] {
                let message = Data.sample(count)
                let ciphertext = try publicKey.encrypt(message, using: encryption.algorithm)
                #expect(ciphertext.count == (bits + 7) / 8)
                #expect(try imported.openssl.decrypt(ciphertext, encryption.options) == message)
                #expect(try imported.key.decrypt(ciphertext, using: encryption.algorithm) == message)
            }
            let error = expectError(.invalidLength) {
                _ = try publicKey.encrypt(Data(count: longest + 1), using: encryption.algorithm)
            }
            #expect(error?.message.contains("at most \(longest)") == true)
        }

        @Test(arguments: RSAKeys.sizes)
        func `the RSA operation keeps leading zeros`(bits: Int) throws {
            let imported = try RSAKeys.imported(bits)
            let publicKey = try imported.key.publicKey
            let openssl = OpenSSLPublicKey(publicKey)
            let k = (bits + 7) / 8
            for count in [0, 1, 17, k - 1] {
                let message = Data.sample(count, seed: 5)
                let padded = Data(count: k - count) + message
                let ciphertext = try publicKey.encrypt(message, using: .rsaRaw)
                #expect(try ciphertext == openssl.encrypt(padded, ["rsa_padding_mode:none"]))
                #expect(try imported.key.decrypt(ciphertext, using: .rsaRaw) == padded)
            }
            #expect(try imported.key.decrypt(Data(count: k), using: .rsaRaw) == Data(count: k))
            expectError(.invalidLength) { _ = try publicKey.encrypt(Data(count: k + 1), using: .rsaRaw) }
            expectError(.invalidParameter) { _ = try publicKey.encrypt(publicKey.modulus, using: .rsaRaw) }
        }

        @Test func `the async twin decrypts the same`() async throws {
            let key = try RSAKeys.generated(2048)
            let ciphertext = try OpenSSLPublicKey(key.publicKey)
                .encrypt(Data("secret".utf8), EncryptionCase.oaep(.sha256).options)
            let message = try await key.decrypt(ciphertext, using: .rsaOAEP(.sha256))
            #expect(message == Data("secret".utf8))
        }
    }

    @Suite struct `Ciphertexts that are not valid` {
        /// SHA-1 without a label is unpadded by SoftHSM, the rest on the host.
        static let cases: [EncryptionCase] = [
            .oaep(.sha1), .oaep(.sha1, label: Data("label".utf8)), .oaep(.sha256), .oaep(.sha512),
        ]

        private func failure(_ key: PrivateKey, _ ciphertext: Data, _ algorithm: EncryptionAlgorithm) -> KeyStoreError?
        {
            expectError(.decryptionFailed) { _ = try key.decrypt(ciphertext, using: algorithm) }
        }

        @Test(arguments: RSAKeys.sizes, cases)
        func `every reason gives one and the same error`(bits: Int, encryption: EncryptionCase) throws {
            let key = try RSAKeys.generated(bits)
            let publicKey = try key.publicKey
            let openssl = OpenSSLPublicKey(publicKey)
            let k = (bits + 7) / 8
            let good = try openssl.encrypt(Data("secret".utf8), encryption.options)
            var bad: [Data] = [0, k / 2, k - 1].map { good.flippingBit(of: $0) }
            bad += [Data(count: k), Data(repeating: 0xFF, count: k), publicKey.modulus]
            bad.append(try openssl.encrypt(Data("secret".utf8), EncryptionCase.oaep(.sha224).options))
            bad.append(
                try openssl.encrypt(Data("secret".utf8), EncryptionCase.oaep(.sha1, label: Data("Label".utf8)).options))
            bad.append(try openssl.encrypt(Data("secret".utf8), EncryptionCase.pkcs1.options))
            bad.append(
                try OpenSSLPublicKey(RSAKeys.imported(bits).key.publicKey)
                    .encrypt(Data("secret".utf8), encryption.options))
            // The block begins with another byte than 0, as in Manger's attack.
            bad.append(try openssl.encrypt(Data([1]) + Data.sample(k - 1), ["rsa_padding_mode:none"]))

            let failures = bad.map { failure(key, $0, encryption.algorithm) }
            #expect(failures.count == bad.count)
            for failure in failures { #expect(failure == failures.first) }
            #expect(failures.first??.underlying == nil)
            // The session pool is none the worse for it.
            #expect(try key.decrypt(good, using: encryption.algorithm) == Data("secret".utf8))
        }

        /// Newer versions of libcrypto, which SoftHSM uses, answer with made-up bytes instead of an error.
        @Test(arguments: RSAKeys.sizes)
        func `PKCS#1 padding gives the one error, or anything but the message`(bits: Int) throws {
            let key = try RSAKeys.generated(bits)
            let openssl = try OpenSSLPublicKey(key.publicKey)
            let message = Data.sample(40)
            let good = try openssl.encrypt(message, EncryptionCase.pkcs1.options)
            for index in [0, 100, good.count - 1] {
                do {
                    #expect(try key.decrypt(good.flippingBit(of: index), using: .rsaPKCS1) != message)
                } catch {
                    let expected = failure(
                        key, Data(repeating: 0xFF, count: good.count), .rsaOAEP(.sha256))
                    #expect(error as? KeyStoreError == expected)
                }
            }
            #expect(try key.decrypt(good, using: .rsaPKCS1) == message)
        }

        @Test(arguments: RSAKeys.sizes)
        func `a wrong length is refused with the right one`(bits: Int) throws {
            let key = try RSAKeys.generated(bits)
            let k = (bits + 7) / 8
            for algorithm in [EncryptionAlgorithm.rsaPKCS1, .rsaOAEP(.sha1), .rsaOAEP(.sha256), .rsaRaw] {
                for count in [0, 1, k - 1, k + 1, 2 * k] {
                    let error = expectError(.invalidLength) {
                        _ = try key.decrypt(Data(count: count), using: algorithm)
                    }
                    #expect(error?.message.contains("\(count) bytes") == true)
                    #expect(error?.message.contains("\(k)") == true)
                }
            }
            let shortest = k + 16
            for count in [0, k, shortest - 1] {
                let error = expectError(.invalidLength) {
                    _ = try key.decrypt(Data(count: count), using: .rsaOAEPAESGCM(.sha256))
                }
                #expect(error?.message.contains("\(shortest)") == true)
            }
        }
    }
}
