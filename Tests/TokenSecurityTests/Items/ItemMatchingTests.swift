import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// Which items a query means.
@Suite struct `Matching items` {
    private let keychain: Keychain
    private let sample: SampleKey

    init() throws {
        keychain = try Keychain()
        sample = try .first()
        let second = try SampleKey.second()
        let names: Keychain.Entries = [kSecAttrApplicationTag: "first", kSecAttrLabel: "label"]
        #expect(keychain.add(Keychain.privateData(sample, names)).status == errSecSuccess)
        #expect(keychain.add(Keychain.publicData(sample, names)).status == errSecSuccess)
        let others: Keychain.Entries = [kSecAttrApplicationTag: "second", kSecAttrCanSign: false]
        #expect(keychain.add(Keychain.privateData(second, others)).status == errSecSuccess)
    }

    /// The items, each by class and tag.
    private func found(_ entries: Keychain.Entries) -> Set<String> {
        let query: Keychain.Entries = [
            kSecClass: kSecClassKey, kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll,
        ]
        let list = keychain.find(query.merging(entries) { $1 }).value as? [[String: Any]] ?? []
        return Set(
            list.map { attributes in
                let tag = (attributes["atag"] as? Data).map { String(decoding: $0, as: UTF8.self) } ?? ""
                return "\(attributes["kcls"] as? Int == 1 ? "private" : "public") \(tag)"
            })
    }

    private let everything: Set<String> = ["private first", "public first", "private second"]

    @Test func `all criteria must match`() throws {
        let cases: [(Keychain.Entries, Set<String>)] = [
            ([:], everything), ([kSecAttrApplicationTag: "first"], ["private first", "public first"]),
            ([kSecAttrApplicationTag: Data("first".utf8)], ["private first", "public first"]),
            ([kSecAttrApplicationTag: "FIRST"], []), ([kSecAttrApplicationTag: "fir"], []),
            ([kSecAttrApplicationTag: Data()], []), ([kSecAttrLabel: "label"], ["private first", "public first"]),
            ([kSecAttrLabel: Data("label".utf8)], ["private first", "public first"]),
            ([kSecAttrLabel: ""], ["private second"]), ([kSecAttrLabel: Data([0xFF])], []),
            ([kSecAttrKeyClass: kSecAttrKeyClassPublic], ["public first"]), ([kSecAttrKeyClass: 0], ["public first"]),
            ([kSecAttrKeyClass: "1"], ["private first", "private second"]),
            ([kSecAttrKeyClass: kSecAttrKeyClassSymmetric], []), ([kSecAttrKeyClass: 3], []),
            ([kSecAttrKeyType: kSecAttrKeyTypeRSA], everything), ([kSecAttrKeyType: 42], everything),
            ([kSecAttrKeyType: kSecAttrKeyTypeEC], []), ([kSecAttrKeyType: "RSA"], []),
            ([kSecAttrKeySizeInBits: 1024], everything), ([kSecAttrKeySizeInBits: "1024"], everything),
            ([kSecAttrKeySizeInBits: 2048], []), ([kSecAttrEffectiveKeySize: 1024], everything),
            ([kSecAttrApplicationLabel: sample.hash], ["private first", "public first"]),
            ([kSecAttrApplicationLabel: "label"], ["private first", "public first"]),
            ([kSecAttrApplicationLabel: Data()], []), ([kSecAttrApplicationLabel: 5], []),
            ([kSecAttrApplicationTag: "first", kSecAttrKeyClass: 1], ["private first"]),
            ([kSecAttrApplicationTag: "second", kSecAttrLabel: "label"], []),
        ]
        for (entries, expected) in cases { #expect(found(entries) == expected, "\(entries)") }
    }

    @Test func `flags and states`() throws {
        let cases: [(Keychain.Entries, Set<String>)] = [
            ([kSecAttrCanSign: true], ["private first"]),
            ([kSecAttrCanSign: false], ["public first", "private second"]),
            ([kSecAttrCanSign: 1], ["private first"]), ([kSecAttrCanVerify: true], ["public first"]),
            ([kSecAttrCanDecrypt: true], ["private first", "private second"]),
            // What the class does not have is ignored where the class is said.
            ([kSecAttrKeyClass: 0, kSecAttrCanDecrypt: true, kSecAttrCanSign: true], ["public first"]),
            ([kSecAttrKeyClass: 1, kSecAttrCanEncrypt: true, kSecAttrCanSign: true], ["private first"]),
            ([kSecAttrCanDerive: true], []), ([kSecAttrIsPermanent: true], everything),
            ([kSecAttrIsPermanent: false], []),
            ([kSecAttrIsSensitive: true, kSecAttrKeyClass: 1], ["private first", "private second"]),
            ([kSecAttrIsSensitive: false], everything),
            ([kSecAttrIsExtractable: false, kSecAttrKeyClass: 1], ["private first", "private second"]),
            ([kSecAttrIsExtractable: true, kSecAttrKeyClass: 1], []),
            // Public keys are extractable and not sensitive; where the class is said, that is no criterion.
            ([kSecAttrIsExtractable: false], ["private first", "private second"]),
            ([kSecAttrIsExtractable: true], ["public first"]),
            ([kSecAttrIsExtractable: false, kSecAttrKeyClass: 0], ["public first"]),
            ([kSecAttrIsSensitive: true], ["private first", "private second"]),
            ([kSecAttrIsSensitive: true, kSecAttrKeyClass: 0], ["public first"]),
        ]
        for (entries, expected) in cases { #expect(found(entries) == expected, "\(entries)") }
    }

    @Test func `what a key can only be asked about`() throws {
        #expect(
            keychain.use {
                SecItemAdd(
                    [
                        kSecClass: kSecClassKey, kSecAttrTokenID: "test", kSecAttrKeyType: kSecAttrKeyTypeRSA,
                        kSecAttrKeySizeInBits: 1024, kSecAttrApplicationTag: "third",
                    ] as CFDictionary, nil)
            } == errSecSuccess)
        // Never outside of the token, as imported keys were.
        let cases: [(Keychain.Entries, Set<String>)] = [
            ([kSecAttrWasAlwaysSensitive: true], ["private third"]),
            ([kSecAttrWasAlwaysSensitive: false], everything),
            ([kSecAttrWasNeverExtractable: true], ["private third"]),
            ([kSecAttrWasNeverExtractable: false], everything),
            ([kSecAttrIsPrivate: true], everything.union(["private third"])), ([kSecAttrIsPrivate: false], []),
            ([kSecAttrIsModifiable: true], everything.union(["private third"])), ([kSecAttrIsModifiable: false], []),
        ]
        for (entries, expected) in cases { #expect(found(entries) == expected, "\(entries)") }
    }

    @Test func `what a token has no place for is not compared, and nothing is synchronised`() throws {
        let cases: [(Keychain.Entries, Set<String>)] = [
            ([kSecAttrSynchronizable: true], []), ([kSecAttrSynchronizable: 1], []),
            ([kSecAttrSynchronizable: false], everything),
            ([kSecAttrSynchronizable: kSecAttrSynchronizableAny], everything),
            ([kSecAttrAccessGroup: "group"], everything), ([kSecAttrAccessible: kSecAttrAccessibleAlways], everything),
            ([kSecAttrCreationDate: Date()], everything), ([kSecAttrModificationDate: Date()], everything),
            ([kSecValueData: Data([1])], everything), ([kSecUseDataProtectionKeychain: true], everything),
        ]
        for (entries, expected) in cases { #expect(found(entries) == expected, "\(entries)") }
    }

    @Test func `a reference stands for its key, and other attributes for themselves`() throws {
        let privateKey = try keychain.sessionKey(sample)
        let publicKey = try keychain.publicKey(sample)
        #expect(found([kSecValueRef: privateKey]) == ["private first"])
        #expect(found([kSecValueRef: publicKey]) == ["public first"])
        #expect(found([kSecValueRef: privateKey, kSecAttrApplicationTag: "first"]) == ["private first"])
        #expect(found([kSecValueRef: privateKey, kSecAttrApplicationTag: "second"]) == [])
        #expect(found([kSecValueRef: privateKey, kSecAttrKeyClass: kSecAttrKeyClassPublic]) == ["public first"])
        #expect(found([kSecValueRef: try keychain.sessionKey(try .second())]) == ["private second"])
        #expect(found([kSecValueRef: try keychain.publicKey(try .second())]) == [])
        let second = try SampleKey.second().hash
        #expect(found([kSecValueRef: privateKey, kSecAttrApplicationLabel: second]) == [])
        #expect(found([kSecValueRef: privateKey, kSecAttrApplicationLabel: sample.hash]) == ["private first"])
        // An application label of the caller's own, which another key has as well.
        #expect(
            keychain.add(
                Keychain.privateData(try .second(), [kSecAttrApplicationTag: "third", kSecAttrLabel: "label"])
            ).status == errSecSuccess)
        #expect(found([kSecValueRef: privateKey, kSecAttrApplicationLabel: "label"]) == ["private first"])
        #expect(keychain.delete([kSecValueRef: privateKey, kSecAttrApplicationLabel: "label"]) == errSecSuccess)
        #expect(found([:]) == ["public first", "private second", "private third"])
    }

    @Test func `keys that other programs made are found, and what cannot be read is in nobody's way`() throws {
        try keychain.token.pkcs11Tool(
            keychain.token.loginArguments + [
                "--keypairgen", "--key-type", "EC:prime256v1", "--label", "curve", "--id", "ec",
            ])
        try keychain.token.pkcs11Tool(
            keychain.token.loginArguments + ["--keygen", "--key-type", "AES:32", "--label", "secret", "--id", "ae"])
        try keychain.token.pkcs11Tool(
            keychain.token.loginArguments + [
                "--keypairgen", "--key-type", "RSA:1024", "--label", "theirs", "--id", "0a",
            ])
        let theirs = keychain.find([kSecClass: kSecClassKey, kSecAttrLabel: "theirs", kSecReturnRef: true]).key
        #expect(theirs?.isPrivate == true)
        #expect(found([kSecAttrKeyType: kSecAttrKeyTypeRSA]).isSuperset(of: everything))
        #expect(keychain.find([kSecClass: kSecClassKey, kSecAttrLabel: "secret"]).status == errSecItemNotFound)
        #expect(keychain.find([kSecClass: kSecClassKey, kSecAttrLabel: "curve"]).status == errSecItemNotFound)
        #expect(found([kSecAttrKeyType: kSecAttrKeyTypeEC]) == [])
        // Nor is it deleted: neither half of the curve key, nor the secret key.
        #expect(keychain.delete([kSecClass: kSecClassKey]) == errSecSuccess)
        let left = try keychain.objects().map { $0.prefix { $0 != ";" } }.sorted()
        #expect(left == ["Private Key Object", "Public Key Object", "Secret Key Object"])
    }
}
