import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite(.sharedSecKeys) struct `What is known of a key` {
    static let names: Set = [
        "class", "kcls", "klbl", "perm", "priv", "modi", "type", "bsiz", "esiz", "sens", "asen", "extr", "next", "encr",
        "decr", "drve", "sign", "vrfy", "snrc", "vyrc", "wrap", "unwp",
    ]

    @Test(arguments: SecKeyFixture.sizes)
    func `22, 79: attributes of a private key`(bits: Int) throws {
        let attributes = try SecKeyFixture.pair(bits).privateKey.attributeDictionary
        #expect(Set(attributes.keys) == Self.names.union(["tkid"]))
        expectFlags(attributes, true: ["perm", "priv", "modi", "sens", "decr", "sign", "unwp"])
        #expect(attributes["kcls"] as? String == kSecAttrKeyClassPrivate as String)
        #expect(attributes["type"] as? String == kSecAttrKeyTypeRSA as String)
        #expect(attributes["class"] as? String == kSecClassKey as String)
        #expect(attributes["bsiz"] as? NSNumber == bits as NSNumber)
        #expect(attributes["esiz"] as? Int == bits)
        #expect(attributes["tkid"] as? String == "seckey")
    }

    @Test func `22: a key that the token made was always protected`() throws {
        let attributes = try SecKeyFixture.generated.privateKey.attributeDictionary
        expectFlags(attributes, true: ["perm", "priv", "modi", "sens", "asen", "next", "decr", "sign", "unwp"])
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `23: attributes of a public key`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let attributes = try pair.publicKey.attributeDictionary
        #expect(Set(attributes.keys) == Self.names.union(["v_Data"]))
        expectFlags(attributes, true: ["perm", "priv", "modi", "extr", "encr", "vrfy", "wrap"])
        #expect(attributes["kcls"] as? String == kSecAttrKeyClassPublic as String)
        #expect(attributes["type"] as? String == kSecAttrKeyTypeRSA as String)
        #expect(attributes["bsiz"] as? Int == bits)
        #expect(attributes["v_Data"] as? Data == pair.openssl.publicPKCS1DER)
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `24: both halves share the SHA-1 of the public key`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let expected = try OpenSSLPair.digest(pair.openssl.publicPKCS1DER, "sha1")
        for key in [pair.publicKey, pair.privateKey] {
            #expect(try key.attributeDictionary["klbl"] as? Data == expected)
        }
    }

    @Test func `75: attributes are readable by raw names and by constants`() throws {
        let attributes = try #require(SecKeyCopyAttributes(SecKeyFixture.generated.privateKey))
        #expect(attributes["bsiz"] as? Int == 2048)
        #expect(attributes[kSecAttrKeySizeInBits] as? Int == 2048)
        #expect(kSecAttrKeySizeInBits as String == "bsiz")
        let typed = try #require(attributes as? [CFString: any Sendable]) as [String: any Sendable]
        #expect(typed[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeRSA as String)
        #expect(typed[kSecAttrKeySizeInBits as String] as? Int == 2048)
        #expect(typed[kSecAttrIsExtractable as String] as? Bool == false)
    }

    @Test func `flags are booleans and sizes are numbers`() throws {
        for key in try [SecKeyFixture.generated.privateKey, SecKeyFixture.generated.publicKey] {
            let attributes = try key.attributeDictionary
            for name in ["sign", "sens", "perm"] { #expect(Coercion.bool(attributes[name] as Any) != nil) }
            for name in ["bsiz", "esiz"] { #expect(Coercion.bool(attributes[name] as Any) == nil) }
        }
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `25: the public key of a key`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        #expect(SecKeyCopyPublicKey(pair.privateKey) == pair.publicKey)
        #expect(SecKeyCopyPublicKey(pair.publicKey) == pair.publicKey)
        #expect(try SecKeyCopyPublicKey(pair.privateKey)?.externalData == pair.openssl.publicPKCS1DER)
        #expect(SecKeyGetBlockSize(pair.privateKey) == (bits + 7) / 8)
        #expect(SecKeyGetBlockSize(pair.publicKey) == (bits + 7) / 8)
    }

    @Test(.freshToken) func `a curve key has no RSA key of the same ID as public half`() throws {
        let token = try #require(FreshToken.token)
        let openssl = try OpenSSLPair(bits: 1024)
        for (type, id) in [("EC:prime256v1", "0a"), ("EC:edwards25519", "0b")] {
            try token.pkcs11Tool(token.loginArguments + ["--keypairgen", "--key-type", type, "--id", id])
            try token.pkcs11Tool(
                token.loginArguments + ["--delete-object", "--type", "pubkey", "--id", id])
            try token.pkcs11Tool(
                token.loginArguments + ["--write-object", "/dev/stdin", "--type", "pubkey", "--id", id],
                input: openssl.publicDER)
        }
        let store = try TokenStores.store()
        let curve = SecKey(try store.privateKey(tag: Data([0x0A])))
        let edwards = SecKey(try store.privateKey(tag: Data([0x0B])))
        for key in [curve, edwards] { #expect(SecKeyCopyPublicKey(key) == nil) }
        #expect(try curve.attributeDictionary["type"] as? String == kSecAttrKeyTypeECSECPrimeRandom as String)
        #expect(try edwards.attributeDictionary["type"] == nil)
    }

    @Test func `keys are equal by class and public value`() throws {
        let pair = try SecKeyFixture.pair(2048)
        let again = try SecKey.make(of: IndependentVectors.key2048, isPrivate: true)
        #expect(again == pair.privateKey)
        #expect(again !== pair.privateKey)
        #expect(again.hash == pair.privateKey.hash)
        #expect(pair.privateKey != pair.publicKey)
        #expect(try pair.publicKey != SecKeyFixture.pair(4096).publicKey)
        #expect(pair.publicKey.isEqual("a string") == false)
        #expect(pair.publicKey.isEqual(nil) == false)
        #expect(Set([again, pair.privateKey, pair.publicKey]).count == 2)
        let dictionary: NSDictionary = ["key": again]
        #expect(dictionary == ["key": pair.privateKey] as NSDictionary)
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `16, 17, 18, 63, 69: which algorithms a key supports`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let k = pair.byteCount
        var signing = Set(RSASignatureCase.all.filter { $0.fits(bits: bits) }.map(\.algorithm))
        signing.formUnion([.rsaSignatureRaw, .rsaSignatureDigestPKCS1v15Raw])
        var encryption = Set(RSAEncryptionCase.padded.filter { k >= $0.overhead }.map(\.algorithm))
        encryption.insert(.rsaEncryptionRaw)
        for (algorithm, oaep) in zip(RSAEncryptionCase.withAESGCM, RSAEncryptionCase.oaep)
        where k >= oaep.overhead + (bits < 4096 ? 16 : 32) {
            encryption.insert(algorithm)
        }
        // 63
        #expect(signing.contains(.rsaSignatureMessagePSSSHA512) == (bits > 1024))
        #expect(signing.contains(.rsaSignatureDigestPSSSHA512) == (bits > 1024))
        let others: [SecKeyAlgorithm] = [
            .ecdsaSignatureMessageX962SHA256, .ecdsaSignatureDigestRFC4754, .ecdhKeyExchangeStandard,
            .eciesEncryptionStandardX963SHA256AESGCM, SecKeyAlgorithm(rawValue: "algid:sign:RSA:unknown"),
            SecKeyAlgorithm(rawValue: ""),
        ]
        let all =
            RSASignatureCase.all.map(\.algorithm) + RSAEncryptionCase.padded.map(\.algorithm)
            + RSAEncryptionCase.withAESGCM + others
            + [.rsaSignatureRaw, .rsaSignatureDigestPKCS1v15Raw, .rsaEncryptionRaw]
        for algorithm in all {
            let comment = Comment(rawValue: algorithm.rawValue as String)
            let supports = { SecKeyIsAlgorithmSupported($0, $1, algorithm) }
            #expect(supports(pair.privateKey, .sign) == signing.contains(algorithm), comment)
            #expect(supports(pair.publicKey, .verify) == signing.contains(algorithm), comment)
            #expect(supports(pair.privateKey, .decrypt) == encryption.contains(algorithm), comment)
            #expect(supports(pair.publicKey, .encrypt) == encryption.contains(algorithm), comment)
            for (key, operation) in [
                (pair.publicKey, SecKeyOperationType.sign), (pair.publicKey, .decrypt), (pair.privateKey, .verify),
                (pair.privateKey, .encrypt), (pair.privateKey, .keyExchange), (pair.publicKey, .keyExchange),
            ] {
                #expect(!supports(key, operation), comment)
            }
        }
    }

    @Test func `the description of a key says what it is and no more`() throws {
        let pair = try SecKeyFixture.generated
        #expect(pair.privateKey.description == "<SecKey: private RSA key of 2048 bits>")
        #expect("\(pair.publicKey)" == "<SecKey: public RSA key of 2048 bits>")
        #expect(String(reflecting: pair.privateKey) == pair.privateKey.description)
    }

    /// Expects every truth value among attributes to be as named.
    private func expectFlags(
        _ attributes: [String: Any], true expected: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let flags = attributes.compactMapValues { Coercion.bool($0) }
        #expect(Set(flags.filter(\.value).keys) == expected, sourceLocation: sourceLocation)
        #expect(flags.count == Self.names.count - 6, sourceLocation: sourceLocation)
    }
}
