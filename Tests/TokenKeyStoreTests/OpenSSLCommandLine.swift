import Foundation
import TestSupport

@testable import TokenKeyStore

/// The `openssl` command, the peer that everything here is compared with, and keys that it made.
enum OpenSSLCommandLine {
    /// Runs `openssl`, with `data` as its standard input and files of the given names and contents in its folder.
    static func run(_ arguments: [String], input: Data? = nil, files: [String: Data] = [:]) throws -> Data {
        try inFolder(files) { try Command.check("openssl", arguments, input: input, directory: $0).stdout }
    }

    /// Whether `openssl` succeeds.
    static func succeeds(_ arguments: [String], input: Data? = nil, files: [String: Data] = [:]) throws -> Bool {
        try inFolder(files) { try Command.run("openssl", arguments, input: input, directory: $0).succeeded }
    }

    private static func inFolder<Result>(_ files: [String: Data], _ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, content) in files { try content.write(to: folder.appendingPathComponent(name)) }
        return try body(folder.path)
    }
}

/// An RSA key pair that `openssl genpkey` made; each size is made once.
///
/// 2,041 bits are the size at which PSS has one byte less than the modulus; of 2,049 `openssl` makes 2,048.
struct OpenSSLKeyPair: Sendable {
    /// PKCS#8 in PEM.
    let privatePEM: Data
    /// SubjectPublicKeyInfo in PEM.
    let publicPEM: Data
    /// As this package reads it.
    let publicKey: RSAPublicKey

    static func rsa(bits: Int) throws -> OpenSSLKeyPair {
        try made.value(for: bits) {
            let privatePEM = try OpenSSLCommandLine.run(
                ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"])
            let publicPEM = try OpenSSLCommandLine.run(["pkey", "-pubout"], input: privatePEM)
            return OpenSSLKeyPair(
                privatePEM: privatePEM, publicPEM: publicPEM, publicKey: try RSAPublicKey(anyRepresentation: publicPEM))
        }
    }

    /// Runs `openssl` with the private key in PEM as its standard input.
    func openssl(_ arguments: [String]) throws -> Data { try OpenSSLCommandLine.run(arguments, input: privatePEM) }

    /// Runs `openssl` with the private key in PEM as its standard input.
    func openssl(_ arguments: String...) throws -> Data { try openssl(arguments) }

    private static let made = OncePerKey<Int, OpenSSLKeyPair>()

    /// Signs with `openssl pkeyutl`.
    func sign(_ input: Data, _ options: [String]) throws -> Data {
        let options = options.flatMap { ["-pkeyopt", $0] }
        return try OpenSSLCommandLine.run(
            ["pkeyutl", "-sign", "-inkey", "key", "-in", "input"] + options,
            files: ["key": privatePEM, "input": input])
    }

    /// Decrypts with `openssl pkeyutl`.
    func decrypt(_ input: Data, _ options: [String]) throws -> Data {
        let options = options.flatMap { ["-pkeyopt", $0] }
        return try OpenSSLCommandLine.run(
            ["pkeyutl", "-decrypt", "-inkey", "key", "-in", "input"] + options,
            files: ["key": privatePEM, "input": input])
    }
}

/// Values that are costly to make, made at first use and kept.
final class OncePerKey<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Key: Value] = [:]

    func value(for key: Key, _ make: () throws -> Value) rethrows -> Value {
        try lock.withLock {
            if let value = values[key] { return value }
            let value = try make()
            values[key] = value
            return value
        }
    }
}

extension HashFunction {
    static var all: [HashFunction] { [.sha1, .sha224, .sha256, .sha384, .sha512] }

    /// The name that `openssl` has for it.
    var opensslName: String { description.lowercased().replacing("-", with: "") }
}
