import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

extension Scenario {
    static let forks: [String: Body] = [
        "fork-once": forkOnce,
        "fork-several": forkSeveral,
        "fork-exec": forkAndExecute,
        "fork-threads": forkAndUseThreads,
        "fork-two-stores": forkWithTwoStores,
        "fork-close": forkAndClose,
        "fork-open": forkAndOpen,
        "fork-rejected-pin": forkAfterRejectedPIN,
        "fork-lock": forkWithHeldLock,
        "fork-in-prompt": forkWhileAskedForPIN,
        "fork-generating": forkWhileGenerating,
        "fork-amid-locks": forkAmidLocks,
        "fork-session-key": forkWithSessionKey,
    ]

    /// Sign, fork, sign on both sides.
    static func forkOnce(_ arguments: [String]) throws {
        let store = try store(arguments)
        let key = try store.privateKey(label: "key")
        try checkSignature(key)
        let child = try Child {
            try checkSignature(key)
            guard store.sessionCount <= 2, store.loginState.isLoggedIn else {
                throw ScenarioFailure("the child's store: \(store.sessionCount) sessions, \(store.loginState)")
            }
            try checkSignature(store.privateKey(label: "key"))
        }
        try checkSignature(key)
        try child.wait()
        try checkSignature(key)
        say("ok")
    }

    /// A key that is not kept on the token is the parent's: the child does not have it, makes its own, and takes nothing away.
    static func forkWithSessionKey(_ arguments: [String]) throws {
        let store = try store(arguments)
        let options = KeyOptions(allowsWeakKeys: true, isPermanent: false)
        var key: PrivateKey? = try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: options)
        if let key { try checkSignature(key) }
        let child = try Child {
            do {
                if let key { try checkSignature(key) }
                throw ScenarioFailure("the child signed with the parent's session key")
            } catch let error as KeyStoreError where error.code == .keyNotFound {
                key = nil
            }
            try checkSignature(try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: options))
            store.close()
        }
        try child.wait()
        if let key { try checkSignature(key) }
        guard store.sessionCount <= 3 else { throw ScenarioFailure("\(store.sessionCount) sessions") }
        key = nil
        guard store.sessionCount <= 2 else { throw ScenarioFailure("\(store.sessionCount) sessions afterwards") }
        say("ok")
    }

    /// Children one after the other, several at once, and a child of a child.
    static func forkSeveral(_ arguments: [String]) throws {
        let store = try store(arguments)
        let key = try store.privateKey(label: "key")
        for _ in 0..<3 { try Child.run { try checkSignature(key) } }
        let children = try (0..<5).map { _ in
            try Child { for _ in 0..<5 { try checkSignature(key) } }
        }
        for _ in 0..<5 { try checkSignature(key) }
        for child in children { try child.wait() }
        try Child.run {
            try checkSignature(key)
            try Child.run { try checkSignature(key) }
            try checkSignature(key)
            // Without a use of the store in between.
            try Child.run { try Child.run { try checkSignature(key) } }
        }
        try checkSignature(key)
        say("ok")
    }

    /// The child becomes another program, which opens the same token.
    static func forkAndExecute(_ arguments: [String]) throws {
        let store = try store(arguments)
        let key = try store.privateKey(label: "key")
        try checkSignature(key)
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var line: [UnsafeMutablePointer<CChar>?] = ([program, "sign"] + arguments.prefix(3)).map { strdup($0) }
        line.append(nil)
        defer { for word in line { free(word) } }
        let child = try Child {
            execv(program, &line)
            throw ScenarioFailure("execv failed")
        }
        try checkSignature(key)
        try child.wait()
        try checkSignature(key)
        say("ok")
    }

    /// Threads of the child meet at the store that nobody has used there yet.
    static func forkAndUseThreads(_ arguments: [String]) throws {
        let store = try store(arguments)
        let key = try store.privateKey(label: "key")
        try Threads.run(4) { _ in try checkSignature(key) }
        let child = try Child {
            try Threads.run(8) { _ in
                for _ in 0..<20 { try checkSignature(key) }
            }
        }
        try Threads.run(4) { _ in
            for _ in 0..<20 { try checkSignature(key) }
        }
        try child.wait()
        say("ok")
    }

    /// Two tokens of one module: numbers of sessions and objects of the one must not be used on the other.
    static func forkWithTwoStores(_ arguments: [String]) throws {
        let first = try store(arguments)
        let second = try store([arguments[0], arguments[3], arguments[2]])
        let keys = try [first, second].map { try $0.privateKey(label: "key") }
        for key in keys { try checkSignature(key) }
        for order in [[0, 1], [1, 0]] {
            try Child.run {
                for _ in 0..<3 {
                    for index in order { try checkSignature(keys[index]) }
                }
            }
        }
        for key in keys { try checkSignature(key) }
        say("ok")
    }

    /// A child that closes the store, used there or not, takes nothing from the parent.
    static func forkAndClose(_ arguments: [String]) throws {
        let store = try store(arguments)
        let key = try store.privateKey(label: "key")
        try Child.run { store.close() }
        try checkSignature(key)
        try Child.run {
            try checkSignature(key)
            store.close()
            do {
                try checkSignature(key)
                throw ScenarioFailure("a closed store signs")
            } catch let error as KeyStoreError where error.code == .closed {}
        }
        try checkSignature(key)
        store.close()
        try Child.run {
            do {
                try checkSignature(key)
                throw ScenarioFailure("a store that was closed before the fork signs")
            } catch let error as KeyStoreError where error.code == .closed {}
        }
        say("ok")
    }

    /// A store that the child opens itself, beside the parent's.
    static func forkAndOpen(_ arguments: [String]) throws {
        let parents = try store(arguments)
        let key = try parents.privateKey(label: "key")
        try checkSignature(key)
        try Child.run {
            let own = try store(arguments)
            guard own.loginState.isVerified else { throw ScenarioFailure("the child's PIN was not checked") }
            try checkSignature(own.privateKey(label: "key"))
            try checkSignature(key)
            own.close()
            try checkSignature(key)
        }
        try checkSignature(key)
        say("ok")
    }

    /// A PIN that the parent saw rejected is not sent by its children.
    static func forkAfterRejectedPIN(_ arguments: [String]) throws {
        let wrong = [arguments[0], arguments[1], arguments[2] + "9"]
        func mustBeRejected() throws -> KeyStoreError {
            do {
                _ = try store(wrong)
            } catch let error as KeyStoreError where error.code == .pinIncorrect {
                return error
            }
            throw ScenarioFailure("a wrong PIN was taken")
        }
        guard try mustBeRejected().underlying != nil else { throw ScenarioFailure("the PIN was not sent at all") }
        try Child.run {
            guard try mustBeRejected().underlying == nil else { throw ScenarioFailure("the PIN was sent again") }
        }
        say("ok")
    }
}
