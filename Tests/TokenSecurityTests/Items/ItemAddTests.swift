import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite struct `Adding items` {
    private let keychain: Keychain
    private let sample: SampleKey
    private let query: Keychain.Entries = [kSecClass: kSecClassKey]

    init() throws {
        keychain = try Keychain()
        sample = try .first()
    }

    @Test func `other tools see tag, label, class and flags`() throws {
        let names: Keychain.Entries = [kSecAttrApplicationTag: "tag", kSecAttrLabel: "häl lo"]
        #expect(
            keychain.add(Keychain.privateData(sample, names.merging([kSecAttrCanDecrypt: false]) { $1 })).status == 0)
        let flags: Keychain.Entries = [kSecAttrCanVerify: true, kSecAttrCanEncrypt: false, kSecAttrCanWrap: false]
        #expect(keychain.add(Keychain.publicData(sample, names.merging(flags) { $1 })).status == 0)
        let objects = try keychain.objects()
        #expect(objects.count == 2)
        let privateKey = try #require(objects.first { $0.hasPrefix("Private Key Object; RSA") })
        let publicKey = try #require(objects.first { $0.hasPrefix("Public Key Object; RSA 1024 bits") })
        for object in [privateKey, publicKey] {
            #expect(object.contains("ID:         \(Data("tag".utf8).hex)"))
            #expect(object.contains("label:      häl lo"))
        }
        #expect(privateKey.contains("Usage:      sign, unwrap\n"))
        #expect(privateKey.contains("Access:     sensitive, always sensitive, never extractable, local") == false)
        #expect(privateKey.contains("Access:     sensitive"))
        #expect(publicKey.contains("Usage:      verify\n"))
    }

    @Test func `a key without a tag is known by its hash, and has none`() throws {
        #expect(keychain.add(Keychain.publicData(sample)).status == errSecSuccess)
        #expect(try keychain.objects().first?.contains("ID:         \(sample.hash.hex)") == true)
        let attributes = keychain.find(query.merging([kSecReturnAttributes: true]) { $1 }).dictionary
        #expect(attributes != nil)
        #expect(attributes?["atag"] == nil)
        #expect(attributes?["labl"] == nil)
        #expect(keychain.find(query.merging([kSecAttrApplicationTag: Data()]) { $1 }).status == errSecSuccess)
        #expect(keychain.find(query.merging([kSecAttrApplicationTag: "tag"]) { $1 }).status == errSecItemNotFound)
    }

    @Test func `the class of data is read from them where it is not given`() throws {
        for (data, keyClass) in [(sample.privateKey, 1), (sample.publicKey, 0), (sample.subjectPublicKeyInfo, 0)] {
            let added = keychain.add([
                kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecValueData: data,
                kSecReturnAttributes: true,
            ])
            #expect(added.dictionary?["kcls"] as? Int == keyClass)
            #expect(keychain.delete(query) == errSecSuccess)
        }
    }

    @Test func `data that are no key, or another one, are refused`() throws {
        var corrupt = sample.privateKey
        corrupt[corrupt.startIndex] = 0
        var wrongNumber = sample.privateKey
        wrongNumber[wrongNumber.endIndex - 1] ^= 1
        let huge = Data(count: 1 << 24)
        for data in [Data(), Data([0x30]), huge, corrupt, wrongNumber, sample.publicKey, sample.privateKey + [0]] {
            #expect(keychain.add(Keychain.privateData(sample, [kSecValueData: data])).status == errSecParam)
        }
        for data in [Data(), Data([0x30, 0x80]), huge, sample.privateKey, sample.publicKey.dropLast()] {
            #expect(keychain.add(Keychain.publicData(sample, [kSecValueData: data])).status == errSecParam)
        }
        #expect(try keychain.isEmpty)
    }

    @Test func `type, class and size must be those of the key`() throws {
        let wrong: [(Keychain.Entries, OSStatus)] = [
            ([kSecAttrKeyType: kSecAttrKeyTypeEC], errSecUnimplemented), ([kSecAttrKeyType: 5], errSecParam),
            ([kSecAttrKeyClass: kSecAttrKeyClassPublic], errSecParam), ([kSecAttrKeyClass: 7], errSecParam),
            ([kSecAttrKeyClass: kSecAttrKeyClassSymmetric], errSecUnimplemented),
            ([kSecAttrKeySizeInBits: 2048], errSecParam), ([kSecAttrEffectiveKeySize: 512], errSecParam),
            ([kSecAttrSynchronizable: true], errSecParam),
            ([kSecAttrSynchronizable: kSecAttrSynchronizableAny], errSecParam),
        ]
        for (entries, status) in wrong {
            #expect(keychain.add(Keychain.privateData(sample, entries)).status == status, "\(entries)")
        }
        var noType = Keychain.privateData(sample)
        noType[kSecAttrKeyType] = nil
        #expect(keychain.add(noType).status == errSecParam)
        #expect(keychain.add(query).status == errSecParam)
        let key = try keychain.sessionKey(sample)
        #expect(keychain.add([kSecValueRef: key, kSecAttrKeyClass: kSecAttrKeyClassPublic]).status == errSecParam)
        #expect(keychain.add([kSecValueRef: key, kSecValueData: sample.privateKey]).status == errSecParam)
        #expect(try keychain.isEmpty)
        let right: Keychain.Entries = [
            kSecAttrKeySizeInBits: "1024", kSecAttrEffectiveKeySize: 1024, kSecAttrSynchronizable: false,
        ]
        #expect(keychain.add(Keychain.privateData(sample, right)).status == errSecSuccess)
    }

    @Test func `the data of a private key alone are refused, and nothing is stored`() throws {
        let wanted: Keychain.Entries = [kSecReturnData: true]
        #expect(keychain.add(Keychain.privateData(sample, wanted)).status == errSecDataNotAvailable)
        let key = try keychain.sessionKey(sample)
        #expect(keychain.add([kSecValueRef: key, kSecReturnData: true]).status == errSecDataNotAvailable)
        #expect(try keychain.objects().isEmpty)
    }

    @Test func `a key may be there under several tags, and several keys under one`() throws {
        let second = try SampleKey.second()
        let tag: Keychain.Entries = [kSecAttrApplicationTag: "a"]
        #expect(keychain.add(Keychain.privateData(sample, tag)).status == errSecSuccess)
        #expect(keychain.add(Keychain.privateData(second, tag)).status == errSecSuccess)
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrApplicationTag: "b"])).status == errSecSuccess)
        #expect(keychain.add(Keychain.privateData(sample)).status == errSecSuccess)
        #expect(keychain.add(Keychain.publicData(sample, tag)).status == errSecSuccess)
        #expect(try keychain.count == (4, 1))
        #expect(keychain.add(Keychain.privateData(second, tag)).status == errSecDuplicateItem)
    }

    @Test func `a stored key is added again under another tag`() throws {
        let stored = try #require(
            keychain.add(
                Keychain.privateData(
                    sample,
                    [
                        kSecAttrApplicationTag: "a", kSecReturnRef: true,
                    ])
            ).key)
        #expect(keychain.add([kSecValueRef: stored, kSecAttrApplicationTag: "a"]).status == errSecDuplicateItem)
        let copy = keychain.add([kSecValueRef: stored, kSecAttrApplicationTag: "b", kSecReturnRef: true]).key
        #expect(copy == stored)
        #expect(try keychain.count == (2, 0))
    }

    @Test func `flags: those of the key, changed by what was said, enforced by the token`() throws {
        let key = try keychain.sessionKey(sample)
        let added = keychain.add([
            kSecValueRef: key, kSecAttrCanSign: false, kSecAttrCanUnwrap: true, kSecAttrCanVerify: true,
            kSecReturnRef: true,
        ])
        let stored = try #require(added.key)
        let usage = try keychain.store.privateKeys().map(\.attributes.usage)
        #expect(usage == [[.decrypt, .unwrap]])
        expectFailure(errSecKeyUsageIncorrect) {
            SecKeyCreateSignature(stored, .rsaSignatureMessagePKCS1v15SHA256, Data() as CFData, $0)
        }
    }

    @Test func `a key that another program made on a curve is not copied`() throws {
        try keychain.token.pkcs11Tool(
            keychain.token.loginArguments + ["--keypairgen", "--key-type", "EC:prime256v1", "--id", "ec"])
        let key = try #require(try keychain.store.privateKeys().first)
        #expect(keychain.add([kSecValueRef: SecKey(key), kSecAttrApplicationTag: "tag"]).status == errSecUnimplemented)
        #expect(try keychain.objects().count == 2)
    }

    @Test func `extractable is what may be wrapped, and stays unreadable`() throws {
        let entries = Keychain.privateData(sample, [kSecAttrIsExtractable: true, kSecAttrIsSensitive: false])
        #expect(keychain.add(entries.merging([kSecReturnRef: true]) { $1 }).key != nil)
        let attributes = try #require(try keychain.store.privateKeys().first?.attributes)
        #expect(attributes.isExtractable == true)
        #expect(attributes.isSensitive == true)
        #expect(keychain.find(query.merging([kSecReturnData: true]) { $1 }).status == errSecDataNotAvailable)
        let key = try keychain.sessionKey(try .second())
        #expect(keychain.add([kSecValueRef: key, kSecAttrIsExtractable: true]).status == errSecReadOnlyAttr)
        #expect(try keychain.count == (1, 0))
    }

    @Test func `an application label becomes the label where there is none`() throws {
        let own: Keychain.Entries = [kSecAttrApplicationLabel: "own"]
        #expect(keychain.add(Keychain.publicData(sample, own)).status == errSecSuccess)
        #expect(try keychain.store.publicKeys().map { $0.attributes?.label } == ["own"])
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.add(Keychain.publicData(sample, own.merging([kSecAttrLabel: "label"]) { $1 })).status == 0)
        #expect(try keychain.store.publicKeys().map { $0.attributes?.label } == ["label"])
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrApplicationLabel: sample.hash])).status == 0)
        #expect(try keychain.store.privateKeys().map { $0.attributes.label } == [""])
    }

    @Test func `a token ID names the token by label or serial number`() throws {
        for name in ["test", keychain.store.token.serialNumber, kSecAttrTokenIDSecureEnclave as String] {
            #expect(keychain.add(Keychain.publicData(sample, [kSecAttrTokenID: name])).status == errSecSuccess)
            let found = keychain.find(query.merging([kSecAttrTokenID: name, kSecReturnAttributes: true]) { $1 })
            #expect(found.dictionary?["tkid"] as? String == name)
            #expect(keychain.delete(query.merging([kSecAttrTokenID: name]) { $1 }) == errSecSuccess)
        }
        #expect(keychain.add(Keychain.publicData(sample, [kSecAttrTokenID: "other"])).status == errSecNoSuchKeychain)
        #expect(keychain.delete(query.merging([kSecAttrTokenID: "other"]) { $1 }) == errSecItemNotFound)
    }

    @Test func `a pair that is generated and not permanent is not stored`() throws {
        let entries: Keychain.Entries = [
            kSecClass: kSecClassKey, kSecAttrTokenID: "test", kSecAttrKeyType: kSecAttrKeyTypeRSA,
            kSecAttrKeySizeInBits: 1024, kSecAttrIsPermanent: false, kSecReturnRef: true,
        ]
        let key = try #require(keychain.add(entries).key)
        #expect(SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, Data() as CFData, nil) != nil)
        #expect(keychain.find(query).status == errSecItemNotFound)
        var bad = entries
        bad[kSecAttrKeySizeInBits] = 1
        #expect(keychain.add(bad).status == errSecParam)
        bad[kSecAttrKeyType] = kSecAttrKeyTypeEC
        bad[kSecAttrKeySizeInBits] = 256
        #expect(keychain.add(bad).status == errSecUnimplemented)
        let mistakes: [(Keychain.Entries, OSStatus)] = [
            ([kSecAttrKeyClass: kSecAttrKeyClassPublic], errSecParam), ([kSecAttrKeyClass: 3], errSecParam),
            ([kSecAttrKeyClass: kSecAttrKeyClassSymmetric], errSecUnimplemented),
            ([kSecAttrEffectiveKeySize: 512], errSecParam),
        ]
        for (more, status) in mistakes {
            let permanent = entries.merging([kSecAttrIsPermanent: true]) { $1 }
            #expect(keychain.add(permanent.merging(more) { $1 }).status == status, "\(more)")
        }
        #expect(try keychain.objects().isEmpty)
        let right: Keychain.Entries = [
            kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrEffectiveKeySize: 1024, kSecAttrIsPermanent: true,
        ]
        #expect(keychain.add(entries.merging(right) { $1 }).key?.isPrivate == true)
        #expect(try keychain.objects().count == 2)
    }
}
