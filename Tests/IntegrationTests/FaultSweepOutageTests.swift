import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A token that fails, and goes on failing: nothing can be cleaned up then. What there was must be there afterwards all the same, or
/// what was to take its place.
@Suite struct `With every call from one on failing` {
    private static let options = KeyOptions(existing: .replace, allowsWeakKeys: true)

    private let keys: [KnownKey]
    private let place: FaultyToken
    private let old: ExpectedPair

    init() throws {
        keys = try KnownKey.small.get()
        place = try FaultyToken()
        old = ExpectedPair(key: keys[0], id: Data([0x01, 0x02]), label: "old")
    }

    /// Runs an operation with all calls from the n-th on failing, for each n, and then a few of them only.
    private func run(
        beside behaviour: String = "", _ operate: (KeyStore) throws -> Void,
        check: (_ isDone: Bool, _ objects: [Witness.Object], String) throws -> Void
    ) throws {
        for after in ["", "+"] {
            for (length, code) in [(0, "CKR_GENERAL_ERROR"), (2, "CKR_DEVICE_ERROR"), (4, "CKR_USER_NOT_LOGGED_IN")] {
                for first in 1...200 {
                    try place.witness.clear()
                    try place.witness.add(old.key, id: old.id, label: old.label)
                    try place.faults.plan(behaviour)
                    let store = try place.open()
                    let last = length == 0 ? "" : "\(first + length - 1)"
                    let plan = "*:\(first)..\(last)\(after)=\(code)"
                    try place.faults.plan("\(plan); \(behaviour)")
                    let outcome = Result { try operate(store) }
                    let wasReached = place.faults.fired > 0
                    try place.faults.plan(behaviour)
                    var isDone = false
                    if case .success = outcome { isDone = true }
                    try check(isDone, try place.witness.objects(), plan)
                    // The store works again once the token does.
                    _ = try store.keys()
                    store.close()
                    // A token that did not close a session, whatever it was told, has it still.
                    try place.faults.plan("sessions:forget")
                    if !wasReached { break }
                }
            }
        }
    }

    private func isWhole(_ pair: ExpectedPair, in objects: [Witness.Object]) throws -> Bool {
        let own = objects.filter { $0.modulus == pair.key.modulus && $0.id == pair.id && $0.label == pair.label }
        return try own.contains { half in
            try half.objectClass == .privateKey && place.witness.signature(with: half) == pair.key.signature
        }
    }

    @Test func `replacing keeps one of the two`() throws {
        let new = ExpectedPair(key: keys[1], id: old.id, label: old.label)
        try run { store in
            try store.importPrivateKey(
                SecureBytes(copying: new.key.pkcs8), tag: new.id, label: new.label, usage: .sign,
                options: Self.options)
        } check: { isDone, objects, plan in
            let whole = try (old: isWhole(old, in: objects), new: isWhole(new, in: objects))
            #expect(isDone ? whole.new && !whole.old : whole.old || whole.new, "\(plan): \(objects)")
        }
    }

    @Test func `replacing by the same key keeps it`() throws {
        let new = ExpectedPair(key: old.key, id: old.id, label: "new")
        try run { store in
            try store.importPrivateKey(
                SecureBytes(copying: new.key.pkcs8), tag: new.id, label: new.label, usage: .sign,
                options: Self.options)
        } check: { isDone, objects, plan in
            let whole = try (old: isWhole(old, in: objects), new: isWhole(new, in: objects))
            #expect(isDone ? whole.new && !whole.old : whole.old || whole.new, "\(plan): \(objects)")
        }
    }

    @Test(arguments: ["", "token:manufacturer=Somebody"]) func `renaming keeps the key under one name`(
        behaviour: String
    ) throws {
        let new = ExpectedPair(key: old.key, id: Data([0x77]), label: "new")
        try run(beside: behaviour) { store in
            try store.rename(store.privateKey(tag: old.id), label: new.label, tag: new.id)
        } check: { isDone, objects, plan in
            let whole = try (old: isWhole(old, in: objects), new: isWhole(new, in: objects))
            #expect(isDone ? whole.new && !whole.old : whole.old || whole.new, "\(plan): \(objects)")
        }
    }

    @Test func `deletion is done, or says that it is not`() throws {
        try run { store in
            try store.delete(store.privateKey(tag: old.id))
        } check: { isDone, objects, plan in
            // A private half is never what is left when the public one is gone.
            let classes = Set(objects.map(\.objectClass))
            #expect(isDone ? objects.isEmpty : classes != [.privateKey], "\(plan): \(objects)")
        }
    }

    @Test func `generation is done, or says that it is not`() throws {
        try place.witness.clear()
        try run { store in
            try store.generateKeyPair(
                .rsa(bits: 1024), label: "new", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        } check: { isDone, objects, plan in
            let isOldThere = try isWhole(old, in: objects)
            #expect(isOldThere, "\(plan)")
            let made = objects.filter { $0.label == "new" }
            #expect(!isDone || made.count == 2, "\(plan): \(objects)")
        }
    }
}
