import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite(.sharedSecKeys) struct `Key data` {
    @Test(arguments: SecKeyFixture.sizes)
    func `19: a public key that was exported can be imported`(bits: Int) throws {
        let pair = try SecKeyFixture.pair(bits)
        let data = try pair.publicKey.externalData
        #expect(data == pair.openssl.publicPKCS1DER)
        #expect(try SecKey.make(of: data, isPrivate: false) == pair.publicKey)
        #expect(try SecKey.make(of: pair.openssl.publicDER, isPrivate: false) == pair.publicKey)
    }

    @Test func `19: the public half of a key that the token made`() throws {
        let pair = try SecKeyFixture.generated
        let data = try pair.publicKey.externalData
        let text = try OpenSSLPair.run(["rsa", "-RSAPublicKey_in", "-inform", "DER", "-noout", "-text"], input: data)
        #expect(String(decoding: text, as: UTF8.self).contains("(2048 bit)"))
        #expect(try SecKey.make(of: data, isPrivate: false) == pair.publicKey)
    }

    @Test(arguments: SecKeyFixture.sizes)
    func `private keys do not come out`(bits: Int) throws {
        try expectFailure(errSecUnimplemented) {
            SecKeyCopyExternalRepresentation(try SecKeyFixture.pair(bits).privateKey, $0)
        }
    }

    @Test func `20: data of the other class are refused`() throws {
        let openssl = try SecKeyFixture.pair(1024).openssl
        expectRefusal(openssl.pkcs1DER, keyClass: kSecAttrKeyClassPublic)
        expectRefusal(openssl.publicPKCS1DER, keyClass: kSecAttrKeyClassPrivate)
        expectRefusal(openssl.publicDER, keyClass: kSecAttrKeyClassPrivate)
    }

    @Test func `21: corrupted data are refused`() throws {
        let openssl = try SecKeyFixture.pair(1024).openssl
        for (data, keyClass) in [
            (openssl.pkcs1DER, kSecAttrKeyClassPrivate), (openssl.publicPKCS1DER, kSecAttrKeyClassPublic),
            (openssl.publicDER, kSecAttrKeyClassPublic),
        ] {
            for index in [0, 1, 2, 4, 5] { expectRefusal(data.withFlippedBit(at: index), keyClass: keyClass) }
            for bad in [Data(), data.dropLast(), data + [0], Data([0x30]), Data([0x30, 0x80]), Data(count: 300)] {
                expectRefusal(bad, keyClass: keyClass)
            }
            expectRefusal(Data([0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]) + data, keyClass: keyClass)
        }
        // Numbers that do not belong together.
        expectRefusal(
            openssl.pkcs1DER.withFlippedBit(at: openssl.pkcs1DER.count / 2), keyClass: kSecAttrKeyClassPrivate)
    }

    @Test func `other forms of a key are refused`() throws {
        let openssl = try SecKeyFixture.pair(2048).openssl
        let pkcs8 = try OpenSSLPair.run(
            ["pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER"], input: openssl.pkcs1DER)
        let pem = try OpenSSLPair.run(["rsa", "-inform", "DER", "-traditional"], input: openssl.pkcs1DER)
        let publicPEM = try OpenSSLPair.run(["rsa", "-inform", "DER", "-pubout"], input: openssl.pkcs1DER)
        let curve = try OpenSSLPair.run(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-outform", "DER"])
        for data in [pkcs8, pem, curve] { expectRefusal(data, keyClass: kSecAttrKeyClassPrivate) }
        let publicCurve = try OpenSSLPair.run(["ec", "-inform", "DER", "-pubout", "-outform", "DER"], input: curve)
        for data in [publicPEM, publicCurve] { expectRefusal(data, keyClass: kSecAttrKeyClassPublic) }
    }

    @Test func `type and class are needed, as strings or numbers`() throws {
        let data = try SecKeyFixture.pair(1024).openssl.publicPKCS1DER as CFData
        let fitting: [Sent] = [
            ["type": "42", "kcls": "0"], ["type": 42, "kcls": 0], ["type": 42, "kcls": "0"],
            ["type": "42", "kcls": "0", "bsiz": 512, "perm": true],
        ]
        for attributes in fitting {
            let key = try value { SecKeyCreateWithData(data, attributes.dictionary, $0) }
            #expect(try key == SecKeyFixture.pair(1024).publicKey)
        }
        let others: [Sent] = [
            [:], ["type": "42"], ["kcls": "0"], ["type": "42", "kcls": "3"], ["type": "42", "kcls": -1],
            ["type": "43", "kcls": "0"], ["type": "RSA", "kcls": "0"], ["type": "42", "kcls": "public"],
            ["type": NSNull(), "kcls": "0"], ["type": "42", "kcls": NSNull()], ["type": "42", "kcls": [1]],
            ["type": "42", "kcls": "0", 1: 2],
        ]
        for attributes in others {
            expectFailure(errSecParam, "\(attributes.dictionary)") {
                SecKeyCreateWithData(data, attributes.dictionary, $0)
            }
        }
        let missing: [Sent] = [
            ["type": "42", "kcls": "2"], ["type": "14", "kcls": "2"], ["type": "73", "kcls": "0"],
        ]
        for attributes in missing {
            expectFailure(errSecUnimplemented, "\(attributes.dictionary)") {
                SecKeyCreateWithData(data, attributes.dictionary, $0)
            }
        }
    }

    private func expectRefusal(
        _ data: Data, keyClass: CFString, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = expectFailure(errSecParam, sourceLocation: sourceLocation) {
            SecKeyCreateWithData(
                data as CFData, [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: keyClass] as CFDictionary, $0)
        }
        #expect(error?.localizedDescription.isEmpty == false, sourceLocation: sourceLocation)
    }
}

@Suite(.freshToken) struct `Keys that are looked up on a token` {
    @Test func `the data are not looked at where a token is named`() throws {
        let pair = try SecKey.makePair(bits: 1024, ["perm": true, "atag": "tag", "labl": "label"])
        _ = try SecKey.makePair(bits: 1024, ["perm": true, "atag": "other", "labl": "other"])
        let hash = try #require(try pair.publicKey.attributeDictionary["klbl"] as? Data)
        let names: [Sent] = [["atag": "tag"], ["labl": "label"], ["klbl": hash], ["atag": "tag", "labl": "label"]]
        for name in names {
            for (keyClass, key) in [("1", pair.privateKey), ("0", pair.publicKey)] {
                let found = try value { lookUp(name, ["kcls": keyClass], $0) }
                #expect(found == key)
            }
        }
        expectFailure(errSecItemNotFound) { lookUp(["atag": "absent"], [:], $0) }
        expectFailure(errSecItemNotFound) { lookUp(["atag": "tag", "labl": "other"], [:], $0) }
        expectFailure(errSecParam) { lookUp([:], [:], $0) }
        expectFailure(errSecNoSuchKeychain) { lookUp(["atag": "tag"], ["tkid": "absent"], $0) }
        _ = try SecKey.makePair(bits: 1024, ["perm": true, "atag": "tag"])
        expectFailure(errSecParam) { lookUp(["atag": "tag"], [:], $0) }
    }

    private func lookUp(_ name: Sent, _ more: [String: String], _ error: ErrorArgument?) -> SecKey? {
        let attributes = name.dictionary.mutableCopy() as? NSMutableDictionary ?? [:]
        for (key, value) in ["type": "42", "kcls": "1", "tkid": "fresh"].merging(more, uniquingKeysWith: { $1 }) {
            attributes[key as NSString] = value
        }
        return SecKeyCreateWithData(Data("nonsense".utf8) as CFData, attributes, error)
    }
}
