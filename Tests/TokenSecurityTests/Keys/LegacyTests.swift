import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite(.sharedSecKeys) struct `The older functions` {
    private static let digests: [(hash: String, padding: SecPadding, length: Int)] = [
        ("sha1", .PKCS1SHA1, 20), ("sha224", .PKCS1SHA224, 28), ("sha256", .PKCS1SHA256, 32),
        ("sha384", .PKCS1SHA384, 48), ("sha512", .PKCS1SHA512, 64),
    ]

    /// Paddings that are none for the operation, or none at all.
    private static let unsuitableForSigning: [SecPadding] = [
        .PKCS1MD2, .PKCS1MD5, .OAEP, .sigRaw, [.PKCS1, .OAEP], SecPadding(rawValue: 0xFFFF_FFFF),
    ]

    private func sign(_ key: SecKey, _ padding: SecPadding, _ data: Data, room: Int? = nil) -> (OSStatus, Data) {
        var signature = [UInt8](repeating: 0xEE, count: SecKeyGetBlockSize(key) + 1)
        var length = room ?? signature.count
        let status = SecKeyRawSign(key, padding, [UInt8](data), data.count, &signature, &length)
        return (status, Data(status == errSecSuccess ? signature.prefix(length) : []))
    }

    private func verify(_ key: SecKey, _ padding: SecPadding, _ data: Data, _ signature: Data) -> OSStatus {
        SecKeyRawVerify(key, padding, [UInt8](data), data.count, [UInt8](signature), signature.count)
    }

    private func encrypt(_ key: SecKey, _ padding: SecPadding, _ data: Data) -> (OSStatus, Data) {
        var output = [UInt8](repeating: 0xEE, count: SecKeyGetBlockSize(key))
        var length = output.count
        let status = SecKeyEncrypt(key, padding, [UInt8](data), data.count, &output, &length)
        return (status, Data(status == errSecSuccess ? output.prefix(length) : []))
    }

    private func decrypt(_ key: SecKey, _ padding: SecPadding, _ data: Data, room: Int = 1024) -> (OSStatus, Data) {
        var output = [UInt8](repeating: 0xEE, count: 1024)
        var length = room
        let status = SecKeyDecrypt(key, padding, [UInt8](data), data.count, &output, &length)
        return (status, Data(status == errSecSuccess ? output.prefix(length) : []))
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `3, 4: PKCS #1 raw signing takes k − 11 bytes and refuses k − 10`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let data = Data.pattern(pair.byteCount - 11)
        let (status, signature) = sign(pair.privateKey, .PKCS1, data)
        #expect(status == errSecSuccess)
        #expect(try signature == pair.openssl.signPadded(data, byteCount: pair.byteCount))
        #expect(verify(pair.publicKey, .PKCS1, data, signature) == errSecSuccess)
        #expect(sign(pair.privateKey, .PKCS1, Data(count: pair.byteCount - 10)).0 == errSecParam)
        #expect(sign(pair.privateKey, .PKCS1, Data()).0 == errSecSuccess)
    }

    @Test func `5: paddings of old hashes and of encryption are refused for signing and verifying`() throws {
        let pair = try SecKeyFixture.generated
        for padding in Self.unsuitableForSigning {
            #expect(sign(pair.privateKey, padding, Data(count: 16)).0 == errSecParam)
            #expect(verify(pair.publicKey, padding, Data(count: 16), Data(count: 256)) == errSecParam)
        }
    }

    @Test(arguments: SecKeyFixture.sizes, [0, 1, 2, 3, 4])
    func `6: digests whose highest bit is set sign and verify`(bits: Int, index: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let (hash, padding, length) = Self.digests[index]
        let digest = Data([0x80]) + Data.pattern(length - 1)
        let (status, signature) = sign(pair.privateKey, padding, digest)
        #expect(status == errSecSuccess)
        #expect(try pair.openssl.verifies(signature, of: digest, ["digest:\(hash)", "rsa_padding_mode:pkcs1"]))
        #expect(verify(pair.publicKey, padding, digest, signature) == errSecSuccess)
        for count in [0, length - 1, length + 1] {
            #expect(sign(pair.privateKey, padding, Data(count: count)).0 == errSecParam)
            #expect(verify(pair.publicKey, padding, Data(count: count), signature) == errSecParam)
        }
    }

    @Test func `7: the public operation shows the DigestInfo of a SHA-1 signature`() throws {
        let pair = try SecKeyFixture.pair(2048)
        let digest = try OpenSSLPair.digest(Data("message".utf8), "sha1")
        let (status, block) = encrypt(
            pair.publicKey, [], sign(pair.privateKey, .PKCS1SHA1, digest).1)
        #expect(status == errSecSuccess)
        // SEQUENCE { SEQUENCE { OID 1.3.14.3.2.26, NULL }, OCTET STRING }
        let header: [UInt8] = [
            0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00, 0x04, 0x14,
        ]
        #expect(block.suffix(35) == Data(header) + digest)
        #expect(block.dropLast(35) == Data([0, 1]) + Data(repeating: 0xFF, count: 256 - 38) + [0])
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `8, 9, 64: encryption takes exactly up to the limit`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let k = pair.byteCount
        let limits: [(padding: SecPadding, limit: Int)] = [([], k), (.PKCS1, k - 11), (.OAEP, k - 42)]
        for (padding, limit) in limits {
            // Less than the modulus, and with no zero in front that raw decryption would drop.
            let data = Data([1]) + Data.pattern(limit - 1)
            let (status, ciphertext) = encrypt(pair.publicKey, padding, data)
            #expect(status == errSecSuccess)
            #expect(ciphertext.count == k)
            let (again, plaintext) = decrypt(pair.privateKey, padding, ciphertext)
            #expect(again == errSecSuccess)
            #expect(plaintext == data)
            #expect(encrypt(pair.publicKey, padding, Data(count: limit + 1)).0 == errSecParam)
        }
        #expect(
            try pair.openssl.decrypt(encrypt(pair.publicKey, .OAEP, Data("secret".utf8)).1, ["rsa_padding_mode:oaep"])
                == Data("secret".utf8))
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `10: raw decryption drops leading zeros`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        for data in [Data([7, 0, 9]), Data([0, 0, 7]), Data(), Data(count: 5)] {
            let (status, plaintext) = decrypt(pair.privateKey, [], encrypt(pair.publicKey, [], data).1)
            #expect(status == errSecSuccess)
            #expect(plaintext == Data(data.drop { $0 == 0 }))
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func `11: a changed signature or message gives the status of old`(index: Int) throws {
        let pair = try SecKeyFixture.generated
        let (_, padding, length) = Self.digests[index]
        let digest = Data.pattern(length)
        let (_, signature) = sign(pair.privateKey, padding, digest)
        #expect(verify(pair.publicKey, padding, digest, signature.withFlippedBit(at: 9)) == errSSLCrypto)
        #expect(verify(pair.publicKey, padding, digest.withFlippedBit(at: 9), signature) == errSSLCrypto)
        #expect(verify(pair.publicKey, .PKCS1, digest, signature) == errSSLCrypto)
        #expect(verify(pair.publicKey, [], digest, signature) == errSSLCrypto)
    }

    @Test func `15: encryption takes no padding of signatures`() throws {
        let pair = try SecKeyFixture.generated
        let paddings: [SecPadding] = [
            .PKCS1MD2, .PKCS1MD5, .PKCS1SHA1, .PKCS1SHA224, .PKCS1SHA256, .PKCS1SHA384, .PKCS1SHA512, .sigRaw,
            SecPadding(rawValue: 3),
        ]
        for padding in paddings {
            #expect(encrypt(pair.publicKey, padding, Data(count: 16)).0 == errSecParam)
            #expect(decrypt(pair.privateKey, padding, Data(count: 256)).0 == errSecParam)
        }
    }

    @Test func `65: an empty or short signature gives the status of old, a long one is refused`() throws {
        let pair = try SecKeyFixture.generated
        let digest = Data(count: 32)
        let (_, signature) = sign(pair.privateKey, .PKCS1SHA256, digest)
        for bad in [Data(), Data(count: 1), signature.dropLast()] {
            #expect(verify(pair.publicKey, .PKCS1SHA256, digest, bad) == errSSLCrypto)
        }
        #expect(verify(pair.publicKey, .PKCS1SHA256, digest, signature + [0]) == errSecParam)
    }

    @Test func `wrong halves are refused`() throws {
        let pair = try SecKeyFixture.generated
        #expect(sign(pair.publicKey, .PKCS1SHA256, Data(count: 32)).0 == errSecParam)
        #expect(verify(pair.privateKey, .PKCS1SHA256, Data(count: 32), Data(count: 256)) == errSecParam)
        #expect(encrypt(pair.privateKey, .PKCS1, Data(count: 32)).0 == errSecParam)
        #expect(decrypt(pair.publicKey, .PKCS1, Data(count: 256)).0 == errSecParam)
    }

    @Test func `too little room is refused, and nothing is written`() throws {
        let pair = try SecKeyFixture.generated
        var buffer = [UInt8](repeating: 0xEE, count: 300)
        for room in [0, 255, -1, Int.min] {
            var length = room
            #expect(
                SecKeyRawSign(pair.privateKey, .PKCS1SHA256, [UInt8](repeating: 1, count: 32), 32, &buffer, &length)
                    == errSecParam)
            #expect(length == room)
            #expect(SecKeyEncrypt(pair.publicKey, .PKCS1, [1], 1, &buffer, &length) == errSecParam)
            #expect(length == room)
        }
        let ciphertext = encrypt(pair.publicKey, .PKCS1, Data([1, 2, 3])).1
        for room in [2, 0, -1] {
            var length = room
            #expect(SecKeyDecrypt(pair.privateKey, .PKCS1, [UInt8](ciphertext), 256, &buffer, &length) == errSecParam)
            #expect(length == room)
        }
        #expect(buffer.allSatisfy { $0 == 0xEE })
        var length = 256
        #expect(
            SecKeyRawSign(pair.privateKey, .PKCS1SHA256, [UInt8](repeating: 1, count: 32), 32, &buffer, &length) == 0)
        #expect(buffer.suffix(44).allSatisfy { $0 == 0xEE })
        length = 3
        #expect(SecKeyDecrypt(pair.privateKey, .PKCS1, [UInt8](ciphertext), 256, &buffer, &length) == 0)
        #expect(buffer.prefix(3) == [1, 2, 3])
    }

    @Test func `negative lengths are refused`() throws {
        let pair = try SecKeyFixture.generated
        var buffer = [UInt8](repeating: 0, count: 256)
        var length = 256
        #expect(SecKeyRawSign(pair.privateKey, .PKCS1, [1], -1, &buffer, &length) == errSecParam)
        #expect(SecKeyRawVerify(pair.publicKey, .PKCS1, [1], -1, buffer, 256) == errSecParam)
        #expect(SecKeyRawVerify(pair.publicKey, .PKCS1, [1], 1, buffer, -1) == errSecParam)
        #expect(SecKeyEncrypt(pair.publicKey, .PKCS1, [1], Int.min, &buffer, &length) == errSecParam)
        #expect(SecKeyDecrypt(pair.privateKey, .PKCS1, [1], -1, &buffer, &length) == errSecParam)
    }

    @Test func `a key that SecKeyGetBlockSize measured needs no larger buffer`() throws {
        let key = try SecKeyFixture.pair(1023)
        var output = [UInt8](repeating: 0, count: SecKeyGetBlockSize(key.publicKey))
        var count = output.count
        #expect(SecKeyEncrypt(key.publicKey, SecPadding.PKCS1, [1, 2, 3], 3, &output, &count) == errSecSuccess)
        #expect(count == 128)
    }
}
