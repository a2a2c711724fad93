import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

@Suite struct OpenSSLCipherTests {
    struct GCMVector: Sendable {
        let name: String
        let key: String
        let iv: String
        let additionalData: String
        let plaintext: String
        let ciphertext: String
        let tag: String
    }

    // McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B.
    static let gcmVectors = [
        GCMVector(
            name: "test case 1", key: "00000000000000000000000000000000", iv: "000000000000000000000000",
            additionalData: "", plaintext: "", ciphertext: "", tag: "58e2fccefa7e3061367f1d57a4e7455a"),
        GCMVector(
            name: "test case 4", key: "feffe9928665731c6d6a8f9467308308", iv: "cafebabefacedbaddecaf888",
            additionalData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            plaintext: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
                b16aedf5aa0de657ba637b39
                """,
            ciphertext: """
                42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05\
                1ba30b396a0aac973d58e091
                """,
            tag: "5bc94fbc3221a5db94fae95ae7121a47"),
        GCMVector(
            name: "test case 17", key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            iv: "cafebabefacedbad", additionalData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            plaintext: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
                b16aedf5aa0de657ba637b39
                """,
            ciphertext: """
                c3762df1ca787d32ae47c13bf19844cbaf1ae14d0b976afac52ff7d79bba9de0feb582d33934a4f0954cc2363bc73f78\
                62ac430e64abe499f47c9b1f
                """,
            tag: "3a337dbf46a792c45e454913fe2ea8f2"),
    ]

    @Test(arguments: gcmVectors)
    func `AES-GCM gives the published ciphertexts, in pieces of any size`(vector: GCMVector) throws {
        let plaintext = Data(hex: vector.plaintext)
        let ciphertext = Data(hex: vector.ciphertext)
        for size in [1, 7, 16, 33, 1_000] {
            let encryption = try stream(.encrypt, vector)
            #expect(try pieces(plaintext, size).map { try encryption.update($0) }.reduce(Data(), +) == ciphertext)
            #expect(try encryption.finish() == Data(hex: vector.tag))

            let decryption = try stream(.decrypt, vector)
            #expect(try pieces(ciphertext, size).map { try decryption.update($0) }.reduce(Data(), +) == plaintext)
            try decryption.finish(tag: Data(hex: vector.tag))
        }
        for position in 0..<16 {
            var tag = Data(hex: vector.tag)
            tag[position] ^= 0x10
            let decryption = try stream(.decrypt, vector)
            _ = try decryption.update(ciphertext)
            expectError(.decryptionFailed) { try decryption.finish(tag: tag) }
        }
        for count in [0, 12, 15] {
            let decryption = try stream(.decrypt, vector)
            _ = try decryption.update(ciphertext)
            expectError(.decryptionFailed) { try decryption.finish(tag: Data(hex: vector.tag).prefix(count)) }
        }
    }

    @Test func `AES-GCM refuses what makes no sense`() throws {
        let key = try SecureBytes(copying: Data(count: 16))
        for count in [0, 1, 15, 17, 33] {
            expectError(.invalidParameter) {
                try AESGCMStream(
                    .encrypt, key: SecureBytes(copying: Data(count: count)), iv: Data(count: 12), additionalData: Data()
                )
            }
        }
        expectError(.invalidParameter) { try AESGCMStream(.encrypt, key: key, iv: Data(), additionalData: Data()) }
        expectError(.invalidParameter) {
            try AESGCMStream(.encrypt, key: key, iv: Data(count: 65), additionalData: Data())
        }
        let stream = try AESGCMStream(.encrypt, key: key, iv: Data(count: 12), additionalData: Data())
        expectError(.internalError) { try stream.finish(tag: Data(count: 16)) }
        _ = try stream.finish()
        expectError(.internalError) { try stream.finish() }
        expectError(.internalError) { try stream.update(Data([1])) }
    }

    private func stream(_ direction: AESGCMStream.Direction, _ vector: GCMVector) throws -> AESGCMStream {
        try AESGCMStream(
            direction, key: SecureBytes(hex: vector.key), iv: Data(hex: vector.iv),
            additionalData: Data(hex: vector.additionalData))
    }

    private func pieces(_ data: Data, _ size: Int) -> [Data] {
        stride(from: 0, to: data.count, by: size).map { data[$0..<min($0 + size, data.count)] }
    }

    // RFC 5649, section 6.
    @Test(arguments: [
        (
            "c37b7e6492584340bed12207808941155068f738",
            "138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a"
        ), ("466f7250617369", "afbeb0f07dfbf5419200f2ccb50bb24f"),
    ])
    func `key wrap with padding gives the bytes of RFC 5649`(vector: (key: String, wrapped: String)) throws {
        let kek = try SecureBytes(hex: "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8")
        #expect(try AESKeyWrapPad.wrap(key: SecureBytes(hex: vector.key), kek: kek) == Data(hex: vector.wrapped))
    }

    @Test(arguments: [16, 24, 32], [1, 7, 8, 9, 15, 16, 17, 1_216, 1_217])
    func `openssl unwraps what is wrapped`(kekLength: Int, count: Int) throws {
        let kek = Data((0..<kekLength).map { UInt8($0) })
        let key = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 3) })
        let wrapped = try AESKeyWrapPad.wrap(key: SecureBytes(copying: key), kek: SecureBytes(copying: kek))
        #expect(wrapped.count == (count + 7) / 8 * 8 + 8)
        let unwrapped = try OpenSSLCommandLine.run(
            ["enc", "-d", "-id-aes\(kekLength * 8)-wrap-pad", "-K", kek.hex, "-iv", "a65959a6", "-in", "input"],
            files: ["input": wrapped])
        #expect(unwrapped == key)
    }

    @Test func `key wrap refuses no key and a wrong wrapping key`() throws {
        let kek = try SecureBytes(copying: Data(count: 32))
        expectError(.invalidLength) { try AESKeyWrapPad.wrap(key: SecureBytes(copying: Data()), kek: kek) }
        for count in [0, 8, 31, 33] {
            expectError(.invalidParameter) {
                try AESKeyWrapPad.wrap(key: kek, kek: SecureBytes(copying: Data(count: count)))
            }
        }
    }
}

@Suite struct OpenSSLHashTests {
    @Test(arguments: HashFunction.all)
    func `digests are those of the openssl command`(hash: HashFunction) throws {
        for message in [Data(), Data("abc".utf8), Data(repeating: 0x61, count: 100_000)] {
            let digest = try OpenSSLCommandLine.run(["dgst", "-\(hash.opensslName)", "-binary"], input: message)
            #expect(try hash.digest(of: message) == digest)
            #expect(digest.count == hash.digestLength)
            let stream = try StreamingHash(hash)
            for start in Swift.stride(from: 0, to: message.count, by: 977) {
                try stream.update(message[start..<min(start + 977, message.count)])
            }
            try stream.update([UInt8]())
            #expect(try stream.finish() == digest)
            expectError(.internalError) { try stream.finish() }
            expectError(.internalError) { try stream.update([1] as [UInt8]) }
        }
    }

    @Test(arguments: HashFunction.all)
    func `DigestInfo is what openssl signs`(hash: HashFunction) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        let digest = try hash.digest(of: Data("message".utf8))
        let signature = try pair.sign(digest, ["digest:\(hash.opensslName)"])
        let recovered = try OpenSSLCommandLine.run(
            ["pkeyutl", "-verifyrecover", "-pubin", "-inkey", "key", "-in", "input"],
            files: ["key": pair.publicPEM, "input": signature])
        #expect(try DigestInfo.encode(digest: digest, hash: hash) == recovered)
        expectError(.invalidLength) { try DigestInfo.encode(digest: digest.dropLast(), hash: hash) }
        expectError(.invalidLength) { try DigestInfo.encode(digest: digest + [0], hash: hash) }
        expectError(.invalidLength) { try DigestInfo.encode(digest: Data(), hash: hash) }
    }
}
