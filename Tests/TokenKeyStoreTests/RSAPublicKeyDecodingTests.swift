import Foundation
import PKCS11
import TestSupport
import Testing

@testable import TokenKeyStore

@Suite struct RSAPublicKeyDecodingTests {
    /// Files that are something else, and words that the error must hold.
    static func others() throws -> [(Data, String)] {
        let rsa = try OpenSSLKeyPair.rsa(bits: 2048)
        func openssl(_ arguments: [String], _ input: Data? = nil) throws -> Data {
            try OpenSSLCommandLine.run(arguments, input: input)
        }
        let ec = try openssl(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
        let ed25519 = try openssl(["genpkey", "-algorithm", "ED25519"])
        let request = ["req", "-new", "-key", "/dev/stdin", "-subj", "/CN=test"]
        return try [
            (rsa.privatePEM, "an RSA private key"),
            (openssl(["rsa", "-traditional"], rsa.privatePEM), "an RSA private key"),
            (openssl(["rsa", "-traditional", "-outform", "DER"], rsa.privatePEM), "an RSA private key"),
            (openssl(["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"], rsa.privatePEM), "an RSA private key"),
            (openssl(["pkcs8", "-topk8", "-passout", "pass:x"], rsa.privatePEM), "an encrypted private key"),
            (openssl(["pkcs8", "-topk8", "-passout", "pass:x", "-outform", "DER"], rsa.privatePEM), "an encrypted"),
            (openssl(request + ["-x509"], rsa.privatePEM), "a certificate"),
            (openssl(request + ["-x509", "-outform", "DER"], rsa.privatePEM), "a certificate"),
            (openssl(request, rsa.privatePEM), "a certificate request"),
            (openssl(request + ["-outform", "DER"], rsa.privatePEM), "a certificate request"),
            (openssl(["pkey", "-pubout"], ec), "an EC public key"),
            (openssl(["pkey", "-pubout", "-outform", "DER"], ec), "an EC public key"),
            (ec, "an EC private key"),
            (openssl(["ec", "-outform", "DER"], ec), "an EC private key"),
            (openssl(["pkey", "-pubout"], ed25519), "an Ed25519 public key"),
            (openssl(["pkey", "-pubout", "-outform", "DER"], ed25519), "an Ed25519 public key"),
            (ed25519, "an Ed25519 private key"),
            (revocationList, "a certificate revocation list"),
            (Data("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA me\n".utf8), "ssh-ed25519"),
            (Data("ecdsa-sha2-nistp256 AAAA me\n".utf8), "ecdsa-sha2-nistp256"),
        ]
    }

    /// Made with Python's `cryptography`: version 2, one entry, one extension.
    static let revocationList = Data(
        hex: """
            3081b93061020101300a06082a8648ce3d040302300c310a300806035504030c0161170d333030313031303030303030\
            5a170d3330303130323030303030305a30143012020105170d3330303130313030303030305aa00e300c300a0603551d\
            140403020101300a06082a8648ce3d0403020348003045022100c0830e5781b672cdb5d68c4ede6a9d781b5d8caf206c\
            efd9d9eafc1cd65394a002201758249af983e53214daff300885b3f971a5e3b19516ec1c638cae2cf8d81696
            """)

    @Test func `another object is named in the error`() throws {
        for (file, words) in try Self.others() {
            let isOfAnotherType = ["an EC", "Ed25519", "ssh-ed25519", "ecdsa"].contains { words.contains($0) }
            let error = expectError(isOfAnotherType ? .keyTypeUnsupported : .invalidKeyData) {
                try RSAPublicKey(anyRepresentation: file)
            }
            #expect(error?.message.contains(words) == true, "\(words): \(error?.message ?? "")")
            #expect(error?.message.contains("where an RSA public key is expected") == true)
        }
    }

    @Test func `an RSA-PSS key is not taken for a plain one`() throws {
        let pss = try OpenSSLCommandLine.run(
            ["genpkey", "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"])
        let file = try OpenSSLCommandLine.run(["pkey", "-pubout"], input: pss)
        let error = expectError(.keyTypeUnsupported) { try RSAPublicKey(anyRepresentation: file) }
        #expect(error?.message.contains("PSS only") == true)
    }

    @Test func `a file of several public keys is refused, one key among other objects is taken`() throws {
        let one = try OpenSSLKeyPair.rsa(bits: 1024)
        let two = try OpenSSLKeyPair.rsa(bits: 2048)
        let error = expectError(.invalidKeyData) {
            try RSAPublicKey(anyRepresentation: one.publicPEM + two.publicPEM)
        }
        #expect(error?.message.contains("2 public keys") == true)
        #expect(try RSAPublicKey(anyRepresentation: two.privatePEM + one.publicPEM) == one.publicKey)
        let lines = one.publicKey.sshRepresentation() + "\n" + two.publicKey.sshRepresentation()
        expectError(.invalidKeyData) { try RSAPublicKey(anyRepresentation: Data(lines.utf8)) }
    }

    @Test func `a public key cut off anywhere is refused`() throws {
        let key = try OpenSSLKeyPair.rsa(bits: 1024).publicKey
        for encoding in [
            key.derRepresentation, key.pkcs1DERRepresentation, Data(key.pemRepresentation.dropLast().utf8),
            Data(key.pkcs1PEMRepresentation.dropLast().utf8), Data(key.sshRepresentation().utf8),
        ] {
            for count in 0..<encoding.count {
                expectError(.invalidKeyData) { try RSAPublicKey(anyRepresentation: encoding.prefix(count)) }
                expectError(.invalidKeyData) { try RSAPublicKey(derRepresentation: encoding.prefix(count)) }
            }
            if encoding.first == 0x30 {
                let error = expectError(.invalidKeyData) { try RSAPublicKey(anyRepresentation: encoding + [0]) }
                #expect(error?.message.contains("1 bytes after") == true)
            }
        }
    }

    @Test func `a byte changed anywhere gives an error or another key, and no crash`() throws {
        let key = try OpenSSLKeyPair.rsa(bits: 1024).publicKey
        for encoding in [key.derRepresentation, Data(key.pemRepresentation.utf8), Data(key.sshRepresentation().utf8)] {
            for position in 0..<encoding.count {
                for change in [0x01, 0x80, 0xFF] as [UInt8] {
                    var changed = encoding
                    changed[position] ^= change
                    do {
                        _ = try RSAPublicKey(anyRepresentation: changed)
                    } catch let error as KeyStoreError {
                        #expect([.invalidKeyData, .keyTypeUnsupported].contains(error.code))
                    }
                }
            }
        }
    }

    @Test func `junk is refused`() throws {
        var generator = SystemRandomNumberGenerator()
        let random = Data((0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let junk: [Data] = [
            Data(), Data([0]), Data([0x30]), Data([0x30, 0x80]), Data([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]),
            Data([0x30, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), Data([0x30, 0]),
            Data([0x30, 0x82, 0x00, 0x03, 2, 1, 0]), Data("hello".utf8), Data("0123".utf8), random, [0x30] + random,
            Data([0x30, 0x83, 0x10, 0, 0]) + random, Data(repeating: 0x30, count: 1 << 20), Data(count: 1 << 20),
            Data(repeating: UInt8(ascii: "\n"), count: 1 << 20), Data(repeating: UInt8(ascii: "-"), count: 1 << 20),
            Data("-----BEGIN PUBLIC KEY-----\n".utf8) + random,
            Data("-----BEGIN PUBLIC KEY-----\n".utf8) + Data(repeating: UInt8(ascii: "A"), count: 1 << 20),
            Data("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n".utf8),
            Data(String(repeating: "-----BEGIN A-----\n-----END A-----\n", count: 2_000).utf8),
            Data("ssh-rsa".utf8), Data("ssh-rsa !!!!".utf8), Data("ssh-rsa AAAA".utf8), Data("ssh-rsa ".utf8) + random,
        ]
        for data in junk {
            expectError(.invalidKeyData) { try RSAPublicKey(anyRepresentation: data) }
            expectError(.invalidKeyData) { try RSAPublicKey(derRepresentation: data) }
        }
    }
}
