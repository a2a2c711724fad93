import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite struct `Changing and deleting items` {
    private let sample: SampleKey
    private let query: Keychain.Entries = [kSecClass: kSecClassKey]

    init() throws { sample = try .first() }

    private func tag(_ tag: String) -> Keychain.Entries { query.merging([kSecAttrApplicationTag: tag]) { $1 } }

    /// A token with three private keys: the first sample under a and b, the second under c.
    private func threeKeys(withFaults: Bool = false) throws -> Keychain {
        let keychain = try Keychain(withFaults: withFaults)
        for (sample, tag) in [(sample, "a"), (sample, "b"), (try SampleKey.second(), "c")] {
            let entries = Keychain.privateData(sample, [kSecAttrApplicationTag: tag, kSecAttrLabel: "old"])
            #expect(keychain.add(entries).status == errSecSuccess)
        }
        return keychain
    }

    /// Tag and label of each private key.
    private func names(_ keychain: Keychain) throws -> [String] {
        try keychain.store.privateKeys().map { "\(String(decoding: $0.tag ?? Data(), as: UTF8.self)) \($0.label)" }
            .sorted()
    }

    /// As a process leaves it that was killed between the copy with the new label and the end of the old object.
    @Test(arguments: ["new", "newer"]) func `an update that was interrupted is finished by the next one`(label: String)
        throws
    {
        let keychain = try Keychain()
        let pem = try SecureBytes(copying: sample.privateKey)
        for label in ["old", "new"] {
            let options = KeyOptions(existing: .keepBoth, allowsWeakKeys: true, includesPublicHalf: false)
            try keychain.store.importPrivateKey(
                pem, tag: Data("a".utf8), label: label, usage: [.sign, .decrypt], options: options)
        }
        #expect(keychain.update(tag("a"), [kSecAttrLabel: label]) == errSecSuccess)
        #expect(try names(keychain) == ["a \(label)"])
        #expect(keychain.update(tag("a"), [kSecAttrApplicationTag: "b"]) == errSecSuccess)
        #expect(try names(keychain) == ["b \(label)"])
        _ = try keychain.store.privateKey(label: label).signature(for: Data(), using: .rsaPKCS1(.sha256))
    }

    @Test func `of a key that is there twice a new tag leaves one`() throws {
        let keychain = try Keychain()
        let pem = try SecureBytes(copying: sample.privateKey)
        for label in ["old", "old"] {
            let options = KeyOptions(existing: .keepBoth, allowsWeakKeys: true, includesPublicHalf: false)
            try keychain.store.importPrivateKey(
                pem, tag: Data("a".utf8), label: label, usage: .sign, options: options)
        }
        #expect(keychain.update(tag("a"), [kSecAttrApplicationTag: "b"]) == errSecSuccess)
        #expect(try names(keychain) == ["b old"])
    }

    @Test func `a key that is there for signatures and for decryption apart is not made one`() throws {
        let keychain = try Keychain()
        let pem = try SecureBytes(copying: sample.privateKey)
        for (label, usage) in [("s", KeyUsage.sign), ("d", .decrypt)] {
            let options = KeyOptions(existing: .keepBoth, allowsWeakKeys: true, includesPublicHalf: false)
            try keychain.store.importPrivateKey(pem, tag: Data("a".utf8), label: label, usage: usage, options: options)
        }
        for changes: Keychain.Entries in [
            [kSecAttrLabel: "d"], [kSecAttrLabel: "s"], [kSecAttrLabel: "x"], [kSecAttrApplicationTag: "b"],
        ] {
            #expect(keychain.update(tag("a"), changes) == errSecDuplicateItem)
            #expect(try names(keychain) == ["a d", "a s"])
        }
        #expect(try keychain.store.privateKey(label: "s").attributes.usage == .sign)
        #expect(try keychain.store.privateKey(label: "d").attributes.usage == .decrypt)
    }

    @Test func `a copy that an interrupted update left stays where the next one fails`() throws {
        let keychain = try Keychain(withFaults: true)
        let faults = try #require(keychain.faults)
        for label in ["old", "new"] {
            let options = KeyOptions(existing: .keepBoth, allowsWeakKeys: true, includesPublicHalf: false)
            try keychain.store.importPrivateKey(
                SecureBytes(copying: sample.privateKey), tag: Data("a".utf8), label: label, usage: .sign,
                options: options)
        }
        let other = Keychain.privateData(
            try SampleKey.second(), [kSecAttrApplicationTag: "b", kSecAttrLabel: "old"])
        #expect(keychain.add(other).status == errSecSuccess)
        try faults.plan("C_CopyObject:every=CKR_DEVICE_MEMORY")
        let status = keychain.update(query, [kSecAttrLabel: "new"])
        try faults.plan("")
        #expect(status == errSecQuotaExceeded)
        #expect(try names(keychain) == ["a new", "a old", "b old"])
        #expect(keychain.update(query, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(try names(keychain) == ["a new", "b new"])
    }

    @Test func `a change is of all that match, and of nothing else`() throws {
        let keychain = try threeKeys()
        #expect(keychain.update(query, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(try names(keychain) == ["a new", "b new", "c new"])
        #expect(keychain.update(tag("c"), [kSecAttrLabel: "third", kSecAttrApplicationTag: "d"]) == errSecSuccess)
        #expect(try names(keychain) == ["a new", "b new", "d third"])
        #expect(keychain.update(query.merging([kSecMatchLimit: kSecMatchLimitAll]) { $1 }, [:]) == errSecSuccess)
        #expect(keychain.update(query, [kSecAttrLabel: ""]) == errSecSuccess)
        #expect(try names(keychain) == ["a ", "b ", "d "])
        #expect(keychain.update(tag("d"), [kSecAttrApplicationTag: ""]) == errSecSuccess)
        #expect(try names(keychain) == [" ", "a ", "b "])
        let signing = keychain.find(tag("a").merging([kSecReturnRef: true]) { $1 }).key
        #expect(
            SecKeyCreateSignature(try #require(signing), .rsaSignatureMessagePKCS1v15SHA256, Data() as CFData, nil)
                != nil)
    }

    @Test func `a name that the same key has already is refused, and nothing changes`() throws {
        let keychain = try threeKeys()
        let before = try names(keychain)
        #expect(keychain.update(tag("a"), [kSecAttrApplicationTag: "b", kSecAttrLabel: "x"]) == errSecDuplicateItem)
        #expect(keychain.update(query, [kSecAttrApplicationTag: "x"]) == errSecDuplicateItem)
        #expect(try names(keychain) == before)
        // Another key may have it.
        #expect(keychain.update(tag("c"), [kSecAttrApplicationTag: "a"]) == errSecSuccess)
    }

    @Test func `what cannot be changed`() throws {
        let keychain = try threeKeys()
        let before = try names(keychain)
        let changes: [(Keychain.Entries, OSStatus)] = [
            ([kSecAttrKeyType: kSecAttrKeyTypeEC], errSecReadOnlyAttr), ([kSecAttrKeyClass: 0], errSecReadOnlyAttr),
            ([kSecAttrKeySizeInBits: 2048], errSecReadOnlyAttr), ([kSecAttrIsExtractable: true], errSecReadOnlyAttr),
            ([kSecAttrIsSensitive: false], errSecReadOnlyAttr), ([kSecAttrIsPermanent: false], errSecReadOnlyAttr),
            ([kSecAttrTokenID: "other"], errSecReadOnlyAttr), ([kSecValueData: Data([1])], errSecDataNotModifiable),
            ([kSecClass: kSecClassKey], errSecNoSuchAttr), ([kSecReturnRef: true], errSecNoSuchAttr),
            ([kSecMatchLimit: 1], errSecNoSuchAttr), ([kSecValueRef: NSObject()], errSecNoSuchAttr),
            (["svce" as CFString: "x"], errSecNoSuchAttr),
            (["private" as CFString: [:] as NSDictionary], errSecNoSuchAttr),
            ([kSecAttrLabel: NSNull()], errSecParam), ([kSecAttrApplicationTag: [1]], errSecParam),
            ([kSecAttrSynchronizable: true], errSecParam), ([kSecAttrAccessControl: "x"], errSecParam),
            ([kSecAttrAccessGroup: kSecAttrAccessGroupToken], errSecMissingEntitlement),
            ([kSecAttrApplicationTag: Data(count: 70_000)], errSecParam),
        ]
        for (entries, status) in changes {
            let entries = entries.merging([kSecAttrLabel: entries[kSecAttrLabel] ?? "changed"]) { $1 }
            #expect(keychain.update(tag("a"), entries) == status, "\(entries.keys)")
        }
        let odd = [5: "x"] as NSDictionary
        #expect(keychain.use { SecItemUpdate(tag("a") as CFDictionary, odd) } == errSecParam)
        #expect(keychain.update(tag("none"), [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(try names(keychain) == before)
        // Said, and so already.
        let same: Keychain.Entries = [
            kSecAttrIsSensitive: true, kSecAttrIsExtractable: false, kSecAttrIsPermanent: true, kSecAttrTokenID: "test",
            kSecAttrAccessGroup: "group", kSecAttrSynchronizable: false,
        ]
        #expect(keychain.update(tag("a"), same) == errSecSuccess)
    }

    @Test func `flags change, and the token enforces them`() throws {
        let keychain = try threeKeys()
        #expect(keychain.update(tag("a"), [kSecAttrCanSign: false, kSecAttrCanVerify: true]) == errSecSuccess)
        let key = try #require(keychain.find(tag("a").merging([kSecReturnRef: true]) { $1 }).key)
        expectFailure(errSecKeyUsageIncorrect) {
            SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, Data() as CFData, $0)
        }
        #expect(keychain.update(tag("a"), [kSecAttrCanSign: true]) == errSecSuccess)
        let again = try #require(keychain.find(tag("a").merging([kSecReturnRef: true]) { $1 }).key)
        #expect(SecKeyCreateSignature(again, .rsaSignatureMessagePKCS1v15SHA256, Data() as CFData, nil) != nil)
    }

    @Test func `an extractable key is kept from then on`() throws {
        let keychain = try Keychain()
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrIsExtractable: true])).status == errSecSuccess)
        #expect(keychain.update(query, [kSecAttrIsExtractable: true]) == errSecSuccess)
        #expect(keychain.update(query, [kSecAttrIsExtractable: false]) == errSecSuccess)
        #expect(try keychain.store.privateKeys().map(\.attributes.isExtractable) == [false])
        #expect(keychain.update(query, [kSecAttrIsExtractable: true]) == errSecReadOnlyAttr)
    }

    @Test func `a change that the token fails at leaves all as it was`() throws {
        let keychain = try threeKeys(withFaults: true)
        let faults = try #require(keychain.faults)
        let before = try names(keychain)
        // The second of three copies.
        try faults.plan("C_CopyObject:2=CKR_DEVICE_MEMORY")
        let status = keychain.update(query, [kSecAttrLabel: "new"])
        #expect(faults.fired == 1)
        try faults.plan("")
        #expect(status == errSecQuotaExceeded)
        #expect(try names(keychain) == before)
    }

    @Test func `a change that cannot be taken back is told`() throws {
        let keychain = try threeKeys(withFaults: true)
        let faults = try #require(keychain.faults)
        let update = try ItemUpdate([kSecAttrLabel: "new"] as CFDictionary, of: .key)
        let search = try keychain.use { try ItemSearch(try ItemRequest(query as CFDictionary, for: .update)) }
        try faults.plan("C_CopyObject:2..=CKR_DEVICE_MEMORY")
        let failure = #expect(throws: SecFailure.self) { try update.apply(to: search) }
        try faults.plan("")
        #expect(failure?.status == errSecQuotaExceeded)
        #expect(failure?.message?.contains("1 of the keys stayed changed") == true)
        #expect(try names(keychain).count { $0.hasSuffix(" new") } == 1)
    }

    @Test func `a deletion is of all that match`() throws {
        let keychain = try threeKeys()
        #expect(keychain.add(Keychain.publicData(sample, [kSecAttrApplicationTag: "a"])).status == errSecSuccess)
        #expect(keychain.delete(tag("a").merging([kSecAttrKeyClass: 0]) { $1 }) == errSecSuccess)
        #expect(try keychain.count == (3, 0))
        #expect(
            keychain.delete(tag("a").merging([kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll]) { $1 }) == 0)
        #expect(try names(keychain) == ["b old", "c old"])
        #expect(keychain.delete(query.merging([kSecMatchLimit: kSecMatchLimitOne]) { $1 }) == errSecParam)
        #expect(keychain.delete(query.merging([kSecAttrSynchronizable: true]) { $1 }) == errSecItemNotFound)
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.delete(query) == errSecItemNotFound)
        #expect(try keychain.objects().isEmpty)
    }

    @Test func `a private half goes without its public one, and the other way about`() throws {
        let keychain = try Keychain()
        for entries in [Keychain.privateData(sample), Keychain.publicData(sample)] {
            #expect(keychain.add(entries).status == errSecSuccess)
        }
        #expect(keychain.delete(query.merging([kSecAttrKeyClass: 1]) { $1 }) == errSecSuccess)
        #expect(try keychain.count == (0, 1))
        #expect(keychain.add(Keychain.privateData(sample)).status == errSecSuccess)
        #expect(keychain.delete(query.merging([kSecAttrKeyClass: 0]) { $1 }) == errSecSuccess)
        #expect(try keychain.count == (1, 0))
    }
}
