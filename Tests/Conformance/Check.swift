import TokenKeyStore

/// One thing that a provider is tried with.
struct Check: Hashable {
    /// Stable, and what the table of expectations names it by: `sign.pss.sha256`.
    let name: String
    /// The row of the table that it is part of.
    let row: String
    /// What tells it from the others of its row; nil where it has the row to itself.
    let variant: String?

    private init(_ name: String, _ row: String, _ variant: String? = nil) {
        self.name = name
        self.row = row
        self.variant = variant
    }

    /// The same once for each hash function.
    private static func each(_ name: String, _ row: String) -> [Check] {
        HashFunction.all.map { Check("\(name).\($0.shortName)", row, $0.description) }
    }

    /// What every provider is tried with.
    static let basic = [
        Check("load", "Load the module"),
        Check("slots", "List slots and tokens"),
    ]

    /// What a provider without keys is tried with beside that.
    static let polite = [Check("polite", "Say what is missing where nothing can be opened")]

    /// What a provider with keys is tried with, in the order of the table.
    static let full: [Check] =
        [
            Check("open", "Open a token and log in"),
            Check("generate", "Generate an RSA key pair"),
            Check("name-in-use", "Refuse to generate under a name that is in use"),
            Check("protection", "Private halves sensitive and not extractable, read back"),
            Check("find.tag", "Find a key", "by tag"),
            Check("find.label", "Find a key", "by label"),
            Check("find.class", "Find a key", "by class"),
            Check("ambiguity", "Refuse to choose between two keys of one label"),
        ] + each("sign.pkcs1", "Sign a message, PKCS #1 v1.5") + each("sign.pss", "Sign a message, PSS")
        + each("sign.pss-no-salt", "Sign a message, PSS without salt")
        + each("digest.pkcs1", "Sign a digest, PKCS #1 v1.5") + each("digest.pss", "Sign a digest, PSS") + [
            Check("sign.pkcs1-raw", "Sign raw input", "with padding"),
            Check("sign.raw", "Sign raw input", "without padding"),
            Check("sign.stream", "Sign a message that comes in pieces"),
            Check("verify", "Refuse the signature of another message"),
            Check("decrypt.pkcs1", "Decrypt, PKCS #1 v1.5"),
            Check("decrypt.raw", "Decrypt without padding"),
        ] + each("decrypt.oaep", "Decrypt, OAEP") + each("decrypt.oaep-label", "Decrypt, OAEP with a label")
        + each("decrypt.hybrid", "Decrypt, OAEP and AES-GCM") + [
            Check("damage.oaep", "Refuse a damaged ciphertext", "OAEP"),
            Check("damage.hybrid", "Refuse a damaged ciphertext", "OAEP and AES-GCM"),
            Check("rename", "Rename a key"),
            Check("change", "Change what a key may do"),
            Check("replace", "Replace a key"),
            Check("delete", "Delete a key"),
            Check("import.private", "Import a private key"),
            Check("import.alone", "Import a private key without its public half"),
            Check("import.public", "Import a public key"),
            Check("generate.alone", "Generate a private key without its public half"),
            Check("session.generated", "Keys of a session", "generated"),
            Check("session.imported", "Keys of a session", "imported"),
            Check("session.stored", "Keys of a session", "copied to the token"),
            Check("context-login", "Sign with a key that asks for the PIN each time"),
            Check("random", "Random bytes"),
            Check("concurrency", "Eight threads that sign and search on one store"),
            Check("sessions", "No session is left open"),
            Check("nothing-left", "The token is as it was"),
        ]

    /// All of them.
    static let all = basic + polite + full
}

extension HashFunction {
    /// All that there are.
    static let all: [HashFunction] = [.sha1, .sha224, .sha256, .sha384, .sha512]

    /// As names of checks and `openssl` have it: `sha256`.
    var shortName: String { description.lowercased().filter { $0 != "-" } }
}
