import Foundation
import TestSupport
import TokenKeyStore
import Testing

@testable import TokenSecurity

/// Assertions about changes and deletions that Apple's own tests make, by their numbers.
@Suite struct `Item conformance: changing and deleting` {
    private let keychain: Keychain
    private let sample: SampleKey
    private let query: Keychain.Entries = [kSecClass: kSecClassKey]

    init() throws {
        keychain = try Keychain()
        sample = try .first()
    }

    private func label(_ label: String) -> Keychain.Entries { query.merging([kSecAttrLabel: label]) { $1 } }
    private func tag(_ tag: String) -> Keychain.Entries { query.merging([kSecAttrApplicationTag: tag]) { $1 } }

    @Test func `39: a new label moves a key`() throws {
        for entries in [Keychain.privateData(sample), Keychain.publicData(sample)] {
            #expect(keychain.add(entries.merging([kSecAttrLabel: "old"]) { $1 }).status == errSecSuccess)
            #expect(keychain.update(label("old"), [kSecAttrLabel: "new"]) == errSecSuccess)
            #expect(keychain.find(label("old")).status == errSecItemNotFound)
            #expect(keychain.find(label("new")).status == errSecSuccess)
            #expect(keychain.update(label("old"), [kSecAttrLabel: "new"]) == errSecItemNotFound)
            #expect(try keychain.objects().count == 1)
            #expect(keychain.delete(query) == errSecSuccess)
        }
    }

    /// Two items with one label, as private and as public keys.
    private func twoReferences() throws -> [(Data, Data)] {
        let second = try SampleKey.second()
        let more: Keychain.Entries = [kSecAttrLabel: "both", kSecReturnPersistentRef: true]
        return try [Keychain.privateData, Keychain.publicData].map { entries in
            (
                try #require(keychain.add(entries(sample, more)).data),
                try #require(keychain.add(entries(second, more)).data)
            )
        }
    }

    @Test func `41: after deletion a persistent reference finds nothing`() throws {
        for (first, second) in try twoReferences() {
            #expect(keychain.delete([kSecValuePersistentRef: first]) == errSecSuccess)
            #expect(keychain.find([kSecValuePersistentRef: first]).status == errSecItemNotFound)
            #expect(keychain.delete([kSecValuePersistentRef: first]) == errSecItemNotFound)
            #expect(keychain.update([kSecValuePersistentRef: first], [kSecAttrLabel: "x"]) == errSecItemNotFound)
            #expect(keychain.find([kSecValuePersistentRef: second]).status == errSecSuccess)
        }
    }

    @Test func `42: a change through a persistent reference is of that item only`() throws {
        for (first, second) in try twoReferences() {
            let changes: Keychain.Entries = [kSecAttrLabel: "changed", kSecAttrApplicationTag: "new tag"]
            #expect(keychain.update([kSecValuePersistentRef: first], changes) == errSecSuccess)
            func label(_ reference: Data) -> String? {
                let found = keychain.find([kSecValuePersistentRef: reference, kSecReturnAttributes: true])
                return found.dictionary?["labl"] as? String
            }
            #expect(label(first) == "changed")
            #expect(label(second) == "both")
        }
    }

    @Test func `43: a deletion through a persistent reference leaves the other item`() throws {
        for (first, second) in try twoReferences() {
            #expect(keychain.delete([kSecValuePersistentRef: second]) == errSecSuccess)
            #expect(keychain.find([kSecValuePersistentRef: first]).status == errSecSuccess)
        }
        #expect(try keychain.count == (1, 1))
    }

    @Test func `50: a change of the data to another type is refused`() throws {
        #expect(keychain.add(Keychain.privateData(sample)).status == errSecSuccess)
        for value in ["text", 5, NSNull(), ["a": 1], [UInt8]()] as [Any] {
            #expect(keychain.update(query, [kSecValueData: value]) == errSecParam)
        }
        #expect(keychain.update(query, [kSecValueData: sample.privateKey]) == errSecDataNotModifiable)
    }

    @Test func `81: a return key in the query of an update is refused`() throws {
        #expect(keychain.add(Keychain.privateData(sample)).status == errSecSuccess)
        for name in [kSecReturnData, kSecReturnRef, kSecReturnAttributes, kSecReturnPersistentRef] {
            for value in [true, false] {
                #expect(keychain.update(query.merging([name: value]) { $1 }, [kSecAttrLabel: "x"]) == errSecParam)
            }
        }
        #expect(keychain.find(label("x")).status == errSecItemNotFound)
    }

    @Test func `82: an access control of another type is refused by add and delete`() throws {
        for value in ["ak", 5, Data(), NSNull()] as [Any] {
            #expect(keychain.add(Keychain.privateData(sample, [kSecAttrAccessControl: value])).status == errSecParam)
            #expect(keychain.delete(query.merging([kSecAttrAccessControl: value]) { $1 }) == errSecParam)
        }
        #expect(try keychain.isEmpty)
        let control = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil)
        let accepted: Keychain.Entries = [kSecAttrAccessControl: try #require(control)]
        #expect(keychain.add(Keychain.privateData(sample, accepted)).status == errSecSuccess)
        #expect(keychain.delete(query.merging(accepted) { $1 }) == errSecSuccess)
    }

    @Test func `83: data in place of text stay data`() throws {
        let bytes = Data([0xFF, 0x00, 0xFE])
        let added = keychain.add(Keychain.privateData(sample, [kSecAttrLabel: bytes, kSecReturnAttributes: true]))
        #expect(added.dictionary?["labl"] as? Data == bytes)
        let found = keychain.find(query.merging([kSecAttrLabel: bytes, kSecReturnAttributes: true]) { $1 })
        #expect(found.dictionary?["labl"] as? Data == bytes)
        let other = Data([0x80])
        #expect(keychain.update(query, [kSecAttrLabel: other]) == errSecSuccess)
        #expect(keychain.find(query.merging([kSecAttrLabel: other]) { $1 }).status == errSecSuccess)
        // Not so where they are UTF-8: the token keeps bytes and not what they were given as, and most labels are text.
        let text = Data("text".utf8)
        #expect(keychain.update(query, [kSecAttrLabel: text]) == errSecSuccess)
        let asText = keychain.find(query.merging([kSecAttrLabel: text, kSecReturnAttributes: true]) { $1 })
        #expect(asText.dictionary?["labl"] as? String == "text")
    }

    @Test func `84: after a generation, tag and class find keys equal to the generated ones`() throws {
        let attributes: Keychain.Entries = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecUseDataProtectionKeychain: true,
            kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data("tag".utf8),
        ]
        let privateKey = try #require(keychain.use { SecKeyCreateRandomKey(attributes as CFDictionary, nil) })
        let publicKey = try #require(SecKeyCopyPublicKey(privateKey))
        for (key, keyClass) in [(privateKey, kSecAttrKeyClassPrivate), (publicKey, kSecAttrKeyClassPublic)] {
            let found = keychain.find(
                tag("tag").merging([
                    kSecAttrKeyClass: keyClass, kSecReturnRef: true, kSecUseDataProtectionKeychain: true,
                ]) { $1 })
            #expect(found.key == key)
        }
        #expect(keychain.delete(tag("tag")) == errSecSuccess)
        #expect(keychain.find(tag("tag")).status == errSecItemNotFound)
        #expect(try keychain.objects().isEmpty)
    }

    @Test func `86: an item moves to a new tag once`() throws {
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrApplicationTag: "old"])).status == errSecSuccess)
        #expect(keychain.update(tag("old"), [kSecAttrApplicationTag: "new"]) == errSecSuccess)
        #expect(keychain.update(tag("old"), [kSecAttrApplicationTag: "new"]) == errSecItemNotFound)
        #expect(keychain.find(tag("new")).status == errSecSuccess)
        #expect(try keychain.objects().count == 1)
    }

    @Test func `87: an application label of one's own is kept, a duplicate refused, and an item lives through it all`()
        throws
    {
        let key = try keychain.sessionKey(sample)
        let entries: Keychain.Entries = [
            kSecValueRef: key, kSecAttrApplicationTag: "tag", kSecAttrApplicationLabel: "my own name",
            kSecReturnPersistentRef: true,
        ]
        let reference = try #require(keychain.add(entries).data)
        #expect(keychain.add(entries).status == errSecDuplicateItem)
        for name in ["my own name", Data("my own name".utf8), sample.hash] as [Any] {
            let found = keychain.find(query.merging([kSecAttrApplicationLabel: name, kSecReturnRef: true]) { $1 })
            #expect(found.key == key)
        }
        #expect(keychain.find(query.merging([kSecAttrApplicationLabel: "another"]) { $1 }).status == errSecItemNotFound)
        let item: Keychain.Entries = [kSecValuePersistentRef: reference]
        #expect(keychain.find(item.merging([kSecReturnRef: true]) { $1 }).key == key)
        let attributes = keychain.find(item.merging([kSecReturnAttributes: true]) { $1 }).dictionary
        #expect(attributes?["atag"] as? Data == Data("tag".utf8))
        #expect(keychain.delete(item) == errSecSuccess)
        let gone = keychain.find(item.merging([kSecReturnRef: true]) { $1 })
        #expect(gone.status == errSecItemNotFound)
        #expect(gone.value == nil)
    }
}
