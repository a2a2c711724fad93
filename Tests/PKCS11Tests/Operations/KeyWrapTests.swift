import Foundation
import PKCS11
import TestSupport
import Testing

@Suite struct `Wrapping, unwrapping and deriving keys` {
    private let key: RSAKey

    init() throws { key = try RSAKey.shared.get() }

    private func secret(
        _ value: Data, _ session: borrowing Session, type: KeyType = .aes, extractable: Bool = true
    ) throws -> ObjectHandle {
        try session.createObject([
            .objectClass(.secretKey), .keyType(type), Attribute(.token, false), Attribute(.private, false),
            Attribute(.sensitive, false), Attribute(.extractable, extractable), Attribute(.wrap, true),
            Attribute(.unwrap, true), Attribute(.value, value),
        ])
    }

    /// A template for what comes out, whose value can be looked at.
    private static func unwrapped(_ type: KeyType = .aes) -> [Attribute] {
        [
            .objectClass(.secretKey), .keyType(type), Attribute(.token, false), Attribute(.private, false),
            Attribute(.sensitive, false), Attribute(.extractable, true),
        ]
    }

    @Test func `AES key wrap, as in RFC 3394`() throws {
        // Sections 4.1, 4.3 and 4.6.
        let vectors = [
            (
                "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
                "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"
            ),
            (
                "000102030405060708090a0b0c0d0e0f1011121314151617 18191a1b1c1d1e1f", "00112233445566778899aabbccddeeff",
                "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7"
            ),
            (
                "000102030405060708090a0b0c0d0e0f1011121314151617 18191a1b1c1d1e1f",
                "00112233445566778899aabbccddeeff0001020304050607 08090a0b0c0d0e0f",
                "28c9f404c4b810f4cbccb35cfb87f826 3f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21"
            ),
        ]
        let session = try key.session()
        for (wrapping, value, expected) in vectors {
            let kek = try secret(Data(hexadecimal: wrapping), session)
            let target = try secret(Data(hexadecimal: value), session)
            let mechanism = Mechanism(.aesKeyWrap)
            let wrapped = try session.wrapKey(target, with: mechanism, wrappingKey: kek)
            #expect(wrapped == Data(hexadecimal: expected))
            let again = try session.unwrapKey(
                wrapped, with: mechanism, unwrappingKey: kek, template: Self.unwrapped())
            #expect(try session.attributes([.value], of: again).data(.value) == Data(hexadecimal: value))

            var damaged = wrapped
            damaged[3] ^= 1
            let error = try failure {
                try session.unwrapKey(damaged, with: mechanism, unwrappingKey: kek, template: Self.unwrapped())
            }
            #expect(error.function == "C_UnwrapKey")
            #expect(error.message == "unwrapping with CKM_AES_KEY_WRAP")
        }
    }

    @Test func `AES key wrap with padding, as in RFC 5649`() throws {
        // Section 6, first example.
        let session = try key.session()
        let kek = try secret(Data(hexadecimal: "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8"), session)
        let value = Data(hexadecimal: "c37b7e6492584340bed12207808941155068f738")
        // Only in this direction: SoftHSM fills up the value with zeros to 24 bytes before it wraps it.
        let wrapped = Data(hexadecimal: "138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a")
        let unwrapped = try session.unwrapKey(
            wrapped, with: Mechanism(.aesKeyWrapPad), unwrappingKey: kek, template: Self.unwrapped(.genericSecret))
        #expect(try session.attributes([.value], of: unwrapped).data(.value) == value)
    }

    @Test func `the length of an unwrapped key is said where a token wants it, and not where it refuses it`() throws {
        let token = try SoftHSMToken()
        let faults = try FaultProvider(on: token)
        let module = try Module.load(path: faults.path)
        let session = try LoadedToken.slot(labelled: "test", of: module).openSession(readWrite: true)
        // RFC 3394, section 4.1.
        let kek = try secret(Data(hexadecimal: "000102030405060708090a0b0c0d0e0f"), session)
        let wrapped = Data(hexadecimal: "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5")
        func unwrap(_ more: [Attribute]) throws -> ObjectHandle {
            try session.unwrapKey(
                wrapped, with: Mechanism(.aesKeyWrap), unwrappingKey: kek, template: Self.unwrapped() + more)
        }
        // SoftHSM itself refuses it.
        let refused = try failure { try unwrap([Attribute(.valueLen, 16)]) }
        #expect(refused.function == "C_UnwrapKey")
        let key = try unwrap([])
        let value = Data(hexadecimal: "00112233445566778899aabbccddeeff")
        #expect(try session.attributes([.value], of: key).data(.value) == value)
        try faults.plan("template:require=CKA_VALUE_LEN; template:ignore=CKA_VALUE_LEN")
        #expect(try failure { try unwrap([]) }.returnValue == .templateIncomplete)
        let other = try unwrap([Attribute(.valueLen, 16)])
        #expect(try session.attributes([.value], of: other).data(.value) == value)
        // What is read afterwards is what the token says, 0 too: the value tells.
        try faults.plan("readback:CKA_VALUE_LEN=0")
        let values = try session.attributes([.value, .valueLen], of: other)
        #expect(values.number(.valueLen) == 0 && values.data(.value)?.count == 16)
    }

    @Test func `RSA, against openssl`() throws {
        let session = try key.session()
        let value = Data((0..<32).map { UInt8($0) })
        let line = ["pkeyutl", "-encrypt", "-pubin", "-inkey", "key", "-keyform", "DER"]
        let fromOpenSSL = try OpenSSL.output(line, input: value, files: ["key": key.der])
        let unwrapped = try session.unwrapKey(
            fromOpenSSL, with: Mechanism(.rsaPKCS), unwrappingKey: key.privateKey, template: Self.unwrapped())
        #expect(try session.attributes([.value], of: unwrapped).data(.value) == value)

        let oaep = Mechanism.rsaPKCSOAEP(hash: .sha1, mgf: .mgf1SHA1)
        let wrapped = try session.wrapKey(secret(value, session), with: oaep, wrappingKey: key.publicKey)
        #expect(wrapped.count == 256)
        try session.decryptInit(oaep, key: key.privateKey)
        #expect(try session.decrypt(wrapped, maximumLength: 256) == value)
    }

    @Test func `what must not leave the token does not`() throws {
        let session = try key.session()
        let kek = try secret(Data(count: 32), session)
        let target = try secret(Data(count: 16), session, extractable: false)
        let error = try failure { try session.wrapKey(target, with: Mechanism(.aesKeyWrap), wrappingKey: kek) }
        #expect(error.returnValue == .keyUnextractable)
        #expect(error.function == "C_WrapKey")
        #expect(error.message == "wrapping key \(target) with CKM_AES_KEY_WRAP")
        let privateKey = try failure {
            try session.wrapKey(key.privateKey, with: Mechanism(.aesKeyWrapPad), wrappingKey: kek)
        }
        #expect(privateKey.returnValue == .keyUnextractable)
    }

    @Test func `ECDH, against openssl`() throws {
        let session = try key.session()
        // OID of P-256 in DER (RFC 5480).
        let curve = Data(hexadecimal: "06082a8648ce3d030107")
        let pair = try session.generateKeyPair(
            Mechanism(.ecKeyPairGen), publicTemplate: [Attribute(.ecParams, curve)],
            privateTemplate: [Attribute(.derive, true), Attribute(.token, false)])
        let point = try #require(try session.attributes([.ecPoint], of: pair.publicKey).data(.ecPoint)).dropFirst(2)

        let folder = try TemporaryDirectory()
        func openssl(_ arguments: [String]) throws -> Data {
            try Command.check("openssl", arguments, directory: folder.path).stdout
        }
        _ = try openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "theirs"])
        let theirs = try openssl(["ec", "-in", "theirs", "-pubout", "-outform", "DER"])
        // The header of a SubjectPublicKeyInfo (RFC 5480) of an uncompressed point has 26 bytes.
        try folder.write(theirs.prefix(26) + point, to: "ours.der")
        let line = ["pkeyutl", "-derive", "-inkey", "theirs", "-peerkey", "ours.der", "-peerform", "DER"]
        let expected = try openssl(line)

        let template = Self.unwrapped(.genericSecret) + [Attribute(.valueLen, 32)]
        let mechanism = Mechanism.ecdh1Derive(kdf: .null, publicData: theirs.suffix(65))
        let shared = try session.deriveKey(from: pair.privateKey, with: mechanism, template: template)
        #expect(try session.attributes([.value], of: shared).data(.value) == expected)

        let bad = Mechanism.ecdh1Derive(kdf: .null, publicData: Data([4]) + Data(count: 64))
        let error = try failure { try session.deriveKey(from: pair.privateKey, with: bad, template: template) }
        #expect(error.function == "C_DeriveKey")
        #expect(error.message == "deriving with CKM_ECDH1_DERIVE")
    }

    @Test func `generated pairs have the size, the exponent and the flags that were asked for`() throws {
        let session = try key.session()
        for bits in [UInt(1024), 1096] {
            let pair = try session.generateKeyPair(
                Mechanism(.rsaPKCSKeyPairGen),
                publicTemplate: [
                    Attribute(.modulusBits, bits), Attribute(.publicExponent, Data([1, 0, 1])),
                    Attribute(.token, false),
                    Attribute(.verify, true), Attribute(.encrypt, false),
                ],
                privateTemplate: [
                    Attribute(.token, false), Attribute(.sign, true), Attribute(.decrypt, false),
                    Attribute(.sensitive, true), Attribute(.extractable, false),
                ])
            let own = try session.attributes([.modulus, .publicExponent, .verify, .encrypt], of: pair.publicKey)
            let modulus = try #require(own.data(.modulus))
            #expect(modulus.count == Int(bits + 7) / 8)
            #expect(try modulus.count * 8 - #require(modulus.first).leadingZeroBitCount == Int(bits))
            #expect(own.data(.publicExponent) == Data([1, 0, 1]))
            #expect(own.bool(.verify) == true)
            #expect(own.bool(.encrypt) == false)
            let types: [AttributeType] = [
                .sign, .decrypt, .sensitive, .alwaysSensitive, .extractable, .neverExtractable, .modulus,
            ]
            let secret = try session.attributes(types, of: pair.privateKey)
            #expect(types.dropLast().map { secret.bool($0) } == [true, false, true, true, false, true])
            #expect(secret.data(.modulus) == modulus)
            #expect(pair.publicKey != pair.privateKey)
        }
        let error = try failure {
            try session.generateKeyPair(
                Mechanism(.rsaPKCSKeyPairGen), publicTemplate: [Attribute(.modulusBits, 100)], privateTemplate: [])
        }
        #expect(error.function == "C_GenerateKeyPair")
        #expect(error.message == "generating with CKM_RSA_PKCS_KEY_PAIR_GEN")
    }
}
