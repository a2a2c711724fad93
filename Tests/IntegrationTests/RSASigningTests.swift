import Dispatch
import Foundation
import TestSupport
import Testing
import TokenKeyStore

extension `RSA on a token` {
    @Suite struct `Signatures over messages and digests` {
        private let message = Data("the quick brown fox\n".utf8)

        @Test(arguments: RSAKeys.sizes, SignatureCase.all)
        func `made on the token, taken by openssl`(bits: Int, signature: SignatureCase) throws {
            let key = try RSAKeys.generated(bits)
            let openssl = try OpenSSLPublicKey(key.publicKey)
            let algorithm = signature.algorithm(bits: bits)
            let ofMessage = try key.signature(for: message, using: algorithm)
            #expect(ofMessage.count == (bits + 7) / 8)
            #expect(
                try openssl.verifiesMessage(ofMessage, of: message, signature.hash, signature.messageOptions))

            let digest = try OpenSSL.digest(message, signature.hash)
            let ofDigest = try key.signature(forDigest: digest, using: algorithm)
            #expect(ofDigest.count == (bits + 7) / 8)
            #expect(try openssl.verifies(ofDigest, of: digest, signature.digestOptions))
            #expect(try key.publicKey.isValidSignature(ofDigest, for: message, using: algorithm))
        }

        @Test(arguments: RSAKeys.sizes, SignatureCase.all)
        func `made by openssl, taken here`(bits: Int, signature: SignatureCase) throws {
            let imported = try RSAKeys.imported(bits)
            let publicKey = try imported.key.publicKey
            let algorithm = signature.algorithm(bits: bits)
            let ofMessage = try imported.openssl.signMessage(message, signature.hash, signature.messageOptions)
            #expect(try publicKey.isValidSignature(ofMessage, for: message, using: algorithm))
            #expect(try !publicKey.isValidSignature(ofMessage, for: message + [0], using: algorithm))
            #expect(
                try !publicKey.isValidSignature(ofMessage.flippingBit(of: bits / 16), for: message, using: algorithm))

            let digest = try OpenSSL.digest(message, signature.hash)
            let ofDigest = try imported.openssl.sign(digest, signature.digestOptions)
            #expect(try publicKey.isValidSignature(ofDigest, forDigest: digest, using: algorithm))
            #expect(
                try !publicKey.isValidSignature(ofDigest, forDigest: digest.flippingBit(of: 0), using: algorithm))
        }

        @Test(arguments: RSAKeys.sizes, HashFunction.all)
        func `PKCS#1 signatures are the same bytes as those of openssl`(bits: Int, hash: HashFunction) throws {
            let imported = try RSAKeys.imported(bits)
            let expected = try imported.openssl.signMessage(message, hash, [])
            #expect(try imported.key.signature(for: message, using: .rsaPKCS1(hash)) == expected)
            let digest = try OpenSSL.digest(message, hash)
            #expect(try imported.key.signature(forDigest: digest, using: .rsaPKCS1(hash)) == expected)
        }

        /// Up to 64 KiB the token gets the message, above that its digest.
        @Test(arguments: [0, 1, 64 << 10, (64 << 10) + 1, 3_000_000])
        func `messages of any length`(count: Int) throws {
            let key = try RSAKeys.generated(2048)
            let openssl = try OpenSSLPublicKey(key.publicKey)
            let message = Data.sample(count)
            let pkcs1 = try key.signature(for: message, using: .rsaPKCS1(.sha256))
            #expect(try openssl.verifiesMessage(pkcs1, of: message, .sha256, []))
            let pss = try key.signature(for: message, using: .rsaPSS(.sha512))
            #expect(
                try openssl.verifiesMessage(
                    pss, of: message, .sha512, ["rsa_padding_mode:pss", "rsa_pss_saltlen:64"]))
        }

        @Test func `a message in any kind of bytes gives the same signature`() throws {
            let key = try RSAKeys.generated(2048)
            let bytes = [UInt8](Data.sample(1000))
            let expected = try key.signature(for: Data(bytes), using: .rsaPKCS1(.sha256))
            #expect(try key.signature(for: bytes, using: .rsaPKCS1(.sha256)) == expected)
            #expect(try key.signature(for: (Data([9]) + bytes).dropFirst(), using: .rsaPKCS1(.sha256)) == expected)

            var pieces = DispatchData.empty
            for piece in [bytes[..<10], bytes[10..<500], bytes[500...]] {
                piece.withUnsafeBytes { pieces.append($0) }
            }
            #expect(pieces.regions.count == 3)
            #expect(try key.signature(for: pieces, using: .rsaPKCS1(.sha256)) == expected)
        }

        @Test func `the async twins give the same`() async throws {
            let key = try RSAKeys.generated(2048)
            let digest = try OpenSSL.digest(message, .sha256)
            let twin = try await key.signature(for: message, using: .rsaPKCS1(.sha256))
            let twinOfDigest = try await key.signature(forDigest: digest, using: .rsaPKCS1(.sha256))
            #expect(try OpenSSLPublicKey(key.publicKey).verifiesMessage(twin, of: message, .sha256, []))
            #expect(twinOfDigest == twin)
        }
    }

    @Suite struct `Signature limits` {
        @Test(arguments: RSAKeys.sizes, HashFunction.all)
        func `a salt one byte too long is refused before the token is asked`(bits: Int, hash: HashFunction) throws {
            let key = try RSAKeys.generated(bits)
            let longest = SignatureCase(hash: hash, scheme: .pssLongestSalt).longestSalt(bits: bits)
            for salt in [longest + 1, Int.max, -1, Int.min] {
                let algorithm = SignatureAlgorithm.rsaPSS(hash, saltLength: salt)
                let error = expectError(.invalidParameter) { _ = try key.signature(for: Data(), using: algorithm) }
                #expect(error?.message.contains("\(salt) bytes") == true)
                expectError(.invalidParameter) {
                    _ = try key.publicKey.isValidSignature(Data(), for: Data(), using: algorithm)
                }
            }
        }

        @Test(arguments: RSAKeys.sizes)
        func `another salt length than was signed with is not valid`(bits: Int) throws {
            let key = try RSAKeys.generated(bits)
            let signature = try key.signature(for: Data("a".utf8), using: .rsaPSS(.sha256))
            for salt in [0, 31, 33] {
                let other = SignatureAlgorithm.rsaPSS(.sha256, saltLength: salt)
                #expect(try !key.publicKey.isValidSignature(signature, for: Data("a".utf8), using: other))
            }
        }

        @Test(arguments: HashFunction.all)
        func `a digest of another length is refused with both lengths`(hash: HashFunction) throws {
            let key = try RSAKeys.generated(2048)
            for count in [0, hash.digestLength - 1, hash.digestLength + 1] {
                for algorithm in [SignatureAlgorithm.rsaPKCS1(hash), .rsaPSS(hash)] {
                    let error = expectError(.invalidLength) {
                        _ = try key.signature(forDigest: Data(count: count), using: algorithm)
                    }
                    #expect(error?.message.contains("\(count) bytes") == true)
                    #expect(error?.message.contains("\(hash.digestLength)") == true)
                    expectError(.invalidLength) {
                        _ = try key.publicKey.isValidSignature(
                            Data(count: 256), forDigest: Data(count: count), using: algorithm)
                    }
                }
            }
        }

        @Test(arguments: RSAKeys.sizes)
        func `a signature of another length is not valid`(bits: Int) throws {
            let key = try RSAKeys.generated(bits)
            let message = Data("message".utf8)
            for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256), .rsaPKCS1Raw, .rsaRaw] {
                let signature = try key.signature(for: message, using: algorithm)
                #expect(try key.publicKey.isValidSignature(signature, for: message, using: algorithm))
                for wrong in [Data(), signature.dropLast(), signature + [0], [0] + signature, signature + signature] {
                    #expect(try !key.publicKey.isValidSignature(wrong, for: message, using: algorithm))
                }
                for wrong in [Data(count: signature.count), Data(repeating: 0xFF, count: signature.count)] {
                    #expect(try !key.publicKey.isValidSignature(wrong, for: message, using: algorithm))
                }
            }
        }

        @Test func `a signature does not pass for another algorithm, message or key`() throws {
            let key = try RSAKeys.generated(2048)
            let other = try RSAKeys.imported(2048).key
            let message = Data("message".utf8)
            let algorithms: [SignatureAlgorithm] =
                HashFunction.all.flatMap { [.rsaPKCS1($0), .rsaPSS($0)] } + [.rsaPKCS1Raw, .rsaRaw]
            for algorithm in algorithms {
                let signature = try key.signature(for: message, using: algorithm)
                for candidate in algorithms {
                    let isValid = try key.publicKey.isValidSignature(signature, for: message, using: candidate)
                    #expect(isValid == (candidate == algorithm))
                }
                #expect(try !key.publicKey.isValidSignature(signature, for: Data("massage".utf8), using: algorithm))
                #expect(try !other.publicKey.isValidSignature(signature, for: message, using: algorithm))
            }
        }
    }

    @Suite struct `Raw signatures` {
        @Test(arguments: RSAKeys.sizes)
        func `PKCS#1 padding of any bytes up to k - 11`(bits: Int) throws {
            let imported = try RSAKeys.imported(bits)
            let openssl = try OpenSSLPublicKey(imported.key.publicKey)
            let k = (bits + 7) / 8
            for count in [0, 1, 20, k - 12, k - 11] {
                let input = Data.sample(count)
                let signature = try imported.key.signature(for: input, using: .rsaPKCS1Raw)
                let block = Data([0, 1]) + Data(repeating: 0xFF, count: k - 3 - count) + [0] + input
                #expect(try signature == imported.openssl.raisePrivately(block))
                #expect(try openssl.recover(signature, ["rsa_padding_mode:pkcs1"]) == input)
                #expect(try imported.key.publicKey.isValidSignature(signature, for: input, using: .rsaPKCS1Raw))
                // What comes ready made is signed as it is, whichever name it is passed under.
                #expect(try imported.key.signature(forDigest: input, using: .rsaPKCS1Raw) == signature)
            }
            let error = expectError(.invalidLength) {
                _ = try imported.key.signature(for: Data.sample(k - 10), using: .rsaPKCS1Raw)
            }
            #expect(error?.message.contains("at most \(k - 11)") == true)
        }

        @Test(arguments: RSAKeys.sizes)
        func `the RSA operation on bytes left-padded to k`(bits: Int) throws {
            let imported = try RSAKeys.imported(bits)
            let k = (bits + 7) / 8
            for count in [0, 1, 32, k - 1] {
                let input = Data.sample(count, seed: 3)
                let padded = Data(count: k - count) + input
                let signature = try imported.key.signature(for: input, using: .rsaRaw)
                #expect(signature.count == k)
                #expect(try signature == imported.openssl.raisePrivately(padded))
                #expect(try imported.key.signature(for: padded, using: .rsaRaw) == signature)
                #expect(try imported.key.publicKey.isValidSignature(signature, for: input, using: .rsaRaw))
                #expect(try imported.key.publicKey.isValidSignature(signature, for: padded, using: .rsaRaw))
            }
            expectError(.invalidLength) {
                _ = try imported.key.signature(for: Data(count: k + 1), using: .rsaRaw)
            }
        }

        @Test(arguments: RSAKeys.sizes)
        func `a number that is not less than the modulus is refused, one less is not`(bits: Int) throws {
            let imported = try RSAKeys.imported(bits)
            let modulus = try imported.key.publicKey.modulus
            for input in [modulus, Data(repeating: 0xFF, count: modulus.count)] {
                let error = expectError(.invalidParameter) {
                    _ = try imported.key.signature(for: input, using: .rsaRaw)
                }
                #expect(error?.message.contains("modulus") == true)
            }
            // n − 1, whose signature is itself: an odd power of −1.
            var largest = modulus
            largest[largest.endIndex - 1] -= 1
            #expect(try imported.openssl.raisePrivately(largest) == largest)
            #expect(try imported.key.signature(for: largest, using: .rsaRaw) == largest)
        }
    }
}
