import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite(.sharedSecKeys) struct `Signatures of SecKey` {
    private let message = Data("The quick brown fox jumps over the lazy dog".utf8)

    /// What the algorithm takes: the message, or its digest by `openssl`.
    private func input(_ test: RSASignatureCase) throws -> Data {
        test.takesMessage ? message : try OpenSSLPair.digest(message, test.hash.opensslName)
    }

    private func sign(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) throws -> Data {
        try value { SecKeyCreateSignature(key, algorithm, data as CFData, $0) } as Data
    }

    private func verifies(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data, _ signature: Data
    ) throws -> Bool {
        try value { trueOrNil(SecKeyVerifySignature(key, algorithm, data as CFData, signature as CFData, $0)) }
    }

    private func expectInvalid(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data, _ signature: Data,
        is status: OSStatus = errSecVerifyFailed, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectFailure(status, sourceLocation: sourceLocation) {
            trueOrNil(SecKeyVerifySignature(key, algorithm, data as CFData, signature as CFData, $0))
        }
    }

    @Test(arguments: SecKeyFixture.sizes, RSASignatureCase.all)
    func `62: made on the token, verified by openssl and here`(bits: Int, test: RSASignatureCase) throws {
        let pair = try SecKeyFixture.pair(bits)
        let input = try input(test)
        guard test.fits(bits: bits) else {
            expectFailure(errSecParam) { SecKeyCreateSignature(pair.privateKey, test.algorithm, input as CFData, $0) }
            expectInvalid(pair.publicKey, test.algorithm, input, Data(count: pair.byteCount), is: errSecParam)
            return
        }
        let signature = try sign(pair.privateKey, test.algorithm, input)
        #expect(signature.count == pair.byteCount)
        let hash = test.hash.opensslName
        let isValid =
            test.takesMessage
            ? try pair.openssl.verifiesMessage(signature, of: message, hash: hash, test.padding)
            : try pair.openssl.verifies(signature, of: input, test.digestOptions)
        #expect(isValid)
        #expect(try verifies(pair.publicKey, test.algorithm, input, signature))
    }

    @Test(arguments: SecKeyFixture.sizes, RSASignatureCase.all)
    func `62: made by openssl, verified here`(bits: Int, test: RSASignatureCase) throws {
        guard test.fits(bits: bits) else { return }
        let pair = try SecKeyFixture.pair(bits)
        let input = try input(test)
        let signature =
            test.takesMessage
            ? try pair.openssl.signMessage(message, hash: test.hash.opensslName, test.padding)
            : try pair.openssl.sign(input, test.digestOptions)
        #expect(try verifies(pair.publicKey, test.algorithm, input, signature))
    }

    @Test(arguments: RSASignatureCase.all)
    func `27: another algorithm, signature or input is not valid`(test: RSASignatureCase) throws {
        let pair = try SecKeyFixture.generated
        let input = try input(test)
        let signature = try sign(pair.privateKey, test.algorithm, input)
        #expect(try verifies(pair.publicKey, test.algorithm, input, signature))
        for index in [0, 100, 255] {
            expectInvalid(pair.publicKey, test.algorithm, input, signature.withFlippedBit(at: index))
        }
        expectInvalid(pair.publicKey, test.algorithm, input.withFlippedBit(at: 0), signature)
        for bad in [Data(), signature.dropLast(), Data(signature.dropFirst()), Data(count: 256)] {
            expectInvalid(pair.publicKey, test.algorithm, input, bad)
        }
        expectInvalid(pair.publicKey, test.algorithm, input, signature + [0], is: errSecParam)
        for other in RSASignatureCase.all
        where other.takesMessage == test.takesMessage && other.algorithm != test.algorithm {
            let status = test.takesMessage || other.hash.name == test.hash.name ? errSecVerifyFailed : errSecParam
            expectInvalid(pair.publicKey, other.algorithm, input, signature, is: status)
        }
        let stranger = try SecKeyFixture.pair(2048).publicKey
        expectInvalid(stranger, test.algorithm, input, signature)
    }

    @Test(arguments: RSASignatureCase.all.filter { !$0.takesMessage })
    func `a digest has exactly its length`(test: RSASignatureCase) throws {
        let pair = try SecKeyFixture.pair(2048)
        for count in [0, test.hash.digestLength - 1, test.hash.digestLength + 1] {
            let digest = Data(count: count)
            expectFailure(errSecParam) { SecKeyCreateSignature(pair.privateKey, test.algorithm, digest as CFData, $0) }
            expectInvalid(pair.publicKey, test.algorithm, digest, Data(count: 256), is: errSecParam)
        }
    }

    @Test(arguments: RSASignatureCase.all.map(\.algorithm) + [.rsaSignatureRaw, .rsaSignatureDigestPKCS1v15Raw])
    func `26, 28: a public key never signs and a private one never verifies`(algorithm: SecKeyAlgorithm) throws {
        let pair = try SecKeyFixture.generated
        expectFailure(errSecParam) { SecKeyCreateSignature(pair.publicKey, algorithm, message as CFData, $0) }
        let digest = try OpenSSLPair.digest(message, "sha256")
        let signature = try sign(pair.privateKey, .rsaSignatureDigestPKCS1v15SHA256, digest)
        expectInvalid(pair.privateKey, algorithm, digest, signature, is: errSecParam)
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `PKCS #1 padding around bytes as they are`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let algorithm = SecKeyAlgorithm.rsaSignatureDigestPKCS1v15Raw
        for count in [0, 1, 36, pair.byteCount - 11] {
            let input = Data.pattern(count)
            let signature = try sign(pair.privateKey, algorithm, input)
            #expect(try pair.openssl.signPadded(input, byteCount: pair.byteCount) == signature)
            #expect(try verifies(pair.publicKey, algorithm, input, signature))
        }
        let long = Data.pattern(pair.byteCount - 10)
        expectFailure(errSecParam) { SecKeyCreateSignature(pair.privateKey, algorithm, long as CFData, $0) }
        expectInvalid(pair.publicKey, algorithm, long, Data(count: pair.byteCount), is: errSecParam)
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `the private operation itself`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let k = pair.byteCount
        for input in [Data(), Data([7]), Data([0, 0, 7]), Data.pattern(k - 1), Data([0]) + Data.pattern(k - 1)] {
            let block = Data(count: k - input.count) + input
            let signature = try sign(pair.privateKey, .rsaSignatureRaw, input)
            #expect(try pair.openssl.decrypt(block, ["rsa_padding_mode:none"]) == signature)
            #expect(try verifies(pair.publicKey, .rsaSignatureRaw, input, signature))
            #expect(try verifies(pair.publicKey, .rsaSignatureRaw, block, signature))
        }
        for bad in [Data(count: k + 1), Data(repeating: 0xFF, count: k)] {
            expectFailure(errSecParam) { SecKeyCreateSignature(pair.privateKey, .rsaSignatureRaw, bad as CFData, $0) }
        }
    }

    @Test func `algorithms of other keys, and what is none, are refused`() throws {
        let pair = try SecKeyFixture.generated
        let others: [SecKeyAlgorithm] = [
            .ecdsaSignatureMessageX962SHA256, .ecdsaSignatureDigestX962, .rsaEncryptionPKCS1, .ecdhKeyExchangeStandard,
            SecKeyAlgorithm(rawValue: "algid:sign:RSA:message-PKCS1v15:SHA3"), SecKeyAlgorithm(rawValue: ""),
        ]
        for algorithm in others {
            let data = Data(count: 32)
            expectFailure(errSecParam) { SecKeyCreateSignature(pair.privateKey, algorithm, data as CFData, $0) }
            expectInvalid(pair.publicKey, algorithm, data, Data(count: 256), is: errSecParam)
        }
    }

    @Test func `long and empty messages`() throws {
        let pair = try SecKeyFixture.pair(2048)
        for message in [Data(), Data.pattern(1 << 20)] {
            let signature = try sign(pair.privateKey, .rsaSignatureMessagePKCS1v15SHA256, message)
            #expect(
                try pair.openssl.verifiesMessage(signature, of: message, hash: "sha256", ["rsa_padding_mode:pkcs1"]))
        }
    }
}
