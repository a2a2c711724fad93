import Foundation
import PKCS11
import TokenKeyStore

/// Where secrets are in memory after use.
extension Scenario {
    /// Opens a store, imports a key, signs, closes, and after each says which secrets are where.
    ///
    /// Arguments: the module, the string for its C_Initialize or nothing, the label of the token, the source of the PIN, the file of the key, and
    /// the secrets as NAME=HEX, each byte XORed. `keep` among them has the store keep the PIN, `control` leaves copies of all behind.
    static func searchMemory(_ arguments: [String]) throws {
        guard arguments.count >= 6 else { throw ScenarioFailure("too few arguments") }
        let needles = try arguments.dropFirst(5).filter { $0.contains("=") }.map { argument in
            let parts = argument.split(separator: "=")
            return (name: String(parts[0]), masked: try bytes(ofHexadecimal: String(parts[1])))
        }
        let search = try MemorySearch(needles)
        func say(_ stage: String) throws {
            for place in try search.places() { TestProgram.say("\(stage): \(place)") }
        }
        try say("start")
        let reserved = arguments[1].isEmpty ? nil : arguments[1]
        _ = try Module.load(path: arguments[0], options: Module.LoadOptions(reserved: reserved))
        let source = try PINSource(parsing: arguments[3])
        let store = try KeyStore(
            module: .path(arguments[0]), token: .label(arguments[2]),
            pin: arguments.contains("keep") ? source.keepingPIN() : source)
        guard store.loginState.isVerified else { throw ScenarioFailure("not logged in") }
        try say("login")
        let key = try importedKey(arguments[4], store)
        try say("import")
        try checkSignature(key)
        try say("signature")
        store.close()
        try say("close")
        guard arguments.contains("control") else { return }
        let copies = needles.map { Data($0.masked.map { $0 ^ MemorySearch.mask }) }
        try withExtendedLifetime(copies) { try say("control") }
    }

    /// In a function of its own, so that the file's content is gone when it returns.
    private static func importedKey(_ path: String, _ store: KeyStore) throws -> PrivateKey {
        try store.importPrivateKey(SecureBytes(contentsOfFile: path), label: "secret", usage: .sign)
    }

    private static func bytes(ofHexadecimal text: String) throws -> [UInt8] {
        try stride(from: 0, to: text.utf8.count - 1, by: 2).map { offset in
            let start = text.index(text.startIndex, offsetBy: offset)
            guard let byte = UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16) else {
                throw ScenarioFailure("not hexadecimal")
            }
            return byte
        }
    }
}
