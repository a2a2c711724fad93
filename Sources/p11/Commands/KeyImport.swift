import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 key import`
enum KeyImport {
    static let command = CommandDescription(
        "key", "import", summary: "Put a key from a file on a token",
        details: [
            "FILE is PEM or DER: a private key in PKCS#8, also encrypted, or PKCS#1; or a public key in SPKI, PKCS#1 or as an SSH line. On "
                + "the token a private key is sensitive and not extractable from then on; the file stays as it is. Without "
                + "--id and --tag the ID is the SHA-1 of the public key."
        ],
        operands: [OperandDescription("FILE", "the key; - is standard input")],
        options: [
            Options.label.required, Options.id, Options.tag, Options.usage, Options.passphraseSource, Options.allowWeak,
            Options.allowDuplicate, Options.overwrite, Options.so, Options.soPINSource, Options.dryRun,
        ],
        examples: [
            Example("a private key", "p11 key import server.pem --label server"),
            Example(
                "an encrypted one, in a script",
                "p11 key import server.pem --label server --passphrase-source env:PASS --pin-source file:pin"),
        ],
        body: { try run($0) })

    /// Longer than any key file.
    private static let sizeLimit = 1 << 20

    private static func run(_ invocation: Invocation) throws {
        let names = try NewKeyNames(invocation.arguments)
        let passphraseSource = try invocation.pinSource(Options.passphraseSource)
        let file = try invocation.input(invocation.arguments.operand(0), as: "FILE")
        let bytes = try file.readSecret(limit: sizeLimit)
        let publicKey = publicKey(in: bytes)
        let store = try invocation.store(login: .required)
        defer { store.close() }
        if !invocation.arguments.has(Options.dryRun) { try names.confirmOverwriting(invocation, in: store) }
        let isDryRun = invocation.arguments.has(Options.dryRun)
        let report: () throws -> Report = try NewKeyNames.offering(Options.allowWeak) {
            if isDryRun {
                let report = try dryRun(publicKey, bytes, passphraseSource, invocation, file.name, store)
                return { report }
            }
            if let publicKey {
                let key = try Interruption.whole {
                    try store.importPublicKey(
                        publicKey, tag: names.id, label: names.label, usage: names.usage, options: names.options)
                }
                return { KeyCommands.report(on: try store.entry(of: key), in: store, for: invocation) }
            }
            let key = try Interruption.whole {
                try store.importPrivateKey(
                    bytes,
                    passphrase: {
                        try Interruption.beforeChange { try passphrase(from: passphraseSource, invocation, file.name) }
                    }, tag: names.id, label: names.label, usage: names.usage, options: names.options)
            }
            return {
                KeyCommands.report(
                    on: try store.entry(of: key), in: store, for: invocation, newWarnings: key.warnings)
            }
        }
        guard !isDryRun else { return try invocation.write(report()) }
        try invocation.reporting("the key was imported") { try invocation.write(report()) }
    }

    /// What would be imported, after all that can be checked without doing it.
    private static func dryRun(
        _ publicKey: PublicKey?, _ bytes: SecureBytes, _ source: PINSource?, _ invocation: Invocation, _ file: String,
        _ store: KeyStore
    ) throws -> Report {
        let names = try NewKeyNames(invocation.arguments)
        let key: PublicKey
        if let publicKey {
            try store.checkPublicKeyImport(publicKey, tag: names.id, label: names.label, options: names.options)
            key = publicKey
        } else {
            key = try store.checkPrivateKeyImport(
                bytes, passphrase: { try passphrase(from: source, invocation, file) }, tag: names.id,
                label: names.label, options: names.options)
        }
        return names.dryRun(
            "would import", (publicKey == nil ? ["private"] : []) + ["public"], bits: key.sizeInBits,
            id: try names.id ?? key.keyIdentifierSHA1, on: store)
    }

    /// The public key, where the bytes are one.
    private static func publicKey(in bytes: SecureBytes) -> PublicKey? {
        var copy = bytes.withUnsafeBytes { Data($0) }
        // It may be a private key, which must not stay in ordinary memory.
        defer { copy.withUnsafeMutableBytes { SecureBytes.wipe($0) } }
        return try? PublicKey(representation: copy)
    }

    private static func passphrase(
        from source: PINSource?, _ invocation: Invocation, _ name: String
    ) throws -> SecureBytes? {
        let hint = "--\(Options.passphraseSource.name) says where the passphrase is"
        guard source != nil || !invocation.arguments.has(Options.noInput) else {
            throw CommandFailure(.notLoggedIn, "passphrase-missing", "\(name) is encrypted", hint: hint)
        }
        do {
            return try (source ?? .prompt).read(prompt: "Passphrase of \(escapedForTerminal(name)): ")
        } catch let error as KeyStoreError where error.code == .pinMissing {
            throw CommandFailure(
                .notLoggedIn, "passphrase-missing",
                "\(name) is encrypted and its passphrase is not to be had: \(error.message)",
                hint: hint)
        }
    }
}
