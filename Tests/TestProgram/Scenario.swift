import Foundation
import TokenKeyStore

/// What the program can do, by name.
enum Scenario {
    typealias Body = @Sendable ([String]) throws -> Void

    static let all: [String: Body] = forks.merging(others) { $1 }

    private static let others: [String: Body] = [
        "calls": countCalls,
        "embedded": useEmbeddedToken,
        "embedded-beside": useBothTokens,
        "fork-embedded": forkWithEmbeddedToken,
        "late": openLateServer,
        "leave": leaveOpen,
        "memory": measureMemory,
        "memory-search": searchMemory,
        "outage": signThroughOutages,
        "persistent-reference": usePersistentReference,
        "sign": sign,
    ]

    /// Opens the store that the first three arguments name: module, label, PIN.
    static func store(_ arguments: [String], options: KeyStore.Options = .init()) throws -> KeyStore {
        guard arguments.count >= 3 else { throw ScenarioFailure("module, label and PIN are missing") }
        return try KeyStore(
            module: .path(arguments[0]), token: .label(arguments[1]), pin: .value(SecureBytes(utf8: arguments[2])),
            options: options)
    }

    /// Signs with a key and checks the signature on the host.
    static func checkSignature(_ key: PrivateKey, _ message: String = "message") throws {
        let message = Data(message.utf8)
        let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
        guard try key.publicKey.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256)) else {
            throw ScenarioFailure("a signature is not valid")
        }
    }

    /// One signature with the key labelled "key", in a store opened for it.
    static func sign(_ arguments: [String]) throws {
        let store = try store(arguments)
        try checkSignature(store.privateKey(label: "key"))
        say("signed")
    }
}

/// Why a scenario failed.
struct ScenarioFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Writes a line at once: what is in a buffer at a fork is written twice.
func say(_ line: String, to descriptor: Int32 = 1) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
