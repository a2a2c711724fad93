import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// The process dies in the middle: there is the old key or the new one, or both, and never neither (invariant 4 of the design).
///
/// It is killed at each call that changes the token, just before the work and just after it; in between nothing changes.
@Suite struct `When the process is killed` {
    private let token: SoftHSMToken
    private let faults: FaultProvider
    private let witness: Witness
    private let keys: [KnownKey]
    private let old: ExpectedPair

    init() throws {
        token = try SoftHSMToken()
        faults = try FaultProvider(on: token)
        witness = try Witness(on: token)
        keys = try KnownKey.small.get()
        old = ExpectedPair(key: keys[0], id: Data([0x01]), label: "old")
    }

    /// Has `body` killed once in each place, and gives what is on the token then.
    private func kill(
        atEach function: String, times: Int, _ operation: String,
        check: ([Witness.Object], String) throws -> Void
    ) async throws {
        for number in 1...times {
            for after in ["", "+"] {
                try witness.clear()
                try witness.add(old.key, id: old.id, label: old.label)
                let plan = "\(function):\(number)\(after)=kill"
                let newKey = try token.directory.write(keys[1].pkcs8, to: "new.der")
                let job = Job(
                    operation: operation, module: faults.path, real: faults.target, token: token.label, pin: token.pin,
                    plan: plan, newKey: newKey)
                let result = await #expect(processExitsWith: .signal(SIGKILL)) { [job = job as Job] in
                    try job.run()
                }
                guard result != nil else { return }
                try check(witness.objects(), "\(operation), \(plan)")
            }
        }
    }

    /// What the process that is killed does.
    struct Job: Codable, Sendable {
        let operation: String
        let module: String
        let real: String
        let token: String
        let pin: String
        let plan: String
        let newKey: String

        func run() throws {
            setenv("FAULT_MODULE", real, 1)
            setenv("FAULT_PLAN", plan, 1)
            let store = try KeyStore(module: .path(module), token: .label(token), pin: .text(pin))
            let options = KeyOptions(existing: .replace, allowsWeakKeys: true)
            switch operation {
            case "import":
                let key = try SecureBytes(copying: Data(contentsOf: URL(fileURLWithPath: newKey)))
                try store.importPrivateKey(key, tag: Data([0x01]), label: "old", usage: .sign, options: options)
            case "generate":
                try store.generateKeyPair(
                    .rsa(bits: 1024), tag: Data([0x01]), label: "old", usage: .sign, options: options)
            case "rename":
                try store.rename(store.privateKey(label: "old"), label: "new", tag: Data([0x02]))
            case "change":
                let changes = KeyChanges(tag: Data([0x02]), label: "new", usage: .sign)
                try store.change(store.privateKey(label: "old"), to: changes)
            case "session":
                let key = try SecureBytes(copying: Data(contentsOf: URL(fileURLWithPath: newKey)))
                let session = KeyOptions(allowsWeakKeys: true, isPermanent: false)
                try store.storeCopy(
                    of: store.importPrivateKey(key, usage: .sign, options: session), tag: Data([0x02]), label: "new")
            default:
                try store.delete(store.privateKey(label: "old"))
            }
        }
    }

    private func isUsable(_ pair: ExpectedPair, in objects: [Witness.Object]) throws -> Bool {
        try objects.contains { half in
            try half.objectClass == .privateKey && half.id == pair.id && half.label == pair.label
                && half.modulus == pair.key.modulus && witness.signature(with: half) == pair.key.signature
        }
    }

    @Test(arguments: [("C_CreateObject", 2), ("C_DestroyObject", 2)])
    func `while it replaces by import, one of the two can be used`(function: String, times: Int) async throws {
        let new = ExpectedPair(key: keys[1], id: old.id, label: old.label)
        try await kill(atEach: function, times: times, "import") { objects, point in
            let usable = try isUsable(old, in: objects) || isUsable(new, in: objects)
            #expect(usable, "\(point): \(objects)")
        }
    }

    @Test(arguments: [("C_GenerateKeyPair", 1), ("C_DestroyObject", 2)])
    func `while it replaces by generation, one of the two can be used`(function: String, times: Int) async throws {
        try await kill(atEach: function, times: times, "generate") { objects, point in
            let made = objects.filter { $0.modulus != old.key.modulus }
            let usable = try isUsable(old, in: objects) || made.contains { $0.isProtected && $0.id == old.id }
            #expect(usable, "\(point): \(objects)")
        }
    }

    @Test(arguments: [("C_CopyObject", 2), ("C_DestroyObject", 2)])
    func `while it renames, the key has one of its names`(function: String, times: Int) async throws {
        let new = ExpectedPair(key: old.key, id: Data([0x02]), label: "new")
        try await kill(atEach: function, times: times, "rename") { objects, point in
            let usable = try isUsable(old, in: objects) || isUsable(new, in: objects)
            #expect(usable, "\(point): \(objects)")
            // The next attempt, or a deletion of what is left, needs no more than this library.
            let store = try KeyStore(
                module: .path(token.anotherModulePath()), token: .label(token.label), pin: .text(token.pin))
            for key in try store.keys() { try store.delete(key) }
            #expect(try witness.objects().isEmpty)
        }
    }

    @Test(arguments: [("C_CopyObject", 1), ("C_DestroyObject", 1)])
    func `while it changes the private half, the key is as before or changed`(
        function: String, times: Int
    ) async throws {
        let new = ExpectedPair(key: old.key, id: Data([0x02]), label: "new")
        try await kill(atEach: function, times: times, "change") { objects, point in
            let usable = try isUsable(old, in: objects) || isUsable(new, in: objects)
            #expect(usable, "\(point): \(objects)")
            #expect(objects.filter { $0.objectClass == .publicKey }.map(\.label) == ["old"], "\(point)")
        }
    }

    @Test func `while it stores a session key, that is there whole or not at all`() async throws {
        let new = ExpectedPair(key: keys[1], id: Data([0x02]), label: "new")
        try await kill(atEach: "C_CopyObject", times: 1, "session") { objects, point in
            #expect(try isUsable(old, in: objects), "\(point)")
            let copies = objects.filter { $0.modulus == new.key.modulus }
            let isWhole = try isUsable(new, in: objects)
            #expect(copies.isEmpty || copies.count == 1 && isWhole, "\(point): \(objects)")
        }
    }

    @Test func `while it deletes, the key is there or its private half is gone`() async throws {
        try await kill(atEach: "C_DestroyObject", times: 2, "delete") { objects, point in
            let isThere = try isUsable(old, in: objects)
            #expect(isThere || !objects.contains { $0.objectClass == .privateKey }, "\(point): \(objects)")
        }
    }
}
