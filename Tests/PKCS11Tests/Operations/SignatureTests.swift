import Foundation
import PKCS11
import TestSupport
import Testing

/// Signatures of SoftHSM's keys, checked by openssl, and the other way round.
@Suite struct `Signatures` {
    private let key: RSAKey
    private static let message = Data("The quick brown fox jumps over the lazy dog".utf8)

    init() throws { key = try RSAKey.shared.get() }

    private func sign(_ mechanism: Mechanism, _ data: Data, room: Int = 256) throws -> Data {
        let session = try key.session()
        try session.signInit(mechanism, key: key.privateKey)
        let signature = try session.sign(data, maximumLength: room)
        try session.close()
        return signature
    }

    private func verify(_ mechanism: Mechanism, _ data: Data, _ signature: Data) throws -> Bool {
        let session = try key.session()
        try session.verifyInit(mechanism, key: key.publicKey)
        let isValid = try session.verify(data, signature: signature)
        try session.close()
        return isValid
    }

    @Test(arguments: [
        (MechanismType.sha1RSAPKCS, "sha1"), (.sha224RSAPKCS, "sha224"), (.sha256RSAPKCS, "sha256"),
        (.sha384RSAPKCS, "sha384"), (.sha512RSAPKCS, "sha512"),
    ]) func `PKCS#1 v1.5 of messages`(type: MechanismType, hash: String) throws {
        for message in [Self.message, Data(), Data(count: 100_000)] {
            let signature = try sign(Mechanism(type), message)
            #expect(signature.count == 256)
            #expect(try OpenSSL.verifies(signature, of: message, by: key.der, hash: hash))
            #expect(try verify(Mechanism(type), message, signature))
        }
    }

    @Test func `PKCS#1 v1.5 of a DigestInfo`() throws {
        // RFC 8017, section 9.2, note 1.
        let digest = try OpenSSL.digest(Self.message, "sha256")
        let information = Data(hexadecimal: "3031300d060960864801650304020105000420") + digest
        let signature = try sign(Mechanism(.rsaPKCS), information)
        #expect(try OpenSSL.verifies(signature, of: Self.message, by: key.der, hash: "sha256"))
    }

    @Test(arguments: [
        (MechanismType.sha1, MaskGenerationFunction.mgf1SHA1, MechanismType.sha1RSAPKCSPSS, "sha1", UInt(20)),
        (.sha256, .mgf1SHA256, .sha256RSAPKCSPSS, "sha256", 32), (.sha256, .mgf1SHA256, .sha256RSAPKCSPSS, "sha256", 0),
        (.sha384, .mgf1SHA384, .sha384RSAPKCSPSS, "sha384", 48),
        (.sha512, .mgf1SHA512, .sha512RSAPKCSPSS, "sha512", 64),
        (.sha512, .mgf1SHA512, .sha512RSAPKCSPSS, "sha512", 190),
    ]) func `PSS of messages and of digests`(
        hash: MechanismType, mgf: MaskGenerationFunction, type: MechanismType, name: String, salt: UInt
    ) throws {
        let options = ["rsa_padding_mode:pss", "rsa_pss_saltlen:\(salt)"]
        let ofMessage = try sign(.rsaPKCSPSS(type, hash: hash, mgf: mgf, saltLength: salt), Self.message)
        #expect(try OpenSSL.verifies(ofMessage, of: Self.message, by: key.der, hash: name, options: options))
        let digest = try OpenSSL.digest(Self.message, name)
        let ofDigest = try sign(.rsaPKCSPSS(hash: hash, mgf: mgf, saltLength: salt), digest)
        #expect(
            try OpenSSL.verifies(ofDigest, of: digest, by: key.der, hash: name, options: options, isDigest: true))
        #expect(try verify(.rsaPKCSPSS(type, hash: hash, mgf: mgf, saltLength: salt), Self.message, ofDigest))
        let wrongSalt = ["rsa_padding_mode:pss", "rsa_pss_saltlen:\(salt + 1)"]
        #expect(try !OpenSSL.verifies(ofMessage, of: Self.message, by: key.der, hash: name, options: wrongSalt))
    }

    @Test func `raw RSA`() throws {
        let block = Data([0, 2]) + Data((2..<256).map { UInt8($0) })
        let signature = try sign(Mechanism(.rsaX509), block)
        let line = [
            "pkeyutl", "-encrypt", "-pubin", "-inkey", "key", "-keyform", "DER", "-pkeyopt", "rsa_padding_mode:none",
        ]
        #expect(try OpenSSL.output(line, input: signature, files: ["key": key.der]) == block)
    }

    @Test func `what openssl signs the token verifies`() throws {
        // A key of openssl's, whose public half goes to the token.
        let pem = try OpenSSL.output(["genrsa", "2048"])
        let modulus = try OpenSSL.output(["rsa", "-noout", "-modulus"], input: pem)
        let signature = try OpenSSL.output(
            [
                "dgst", "-sha256", "-sign", "key", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32",
                "m",
            ],
            files: ["key": pem, "m": Self.message])
        let session = try key.session()
        let publicKey = try session.createObject([
            .objectClass(.publicKey), .keyType(.rsa), Attribute(.token, false), Attribute(.verify, true),
            Attribute(.modulus, Data(hexadecimal: String(decoding: modulus.dropFirst(8), as: UTF8.self))),
            Attribute(.publicExponent, Data([1, 0, 1])),
        ])
        let mechanism = Mechanism.rsaPKCSPSS(
            .sha256RSAPKCSPSS, hash: .sha256, mgf: .mgf1SHA256, saltLength: 32)
        try session.verifyInit(mechanism, key: publicKey)
        #expect(try session.verify(Self.message, signature: signature))
        try session.verifyInit(mechanism, key: publicKey)
        #expect(try !session.verify(Self.message + Data([0]), signature: signature))
    }

    @Test func `false is for signatures that are wrong, of the wrong length too`() throws {
        let mechanism = Mechanism(.sha256RSAPKCS)
        let signature = try sign(mechanism, Self.message)
        var flipped = signature
        flipped[100] ^= 1
        #expect(try !verify(mechanism, Self.message, flipped))
        #expect(try !verify(mechanism, Data("other".utf8), signature))
        for wrong in [Data(), Data([1]), signature.dropLast(), signature + Data([0]), Data(count: 256)] {
            #expect(try !verify(mechanism, Self.message, wrong), "\(wrong.count) bytes")
        }
    }

    @Test func `in parts, of any size and kind`() throws {
        let mechanism = Mechanism(.sha256RSAPKCS)
        let message = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0) })
        let session = try key.session()
        try session.signInit(mechanism, key: key.privateKey)
        try session.signUpdate(message[..<1])
        try session.signUpdate(Data())
        try session.signUpdate(Array(message[1..<3000]))
        try session.signUpdate(message[3000..<4999])
        try session.signUpdate(message[4999...])
        let signature = try session.signFinal(maximumLength: 256)
        #expect(try OpenSSL.verifies(signature, of: message, by: key.der, hash: "sha256"))
        // PKCS#1 v1.5 signatures are a function of the message.
        #expect(try sign(mechanism, message) == signature)

        for (tail, isValid) in [(message[4000...], true), (message[4001...], false)] {
            try session.verifyInit(mechanism, key: key.publicKey)
            try session.verifyUpdate(message[..<4000])
            try session.verifyUpdate(tail)
            #expect(try session.verifyFinal(signature: signature) == isValid)
        }
    }

    @Test func `inputs that are not in one piece arrive whole`() throws {
        let mechanism = Mechanism(.sha256RSAPKCS)
        let whole = try sign(mechanism, Self.message)
        let pieces = Pieces(pieces: [Array(Self.message[..<7]), [], Array(Self.message[7...])])
        let session = try key.session()
        try session.signInit(mechanism, key: key.privateKey)
        #expect(try session.sign(pieces, maximumLength: 256) == whole)
        try session.signInit(mechanism, key: key.privateKey)
        #expect(try session.sign((Data([9, 9]) + Self.message)[2...], maximumLength: 256) == whole)
    }

    @Test func `HMAC, as in RFC 4231`() throws {
        let session = try key.session()
        // Test case 6: SoftHSM takes no key that is shorter than the hash.
        let secret = Data(repeating: 0xaa, count: 131)
        let hmacKey = try session.createObject([
            .objectClass(.secretKey), .keyType(.genericSecret), Attribute(.token, false), Attribute(.sign, true),
            Attribute(.verify, true), Attribute(.value, secret),
        ])
        let message = Data("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        let expected = Data(hexadecimal: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        try session.signInit(Mechanism(.sha256HMAC), key: hmacKey)
        #expect(try session.sign(message, maximumLength: 32) == expected)
        try session.signInit(Mechanism(.sha256HMAC), key: hmacKey)
        #expect(try session.sign(message, maximumLength: 1000) == expected)
        try session.verifyInit(Mechanism(.sha256HMAC), key: hmacKey)
        #expect(try session.verify(message, signature: expected))
        try session.verifyInit(Mechanism(.sha256HMAC), key: hmacKey)
        #expect(try !session.verify(message, signature: expected.reversed()))
    }

    @Test func `ECDSA, whose signatures are two halves`() throws {
        let session = try key.session()
        // OID of P-256 in DER (RFC 5480).
        let curve = Data(hexadecimal: "06082a8648ce3d030107")
        let pair = try session.generateKeyPair(
            Mechanism(.ecKeyPairGen), publicTemplate: [Attribute(.ecParams, curve), Attribute(.verify, true)],
            privateTemplate: [Attribute(.sign, true), Attribute(.token, false)])
        let digest = try OpenSSL.digest(Self.message, "sha256")
        try session.signInit(Mechanism(.ecdsa), key: pair.privateKey)
        let signature = try session.sign(digest, maximumLength: 64)
        #expect(signature.count == 64)
        let point = try #require(try session.attributes([.ecPoint], of: pair.publicKey).data(.ecPoint))
        #expect(point.prefix(3) == Data([0x04, 65, 0x04]))
        // SubjectPublicKeyInfo (RFC 5480) of the point, and the halves as DER integers.
        let header = Data(hexadecimal: "3059301306072a8648ce3d020106082a8648ce3d030107034200")
        func integer(_ bytes: Data) -> Data {
            let digits = bytes.drop { $0 == 0 }
            let padded = (digits.first ?? 0x80) >= 0x80 ? Data([0]) + digits : Data(digits)
            return Data([2, UInt8(padded.count)]) + padded
        }
        let integers = integer(signature.prefix(32)) + integer(signature.suffix(32))
        let der = Data([0x30, UInt8(integers.count)]) + integers
        #expect(try OpenSSL.verifies(der, of: Self.message, by: header + point.dropFirst(2), hash: "sha256"))
    }

    @Test func `a key that may not, one that is not there, a mechanism that is not`() throws {
        let session = try key.session()
        let mechanism = Mechanism(.sha256RSAPKCS)
        let missing = ObjectHandle(rawValue: 999_999)
        let error = try failure { try session.signInit(mechanism, key: missing) }
        #expect(error.function == "C_SignInit")
        #expect(error.returnValue == .objectHandleInvalid || error.returnValue == .keyHandleInvalid)
        #expect(error.message == "signing with CKM_SHA256_RSA_PKCS")
        let vendor = Mechanism(MechanismType(rawValue: 0x8765_4321))
        #expect(try failure { try session.signInit(vendor, key: key.privateKey) }.returnValue == .mechanismInvalid)
        #expect(throws: PKCS11Error.self) { try session.verifyInit(mechanism, key: missing) }
        #expect(try failure { try session.sign(Data([1]), maximumLength: 256) }.returnValue == .operationNotInitialized)
        #expect(try failure { try session.signUpdate(Data([1])) }.returnValue == .operationNotInitialized)
        #expect(try failure { try session.signFinal(maximumLength: 256) }.returnValue == .operationNotInitialized)
        #expect(
            try failure { try session.verify(Data([1]), signature: Data([1])) }.returnValue == .operationNotInitialized)
    }
}

/// Bytes in several pieces of memory.
struct Pieces: DataProtocol {
    var pieces: [[UInt8]]
    var regions: [ArraySlice<UInt8>] { pieces.map { $0[...] } }
    private var joined: [UInt8] { pieces.flatMap { $0 } }
    var startIndex: Int { 0 }
    var endIndex: Int { pieces.reduce(0) { $0 + $1.count } }
    subscript(position: Int) -> UInt8 { joined[position] }
    subscript(bounds: Range<Int>) -> ArraySlice<UInt8> { joined[bounds] }
    func index(before i: Int) -> Int { i - 1 }
    func index(after i: Int) -> Int { i + 1 }
}
