import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

@Suite struct RSAVerificationTests {
    static let sizes = [1024, 2041, 2047, 2048, 3072, 4096]

    @Test(arguments: sizes, HashFunction.all)
    func `PKCS#1 v1.5 signatures of openssl verify`(bits: Int, hash: HashFunction) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let message = Data("message".utf8)
        let digest = try hash.digest(of: message)
        let signature = try pair.sign(digest, ["digest:\(hash.opensslName)"])
        let algorithm = SignatureAlgorithm.rsaPKCS1(hash)

        #expect(try pair.publicKey.isValidSignature(signature, for: message, using: algorithm))
        #expect(try pair.publicKey.isValidSignature(signature, forDigest: digest, using: algorithm))
        try expectRejectsChanges(pair.publicKey, signature, message, algorithm)
    }

    @Test(arguments: sizes, HashFunction.all)
    func `PSS signatures of openssl verify with each salt length`(bits: Int, hash: HashFunction) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let message = Data("message".utf8)
        let digest = try hash.digest(of: message)
        let largest = (bits - 1 - 8 * hash.digestLength - 9) / 8
        for salt in Set([0, 20, hash.digestLength, largest]) where salt <= largest {
            let signature = try pair.sign(
                digest,
                ["digest:\(hash.opensslName)", "rsa_padding_mode:pss", "rsa_pss_saltlen:\(salt)"])
            let algorithm = SignatureAlgorithm.rsaPSS(hash, saltLength: salt)
            #expect(try pair.publicKey.isValidSignature(signature, for: message, using: algorithm))
            #expect(try pair.publicKey.isValidSignature(signature, forDigest: digest, using: algorithm))
            try expectRejectsChanges(pair.publicKey, signature, message, algorithm)
            if salt < largest {
                let other = SignatureAlgorithm.rsaPSS(hash, saltLength: salt + 1)
                #expect(try !pair.publicKey.isValidSignature(signature, for: message, using: other))
            }
        }
        let tooMuch = SignatureAlgorithm.rsaPSS(hash, saltLength: largest + 1)
        expectError(.invalidParameter) {
            try pair.publicKey.isValidSignature(Data(count: pair.publicKey.byteCount), for: message, using: tooMuch)
        }
    }

    private func expectRejectsChanges(
        _ key: RSAPublicKey, _ signature: Data, _ message: Data, _ algorithm: SignatureAlgorithm
    ) throws {
        var changed = signature
        changed[changed.count / 2] ^= 1
        #expect(try !key.isValidSignature(changed, for: message, using: algorithm))
        #expect(try !key.isValidSignature(signature, for: message + [0], using: algorithm))
        #expect(try !key.isValidSignature(signature.dropLast(), for: message, using: algorithm))
        #expect(try !key.isValidSignature(signature + [0], for: message, using: algorithm))
        #expect(try !key.isValidSignature([0] + signature, for: message, using: algorithm))
        #expect(try !key.isValidSignature(Data(), for: message, using: algorithm))
        #expect(try !key.isValidSignature(key.modulus, for: message, using: algorithm))
        #expect(try !key.isValidSignature(Data(repeating: 0xFF, count: key.byteCount), for: message, using: algorithm))
        #expect(try !key.isValidSignature(Data(count: key.byteCount), for: message, using: algorithm))
    }
}

/// Expects a ``KeyStoreError`` of this code and returns it.
@discardableResult
func expectError<Result>(
    _ code: KeyStoreError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> KeyStoreError? {
    do {
        let result = try body()
        Issue.record("no error was thrown, but \(result) returned", sourceLocation: sourceLocation)
    } catch let error as KeyStoreError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("another error was thrown: \(error)", sourceLocation: sourceLocation)
    }
    return nil
}

@Suite struct RSARawVerificationTests {
    @Test(arguments: [1024, 2041, 2047, 2048])
    func `PKCS#1 signatures of bare bytes verify up to the exact limit`(bits: Int) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let limit = pair.publicKey.byteCount - 11
        #expect(pair.publicKey.maximumInputLength(of: .rsaPKCS1Raw) == limit)
        for count in [1, 20, limit] {
            let input = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            // `pkeyutl -sign` takes no more than a digest; raising the block, written out, to the private exponent
            // does.
            let block = Data([0, 1]) + Data(repeating: 0xFF, count: limit - count + 8) + [0] + input
            let signature = try pair.decrypt(block, ["rsa_padding_mode:none"])
            if count <= 64 { #expect(try signature == pair.sign(input, [])) }
            #expect(try pair.publicKey.isValidSignature(signature, for: input, using: .rsaPKCS1Raw))
            #expect(try pair.publicKey.isValidSignature(signature, forDigest: input, using: .rsaPKCS1Raw))
            #expect(try !pair.publicKey.isValidSignature(signature, for: input.dropLast(), using: .rsaPKCS1Raw))
            #expect(try !pair.publicKey.isValidSignature(signature.dropLast(), for: input, using: .rsaPKCS1Raw))
        }
        expectError(.invalidLength) {
            try pair.publicKey.isValidSignature(
                Data(count: limit + 11), for: Data(count: limit + 1), using: .rsaPKCS1Raw)
        }
    }

    @Test(arguments: [1024, 2041, 2047, 2048])
    func `raw signatures verify as numbers`(bits: Int) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let k = pair.publicKey.byteCount
        for input in [Data([1]), Data("message".utf8), Data([0]) + Data(repeating: 0xFF, count: k - 1)] {
            let padded = Data(count: k - input.count) + input
            let signature = try pair.decrypt(padded, ["rsa_padding_mode:none"])
            #expect(try pair.publicKey.isValidSignature(signature, for: input, using: .rsaRaw))
            #expect(try pair.publicKey.isValidSignature(signature, for: padded, using: .rsaRaw))
            #expect(try !pair.publicKey.isValidSignature(signature, for: input.dropLast() + [9], using: .rsaRaw))
        }
        let signature = Data(count: k)
        expectError(.invalidLength) {
            try pair.publicKey.isValidSignature(signature, for: Data(count: k + 1), using: .rsaRaw)
        }
        expectError(.invalidParameter) {
            try pair.publicKey.isValidSignature(signature, for: pair.publicKey.modulus, using: .rsaRaw)
        }
        #expect(try !pair.publicKey.isValidSignature(pair.publicKey.modulus, for: Data(), using: .rsaRaw))
    }

    @Test(arguments: HashFunction.all)
    func `a digest of a wrong length is an error`(hash: HashFunction) throws {
        let key = try OpenSSLKeyPair.rsa(bits: 2048).publicKey
        for algorithm in [SignatureAlgorithm.rsaPKCS1(hash), .rsaPSS(hash), .rsaPSS(hash, saltLength: 0)] {
            for count in [0, hash.digestLength - 1, hash.digestLength + 1, 1_000] {
                let error = expectError(.invalidLength) {
                    try key.isValidSignature(Data(count: 256), forDigest: Data(count: count), using: algorithm)
                }
                #expect(error?.message.contains("\(count) bytes") == true)
            }
        }
    }

    @Test(arguments: HashFunction.all)
    func `the smallest key for each algorithm is found to the bit`(hash: HashFunction) throws {
        let digest = Data(count: hash.digestLength)
        let prefix = hash == .sha1 ? 15 : 19
        let smallestPKCS1 = 8 * (hash.digestLength + prefix + 11 - 1) + 1
        try expectSmallest(smallestPKCS1, digest, .rsaPKCS1(hash))
        for salt in [0, 1, 20, hash.digestLength] {
            try expectSmallest(
                8 * hash.digestLength + 8 * salt + 9 + 1, digest, .rsaPSS(hash, saltLength: salt))
        }
        let key = try OpenSSLKeyPair.rsa(bits: 2048).publicKey
        for salt in [-1, Int.min, Int.max, 1 << 60] {
            expectError(.invalidParameter) {
                try key.isValidSignature(Data(count: 256), forDigest: digest, using: .rsaPSS(hash, saltLength: salt))
            }
        }
    }

    private func expectSmallest(_ bits: Int, _ digest: Data, _ algorithm: SignatureAlgorithm) throws {
        let key = try number(bits: bits)
        #expect(try !key.isValidSignature(Data(count: key.byteCount), forDigest: digest, using: algorithm))
        let smaller = try number(bits: bits - 1)
        expectError(.invalidParameter) {
            try smaller.isValidSignature(Data(count: smaller.byteCount), forDigest: digest, using: algorithm)
        }
    }

    /// A number of this many bits that passes for a modulus.
    private func number(bits: Int) throws -> RSAPublicKey {
        var bytes = Data(repeating: 0xFF, count: (bits + 7) / 8)
        bytes[0] = 0xFF >> UInt8(bytes.count * 8 - bits)
        let key = try RSAPublicKey(modulus: bytes, publicExponent: [3])
        #expect(key.sizeInBits == bits)
        return key
    }

    @Test(arguments: RSAVectors.pss)
    func `published PSS signatures verify`(vector: RSAVectors.PSS) throws {
        let key = try RSAPublicKey(modulus: Data(hex: vector.modulus), publicExponent: [1, 0, 1])
        let signature = Data(hex: vector.signature)
        let message = Data(hex: vector.message)
        #expect(try key.isValidSignature(signature, for: message, using: .rsaPSS(.sha1, saltLength: 20)))
        #expect(try !key.isValidSignature(signature, for: message, using: .rsaPSS(.sha1, saltLength: 19)))
        #expect(try !key.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha1)))
    }

    @Test(arguments: RSAVectors.nist)
    func `NIST's PKCS#1 v1.5 cases give the published results`(vector: RSAVectors.NIST) throws {
        let hash = try #require(HashFunction.all.first { $0.opensslName == vector.hash.lowercased() })
        let key = try RSAPublicKey(modulus: Data(hex: vector.modulus), publicExponent: Data(hex: vector.exponent))
        let isValid = try key.isValidSignature(
            Data(hex: vector.signature), for: Data(hex: vector.message), using: .rsaPKCS1(hash))
        #expect(isValid == vector.isValid)
    }

    // Bleichenbacher's forgery for exponent 3 (2006): the cube root, computed in Python, of a number that begins like
    // the right block for any modulus of 2,048 bits, and ends in rubbish.
    @Test func `a forged cube root does not verify`() throws {
        let root = """
            32cbfd4a7adc7905583d767520f51640759176d37826f2ef63ae3dc7abc85c0f649ef12a4da311b27a5c7a0f45e59606\
            bae739ff92b89580f1f100130e711a5dad9cfa31f7c750e2283088bd146b7a1cf424f6c519
            """
        let signature = Data(count: 256 - root.count / 2) + Data(hex: root)
        let message = Data("message".utf8)
        let digestInfo = try DigestInfo.encode(digest: HashFunction.sha256.digest(of: message), hash: .sha256)
        let key = try number(bits: 2_048)
        let block = try key.evp.raise(signature)
        #expect(block.starts(with: Data([0, 1]) + Data(repeating: 0xFF, count: 8) + [0] + digestInfo))
        #expect(try !key.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256)))
    }
}
