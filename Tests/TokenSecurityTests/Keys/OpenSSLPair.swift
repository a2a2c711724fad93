import Foundation
import TestSupport

/// An RSA key of which the `openssl` command has both halves: the peer whose answers the tests expect.
struct OpenSSLPair: Sendable {
    /// PKCS #1 DER.
    let pkcs1DER: Data
    /// PKCS #1 DER of the public half.
    let publicPKCS1DER: Data
    /// SubjectPublicKeyInfo DER of the public half.
    let publicDER: Data

    /// Makes a key.
    init(bits: Int) throws {
        let pem = try Self.run(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"])
        try self.init(pkcs1DER: Self.run(["rsa", "-traditional", "-outform", "DER"], input: pem))
    }

    /// Takes a key.
    init(pkcs1DER: Data) throws {
        self.pkcs1DER = pkcs1DER
        publicDER = try Self.run(["rsa", "-inform", "DER", "-pubout", "-outform", "DER"], input: pkcs1DER)
        publicPKCS1DER = try Self.run(
            ["rsa", "-inform", "DER", "-RSAPublicKey_out", "-outform", "DER"], input: pkcs1DER)
    }

    /// Signs with `pkeyutl`: a digest where the options name one, else the bytes as they are.
    func sign(_ input: Data, _ options: [String]) throws -> Data {
        try Self.run(
            ["pkeyutl", "-sign", "-keyform", "DER", "-inkey", "key", "-in", "input"] + Self.keyOptions(options),
            files: ["key": pkcs1DER, "input": input])
    }

    /// Decrypts with `pkeyutl`; without padding this is the private operation.
    func decrypt(_ input: Data, _ options: [String]) throws -> Data {
        try Self.run(
            ["pkeyutl", "-decrypt", "-keyform", "DER", "-inkey", "key", "-in", "input"] + Self.keyOptions(options),
            files: ["key": pkcs1DER, "input": input])
    }

    /// The private operation on bytes under PKCS #1 padding of type 1: `pkeyutl` signs no more of them than a digest has.
    func signPadded(_ input: Data, byteCount: Int) throws -> Data {
        let filling = Data(repeating: 0xFF, count: byteCount - 3 - input.count)
        return try decrypt(Data([0, 1]) + filling + [0] + input, ["rsa_padding_mode:none"])
    }

    /// Encrypts with `pkeyutl`.
    func encrypt(_ input: Data, _ options: [String]) throws -> Data {
        try Self.encrypt(input, to: publicDER, options)
    }

    /// Encrypts to a public key in SubjectPublicKeyInfo DER.
    static func encrypt(_ input: Data, to publicDER: Data, _ options: [String]) throws -> Data {
        try run(
            ["pkeyutl", "-encrypt", "-pubin", "-keyform", "DER", "-inkey", "key", "-in", "input"] + keyOptions(options),
            files: ["key": publicDER, "input": input])
    }

    /// Whether `pkeyutl` takes a signature.
    func verifies(_ signature: Data, of input: Data, _ options: [String]) throws -> Bool {
        try Self.succeeds(
            [
                "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-in", "input", "-sigfile",
                "signature",
            ]
                + Self.keyOptions(options),
            files: ["key": publicDER, "input": input, "signature": signature])
    }

    /// Signs a message with `dgst`.
    func signMessage(_ message: Data, hash: String, _ options: [String]) throws -> Data {
        try Self.run(
            ["dgst", "-\(hash)", "-keyform", "DER", "-sign", "key"] + options.flatMap { ["-sigopt", $0] },
            input: message, files: ["key": pkcs1DER])
    }

    /// Whether `dgst` takes a signature of a message.
    func verifiesMessage(_ signature: Data, of message: Data, hash: String, _ options: [String]) throws -> Bool {
        try Self.succeeds(
            ["dgst", "-\(hash)", "-keyform", "DER", "-verify", "key", "-signature", "signature"]
                + options.flatMap { ["-sigopt", $0] },
            input: message, files: ["key": publicDER, "signature": signature])
    }

    /// The numbers of a key in PKCS #1 DER, without leading zeros, as `asn1parse` reads them: of a private key n, e, d, p, q, d mod (p − 1),
    /// d mod (q − 1) and q⁻¹ mod p.
    static func numbers(of pkcs1DER: Data) throws -> [Data] {
        let text = String(decoding: try run(["asn1parse", "-inform", "DER"], input: pkcs1DER), as: UTF8.self)
        let numbers = text.split(separator: "\n").filter { $0.contains("prim: INTEGER") }
            .compactMap { line in line.split(separator: ":").last.flatMap { Data(hex: String($0)) } }
        // The first is the version.
        return Array(numbers.dropFirst())
    }

    /// The digest of a message.
    static func digest(_ message: Data, _ hash: String) throws -> Data {
        try run(["dgst", "-\(hash)", "-binary"], input: message)
    }

    /// Runs `openssl`, which has to succeed, in a folder with files of the given names.
    static func run(_ arguments: [String], input: Data? = nil, files: [String: Data] = [:]) throws -> Data {
        try inFolder(files) { try Command.check("openssl", arguments, input: input, directory: $0).stdout }
    }

    private static func succeeds(
        _ arguments: [String], input: Data? = nil, files: [String: Data]
    ) throws -> Bool {
        try inFolder(files) { try Command.run("openssl", arguments, input: input, directory: $0).succeeded }
    }

    private static func inFolder<Result>(_ files: [String: Data], _ body: (String) throws -> Result) throws -> Result {
        let folder = try TemporaryDirectory()
        for (name, contents) in files { try folder.write(contents, to: name) }
        return try withExtendedLifetime(folder) { try body(folder.path) }
    }

    private static func keyOptions(_ options: [String]) -> [String] { options.flatMap { ["-pkeyopt", $0] } }
}
