import Foundation
import PKCS11
import TestSupport
import Testing

@testable import TokenKeyStore

@Suite struct RSAPublicKeyTests {
    static let sizes = [1024, 2041, 2047, 2048, 3072]

    @Test(arguments: sizes)
    func `encodings are those of openssl and ssh-keygen`(bits: Int) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let key = pair.publicKey
        func openssl(_ arguments: String...) throws -> Data {
            try OpenSSLCommandLine.run(["rsa", "-pubin"] + arguments, input: pair.publicPEM)
        }
        #expect(key.sizeInBits == bits)
        #expect(key.byteCount == (bits + 7) / 8)
        #expect(try key.derRepresentation == openssl("-pubout", "-outform", "DER"))
        #expect(Data(key.pemRepresentation.utf8) == pair.publicPEM)
        #expect(try key.pkcs1DERRepresentation == openssl("-RSAPublicKey_out", "-outform", "DER"))
        #expect(try Data(key.pkcs1PEMRepresentation.utf8) == openssl("-RSAPublicKey_out"))
        #expect(
            try key.fingerprintSHA256
                == OpenSSLCommandLine.run(["dgst", "-sha256", "-binary"], input: key.derRepresentation))
        #expect(
            try key.keyIdentifierSHA1
                == OpenSSLCommandLine.run(["dgst", "-sha1", "-binary"], input: key.pkcs1DERRepresentation))

        let folder = try TemporaryDirectory()
        let file = folder.path + "/key.pem"
        try pair.publicPEM.write(to: URL(fileURLWithPath: file))
        let ssh = try Command.check("ssh-keygen", ["-i", "-m", "PKCS8", "-f", file]).output
        #expect(key.sshRepresentation() + "\n" == ssh)
    }

    @Test(arguments: sizes)
    func `every encoding is read back as the same key`(bits: Int) throws {
        let key = try OpenSSLKeyPair.rsa(bits: bits).publicKey
        let encodings = [
            key.derRepresentation, key.pkcs1DERRepresentation, Data(key.pemRepresentation.utf8),
            Data(key.pkcs1PEMRepresentation.utf8), Data(key.sshRepresentation(comment: "me@here").utf8),
            Data("# a key\n\nfrom=\"10.0.0.1\" \(key.sshRepresentation())\r\n".utf8),
            Data("text before\r\n".utf8) + Data(key.pemRepresentation.replacing("\n", with: "\r\n").utf8),
        ]
        for encoding in encodings {
            #expect(try RSAPublicKey(anyRepresentation: encoding) == key)
            // A slice, whose indices do not begin with 0.
            #expect(try RSAPublicKey(anyRepresentation: (Data([1]) + encoding).dropFirst()) == key)
        }
        #expect(try RSAPublicKey(derRepresentation: key.derRepresentation) == key)
        #expect(try RSAPublicKey(derRepresentation: key.pkcs1DERRepresentation).hashValue == key.hashValue)
    }

    // RFC 7638, section 3.1.
    @Test func `the JSON Web Key gives the thumbprint of RFC 7638`() throws {
        let modulus = """
            0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiF\
            V4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9\
            c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1\
            jF44-csFCur-kEgU8awapJzKnqDKgw
            """
        let base64 = modulus.replacing("-", with: "+").replacing("_", with: "/") + "=="
        let key = try RSAPublicKey(modulus: #require(Data(base64Encoded: base64)), publicExponent: [1, 0, 1])
        #expect(key.jwkRepresentation == #"{"e":"AQAB","kty":"RSA","n":"\#(modulus)"}"#)
        let thumbprint = try HashFunction.sha256.digest(of: Data(key.jwkRepresentation.utf8)).base64EncodedString()
        #expect(thumbprint == "NzbLsXh8uDCcd+6MNwXF4W/7noWXFZAfHkxZsRGC9Xs=")
    }

    @Test func `a comment cannot begin another line`() throws {
        let key = try OpenSSLKeyPair.rsa(bits: 1024).publicKey
        let line = key.sshRepresentation(comment: "a\nssh-rsa AAAA b\r\u{85}\u{2028}\0\u{1B}ü🔑")
        #expect(line == key.sshRepresentation() + " a ssh-rsa AAAA b     ü🔑")
    }

    @Test func `numbers are taken as tokens give them`() throws {
        let modulus = Data(hex: RSAVectors.pss[0].modulus)
        let key = try RSAPublicKey(modulus: modulus, publicExponent: [1, 0, 1])
        for exponent in [
            [0, 1, 0, 1], [0, 0, 0, 0, 0, 1, 0, 1], [1, 0, 1, 0], [1, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 1],
        ] as [[UInt8]] {
            #expect(try RSAPublicKey(modulus: [0, 0] + modulus, publicExponent: exponent) == key)
        }
        let three = try RSAPublicKey(modulus: modulus, publicExponent: [3, 0, 0, 0, 0, 0, 0, 0])
        #expect(three.publicExponent == Data([3]))
        // A real exponent that ends in a zero byte when reversed is left as it is.
        #expect(
            try RSAPublicKey(modulus: modulus, publicExponent: [0x80, 0, 0, 1]).publicExponent == Data([0x80, 0, 0, 1]))
        #expect(
            try RSAPublicKey(modulus: modulus, publicExponent: [0, 0xE9, 0x33]).publicExponent == Data([0xE9, 0x33]))
    }

    @Test func `numbers that are no key are refused`() throws {
        let modulus = [UInt8](Data(hex: RSAVectors.pss[0].modulus))
        let even = [UInt8](modulus.dropLast() + [0x10])
        for wrong in [[], [0], [0, 0], even] as [[UInt8]] {
            expectError(.invalidKeyData) { try RSAPublicKey(modulus: wrong, publicExponent: [1, 0, 1]) }
        }
        for wrong in [[], [0], [1], [0, 1], [2], [1, 0, 0], [1, 0, 2, 0, 0], modulus, [1] + modulus] as [[UInt8]] {
            expectError(.invalidKeyData) { try RSAPublicKey(modulus: modulus, publicExponent: wrong) }
        }
        let largest = [0xFF] + [UInt8](repeating: 0xFF, count: 2_047)
        #expect(try RSAPublicKey(modulus: largest, publicExponent: [3]).sizeInBits == 16_384)
        expectError(.invalidKeyData) { try RSAPublicKey(modulus: [1] + largest, publicExponent: [3]) }
        expectError(.invalidKeyData) {
            try RSAPublicKey(modulus: [UInt8](repeating: 0xFF, count: 1 << 20), publicExponent: [3])
        }
    }

    @Test func `a large exponent with a large modulus is an error and not a wrong signature`() throws {
        let key = try RSAPublicKey(
            modulus: OpenSSLKeyPair.rsa(bits: 4096).publicKey.modulus, publicExponent: [1, 0, 0, 0, 0, 0, 0, 0, 1])
        for algorithm in [.rsaPKCS1(.sha256), .rsaPSS(.sha256), .rsaRaw] as [SignatureAlgorithm] {
            expectError(.notPermitted) {
                try key.isValidSignature([1] + Data(count: 511), for: Data([1]), using: algorithm)
            }
        }
        expectError(.notPermitted) { try key.encrypt(Data(), using: .rsaPKCS1) }
    }

    @Test func `one key serves many threads`() async throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 2048)
        let message = Data("message".utf8)
        let signature = try pair.sign(
            HashFunction.sha256.digest(of: message), ["digest:sha256", "rsa_padding_mode:pss", "rsa_pss_saltlen:32"])
        let key = try RSAPublicKey(anyRepresentation: pair.publicPEM)
        let valid = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let isValid = try key.isValidSignature(signature, for: message, using: .rsaPSS(.sha256))
                    let isForged = try key.isValidSignature(signature, for: Data(), using: .rsaPSS(.sha256))
                    return isValid && !isForged
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(valid == 200)
    }
}
