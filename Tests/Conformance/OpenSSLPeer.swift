import Foundation
import TestSupport
import TokenKeyStore

/// The `openssl` command: what a token makes is checked by it, and what a token is to read is made by it.
struct OpenSSLPeer {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// A private key that the token did not make, PKCS#8 in PEM.
    func makeKey() throws -> Data {
        try run(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
    }

    /// The public half of a private key, in PEM.
    func publicHalf(of privatePEM: Data) throws -> Data { try run(["pkey", "-pubout"], input: privatePEM) }

    func digest(_ message: Data, _ hash: HashFunction) throws -> Data {
        try run(["dgst", "-\(hash.shortName)", "-binary"], input: message)
    }

    /// What a private key signs by PKCS #1 v1.5, which is the same each time.
    func signature(of message: Data, _ hash: HashFunction, privatePEM: Data) throws -> Data {
        try run(["dgst", "-\(hash.shortName)", "-sign", folder.write(privatePEM, to: "key")], input: message)
    }

    /// - Throws: where `openssl` does not take the signature of the message.
    func verify(_ signature: Data, of message: Data, _ hash: HashFunction, _ padding: Padding, _ key: PublicKey) throws
    {
        let signature = try folder.write(signature, to: "signature")
        let key = try folder.write(Data(key.pemRepresentation.utf8), to: "public")
        var arguments = ["dgst", "-\(hash.shortName)", "-verify", key, "-signature", signature]
        switch padding {
        case .pkcs1: break
        case .pss(let saltLength):
            arguments += ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:\(saltLength)"]
            arguments += ["-sigopt", "rsa_mgf1_md:\(hash.shortName)"]
        }
        guard try Command.run("openssl", arguments, input: message).succeeded else {
            throw Failure("openssl does not take the signature")
        }
    }

    enum Padding {
        case pkcs1
        case pss(saltLength: Int)
    }

    /// What a signature without a hash holds under its padding.
    func recover(_ signature: Data, _ key: PublicKey, padding: String) throws -> Data {
        try run(
            [
                "pkeyutl", "-verifyrecover", "-pubin", "-inkey",
                folder.write(Data(key.pemRepresentation.utf8), to: "public"),
            ]
                + ["-pkeyopt", "rsa_padding_mode:\(padding)"], input: signature)
    }

    func encrypt(_ message: Data, _ key: PublicKey, _ options: [String]) throws -> Data {
        try run(
            ["pkeyutl", "-encrypt", "-pubin", "-inkey", folder.write(Data(key.pemRepresentation.utf8), to: "public")]
                + options.flatMap { ["-pkeyopt", $0] }, input: message)
    }

    private func run(_ arguments: [String], input: Data? = nil) throws -> Data {
        try Command.check("openssl", arguments, input: input).stdout
    }
}
