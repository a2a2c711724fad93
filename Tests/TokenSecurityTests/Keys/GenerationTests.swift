import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite(.freshToken) struct `Generation of key pairs` {
    @Test(arguments: [512, 513, 768, 1023, 1024, 2056])
    func `1, 2: both halves come, each of exactly the requested size`(bits: Int) throws {
        let pair = try SecKey.makePair(bits: bits)
        for key in [pair.publicKey, pair.privateKey] {
            #expect(try key.attributeDictionary["bsiz"] as? Int == bits)
            #expect(try key.attributeDictionary["esiz"] as? Int == bits)
            #expect(SecKeyGetBlockSize(key) == (bits + 7) / 8)
        }
        let text = try OpenSSLPair.run(
            ["rsa", "-RSAPublicKey_in", "-inform", "DER", "-noout", "-text"], input: pair.publicKey.externalData)
        #expect(String(decoding: text, as: UTF8.self).contains("(\(bits) bit)"))
        #expect(String(decoding: text, as: UTF8.self).contains("Exponent: 65537"))
    }

    /// libcrypto, which SoftHSM uses, makes odd sizes from 2,048 bits on one bit shorter.
    @Test func `2: a key of another size than the requested one is refused and not kept`() throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2049, kSecAttrIsPermanent: true,
        ]
        expectFailure(errSecParam) { SecKeyCreateRandomKey(attributes as CFDictionary, $0) }
        #expect(try FreshToken.count() == 0)
    }

    @Test func `77: either output pointer may be nil`() throws {
        let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024] as CFDictionary
        var publicKey: SecKey?
        var privateKey: SecKey?
        #expect(SecKeyGeneratePair(attributes, &publicKey, nil) == errSecSuccess)
        #expect(SecKeyGeneratePair(attributes, nil, &privateKey) == errSecSuccess)
        #expect(SecKeyGeneratePair(attributes, nil, nil) == errSecSuccess)
        #expect(publicKey?.isPrivate == false)
        #expect(privateKey?.isPrivate == true)
    }

    @Test func `55: what is not permanent is not found`() throws {
        let key = try random([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024])
        let query = [kSecClass: kSecClassKey, kSecReturnRef: true] as CFDictionary
        var result: CFTypeRef?
        #expect(SecItemCopyMatching(query, &result) == errSecItemNotFound)
        #expect(result == nil)
        #expect(try FreshToken.count() == 0)
        #expect(try TokenStores.store().keys() == [])
        try sign(with: key)
    }

    @Test func `56: only what is permanent is stored`() throws {
        let both: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecAttrIsPermanent: true,
        ]
        let onlyPrivate: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024,
            kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true],
        ]
        let onlyPublic: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024,
            kSecPublicKeyAttrs: [kSecAttrIsPermanent: true],
        ]
        let notPrivate: [CFString: Any] = both.merging([kSecPrivateKeyAttrs: [kSecAttrIsPermanent: false]]) { $1 }
        var expected = (private: 0, public: 0)
        for (attributes, stored) in [(onlyPrivate, (1, 0)), (both, (1, 1)), (onlyPublic, (0, 1)), (notPrivate, (0, 1))]
        {
            let key = try random(attributes)
            expected.private += stored.0
            expected.public += stored.1
            #expect(try FreshToken.count("Private") == expected.private)
            #expect(try FreshToken.count("Public") == expected.public)
            try sign(with: key)
        }
    }

    @Test func `a session key that nobody holds any more is gone, and the one beside it is not`() throws {
        let kept = try random([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024])
        for _ in 0..<20 { _ = try random([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 512]) }
        try sign(with: kept)
        #expect(try TokenStores.store().sessionCount < 10)
    }

    @Test func `59: label and tag come back the same on both halves`() throws {
        _ = try random([
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecAttrIsPermanent: true,
            kSecAttrLabel: "a label", kSecAttrApplicationTag: Data("a.tag".utf8),
        ])
        for keyClass in [kSecAttrKeyClassPrivate, kSecAttrKeyClassPublic] {
            let query =
                [kSecClass: kSecClassKey, kSecAttrKeyClass: keyClass, kSecReturnAttributes: true] as CFDictionary
            var result: CFTypeRef?
            try #require(SecItemCopyMatching(query, &result) == errSecSuccess)
            let item = try #require(result as? [String: Any])
            #expect(item["labl"] as? String == "a label")
            #expect(item["atag"] as? Data == Data("a.tag".utf8))
        }
        let labels = try FreshToken.lines().filter { $0.contains("label:") }
        #expect(labels.count == 2)
        #expect(labels.allSatisfy { $0.hasSuffix("a label") })
        #expect(try FreshToken.lines().count { $0.contains("ID:") && $0.hasSuffix("612e746167") } == 2)
    }

    @Test func `each half has its own attributes, and those above that it does not have itself`() throws {
        _ = try random([
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecAttrIsPermanent: true,
            kSecAttrLabel: "above", kSecAttrCanDecrypt: false,
            kSecPrivateKeyAttrs: [kSecAttrApplicationTag: Data("private".utf8), kSecAttrCanUnwrap: false],
            kSecPublicKeyAttrs: [kSecAttrLabel: "public", kSecAttrCanVerify: false],
        ])
        let store = try TokenStores.store()
        let privateKey = try #require(try store.privateKeys().first)
        let publicKey = try #require(try store.publicKeys().first?.attributes)
        #expect(privateKey.tag == Data("private".utf8))
        #expect(privateKey.label == "above")
        #expect(privateKey.attributes.usage == .sign)
        #expect(publicKey.tag == nil)
        #expect(publicKey.label == "public")
        #expect(publicKey.usage == [.encrypt, .wrap])
        // A query by tag finds the half that has it.
        #expect(try store.publicKeys(matching: KeyQuery(tag: Data("private".utf8))).isEmpty)
    }

    @Test func `a public half has a tag of its own, and labels may be any bytes`() throws {
        let odd = Data([0xFF, 0x00, 0xFE])
        let pair = try SecKey.makePair(
            bits: 1024,
            [
                "perm": true, "private": ["atag": "one", "labl": odd] as [String: Any],
                "public": ["atag": 2, "labl": Data([0x80])] as [String: Any],
            ])
        let store = try TokenStores.store()
        #expect(try store.privateKey(tag: Data("one".utf8)).attributes.labelBytes == odd)
        let publicKeys = try store.publicKeys(matching: KeyQuery(tag: Data("2".utf8)))
        #expect(publicKeys.map { $0.attributes?.labelBytes } == [Data([0x80])])
        #expect(publicKeys.map { SecKey($0) } == [pair.publicKey])
    }

    @Test func `a token makes the private half permanent, unless that is denied`() throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecAttrTokenID: "fresh",
        ]
        _ = try random(attributes)
        #expect(try FreshToken.count("Private") == 1)
        #expect(try FreshToken.count("Public") == 0)
        _ = try random(attributes.merging([kSecPrivateKeyAttrs: [kSecAttrIsPermanent: false]]) { $1 })
        #expect(try FreshToken.count() == 1)
        let serial = try TokenStores.store().token.serialNumber
        let key = try random(attributes.merging([kSecAttrTokenID: serial]) { $1 })
        #expect(try FreshToken.count("Private") == 2)
        // 79, as RSA.
        #expect(try key.attributeDictionary["tkid"] as? String == "fresh")
        _ = try random(attributes.merging([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]) { $1 })
        #expect(try FreshToken.count("Private") == 3)
        expectFailure(errSecNoSuchKeychain) {
            SecKeyCreateRandomKey(attributes.merging([kSecAttrTokenID: "absent"]) { $1 } as CFDictionary, $0)
        }
        #expect(try FreshToken.count() == 3)
    }

    @Test func `numbers and strings name the type, and a mutable dictionary will do`() throws {
        let dictionary: NSMutableDictionary = [kSecAttrKeyType: 42, kSecAttrKeySizeInBits: "1024"]
        dictionary[kSecAttrIsPermanent] = kCFBooleanFalse
        #expect(try value { SecKeyCreateRandomKey(dictionary, $0) }.sizeInBits == 1024)
    }

    @Test(
        arguments: [
            [:], ["type": "42"], ["bsiz": 2048], ["type": "42", "bsiz": 511], ["type": "42", "bsiz": 8193],
            ["type": "42", "bsiz": -2048], ["type": "42", "bsiz": Int.max], ["type": "42", "bsiz": "many"],
            ["type": "42", "bsiz": 2048.5], ["type": "42", "bsiz": NSNull()], ["type": "RSA", "bsiz": 2048],
            ["type": NSNull(), "bsiz": 2048], ["type": "43", "bsiz": 2048], ["type": "14", "bsiz": 256],
            ["type": "73", "bsiz": 255], ["type": "73", "bsiz": 2048],
            ["type": "42", "bsiz": 2048, "private": "x"], ["type": "42", "bsiz": 2048, "public": [1]],
            ["type": "42", "bsiz": 2048, "private": [7: "x"]], ["type": "42", "bsiz": 2048, "atag": NSNull()],
            ["type": "42", "bsiz": 2048, "perm": Data()], ["type": "42", "bsiz": 2048, "accc": "x"],
            ["type": "42", "bsiz": 2048, "private": ["labl": NSNull()]], ["type": "42", "bsiz": 2048, 1: 2],
            ["type": "42", "bsiz": 2048, "perm": true, "atag": Data(count: 70_000)],
            ["type": "42", "bsiz": 2048, "perm": true, "sync": true],
        ] as [Sent])
    func `76: a request that makes no sense fails and leaves nothing`(attributes: Sent) throws {
        expectFailure(errSecParam) { SecKeyCreateRandomKey(attributes.dictionary, $0) }
        var publicKey: SecKey?
        var privateKey: SecKey?
        #expect(SecKeyGeneratePair(attributes.dictionary, &publicKey, &privateKey) == errSecParam)
        #expect(publicKey == nil)
        #expect(privateKey == nil)
        #expect(try TokenStores.store().keys() == [])
    }

    @Test func `76: a forbidden group makes permanent generation fail and leaves nothing`() throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecAttrIsPermanent: true,
            kSecAttrAccessGroup: kSecAttrAccessGroupToken,
        ]
        expectFailure(errSecMissingEntitlement) { SecKeyCreateRandomKey(attributes as CFDictionary, $0) }
        // Also where only the second half is forbidden.
        let half: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecAttrIsPermanent: true,
            kSecPublicKeyAttrs: [kSecAttrAccessGroup: kSecAttrAccessGroupToken],
        ]
        expectFailure(errSecMissingEntitlement) { SecKeyCreateRandomKey(half as CFDictionary, $0) }
        #expect(try FreshToken.count() == 0)
    }

    @Test func `curves are known and not made yet`() throws {
        for bits in [192, 224, 256, 384, 521] {
            expectFailure(errSecUnimplemented) {
                SecKeyCreateRandomKey(
                    [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: bits] as CFDictionary, $0)
            }
        }
    }

    @Test func `extractable means that a key may be wrapped, and sensitive is what it always is`() throws {
        let pair = try SecKey.makePair(bits: 1024, ["perm": true, "extr": true, "sens": false])
        let key = try TokenStores.store().privateKeys()[0]
        #expect(key.attributes.isSensitive == true)
        #expect(key.attributes.isExtractable == true)
        #expect(try pair.privateKey.attributeDictionary["extr"] as? Bool == true)
        #expect(try pair.privateKey.attributeDictionary["sens"] as? Bool == true)
        expectFailure(errSecUnimplemented) { SecKeyCopyExternalRepresentation(pair.privateKey, $0) }
    }

    private func random(_ attributes: [CFString: Any]) throws -> SecKey {
        try value { SecKeyCreateRandomKey(attributes as CFDictionary, $0) }
    }

    private func sign(with key: SecKey) throws {
        let message = Data("message".utf8) as CFData
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        let signature = try value { SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, message, $0) }
        #expect(SecKeyVerifySignature(publicKey, .rsaSignatureMessagePKCS1v15SHA256, message, signature, nil))
    }
}

/// A dictionary of whatever a caller may pass.
struct Sent: @unchecked Sendable, ExpressibleByDictionaryLiteral, CustomTestStringConvertible {
    let dictionary: CFDictionary

    init(dictionaryLiteral elements: (AnyHashable, Any)...) {
        dictionary = Dictionary(elements) { $1 } as CFDictionary
    }

    var testDescription: String { "\(dictionary)".count < 200 ? "\(dictionary)" : "a large dictionary" }
}
