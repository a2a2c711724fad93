import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

extension Scenario {
    /// Prints the Cryptoki calls of each operation, as the spy logged them: `NAME: C_X C_Y`.
    static func countCalls(_ arguments: [String]) throws {
        guard let log = ProcessInfo.processInfo.environment["PKCS11SPY_OUTPUT"] else {
            throw ScenarioFailure("PKCS11SPY_OUTPUT is not set")
        }
        var seen = 0
        func step<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
            let result = try body()
            let contents = FileManager.default.contents(atPath: log) ?? Data()
            let calls = Spy.calls(inLog: String(decoding: contents, as: UTF8.self))
            say("\(name): \(calls.dropFirst(seen).joined(separator: " "))")
            seen = calls.count
            return result
        }

        let store = try step("open") { try Self.store(arguments) }
        let key = try step("first find") { try store.privateKey(label: "key") }
        let byTag = try step("find by tag") { try store.privateKey(tag: Data("tag".utf8)) }
        _ = try step("find by label") { try store.privateKey(label: "key") }
        _ = try step("find public") { try store.publicKey(label: "key") }
        guard byTag == key else { throw ScenarioFailure("two keys") }

        let message = Data("message".utf8)
        let signing = SignatureAlgorithm.rsaPSS(.sha256)
        _ = try step("first sign") { try key.signature(for: message, using: signing) }
        _ = try step("first sign of a digest") { try key.signature(forDigest: Data(count: 32), using: signing) }
        let signature = try step("sign") { try key.signature(for: message, using: signing) }
        _ = try step("sign with another value of the key") { try byTag.signature(for: message, using: signing) }
        _ = try step("sign a digest") { try key.signature(forDigest: Data(count: 32), using: signing) }
        _ = try step("sign a long message") { try key.signature(for: Data(count: 1 << 20), using: signing) }
        let isValid = try step("verify") { try key.publicKey.isValidSignature(signature, for: message, using: signing) }
        guard isValid else { throw ScenarioFailure("a signature is not valid") }

        let encryptions: [(String, EncryptionAlgorithm)] = [
            ("PKCS #1", .rsaPKCS1), ("OAEP SHA-1", .rsaOAEP(.sha1)), ("OAEP SHA-256", .rsaOAEP(.sha256)),
            ("OAEP AES-GCM", .rsaOAEPAESGCM(.sha256)),
        ]
        for (name, algorithm) in encryptions {
            let ciphertext = try step("encrypt \(name)") { try key.publicKey.encrypt(message, using: algorithm) }
            for name in ["first decrypt \(name)", "decrypt \(name)"] {
                guard try step(name, { try key.decrypt(ciphertext, using: algorithm) }) == message else {
                    throw ScenarioFailure("not what was encrypted")
                }
            }
        }

        _ = try step("random") { try store.randomBytes(count: 32) }
        let keys = try step("list") { try store.keys() }
        say("listed: \(keys.count)")
        let another = try step("open again") { try Self.store(arguments) }
        try step("close one") { another.close() }
        try step("close") { store.close() }
    }
}
