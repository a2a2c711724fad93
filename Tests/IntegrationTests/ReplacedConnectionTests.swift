import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A thread that has a session while another makes the connection anew is the only one that knows of it. Found by 8 threads under faults
/// at random.
@Suite struct `A session of a connection that was replaced` {
    private let place: FaultyToken
    private let store: KeyStore

    init() throws {
        place = try FaultyToken()
        try place.witness.add(KnownKey.small.get()[0], id: Data([1]), label: "key")
        store = try place.open()
    }

    /// Starts threads that get so far as these functions.
    private func start(
        upTo functions: [String], _ body: @escaping @Sendable (Int) throws -> Void
    ) throws -> RunningThreads {
        place.faults.reset()
        try place.faults.plan(Self.blocking(functions))
        let threads = try Threads.start(functions.count, body)
        for function in functions {
            while place.faults.count(of: function) == 0 { usleep(1000) }
        }
        return threads
    }

    private static func blocking(_ functions: [String]) -> String {
        functions.map { "block:\($0)" }.joined(separator: "; ")
    }

    /// What makes whoever asks for random bytes next connect anew.
    private static let loss = "C_GenerateRandom:1=CKR_DEVICE_ERROR; C_GetSessionInfo:1=CKR_DEVICE_ERROR"

    @Test func `is closed where its object handles turn out to be void`() throws {
        let generation = try start(upTo: ["C_FindObjects"]) { [store] _ in
            try store.generateKeyPair(
                .rsa(bits: 1024), label: "new", usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        }
        try place.faults.plan("block:C_FindObjects; \(Self.loss)")
        #expect(try store.randomBytes(count: 8).count == 8)
        #expect(place.faults.count(of: "C_Login") == 1)
        try place.faults.plan("")
        try generation.join()
        #expect(try store.privateKeys().count == 2)
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `is closed also where that was tried while the module was about to be started anew, and then was not`()
        throws
    {
        let module = try Module.load(path: place.faults.path)
        let key = try store.privateKey(label: "key")
        // The first stays in the module, which therefore is not started anew. The second comes back with what it wanted, the third with an
        // error.
        let busy = ["C_Sign", "C_GenerateRandom", "C_FindObjects"]
        let threads = try start(upTo: busy) { [store] index in
            switch index {
            case 0: _ = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
            case 1: _ = try store.randomBytes(count: 8)
            default: _ = try? store.privateKeys()
            }
        }
        try place.faults.plan(
            Self.blocking(busy)
                + "; C_SignInit:1=CKR_DEVICE_ERROR; C_GetSessionInfo:1=CKR_DEVICE_ERROR; link:down")
        let isOver = ForkSafeLock(false)
        let another = try Threads.start(1) { _ in
            _ = try? key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
            isOver.withLock { $0 = true }
        }
        while module.isCallable, !isOver.withLock({ $0 }) { usleep(100) }
        try place.faults.plan("block:C_Sign")
        try another.join()
        try place.faults.plan("")
        try threads.join()
        #expect(place.faults.count(of: "C_Finalize") == 0)
        _ = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
        #expect(place.faults.openSessions == store.sessionCount)
    }
}
