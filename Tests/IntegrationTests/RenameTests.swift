import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A key under new names, by copy where the token writes in place, and in place elsewhere.
@Suite(.serialized) struct Renaming {
    /// By copy, and in place.
    static let ways = ["", "token:manufacturer=Somebody"]

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

    private func isWhole(_ key: KnownKey, _ id: [UInt8], _ label: String) throws -> Bool {
        try ExpectedPair(key: key, id: Data(id), label: label).isWhole(in: place.witness.objects(), place.witness)
    }

    @Test(arguments: ways) func `changes both halves, and what is protected stays so`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "old")
        let store = try open(way)
        let key = try store.privateKey(label: "old")
        let before = try #require(try place.witness.objects().first { $0.objectClass == .privateKey })
        var renamed = try store.rename(key, label: "new")
        #expect(try isWhole(keys[0], [1], "new"))
        // Label only: by what it is, it is the same key.
        #expect(renamed == key)
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        renamed = try store.rename(renamed, tag: Data([2]))
        #expect(try isWhole(keys[0], [2], "new"))
        #expect(renamed.tag == Data([2]) && renamed.label == "new")
        #expect(try renamed.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        // It is another key by then, wherever its object is.
        try place.faults.amend("sessions:forget")
        expectError(.keyNotFound) { _ = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) }
        renamed = try store.rename(renamed, label: "", tag: Data([3]))
        #expect(try isWhole(keys[0], [3], ""))
        let after = try #require(try place.witness.objects().first { $0.objectClass == .privateKey })
        #expect(after.flags == before.flags)
        #expect(try place.witness.objects().count == 2)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `copies the private half, and never writes it in place on SoftHSM`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "old")
        let store = try open("")
        _ = try store.rename(store.privateKey(label: "old"), label: "new")
        #expect(place.faults.count(of: "C_SetAttributeValue") == 0)
        #expect(place.faults.count(of: "C_CopyObject") == 2)
        // The old one goes when both copies are there.
        let log = place.faults.log.filter { $0 == "C_CopyObject" || $0 == "C_DestroyObject" }
        #expect(log == ["C_CopyObject", "C_CopyObject", "C_DestroyObject", "C_DestroyObject"])
    }

    @Test(arguments: ways) func `to the names that the key has does nothing`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "name")
        let store = try open(way)
        let key = try store.privateKey(label: "name")
        #expect(try store.rename(key, label: "name", tag: Data([1])) == key)
        #expect(try store.rename(key) == key)
        #expect(place.faults.count(of: "C_CopyObject") + place.faults.count(of: "C_SetAttributeValue") == 0)
        #expect(try isWhole(keys[0], [1], "name"))
    }

    @Test(arguments: ways) func `brings halves of different names together`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "private", publicID: Data([2]), publicLabel: "public")
        let store = try open(way)
        let key = try store.rename(store.privateKey(label: "private"), label: "public")
        #expect(try place.witness.objects().allSatisfy { $0.label == "public" })
        // Only the public half has to change for this.
        _ = try store.rename(key, tag: Data([1]))
        #expect(try isWhole(keys[0], [1], "public"))
        #expect(try place.witness.objects().count == 2)
    }

    @Test(arguments: ways) func `refuses a name that is taken`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "one")
        try place.witness.add(keys[1], id: Data([2]), label: "two")
        // Twins: the same key under another tag, and under the same one.
        try place.witness.add(keys[0], id: Data([3]), label: "three")
        try place.witness.add(keys[0], id: Data([1]), label: "four")
        let store = try open(way)
        let key = try store.privateKey(label: "one")
        for (label, tag) in [("two", nil), (nil, 2), ("new", 2), ("two", 9), ("three", nil), (nil, 3), ("four", nil)]
            as [(String?, UInt8?)]
        {
            let error = expectError(.keyExists) { try store.rename(key, label: label, tag: tag.map { Data([$0]) }) }
            #expect(error?.candidates.count == 1)
        }
        expectError(.invalidParameter) { try store.rename(key, tag: Data()) }
        #expect(try isWhole(keys[0], [1], "one"))
        #expect(try place.witness.objects().count == 8)
        #expect(place.faults.count(of: "C_CopyObject") + place.faults.count(of: "C_SetAttributeValue") == 0)
        // A twin keeps its name and its halves.
        _ = try store.rename(key, label: "new")
        #expect(try isWhole(keys[0], [1], "new"))
        #expect(try isWhole(keys[0], [1], "four"))
        #expect(try isWhole(keys[0], [3], "three"))
        #expect(try place.witness.objects().count == 8)
    }

    @Test func `by a copy that is protected otherwise is undone`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "old")
        let store = try open("")
        let key = try store.privateKey(label: "old")
        for lie in [
            "CKA_SENSITIVE:new=false", "CKA_EXTRACTABLE:new=true", "CKA_DECRYPT:new=false", "CKA_TOKEN:new=false",
        ] {
            try place.faults.plan("readback:\(lie)")
            expectError(.tokenDisobeyed, "\(lie)") { try store.rename(key, label: "new") }
            #expect(try isWhole(keys[0], [1], "old"), "\(lie)")
            #expect(try place.witness.objects().count == 2, "\(lie)")
        }
    }

    @Test(arguments: ways) func `that the token refuses changes nothing`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "old")
        let store = try open(way)
        let key = try store.privateKey(label: "old")
        try place.faults.plan(
            "\(way); template:maxlen:CKA_LABEL=8; template:maxlen:CKA_ID=2; C_CopyObject:3..=CKR_ACTION_PROHIBITED")
        expectError(.notPermitted) { try store.rename(key, label: "longer than eight") }
        expectError(.notPermitted) { try store.rename(key, label: "new", tag: Data([1, 2, 3])) }
        #expect(try isWhole(keys[0], [1], "old"))
        // The private half takes it, the public one does not.
        try place.faults.plan(
            "\(way); C_SetAttributeValue:2=CKR_ATTRIBUTE_READ_ONLY; C_CopyObject:2=CKR_ACTION_PROHIBITED")
        expectError(.notPermitted) { try store.rename(key, label: "new", tag: Data([9])) }
        #expect(try isWhole(keys[0], [1], "old"))
        #expect(try place.witness.objects().count == 2)
    }

    @Test(arguments: ways) func `that the token ignores is an error`(way: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "old")
        let store = try open(way)
        let key = try store.privateKey(label: "old")
        try place.faults.plan("\(way); template:ignore=CKA_LABEL")
        #expect(throws: KeyStoreError.self) { try store.rename(key, label: "new") }
        try place.faults.plan(way)
        #expect(try isWhole(keys[0], [1], "old"))
        #expect(try place.witness.objects().count == 2, "\(way)")
    }
}
