import Foundation
import TestSupport

/// An RSA key that OpenSSL made, its numbers, and a signature of OpenSSL's with it.
struct KnownKey: Sendable {
    static let message = Data("the signature of a key that is whole".utf8)

    /// PKCS#8 in DER.
    let pkcs8: Data
    /// n, e, d, p, q, d mod (p − 1), d mod (q − 1), 1/q mod p.
    let numbers: [Data]
    /// RSASSA-PKCS1-v1_5 with SHA-256 over ``message``.
    let signature: Data
    /// SubjectPublicKeyInfo in PEM.
    let publicPEM: String

    var modulus: Data { numbers[0] }

    init(bits: Int) throws {
        let folder = try TemporaryDirectory()
        let path = folder.file("key.pem")
        try Command.check(
            "openssl", ["genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)", "-out", path])
        pkcs8 = try Command.check("openssl", ["pkcs8", "-topk8", "-nocrypt", "-in", path, "-outform", "DER"]).stdout
        publicPEM = try Command.check("openssl", ["pkey", "-in", path, "-pubout"]).output
        let pkcs1 = try Command.check("openssl", ["rsa", "-in", path, "-traditional", "-outform", "DER"]).stdout
        numbers = Array(Self.integers(inSequence: [UInt8](pkcs1)).dropFirst())
        signature = try Command.check("openssl", ["dgst", "-sha256", "-sign", path], input: Self.message).stdout
    }

    /// The INTEGERs of a DER SEQUENCE of nothing else, without leading zeros.
    private static func integers(inSequence der: [UInt8]) -> [Data] {
        var position = 0
        func header() -> Int {
            position += 1
            var length = Int(der[position])
            position += 1
            if length > 0x7F {
                let count = length & 0x7F
                length = der[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
                position += count
            }
            return length
        }
        _ = header()
        var integers: [Data] = []
        while position < der.count {
            let length = header()
            integers.append(Data(der[position..<position + length].drop { $0 == 0 }))
            position += length
        }
        return integers
    }

    /// Keys of 1,024 bits, which cost a sweep of some hundred runs no time. Nothing else would excuse them.
    static let small = Result { try (0..<4).map { _ in try KnownKey(bits: 1024) } }
    /// A key of 2,048 bits.
    static let usual = Result { try KnownKey(bits: 2048) }
}
