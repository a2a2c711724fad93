import Foundation
import TokenKeyStore

extension Suite {
    /// Signs in every way, for `openssl` and for the host.
    func sign() {
        for hash in HashFunction.all {
            let salt = hash.digestLength
            sign("pkcs1", hash, .rsaPKCS1(hash), .pkcs1)
            sign("pss", hash, .rsaPSS(hash), .pss(saltLength: salt))
            sign("pss-no-salt", hash, .rsaPSS(hash, saltLength: 0), .pss(saltLength: 0))
            signDigest("pkcs1", hash, .rsaPKCS1(hash), .pkcs1)
            signDigest("pss", hash, .rsaPSS(hash), .pss(saltLength: salt))
        }
        report.check("sign.pkcs1-raw") {
            let key = try key()
            let signature = try key.signature(for: message, using: .rsaPKCS1Raw)
            try expect(openSSL.recover(signature, key.publicKey, padding: "pkcs1") == message, "what was signed")
        }
        report.check("sign.raw") {
            let key = try key()
            let signature = try key.signature(for: message, using: .rsaRaw)
            let block = try openSSL.recover(signature, key.publicKey, padding: "none")
            try expect(block.drop { $0 == 0 } == message, "what was signed")
        }
        report.check("sign.stream") {
            let key = try key()
            let pieces = (0..<64).map { Data(repeating: UInt8($0), count: 10_000) }
            var rest = pieces[...]
            let signature = try key.signature(using: .rsaPKCS1(.sha256)) { rest.popFirst() }
            try openSSL.verify(signature, of: Data(pieces.joined()), .sha256, .pkcs1, key.publicKey)
        }
        report.check("verify") {
            let key = try key()
            let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
            let publicKey = try key.publicKey
            try expect(publicKey.isValidSignature(signature, for: message, using: .rsaPKCS1(.sha256)), "its own")
            let other = message + Data([0])
            try expect(!publicKey.isValidSignature(signature, for: other, using: .rsaPKCS1(.sha256)), "another's")
        }
    }

    private func sign(
        _ name: String, _ hash: HashFunction, _ algorithm: SignatureAlgorithm, _ padding: OpenSSLPeer.Padding
    ) {
        report.check("sign.\(name).\(hash.shortName)") {
            let key = try key()
            let signature = try key.signature(for: message, using: algorithm)
            try openSSL.verify(signature, of: message, hash, padding, key.publicKey)
            try expect(key.publicKey.isValidSignature(signature, for: message, using: algorithm), "on the host")
        }
    }

    private func signDigest(
        _ name: String, _ hash: HashFunction, _ algorithm: SignatureAlgorithm, _ padding: OpenSSLPeer.Padding
    ) {
        report.check("digest.\(name).\(hash.shortName)") {
            let key = try key()
            let signature = try key.signature(forDigest: openSSL.digest(message, hash), using: algorithm)
            try openSSL.verify(signature, of: message, hash, padding, key.publicKey)
        }
    }
}
