import TokenKeyStore

/// What a key may be used for, in the words of `--usage`.
enum KeyUse: String, CaseIterable, Sendable {
    case sign, verify, encrypt, decrypt, wrap, unwrap, derive

    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// Reads a list with commas between.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    static func list(parsing text: String) throws(CommandFailure) -> Set<KeyUse> {
        var uses: Set<KeyUse> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let use = KeyUse(rawValue: String(word)) else {
                let near = nearestMatch(to: String(word), among: allCases.map(\.rawValue))
                throw .usage(
                    "--usage has no `\(escapedForTerminal(String(word)))`",
                    hint: near.map { "did you mean `\($0)`?" } ?? "it is a list of: \(names)")
            }
            uses.insert(use)
        }
        return uses
    }
}

/// The forms that a public key is exported in.
enum ExportFormat: String, CaseIterable, Sendable {
    case pem, der, pkcs1
    case pkcs1DER = "pkcs1-der"
    case ssh, jwk

    /// Whether the form is bytes and not text.
    var isBinary: Bool { self == .der || self == .pkcs1DER }
}

/// The name of a hash in an algorithm's name.
private let hashes: [(String, HashFunction)] = [
    ("sha1", .sha1), ("sha224", .sha224), ("sha256", .sha256), ("sha384", .sha384), ("sha512", .sha512),
]

/// A signature algorithm as it is written on the command line.
struct SignatureAlgorithmName: Sendable {
    let name: String
    /// nil where the key store has no such keys.
    let algorithm: SignatureAlgorithm?

    static let all: [Self] =
        hashes.map { Self(name: "rsa-pkcs1-\($0)", algorithm: .rsaPKCS1($1)) }
        + hashes.map { Self(name: "rsa-pss-\($0)", algorithm: .rsaPSS($1)) }
        + hashes.map { Self(name: "ecdsa-\($0.0)", algorithm: nil) } + [Self(name: "ed25519", algorithm: nil)]
        + hashes.map { Self(name: "hmac-\($0.0)", algorithm: nil) }

    static let supported = all.filter { $0.algorithm != nil }.map(\.name)
    static let unsupported = all.filter { $0.algorithm == nil }.map(\.name)

    /// The algorithm of a name that the parser has checked.
    ///
    /// - Throws: ``CommandFailure`` with exit 8 where the key store cannot do it.
    static func algorithm(named name: String?) throws(CommandFailure) -> SignatureAlgorithm {
        guard let name, let algorithm = all.first(where: { $0.name == name })?.algorithm else {
            throw notSupportedYet(algorithm: name ?? "")
        }
        return algorithm
    }
}

/// An encryption algorithm as it is written on the command line.
struct EncryptionAlgorithmName: Sendable {
    let name: String
    /// nil where the key store has no such keys.
    let algorithm: EncryptionAlgorithm?
    /// The hash of an algorithm for files of any size; nil for one that takes a short message.
    let streamHash: HashFunction?

    static let all: [Self] =
        hashes.map { Self(name: "rsa-oaep-\($0)", algorithm: .rsaOAEP($1), streamHash: nil) }
        + [Self(name: "rsa-pkcs1", algorithm: .rsaPKCS1, streamHash: nil)]
        + hashes.map { Self(name: "rsa-oaep-\($0)-aes-gcm", algorithm: .rsaOAEPAESGCM($1), streamHash: $1) }
        + [Self(name: "aes-gcm", algorithm: nil, streamHash: nil)]

    static let supported = all.filter { $0.algorithm != nil }.map(\.name)
    static let unsupported = all.filter { $0.algorithm == nil }.map(\.name)

    /// What a name that the parser has checked means.
    ///
    /// - Throws: ``CommandFailure`` with exit 8 where the key store cannot do it.
    static func named(
        _ name: String?
    ) throws(CommandFailure) -> (algorithm: EncryptionAlgorithm, streamHash: HashFunction?) {
        guard let name, let found = all.first(where: { $0.name == name }), let algorithm = found.algorithm else {
            throw notSupportedYet(algorithm: name ?? "")
        }
        return (algorithm, found.streamHash)
    }
}

private func notSupportedYet(algorithm name: String) -> CommandFailure {
    CommandFailure(.notAllowed, "mechanism-unsupported", "\(name) is not supported yet by the key store")
}

/// What `key generate --type` asks for.
enum RequestedKeyType: Equatable, Sendable {
    /// The size in bits.
    case rsa(Int)
    /// Kinds of keys that are well written and that the key store does not make.
    case unsupported(String)

    /// The names of curves that are the same curve, by the one that is printed.
    private static let curves = [
        "P-256": ["prime256v1", "secp256r1", "nistp256"], "P-384": ["secp384r1", "nistp384"],
        "P-521": ["secp521r1", "nistp521"],
    ]

    /// What the key store makes, for hints.
    static let possible = "possible: rsa:BITS, such as rsa:3072"

    /// Reads `rsa:BITS`, `ec:CURVE`, `ed25519`, `aes:BITS` or `hmac:BITS`.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    init(parsing text: String) throws(CommandFailure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let shown = escapedForTerminal(text)
        switch (parts[0].lowercased(), parts.count) {
        case ("rsa", 2):
            self = .rsa(try Self.bits(parts[1], in: shown))
        case ("aes", 2), ("hmac", 2):
            _ = try Self.bits(parts[1], in: shown)
            self = .unsupported(shown)
        case ("ec", 2):
            let known = Self.curves.keys + Self.curves.values.flatMap { $0 }
            guard known.contains(where: { $0.lowercased() == parts[1].lowercased() }) else {
                throw .usage(
                    "--type has no curve `\(escapedForTerminal(parts[1]))`",
                    hint: Self.possible)
            }
            self = .unsupported(shown)
        case ("ed25519", 1):
            self = .unsupported(shown)
        case ("rsa", 1), ("aes", 1), ("hmac", 1):
            throw .usage("--type \(shown) needs a size in bits", hint: Self.possible)
        default:
            throw .usage("--type cannot be `\(shown)`", hint: Self.possible)
        }
    }

    private static func bits(_ text: String, in shown: String) throws(CommandFailure) -> Int {
        guard let bits = Int(text), bits > 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .usage("--type \(shown): the size is a number of bits greater than 0", hint: Self.possible)
        }
        return bits
    }
}
