import Foundation
import TestSupport

/// An RSA key that OpenSSL made, in the bytes that OpenSSL gives.
struct SampleKey: Sendable {
    let bits: Int
    /// PKCS#1 `RSAPrivateKey`, DER.
    let privateKey: Data
    /// PKCS#1 `RSAPublicKey`, DER.
    let publicKey: Data
    /// SubjectPublicKeyInfo, DER.
    let subjectPublicKeyInfo: Data
    /// The SHA-1 of ``publicKey``.
    let hash: Data

    /// Three keys that differ; made once for all tests.
    static func first() throws -> SampleKey { try samples[0].get() }
    static func second() throws -> SampleKey { try samples[1].get() }
    static func large() throws -> SampleKey { try samples[2].get() }

    private static let samples = [1024, 1024, 2048].map { bits in Result { try SampleKey(bits: bits) } }

    init(bits: Int) throws {
        self.bits = bits
        let pem = try Command.check("openssl", ["genrsa", "\(bits)"]).stdout
        func convert(_ options: String...) throws -> Data {
            try Command.check("openssl", ["rsa", "-outform", "DER"] + options, input: pem).stdout
        }
        privateKey = try convert("-traditional")
        publicKey = try convert("-RSAPublicKey_out")
        subjectPublicKeyInfo = try convert("-pubout")
        hash = try Command.check("openssl", ["dgst", "-sha1", "-binary"], input: publicKey).stdout
    }
}
