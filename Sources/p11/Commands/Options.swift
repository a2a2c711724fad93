/// Every option of every command, so that one name always means one thing.
enum Options {
    // MARK: Everywhere

    static let module = OptionDescription.value("module", "PATH|NAME", "the PKCS #11 module to load")
    static let token = OptionDescription.value("token", "LABEL|URI", "the token, by its label or a pkcs11: URI")
    static let serial = OptionDescription.value("serial", "S", "the token, by its serial number")
    static let slot = OptionDescription.value("slot", "ID", "the token, by its slot: decimal or 0x…")
    static let profile = OptionDescription.value(
        "profile", "NAME", "the profile to use, a section of profiles.conf")
    static let pinSource = OptionDescription.value(
        "pin-source", "WHERE",
        "where the PIN is: prompt, file:PATH, fd:N, - (standard input), env:NAME, cmd:/PROGRAM ARGUMENTS or credential:NAME"
    )
    static let login = OptionDescription.value(
        "login", "WHO", "user: log in although the command works without", choices: ["user"])
    static let allowFinalTry = OptionDescription.flag(
        "allow-final-try", "try a PIN although the token will lock if it is wrong")
    static let noInput = OptionDescription.flag("no-input", "never ask anything at the terminal")
    static let yes = OptionDescription.flag("yes", "answer yes to every question beforehand")
    static let output = OptionDescription.value(
        "output", "STYLE", "table (the default), json, uri or tsv", choices: OutputStyle.allCases.map(\.rawValue))
    static let json = OptionDescription.flag("json", "short for --output json; errors are JSON too")

    static let global = [
        module, token, serial, slot, profile, pinSource, login, allowFinalTry, noInput, yes, output, json,
    ]

    // MARK: Tokens and mechanisms

    static let withToken = OptionDescription.flag("with-token", "only slots that have a token")
    static let usableFor = OptionDescription.value(
        "usable-for", "USE", "only mechanisms for this use", choices: MechanismUse.allCases.map(\.rawValue))
    static let reinitialize = OptionDescription.flag(
        "reinitialize", "initialise a token that is initialised already, which destroys all its keys")
    static let soPINSource = OptionDescription.value(
        "so-pin-source", "WHERE", "where the security officer's PIN is, as for --pin-source")
    static let newPINSource = OptionDescription.value(
        "new-pin-source", "WHERE", "where the user PIN to set is, as for --pin-source")
    static let so = OptionDescription.flag("so", "as the security officer of the token, not its user")
    static let dryRun = OptionDescription.flag("dry-run", "say what would be done, and do nothing")

    // MARK: Keys

    static let label = OptionDescription.value("label", "L", "the label (CKA_LABEL)").emptiable
    static let id = OptionDescription.value("id", "HEX", "the ID (CKA_ID) in hexadecimal")
    static let tag = OptionDescription.value("tag", "TEXT", "the ID as text")
    static let keyType = OptionDescription.value("type", "TYPE", "what kind of key, such as rsa:3072")
    static let usage = OptionDescription.value(
        "usage", "LIST", "what the key may do: \(KeyUse.names), with commas between; sign if not given")
    static let allowWeak = OptionDescription.flag("allow-weak", "accept an RSA key of less than 2048 bits")
    static let allowDuplicate = OptionDescription.flag(
        "allow-duplicate", "accept a label or ID that another key of the token has")
    static let overwrite = OptionDescription.flag(
        "overwrite", "put the new key in the place of the one that has its label or ID, after a question")
    static let passphraseSource = OptionDescription.value(
        "passphrase-source", "WHERE", "where the passphrase of an encrypted file is, as for --pin-source")
    static let format = OptionDescription.value(
        "format", "FORMAT", "how the key is written; pem if not given", choices: ExportFormat.allCases.map(\.rawValue))
    static let attributes = OptionDescription.flag("attributes", "every attribute that can be read, by its name")

    static let write = OptionDescription.flag(
        "write", "try with a key that is written and deleted again, where the token keeps none for a session")
    static let deleteLeftovers = OptionDescription.flag(
        "delete-leftovers", "offer to delete what a crash may have left")

    // MARK: Certificates

    static let subject = OptionDescription.value(
        "subject", "NAME", "the name of the holder, as in CN=www.example.com,O=Example (RFC 4514)"
    ).emptiable
    static let san = OptionDescription.value(
        "san", "KIND:VALUE", "a further name: dns:…, ip:…, email:… or uri:…; may be repeated"
    ).repeatable
    static let certificateFormat = OptionDescription.value(
        "format", "FORMAT", "how it is written; pem if not given", choices: ["pem", "der"])

    // MARK: Data

    static let signatureAlgorithm = OptionDescription.value(
        "algorithm", "A", "how to sign", choices: SignatureAlgorithmName.supported,
        unlisted: SignatureAlgorithmName.unsupported)
    static let encryptionAlgorithm = OptionDescription.value(
        "algorithm", "A", "how to encrypt", choices: EncryptionAlgorithmName.supported,
        unlisted: EncryptionAlgorithmName.unsupported)
    static let out = OptionDescription.value("out", "FILE", "write to a new file instead of standard output")
    static let force = OptionDescription.flag("force", "replace the file of --out if it exists")
    static let encoding = OptionDescription.value(
        "encoding", "HOW", "binary if not given", choices: Encoding.allCases.map(\.rawValue))
    static let signatureFormat = OptionDescription.value(
        "signature-format", "FORM", "how an ECDSA signature is written; der if not given", choices: ["der", "raw"])
    static let prehashed = OptionDescription.flag("prehashed", "FILE is the digest, not the message")
    static let signature = OptionDescription.value("signature", "FILE", "the signature; - is standard input")
}
