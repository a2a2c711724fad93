import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

// Forks while other threads are in the middle of something: what they hold is held for ever in the child.
extension Scenario {
    /// A lock that another thread holds, with waiters, at the moment of the fork.
    static func forkWithHeldLock(_ arguments: [String]) throws {
        let kept = ForkSafeLock(7)
        let fresh = ForkSafeLock([1, 2, 3], inChild: .fresh { [] })
        let changed = ForkSafeLock(20, inChild: .changed { $0 + 1 })
        let isHeld = ForkSafeLock(0)
        let mayEnd = ForkSafeLock(false)
        let holder = try Threads.start(1) { _ in
            kept.withLock { _ in
                fresh.withLock { _ in
                    changed.withLock { _ in
                        isHeld.withLock { $0 += 1 }
                        isHeld.broadcast()
                        _ = mayEnd.wait(atMost: .seconds(60)) { $0 ? true : nil }
                    }
                }
            }
        }
        let waiters = try Threads.start(3) { index in
            isHeld.withLock { $0 += 1 }
            isHeld.broadcast()
            _ = index == 0 ? fresh.withLock { $0.count } : fresh.wait(atMost: nil) { $0.count }
        }
        _ = isHeld.wait(atMost: .seconds(30)) { $0 == 4 ? true : nil }
        usleep(50_000)
        for _ in 0..<3 {
            try Child.run(limit: 20) {
                try Threads.run(4) { _ in
                    for _ in 0..<5000 {
                        kept.withLock { $0 += 1 }
                        fresh.withLock { $0 = [$0.count] }
                        changed.withLock { $0 += 1 }
                        fresh.signal()
                    }
                }
                let found = (kept.withLock { $0 }, fresh.withLock { $0 }, changed.withLock { $0 })
                guard found == (7 + 20_000, [1], 21 + 20_000) else { throw ScenarioFailure("\(found)") }
                guard fresh.wait(atMost: .milliseconds(20), until: { $0.isEmpty ? true : nil }) == nil else {
                    throw ScenarioFailure("a wait in the child did not time out")
                }
                // A child of the child, with locks that were made anew already.
                try Child.run(limit: 20) {
                    guard kept.withLock({ $0 }) == 20_007, fresh.withLock({ $0 }) == [] else {
                        throw ScenarioFailure("the grandchild finds other values")
                    }
                }
            }
        }
        mayEnd.withLock { $0 = true }
        mayEnd.broadcast()
        try holder.join()
        try waiters.join()
        say("ok")
    }

    /// Another thread is in the middle of a reconnect and asked for the PIN, with the store's locks held.
    static func forkWhileAskedForPIN(_ arguments: [String]) throws {
        let isAsked = ForkSafeLock(0)
        let mayAnswer = ForkSafeLock(true)
        let parent = getpid()
        let pin = arguments[2]
        let store = try KeyStore(
            module: .path(arguments[0]), token: .label(arguments[1]),
            pin: .callback { _ in
                isAsked.withLock { $0 += 1 }
                isAsked.broadcast()
                if getpid() == parent { _ = mayAnswer.wait(atMost: .seconds(60)) { $0 ? true : nil } }
                return try SecureBytes(utf8: pin)
            })
        let key = try store.privateKey(label: "key")
        try checkSignature(key)
        mayAnswer.withLock { $0 = false }
        // The store finds its module finalised, and logs in again.
        try Module.load(path: arguments[0]).finalize()
        let signer = try Threads.start(2) { _ in try checkSignature(key) }
        guard isAsked.wait(atMost: .seconds(30), until: { $0 == 2 ? true : nil }) != nil else {
            throw ScenarioFailure("nobody was asked for the PIN")
        }
        try Child.run { try Threads.run(4) { _ in try checkSignature(key) } }
        mayAnswer.withLock { $0 = true }
        mayAnswer.broadcast()
        try signer.join()
        try checkSignature(key)
        say("ok")
    }

    /// Another thread makes a key, with the lock file of the token held; a child that does nothing must not keep that.
    static func forkWhileGenerating(_ arguments: [String]) throws {
        let store = try store(arguments)
        let isDone = ForkSafeLock(false)
        let maker = try Threads.start(1) { _ in
            defer { isDone.withLock { $0 = true } }
            for index in 0..<5 {
                let made = try store.generateKeyPair(.rsa(bits: 2048), label: "made \(index)", usage: .sign)
                try store.delete(made)
            }
        }
        var children: [Child] = []
        while !isDone.withLock({ $0 }) {
            if children.count < 20 {
                children.append(try Child(limit: 60) { sleep(30) })
            }
            usleep(20_000)
        }
        try maker.join()
        // With a descriptor left to a child that still sleeps, this would take the minute that a lock is waited for.
        let start = Date()
        try store.delete(store.generateKeyPair(.rsa(bits: 2048), label: "last", usage: .sign))
        guard Date().timeIntervalSince(start) < 20 else { throw ScenarioFailure("a child keeps the lock of the token") }
        for child in children {
            kill(child.processID, SIGTERM)
            waitpid(child.processID, nil, 0)
        }
        say("ok")
    }

    /// Threads that take and release the locks of the library all the time; the children sign, with threads of their own.
    ///
    /// No thread is in the module at that moment: what its locks and libcrypto's do in a child is not in our hands.
    static func forkAmidLocks(_ arguments: [String]) throws {
        let store = try store(arguments)
        let key = try store.privateKey(label: "key")
        try checkSignature(key)
        let isDone = ForkSafeLock(false)
        let others = try Threads.start(6) { _ in
            while !isDone.withLock({ $0 }) {
                for _ in 0..<200 {
                    _ = store.sessionCount
                    _ = store.loginState
                    store.forgetRejectedPINs()
                }
            }
        }
        let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
        var failures: [String] = []
        for _ in 0..<count {
            do {
                try Child.run(limit: 20) {
                    try Threads.run(2) { _ in
                        for _ in 0..<3 { try checkSignature(key) }
                    }
                }
            } catch {
                failures.append("\(error)")
            }
            usleep(UInt32.random(in: 0..<3000))
        }
        isDone.withLock { $0 = true }
        try others.join()
        try checkSignature(key)
        guard failures.isEmpty else { throw ScenarioFailure("\(failures.count) of \(count): \(Set(failures))") }
        say("ok")
    }
}
