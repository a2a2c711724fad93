import Foundation
import TestSupport
import TokenKeyStore

/// The `openssl` command: the peer whose answers the tests expect.
enum OpenSSL {
    /// Runs `openssl` in a folder with files of the given names and contents; it has to succeed.
    ///
    /// - Returns: its standard output.
    @discardableResult
    static func run(_ arguments: [String], input: Data? = nil, files: [String: Data] = [:]) throws -> Data {
        try inFolder(files) { try Command.check("openssl", arguments, input: input, directory: $0).stdout }
    }

    /// Whether `openssl` succeeds.
    static func succeeds(_ arguments: [String], input: Data? = nil, files: [String: Data] = [:]) throws -> Bool {
        try inFolder(files) { try Command.run("openssl", arguments, input: input, directory: $0).succeeded }
    }

    /// The digest of a message, by `openssl dgst`.
    static func digest(_ message: Data, _ hash: HashFunction) throws -> Data {
        try run(["dgst", "-\(hash.opensslName)", "-binary"], input: message)
    }

    private static func inFolder<Result>(_ files: [String: Data], _ body: (String) throws -> Result) throws -> Result {
        let folder = try TemporaryDirectory()
        for (name, contents) in files { try folder.write(contents, to: name) }
        return try withExtendedLifetime(folder) { try body(folder.path) }
    }
}

/// An RSA key that `openssl` made and keeps: its private half is known outside the token.
struct OpenSSLKey: Sendable {
    /// PKCS#8 in PEM.
    let privatePEM: Data
    /// SubjectPublicKeyInfo in PEM.
    let publicPEM: Data

    /// Makes a key with `openssl genpkey`.
    init(bits: Int, publicExponent: Int = 65537) throws {
        privatePEM = try OpenSSL.run([
            "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)", "-pkeyopt",
            "rsa_keygen_pubexp:\(publicExponent)",
        ])
        publicPEM = try OpenSSL.run(["pkey", "-pubout"], input: privatePEM)
    }

    /// The size that `openssl` reports: asked for an odd number of bits, it makes one less.
    var reportedBits: Int? {
        get throws {
            let text = try OpenSSL.run(["pkey", "-pubin", "-noout", "-text"], input: publicPEM)
            return String(decoding: text, as: UTF8.self).split(separator: "(").dropFirst().first
                .flatMap { Int($0.prefix { $0.isNumber }) }
        }
    }

    /// Signs with `openssl pkeyutl`: a digest, or bytes as they are where `options` name no digest.
    func sign(_ input: Data, _ options: [String]) throws -> Data {
        try OpenSSL.run(
            ["pkeyutl", "-sign", "-inkey", "key", "-in", "input"] + options.asKeyOptions,
            files: ["key": privatePEM, "input": input])
    }

    /// Signs a message with `openssl dgst`.
    func signMessage(_ message: Data, _ hash: HashFunction, _ options: [String]) throws -> Data {
        try OpenSSL.run(
            ["dgst", "-\(hash.opensslName)", "-sign", "key"] + options.flatMap { ["-sigopt", $0] },
            input: message, files: ["key": privatePEM])
    }

    /// The RSA private operation on k bytes. Under this name `openssl pkeyutl` does it on more than a digest.
    func raisePrivately(_ block: Data) throws -> Data { try decrypt(block, ["rsa_padding_mode:none"]) }

    /// Decrypts with `openssl pkeyutl`.
    func decrypt(_ ciphertext: Data, _ options: [String]) throws -> Data {
        try OpenSSL.run(
            ["pkeyutl", "-decrypt", "-inkey", "key", "-in", "input"] + options.asKeyOptions,
            files: ["key": privatePEM, "input": ciphertext])
    }
}

/// What `openssl` does with a public key that it gets as PEM.
struct OpenSSLPublicKey: Sendable {
    /// SubjectPublicKeyInfo in PEM.
    let pem: Data

    init(pem: Data) { self.pem = pem }

    /// Takes the public key as the store exports it.
    init(_ key: PublicKey) { pem = Data(key.pemRepresentation.utf8) }

    /// Whether `openssl pkeyutl` takes a signature of a digest, or of bytes as they are.
    func verifies(_ signature: Data, of input: Data, _ options: [String]) throws -> Bool {
        try OpenSSL.succeeds(
            ["pkeyutl", "-verify", "-pubin", "-inkey", "key", "-in", "input", "-sigfile", "signature"]
                + options.asKeyOptions,
            files: ["key": pem, "input": input, "signature": signature])
    }

    /// Whether `openssl dgst` takes a signature of a message.
    func verifiesMessage(_ signature: Data, of message: Data, _ hash: HashFunction, _ options: [String]) throws -> Bool
    {
        try OpenSSL.succeeds(
            ["dgst", "-\(hash.opensslName)", "-verify", "key", "-signature", "signature"]
                + options.flatMap { ["-sigopt", $0] },
            input: message, files: ["key": pem, "signature": signature])
    }

    /// What `openssl` finds in a signature under its padding.
    func recover(_ signature: Data, _ options: [String]) throws -> Data {
        try OpenSSL.run(
            ["pkeyutl", "-verifyrecover", "-pubin", "-inkey", "key", "-in", "input"] + options.asKeyOptions,
            files: ["key": pem, "input": signature])
    }

    /// Encrypts with `openssl pkeyutl`.
    func encrypt(_ message: Data, _ options: [String]) throws -> Data {
        try OpenSSL.run(
            ["pkeyutl", "-encrypt", "-pubin", "-inkey", "key", "-in", "input"] + options.asKeyOptions,
            files: ["key": pem, "input": message])
    }
}

extension [String] {
    fileprivate var asKeyOptions: [String] { flatMap { ["-pkeyopt", $0] } }
}

extension HashFunction {
    /// All that there are.
    static let all: [HashFunction] = [.sha1, .sha224, .sha256, .sha384, .sha512]

    /// The name that `openssl` has for it.
    var opensslName: String { description.lowercased().replacingOccurrences(of: "-", with: "") }
}

extension Data {
    /// Bytes of their hexadecimal digits; white space is passed over.
    init(hexadecimal text: String) {
        let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }

    /// Lower-case hexadecimal digits.
    var hexadecimalDigits: String { map { String(format: "%02x", $0) }.joined() }

    /// Bytes that differ from one index to the next and from one seed to the next.
    static func sample(_ count: Int, seed: Int = 1) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8) &+ seed &* 7) })
    }

    /// The same bytes with one bit changed.
    func flippingBit(of index: Int) -> Data {
        var copy = Data(self)
        copy[copy.startIndex + index] ^= 1
        return copy
    }
}
