import Foundation
import TestSupport
import TokenKeyStore

extension Scenario {
    /// Opens the embedded token, which may be made by this or by another process, and signs with a key of its own.
    static func useEmbeddedToken(_ arguments: [String]) throws {
        let store = try KeyStore.open()
        guard store.isEmbedded else { throw ScenarioFailure("not the embedded token") }
        let key = try store.generateKeyPair(.rsa(bits: 2048), label: "key of \(getpid())", usage: .sign)
        try checkSignature(key)
        say(store.token.serialNumber)
    }

    /// Opens the embedded token and another one, by path, and signs on both from several threads.
    static func useBothTokens(_ arguments: [String]) throws {
        let keys = try embeddedAndOther(arguments)
        try Threads.run(8) { index in
            for round in 0..<20 { try checkSignature(keys[(index + round) % 2]) }
        }
        say("ok")
    }

    /// Both sign in a child too.
    static func forkWithEmbeddedToken(_ arguments: [String]) throws {
        let keys = try embeddedAndOther(arguments)
        for key in keys { try checkSignature(key) }
        for order in [[0, 1], [1, 0]] {
            try Child.run {
                for index in order { try checkSignature(keys[index]) }
            }
        }
        for key in keys { try checkSignature(key) }
        say("ok")
    }

    private static func embeddedAndOther(_ arguments: [String]) throws -> [PrivateKey] {
        // An environment that names a module, SOFTHSM2_CONF does not, would leave no room for the embedded token.
        let embedded = try KeyStore.open()
        let other = try store(arguments)
        guard embedded.isEmbedded, !other.isEmbedded, embedded.token != other.token else {
            throw ScenarioFailure("not two tokens")
        }
        let key = try embedded.generateKeyPair(.rsa(bits: 2048), label: "key of \(getpid())", usage: .sign)
        return [key, try other.privateKey(label: "key")]
    }

    /// Ends the process with a store open, its sessions idle and an operation begun in none.
    static func leaveOpen(_ arguments: [String]) throws {
        let store = try store(arguments)
        try checkSignature(store.privateKey(label: "key"))
        say("ok")
        withExtendedLifetime(store) { exit(0) }
    }

    /// The resident memory before and after many signatures.
    static func measureMemory(_ arguments: [String]) throws {
        let store = try store(arguments)
        let key = try store.privateKey(label: "key")
        let count = Int(arguments[3]) ?? 0
        // Until buffers, pools and the allocator's arenas are warm.
        for index in 0..<count / 10 { try checkSignature(key, "warm \(index)") }
        let before = try residentBytes()
        for index in 0..<count { try checkSignature(key, "message \(index)") }
        say("grown by \(try residentBytes() - before) bytes")
    }

    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { throw ScenarioFailure("no /proc/self/statm") }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
