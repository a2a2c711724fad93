import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite struct `Persistent references` {
    private let keychain: Keychain
    private let sample: SampleKey

    init() throws {
        keychain = try Keychain()
        sample = try .first()
    }

    private func reference(_ entries: Keychain.Entries) throws -> Data {
        try #require(keychain.add(entries.merging([kSecReturnPersistentRef: true]) { $1 }).data)
    }

    private func attributes(_ reference: Data) -> [String: Any]? {
        keychain.find([kSecValuePersistentRef: reference, kSecReturnAttributes: true]).dictionary
    }

    @Test func `the bytes are read back, and no others are taken`() throws {
        for reference in [
            PersistentReference(tokenSerial: "0123", keyClass: 1, publicKeyHash: sample.hash, id: Data("tag".utf8)),
            PersistentReference(tokenSerial: "", keyClass: 0, publicKeyHash: Data(), id: Data()),
            PersistentReference(tokenSerial: "ä", keyClass: 0, publicKeyHash: sample.hash, id: Data(count: 60_000)),
        ] {
            let data = reference.data
            #expect(PersistentReference(data) == reference)
            #expect(PersistentReference(data + [0]) == nil)
            #expect(PersistentReference(data.dropLast()) == nil)
            for length in 0..<min(data.count, 60) { #expect(PersistentReference(data.prefix(length)) == nil) }
        }
        let good = PersistentReference(tokenSerial: "0", keyClass: 1, publicKeyHash: sample.hash, id: Data([1])).data
        // Magic, version, class, and the length of the hash.
        for (index, value) in [(0, 0), (4, 2), (10, 2), (12, 19)] as [(Int, UInt8)] {
            var bad = good
            bad[index] = value
            #expect(PersistentReference(bad) == nil)
        }
    }

    @Test func `a reference outlives changes of everything that can be changed`() throws {
        for entries in [Keychain.privateData(sample), Keychain.publicData(sample)] {
            let reference = try reference(entries.merging([kSecAttrApplicationTag: "old"]) { $1 })
            let item: Keychain.Entries = [kSecValuePersistentRef: reference]
            #expect(keychain.update(item, [kSecAttrLabel: "label"]) == errSecSuccess)
            #expect(keychain.update(item, [kSecAttrApplicationTag: "new", kSecAttrCanWrap: false]) == errSecSuccess)
            #expect(keychain.update(item, [kSecAttrApplicationTag: "newer"]) == errSecSuccess)
            #expect(attributes(reference)?["atag"] as? Data == Data("newer".utf8))
            #expect(attributes(reference)?["labl"] as? String == "label")
            // One that is asked for again is another, and as good.
            let second = try #require(keychain.find(item.merging([kSecReturnPersistentRef: true]) { $1 }).data)
            #expect(attributes(second)?["labl"] as? String == "label")
        }
    }

    @Test func `of twins, the tag decides`() throws {
        let a = try reference(Keychain.privateData(sample, [kSecAttrApplicationTag: "a"]))
        let b = try reference(Keychain.privateData(sample, [kSecAttrApplicationTag: "b"]))
        #expect(attributes(a)?["atag"] as? Data == Data("a".utf8))
        #expect(attributes(b)?["atag"] as? Data == Data("b".utf8))
        #expect(keychain.delete([kSecValuePersistentRef: a]) == errSecSuccess)
        #expect(attributes(b)?["atag"] as? Data == Data("b".utf8))
        // The key is there under another tag: that is another item.
        #expect(attributes(a) == nil)
        #expect(keychain.delete([kSecValuePersistentRef: a]) == errSecItemNotFound)
        #expect(keychain.update([kSecValuePersistentRef: a], [kSecAttrLabel: "label"]) == errSecItemNotFound)
        #expect(attributes(b)?["atag"] as? Data == Data("b".utf8))
        #expect(attributes(b)?["labl"] == nil)
        // Under its own tag, it is the item again.
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrApplicationTag: "a"])).status == errSecSuccess)
        #expect(keychain.delete([kSecValuePersistentRef: a]) == errSecSuccess)
        #expect(try keychain.count == (1, 0))
    }

    @Test func `of twins, a reference follows the one that got another tag`() throws {
        let a = try reference(Keychain.privateData(sample, [kSecAttrApplicationTag: "a"]))
        let b = try reference(Keychain.privateData(sample, [kSecAttrApplicationTag: "b"]))
        for tag in ["c", "d", "a", "e"] {
            #expect(keychain.update([kSecValuePersistentRef: a], [kSecAttrApplicationTag: tag]) == errSecSuccess)
            #expect(attributes(a)?["atag"] as? Data == Data(tag.utf8))
        }
        #expect(attributes(b)?["atag"] as? Data == Data("b".utf8))
        #expect(keychain.delete([kSecValuePersistentRef: a]) == errSecSuccess)
        #expect(keychain.delete([kSecValuePersistentRef: a]) == errSecItemNotFound)
        #expect(attributes(a) == nil)
        #expect(attributes(b)?["atag"] as? Data == Data("b".utf8))
    }

    /// What another program did is not known: the key is found by its public value, where that tells, and not touched.
    @Test func `a reference whose tag is gone finds the one item of its key, and deletes nothing`() throws {
        let a = try reference(Keychain.privateData(sample, [kSecAttrApplicationTag: "a"]))
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrApplicationTag: "b"])).status == errSecSuccess)
        try keychain.token.pkcs11Tool(
            keychain.token.loginArguments + [
                "--delete-object", "--type", "privkey", "--id", Data("a".utf8).hex,
            ])
        #expect(attributes(a)?["atag"] as? Data == Data("b".utf8))
        #expect(keychain.delete([kSecValuePersistentRef: a]) == errSecItemNotFound)
        #expect(keychain.update([kSecValuePersistentRef: a], [kSecAttrLabel: "label"]) == errSecItemNotFound)
        #expect(try keychain.store.privateKeys().map(\.label) == [""])
        // Of two, nothing tells which is meant.
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrApplicationTag: "c"])).status == errSecSuccess)
        #expect(attributes(a) == nil)
    }

    @Test func `the halves of a pair have references of their own`() throws {
        let privateKey = try reference(Keychain.privateData(sample))
        let publicKey = try reference(Keychain.publicData(sample))
        #expect(privateKey != publicKey)
        #expect(keychain.delete([kSecValuePersistentRef: privateKey]) == errSecSuccess)
        #expect(attributes(privateKey) == nil)
        #expect(attributes(publicKey)?["kcls"] as? Int == 0)
    }

    @Test func `a reference is good in another process, and so are the changes made there`() throws {
        let reference = try reference(
            Keychain.privateData(sample, [kSecAttrApplicationTag: "old", kSecAttrLabel: "here"]))
        let token = keychain.token
        let result = try Command.check(
            Repository.product("TestProgram"),
            ["persistent-reference", token.modulePath, token.label, token.pin, reference.hex, "elsewhere"],
            environment: token.environment)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "found here \(sample.hash.hex)")
        #expect(lines.count == 2)
        let update = try #require(lines.last?.split(separator: " ").last)
        #expect(attributes(reference)?["labl"] as? String == "elsewhere")
        #expect(attributes(reference)?["atag"] as? Data == Data("elsewhere".utf8))
        // What the other process was given is good here.
        let theirs = try #require(Data(hex: String(update)))
        #expect(attributes(theirs)?["labl"] as? String == "elsewhere")
    }
}

extension Data {
    /// Reads hexadecimal digits.
    init?(hex: String) {
        let digits = Array(hex)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
            bytes.append(byte)
        }
        self.init(bytes)
    }
}
