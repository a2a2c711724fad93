import Foundation
import TestSupport
import TokenKeyStore
import Testing

@testable import TokenSecurity

/// Assertions about items that Apple's own tests make, restated for keys on a token, by their numbers.
@Suite struct `Item conformance: adding and finding` {
    private let keychain: Keychain
    private let sample: SampleKey
    private let all: Keychain.Entries = [
        kSecReturnData: true, kSecReturnAttributes: true, kSecReturnRef: true, kSecReturnPersistentRef: true,
    ]

    init() throws {
        keychain = try Keychain()
        sample = try .first()
    }

    private func pair(_ more: Keychain.Entries) throws -> (privateKey: SecKey, publicKey: SecKey) {
        let attributes: Keychain.Entries = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024]
        var error: Unmanaged<CFError>?
        let key = keychain.use { SecKeyCreateRandomKey(attributes.merging(more) { $1 } as CFDictionary, &error) }
        let privateKey = try #require(key, "\(String(describing: error?.takeRetainedValue()))")
        return (privateKey, try #require(SecKeyCopyPublicKey(privateKey)))
    }

    @Test func `12: a key is added by reference alone and deleted by the same dictionary`() throws {
        for key in [try keychain.sessionKey(sample), try keychain.publicKey(sample)] {
            let entries: Keychain.Entries = [kSecValueRef: key]
            #expect(keychain.add(entries).status == errSecSuccess)
            #expect(try keychain.objects().count == 1)
            #expect(keychain.find(entries).status == errSecSuccess)
            #expect(keychain.delete(entries) == errSecSuccess)
            #expect(try keychain.objects().isEmpty)
        }
    }

    @Test func `13: the halves of a permanent pair are found by labels of their own`() throws {
        let keys = try pair([
            kSecAttrIsPermanent: true, kSecPrivateKeyAttrs: [kSecAttrLabel: "private label"] as Keychain.Entries,
            kSecPublicKeyAttrs: [kSecAttrLabel: "public label"] as Keychain.Entries,
        ])
        let query: Keychain.Entries = [kSecClass: kSecClassKey, kSecReturnRef: true]
        #expect(keychain.find(query.merging([kSecAttrLabel: "private label"]) { $1 }).key == keys.privateKey)
        #expect(keychain.find(query.merging([kSecAttrLabel: "public label"]) { $1 }).key == keys.publicKey)
    }

    @Test func `14: the label and CanSign find the private half, which signs`() throws {
        let keys = try pair([kSecAttrIsPermanent: true, kSecAttrLabel: "label"])
        let found = keychain.find([
            kSecClass: kSecClassKey, kSecAttrLabel: "label", kSecAttrCanSign: true, kSecReturnRef: true,
            kSecMatchLimit: kSecMatchLimitAll,
        ])
        let list = try #require(found.value as? [SecKey])
        #expect(list == [keys.privateKey])
        let message = Data("message".utf8) as CFData
        let signature = try #require(SecKeyCreateSignature(list[0], .rsaSignatureMessagePKCS1v15SHA256, message, nil))
        #expect(SecKeyVerifySignature(keys.publicKey, .rsaSignatureMessagePKCS1v15SHA256, message, signature, nil))
    }

    @Test func `36: a key added by reference is found by the SHA-1 of its public key`() throws {
        for key in [try keychain.sessionKey(sample), try keychain.publicKey(sample)] {
            #expect(keychain.add([kSecValueRef: key]).status == errSecSuccess)
            let found = keychain.find([
                kSecClass: kSecClassKey, kSecAttrApplicationLabel: sample.hash, kSecReturnRef: true,
                kSecAttrKeyClass: key.isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
            ])
            #expect(found.key == key)
        }
    }

    @Test func `37: after a deletion by reference, the reference finds nothing`() throws {
        for key in [try keychain.sessionKey(sample), try keychain.publicKey(sample)] {
            let entries: Keychain.Entries = [kSecClass: kSecClassKey, kSecValueRef: key]
            #expect(keychain.add(entries).status == errSecSuccess)
            #expect(keychain.find(entries).status == errSecSuccess)
            #expect(keychain.delete(entries) == errSecSuccess)
            #expect(keychain.find(entries).status == errSecItemNotFound)
            #expect(keychain.delete(entries) == errSecItemNotFound)
        }
    }

    @Test func `38: adding the same key twice gives no persistent reference the second time`() throws {
        for key in [try keychain.sessionKey(sample), try keychain.publicKey(sample)] {
            let entries: Keychain.Entries = [kSecValueRef: key, kSecReturnPersistentRef: true]
            #expect(keychain.add(entries).data != nil)
            let again = keychain.add(entries)
            #expect(again.status == errSecDuplicateItem)
            #expect(again.value == nil)
        }
        #expect(try keychain.objects().count == 2)
    }

    @Test func `40: a persistent reference from add finds what the attributes find`() throws {
        let tag: Keychain.Entries = [kSecAttrApplicationTag: "tag"]
        for entries in [Keychain.privateData(sample, tag), Keychain.publicData(sample, tag)] {
            let data = try #require(keychain.add(entries.merging([kSecReturnPersistentRef: true]) { $1 }).data)
            let byReference = try #require(
                keychain.find([kSecValuePersistentRef: data, kSecReturnAttributes: true]).dictionary)
            let query: Keychain.Entries = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: "tag", kSecReturnAttributes: true,
                kSecAttrKeyClass: try #require(entries[kSecAttrKeyClass]),
            ]
            let byAttributes = try #require(keychain.find(query).dictionary)
            #expect(byReference as NSDictionary == byAttributes as NSDictionary)
        }
    }

    @Test func `44: adding the same item again is refused and changes nothing`() throws {
        for entries in [Keychain.privateData(sample), Keychain.publicData(sample)] {
            for tag: Keychain.Entries in [[:], [kSecAttrApplicationTag: "tag"]] {
                let entries = entries.merging(tag) { $1 }
                #expect(keychain.add(entries).status == errSecSuccess)
                let before = try keychain.objects()
                #expect(keychain.add(entries).status == errSecDuplicateItem)
                #expect(keychain.add(entries.merging([kSecAttrLabel: "other"]) { $1 }).status == errSecDuplicateItem)
                #expect(try keychain.objects() == before)
            }
        }
        #expect(try keychain.count == (2, 2))
    }

    @Test func `45: adding without a return key leaves the result alone`() throws {
        let marker = NSObject()
        var result: CFTypeRef? = marker
        let entries = Keychain.privateData(sample) as CFDictionary
        #expect(keychain.use { SecItemAdd(entries, &result) } == errSecSuccess)
        #expect(result === marker)
    }

    @Test func `46: adding gives the bare thing that was asked for`() throws {
        func add(_ name: CFString, _ tag: String) -> Keychain.Answer {
            keychain.add(Keychain.publicData(sample, [name: true, kSecAttrApplicationTag: tag]))
        }
        #expect(add(kSecReturnRef, "a").key == (try keychain.publicKey(sample)))
        #expect(add(kSecReturnData, "b").data == sample.publicKey)
        #expect(add(kSecReturnPersistentRef, "c").data != nil)
        #expect(add(kSecReturnAttributes, "d").dictionary?["atag"] as? Data == Data("d".utf8))
    }

    @Test func `47: attributes alone bring no data and no references`() throws {
        let added = keychain.add(Keychain.publicData(sample, [kSecReturnAttributes: true])).dictionary
        let dictionary = try #require(added)
        for name in [kSecValueData, kSecValueRef, kSecValuePersistentRef] { #expect(dictionary[name as String] == nil) }
    }

    @Test func `48: all four returns give one dictionary`() throws {
        let dictionary = try #require(keychain.add(Keychain.publicData(sample, all)).dictionary)
        #expect(dictionary[kSecClass as String] as? String == kSecClassKey as String)
        #expect(dictionary[kSecValueData as String] as? Data == sample.publicKey)
        #expect(dictionary[kSecValueRef as String] as? SecKey == (try keychain.publicKey(sample)))
        #expect(dictionary[kSecValuePersistentRef as String] is Data)
    }

    @Test func `49: an attribute of another class is refused by add and delete`() throws {
        #expect(keychain.add(Keychain.publicData(sample, ["svce" as CFString: "x"])).status == errSecNoSuchAttr)
        #expect(keychain.delete([kSecClass: kSecClassKey, "svce" as CFString: "x"]) == errSecNoSuchAttr)
        #expect(keychain.delete([kSecClass: kSecClassCertificate, kSecAttrApplicationTag: "x"]) == errSecNoSuchAttr)
        #expect(try keychain.isEmpty)
    }

    @Test func `51: all items with two returns are dictionaries, and with one the bare data`() throws {
        let second = try SampleKey.second()
        #expect(keychain.add(Keychain.publicData(sample)).status == errSecSuccess)
        #expect(keychain.add(Keychain.publicData(second)).status == errSecSuccess)
        let query: Keychain.Entries = [
            kSecClass: kSecClassKey, kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true,
        ]
        let both = keychain.find(query.merging([kSecReturnPersistentRef: true]) { $1 })
        let list = try #require(both.value as? [[String: Any]])
        #expect(Set(list.compactMap { $0["v_Data"] as? Data }) == [sample.publicKey, second.publicKey])
        #expect(Set(list.compactMap { $0["v_PersistentRef"] as? Data }).count == 2)
        #expect(Set(try #require(keychain.find(query).value as? [Data])) == [sample.publicKey, second.publicKey])
    }

    @Test func `52: a query that matches nothing leaves the result alone`() throws {
        #expect(keychain.add(Keychain.privateData(sample)).status == errSecSuccess)
        for more: Keychain.Entries in [
            all, [kSecReturnRef: true], [kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll],
        ] {
            let answer = keychain.find([kSecClass: kSecClassKey, kSecAttrLabel: "none"].merging(more) { $1 })
            #expect(answer.status == errSecItemNotFound)
            #expect(answer.value == nil)
        }
    }

    @Test func `54: nobody adds to the access group of tokens, and anybody may ask for it`() throws {
        let group: Keychain.Entries = [kSecAttrAccessGroup: kSecAttrAccessGroupToken]
        #expect(keychain.add(Keychain.privateData(sample, group)).status == errSecMissingEntitlement)
        #expect(
            keychain.add([kSecValueRef: try keychain.publicKey(sample)].merging(group) { $1 }).status
                == errSecMissingEntitlement)
        #expect(try keychain.isEmpty)
        let query: Keychain.Entries = [kSecClass: kSecClassKey]
        #expect(keychain.find(query.merging(group) { $1 }).status == errSecItemNotFound)
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrAccessGroup: "mine"])).status == errSecSuccess)
        #expect(keychain.find(query.merging(group) { $1 }).status == errSecSuccess)
    }

    @Test func `57: a half that was not permanent is added later by reference`() throws {
        let keys = try pair([:])
        #expect(try keychain.isEmpty)
        for key in [keys.privateKey, keys.publicKey] {
            let data = try #require(keychain.add([kSecValueRef: key, kSecReturnPersistentRef: true]).data)
            #expect(keychain.find([kSecValuePersistentRef: data, kSecReturnRef: true]).key == key)
        }
        #expect(try keychain.count == (1, 1))
    }

    @Test func `58: label, type and size delete both halves`() throws {
        _ = try pair([kSecAttrIsPermanent: true, kSecAttrLabel: "label"])
        #expect(try keychain.objects().count == 2)
        let query: Keychain.Entries = [
            kSecClass: kSecClassKey, kSecAttrLabel: "label", kSecAttrKeyType: kSecAttrKeyTypeRSA,
        ]
        #expect(keychain.delete(query.merging([kSecAttrKeySizeInBits: 2048]) { $1 }) == errSecItemNotFound)
        #expect(keychain.delete(query.merging([kSecAttrKeySizeInBits: 1024]) { $1 }) == errSecSuccess)
        #expect(try keychain.objects().isEmpty)
    }

    @Test func `73: a key that was never stored is not found by its reference`() throws {
        let keys = try pair([:])
        for key in [keys.privateKey, keys.publicKey, try keychain.sessionKey(sample)] {
            #expect(keychain.find([kSecClass: kSecClassKey, kSecValueRef: key]).status == errSecItemNotFound)
        }
    }

    @Test func `75: attributes are read by their raw names`() throws {
        let dictionary = try #require(
            keychain.add(Keychain.privateData(sample, [kSecReturnAttributes: true, kSecAttrLabel: "l"])).dictionary)
        #expect(kSecAttrKeySizeInBits as String == "bsiz")
        #expect(dictionary["bsiz"] as? Int == 1024)
        #expect(dictionary["kcls"] as? Int == 1)
        #expect(dictionary["type"] as? Int == 42)
        #expect(dictionary["labl"] as? String == "l")
    }

    @Test func `78: a token ID and a type generate on the token`() throws {
        let entries: Keychain.Entries = [
            kSecClass: kSecClassKey, kSecAttrTokenID: "test", kSecAttrKeyType: kSecAttrKeyTypeRSA,
            kSecAttrKeySizeInBits: 1024, kSecAttrLabel: "made there", kSecReturnRef: true,
        ]
        let key = try #require(keychain.add(entries).key)
        #expect(key.isPrivate)
        let query: Keychain.Entries = [kSecClass: kSecClassKey, kSecAttrTokenID: "test", kSecAttrLabel: "made there"]
        #expect(keychain.find(query.merging([kSecReturnRef: true]) { $1 }).key == key)
        #expect(keychain.find([kSecClass: kSecClassKey, kSecAttrTokenID: "other"]).status == errSecItemNotFound)
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.find(query).status == errSecItemNotFound)
        #expect(try keychain.objects().isEmpty)
    }
}
