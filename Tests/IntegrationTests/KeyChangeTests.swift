import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Names, usage and protection of a key changed, by copy where the token writes in place, and in place elsewhere.
@Suite(.serialized) struct `Changing a key` {
    private let place: FaultyToken
    private let keys: [KnownKey]

    init() throws {
        place = try FaultyToken()
        keys = try KnownKey.small.get()
    }

    private func open(_ way: String) throws -> KeyStore {
        try place.faults.plan(way)
        return try place.open()
    }

    private func half(_ objectClass: ObjectClass) throws -> Witness.Object {
        let halves = try place.witness.objects().filter { $0.objectClass == objectClass }
        #expect(halves.count == 1)
        return try #require(halves.first)
    }

    private func expectNothingWritten() {
        #expect(place.faults.count(of: "C_CopyObject") + place.faults.count(of: "C_SetAttributeValue") == 0)
    }

    @Test(arguments: Renaming.ways) func `gives the private half names of its own`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "old")
        let store = try open(way)
        var key = try store.privateKey(label: "old")
        key = try store.change(key, to: KeyChanges(tag: Data([2]), label: "new"))
        #expect(key.tag == Data([2]) && key.label == "new")
        #expect(try half(.privateKey).id == Data([2]) && half(.privateKey).label == "new")
        #expect(try half(.publicKey).id == Data([1]) && half(.publicKey).label == "old")
        #expect(try place.witness.signature(with: half(.privateKey)) == keys[0].signature)
        key = try store.change(key, to: KeyChanges(tag: Data([3])), includingPublicHalf: true)
        #expect(try half(.publicKey).id == Data([3]) && half(.publicKey).label == "old")
        key = try store.change(key, to: KeyChanges(labelBytes: Data([0xFF])))
        #expect(key.attributes.labelBytes == Data([0xFF]))
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        #expect(try half(.privateKey).isProtected)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test(arguments: Renaming.ways) func `changes what the key may do, flag by flag`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        let store = try open(way)
        let before = try half(.privateKey)
        let key = try store.change(
            store.privateKey(label: "key"), to: KeyChanges(usage: [.decrypt, .unwrap, .verify]))
        var flags = before.flags
        flags[.sign] = false
        // SoftHSM permits it where nobody said otherwise.
        flags[.signRecover] = false
        flags[.unwrap] = true
        #expect(try half(.privateKey).flags == flags)
        #expect(key.attributes.usage == [.decrypt, .unwrap])
        #expect(try half(.publicKey).flags[.verify] == true)
        expectError(.notPermitted) { _ = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) }
        let again = try store.change(key, to: KeyChanges(usage: .sign))
        #expect(try again.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
    }

    @Test(arguments: Renaming.ways) func `protects a key better, and not worse`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key", halves: [.publicKey])
        let store = try open("")
        let options = KeyOptions(
            existing: .refuseIdentical, allowsWeakKeys: true, includesPublicHalf: false, isExtractable: true)
        var key = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), tag: Data([1]), label: "key", usage: .sign, options: options)
        try place.faults.plan(way)
        let reopened = try place.open()
        key = try reopened.privateKey(tag: Data([1]))
        #expect(try half(.privateKey).flags[.extractable] == true)
        key = try reopened.change(key, to: KeyChanges(isSensitive: true, isExtractable: false))
        #expect(key.attributes.isExtractable == false)
        #expect(try half(.privateKey).isProtected)
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        for changes in [KeyChanges(isSensitive: false), KeyChanges(isExtractable: true)] {
            expectError(.invalidParameter) { try reopened.change(key, to: changes) }
        }
        #expect(try half(.privateKey).isProtected)
    }

    @Test(arguments: Renaming.ways) func `changes a public key and nothing else`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        let store = try open(way)
        let before = try half(.privateKey)
        let key = try store.change(
            store.publicKey(tag: Data([1])), to: KeyChanges(tag: Data([2]), label: "public", usage: .encrypt))
        #expect(key.attributes?.tag == Data([2]) && key.attributes?.label == "public")
        #expect(key.attributes?.usage == .encrypt)
        let after = try half(.publicKey)
        #expect(after.id == Data([2]) && after.flags[.verify] == false && after.flags[.encrypt] == true)
        #expect(try half(.privateKey) == before)
        expectError(.invalidParameter) { try store.change(key, to: KeyChanges(isSensitive: true)) }
        expectError(.keyNotFound) {
            try store.change(
                PublicKey(representation: Data(keys[0].publicPEM.utf8)), to: KeyChanges(label: "elsewhere"))
        }
        try store.delete(key)
        expectError(.keyNotFound) { try store.change(key, to: KeyChanges(label: "gone")) }
    }

    @Test(arguments: Renaming.ways) func `to what it is does nothing`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        let store = try open(way)
        let key = try store.privateKey(label: "key")
        for changes in [
            KeyChanges(), KeyChanges(tag: Data([1]), label: "key"), KeyChanges(usage: key.attributes.usage),
            KeyChanges(isSensitive: true, isExtractable: false),
        ] {
            #expect(try store.change(key, to: changes, includingPublicHalf: true) == key)
        }
        for changes in [
            KeyChanges(tag: Data()), KeyChanges(label: "twice", labelBytes: Data([1])),
            KeyChanges(label: String(repeating: "x", count: 65_536)),
        ] {
            expectError(.invalidParameter) { try store.change(key, to: changes) }
        }
        expectNothingWritten()
    }

    @Test(arguments: Renaming.ways) func `refuses to make the same item twice`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "one")
        try place.witness.add(keys[0], id: Data([2]), label: "two")
        let hash = try PublicKey(representation: Data(keys[0].publicPEM.utf8)).keyIdentifierSHA1
        try place.witness.add(keys[0], id: Data(), label: "none", halves: [.privateKey])
        try place.witness.add(keys[1], id: Data([9]), label: "other")
        let store = try open(way)
        let key = try store.privateKey(label: "one")
        for changes in [KeyChanges(tag: Data([2])), KeyChanges(tag: Data([2]), label: "new"), KeyChanges(tag: hash)] {
            let error = expectError(.keyExists) { try store.change(key, to: changes) }
            #expect(error?.candidates.count == 1)
        }
        let publicKey = try #require(try store.publicKeys(matching: KeyQuery(label: "one")).first)
        expectError(.keyExists) { try store.change(publicKey, to: KeyChanges(tag: Data([2]))) }
        expectNothingWritten()
        // Names of another key, and another label, are free.
        _ = try store.change(key, to: KeyChanges(tag: Data([9]), label: "other"), includingPublicHalf: true)
        #expect(
            try ExpectedPair(key: keys[0], id: Data([9]), label: "other").isWhole(
                in: place.witness.objects(), place.witness))
        #expect(try place.witness.objects().count == 7)
    }

    @Test func `by a copy that is protected otherwise is undone`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "old")
        let store = try open("")
        let key = try store.privateKey(label: "old")
        for lie in ["CKA_SENSITIVE:new=false", "CKA_EXTRACTABLE:new=true", "CKA_UNWRAP:new=true"] {
            try place.faults.plan("readback:\(lie)")
            expectError(.tokenDisobeyed, "\(lie)") {
                try store.change(key, to: KeyChanges(label: "new", usage: .decrypt))
            }
            #expect(try half(.privateKey).label == "old" && half(.privateKey).flags[.sign] == true, "\(lie)")
        }
        // A token that ignores the change.
        for way in Renaming.ways {
            try place.faults.plan("\(way); template:ignore=CKA_SIGN")
            let store = try place.open()
            let key = try store.privateKey(label: "old")
            #expect(throws: KeyStoreError.self) { try store.change(key, to: KeyChanges(usage: .decrypt)) }
            #expect(try half(.privateKey).label == "old" && half(.privateKey).flags[.sign] == true, "\(way)")
        }
        #expect(try place.witness.objects().count == 2)
    }

    @Test(arguments: Renaming.ways) func `with every call in turn failing leaves the old key or the new one`(
        way: String
    ) throws {
        let old = ExpectedPair(key: keys[0], id: Data([1]), label: "old")
        let new = ExpectedPair(key: keys[0], id: Data([2]), label: "new")
        try StoreSweep(place: place, codes: [.generalError, .deviceError, .userNotLoggedIn], plan: way).run { witness in
            try witness.clear()
            try witness.add(old.key, id: old.id, label: old.label)
        } operate: { store in
            let key = try store.privateKey(tag: old.id)
            return try store.change(
                key, to: KeyChanges(tag: new.id, label: new.label, usage: [.sign, .unwrap]),
                includingPublicHalf: true)
        } check: { outcome, point, witness in
            let objects = try witness.objects()
            #expect(objects.count == 2, "\(point): \(objects)")
            #expect(try (outcome == nil ? old : new).isWhole(in: objects, witness), "\(point): \(objects)")
            let privateHalf = objects.first { $0.objectClass == .privateKey }
            #expect(privateHalf?.flags[.unwrap] == (outcome != nil), "\(point)")
            #expect(privateHalf?.flags[.decrypt] == (outcome == nil), "\(point)")
        }
    }
}
