import Testing
import TokenKeyStore

/// A signature algorithm in our words and in those of `openssl pkeyutl`.
struct SignatureCase: Sendable, CustomTestStringConvertible {
    enum Scheme: Sendable {
        case pkcs1
        /// Salt as long as the digest.
        case pss
        case pssWithoutSalt
        /// The longest salt that the key has room for.
        case pssLongestSalt
    }

    let hash: HashFunction
    let scheme: Scheme

    static let all: [SignatureCase] = HashFunction.all.flatMap { hash in
        [Scheme.pkcs1, .pss, .pssWithoutSalt, .pssLongestSalt].map { SignatureCase(hash: hash, scheme: $0) }
    }

    var testDescription: String { "\(scheme) \(hash)" }

    func algorithm(bits: Int) -> SignatureAlgorithm {
        switch scheme {
        case .pkcs1: .rsaPKCS1(hash)
        case .pss: .rsaPSS(hash)
        case .pssWithoutSalt: .rsaPSS(hash, saltLength: 0)
        case .pssLongestSalt: .rsaPSS(hash, saltLength: longestSalt(bits: bits))
        }
    }

    /// The room that RFC 8017, section 9.1.1 leaves: emLen − hLen − 2.
    func longestSalt(bits: Int) -> Int { (bits + 6) / 8 - hash.digestLength - 2 }

    /// Without `digest:`, which `openssl dgst` sets itself. `max` is worked out by `openssl`, not by us.
    var messageOptions: [String] {
        switch scheme {
        case .pkcs1: ["rsa_padding_mode:pkcs1"]
        case .pss: ["rsa_padding_mode:pss", "rsa_pss_saltlen:\(hash.digestLength)"]
        case .pssWithoutSalt: ["rsa_padding_mode:pss", "rsa_pss_saltlen:0"]
        case .pssLongestSalt: ["rsa_padding_mode:pss", "rsa_pss_saltlen:max"]
        }
    }

    var digestOptions: [String] { ["digest:\(hash.opensslName)"] + messageOptions }
}
