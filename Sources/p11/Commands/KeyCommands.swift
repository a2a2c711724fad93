import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 key …`
enum KeyCommands {
    static let group = CommandGroup(
        noun: "key", summary: "The keys on a token",
        examples: [
            Example("make a key that signs", "p11 key generate --type rsa:3072 --label invoice"),
            Example("export its public half", "p11 key export invoice --out invoice.pem"),
        ],
        commands: [list, show, generate, KeyImport.command, KeyExport.command, KeySet.command, delete])

    static let list = CommandDescription(
        "key", "list", summary: "List the keys of a token, one line per key pair",
        details: [
            "Halves belong together when they are the same key, and a certificate belongs to the key that it certifies. Without a login most tokens hide private keys: this never "
                + "asks for a PIN, but logs in where a source for it is configured, or with --login user."
        ],
        examples: [
            Example("all keys, also private ones", "p11 key list --login user"),
            Example("the URI of each, for a script", "p11 key list --pin-source file:pin --output uri"),
        ],
        body: { try list($0) })

    static let show = CommandDescription(
        "key", "show", summary: "Show one key",
        operands: [Operands.key],
        options: [Options.attributes],
        examples: [
            Example("what is known of a key", "p11 key show invoice"),
            Example("every attribute that can be read", "p11 key show id:0a0b --attributes --login user"),
        ],
        body: { try show($0) })

    static let generate = CommandDescription(
        "key", "generate", summary: "Generate a key pair on a token",
        details: [
            "The private half never leaves the token. Without --id and --tag the key gets an ID that no other key has."
        ],
        options: [
            Options.keyType.required, Options.label.required, Options.id, Options.tag, Options.usage, Options.allowWeak,
            Options.allowDuplicate, Options.overwrite, Options.so, Options.soPINSource, Options.dryRun,
        ],
        examples: [
            Example("a key that signs", "p11 key generate --type rsa:3072 --label invoice"),
            Example(
                "a key that decrypts, found by a tag",
                "p11 key generate --type rsa:4096 --label mail --tag com.example.mail --usage decrypt"),
        ],
        body: { try generate($0) })

    static let delete = CommandDescription(
        "key", "delete", summary: "Delete a key, both halves of a pair",
        details: [
            "Where KEY is a URI with a type, only that half is deleted: type=private or type=public. Certificates of the key stay: p11 cert delete deletes "
                + "them."
        ],
        operands: [Operands.key],
        options: [Options.so, Options.soPINSource, Options.dryRun],
        examples: [
            Example("delete a key, after a question", "p11 key delete invoice"),
            Example("delete a key without a question", "p11 key delete tag:com.example.mail --yes"),
        ],
        body: { try delete($0) })

    private static func list(_ invocation: Invocation) throws {
        let store = try invocation.store(login: .ifConfigured)
        defer { store.close() }
        let found = try store.keys(matching: KeyQuery(includesIncomplete: true))
        let certificates = invocation.certificatesBesideKeys(in: store)
        let keys = found.map { KeyReport(key: $0, token: store.token, allCertificates: certificates) }
        let hasWarnings = keys.contains { !$0.warnings.isEmpty }
        var table = Table(["LABEL", "ID", "TYPE", "PARTS", "USAGE"] + (hasWarnings ? ["WARNINGS"] : []))
        for key in keys {
            var cells = [
                key.label, key.idText, key.typeText, key.partsShown(key.certificates).joined(separator: "+"),
                key.usage.joined(separator: ","),
            ]
            if hasWarnings { cells.append(key.warnings.joined(separator: ",")) }
            table.append(cells)
        }
        try invocation.write(
            Report(
                schema: "p11.keys/1",
                members: members(of: store) + [
                    ("keys", .array(keys.map(\.json))), ("embedded", .bool(store.isEmbedded)),
                ],
                body: .list(table), uris: keys.map(\.uri), emptyNotice: "there is no key to be seen"))
        if !store.loginState.isLoggedIn {
            invocation.notice("note: not logged in, so private keys may be hidden; --login user shows them")
        }
    }

    private static func show(_ invocation: Invocation) throws {
        let selector = try invocation.keySelector()
        let store = try invocation.store(login: .ifConfigured, for: selector)
        defer { store.close() }
        let key = try store.key(selector)
        let attributes = invocation.arguments.has(Options.attributes) ? try KeyAttributeReport(key, in: store) : nil
        try invocation.write(report(on: key, in: store, for: invocation, attributes))
    }

    private static func generate(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let type = try RequestedKeyType(parsing: arguments[Options.keyType] ?? "")
        let names = try NewKeyNames(arguments)
        guard case .rsa(let bits) = type else {
            throw CommandFailure(
                .notAllowed, "mechanism-unsupported",
                "keys of type \(arguments[Options.keyType] ?? "") are not supported yet by the key store",
                hint: RequestedKeyType.possible)
        }
        let store = try invocation.store(login: .required)
        defer { store.close() }
        if arguments.has(Options.dryRun) {
            try NewKeyNames.offering(Options.allowWeak) {
                try store.checkKeyPair(.rsa(bits: bits), tag: names.id, label: names.label, options: names.options)
            }
            let parts = ["private", "public"]
            return try invocation.write(names.dryRun("would generate", parts, bits: bits, id: names.id, on: store))
        }
        try names.confirmOverwriting(invocation, in: store)
        let key = try NewKeyNames.offering(Options.allowWeak) {
            try withWaitingNotice("generating a key of \(bits) bits") {
                try Interruption.whole {
                    try store.generateKeyPair(
                        .rsa(bits: bits), tag: names.id, label: names.label, usage: names.usage, options: names.options)
                }
            }
        }
        try invocation.reporting("the key was made") {
            try invocation.write(
                report(on: store.entry(of: key), in: store, for: invocation, newWarnings: key.warnings))
        }
    }

    private static func delete(_ invocation: Invocation) throws {
        let selector = try invocation.keySelector(changing: true)
        let store = try invocation.store(login: .required, for: selector)
        defer { store.close() }
        let key = try store.key(selector, changing: true)
        let half = selector.half
        let report = KeyReport(key: key, token: store.token, half: half)
        let all = KeyReport(key: key, token: store.token, allCertificates: invocation.certificatesBesideKeys(in: store))
        let certificates = all.certificates ?? []
        guard !report.parts.isEmpty else {
            throw CommandFailure(
                .notAllowed, "not-permitted",
                "\(report.name) cannot be deleted by halves: keys of its type are not supported yet by the key store",
                hint: "without a type in the URI the whole key is deleted")
        }
        let isDryRun = invocation.arguments.has(Options.dryRun)
        if !isDryRun {
            if !invocation.arguments.has(Options.yes) {
                try invocation.question.confirm(
                    "This deletes the \(report.parts.joined(separator: " and ")) part of \(report.name)\n  \(report.uri)\n"
                        + "Nobody can bring it back. Delete it?")
            }
            try Interruption.whole { try delete(key, half, in: store) }
        }
        let deletion = Report(
            schema: "p11.key-deleted/1",
            members: members(of: store) + [
                ("key", report.json), ("remainingCertificates", .array(certificates.map(\.jsonBesideKey))),
                ("dryRun", .bool(isDryRun)), ("embedded", .bool(store.isEmbedded)),
            ],
            body: .properties([
                (isDryRun ? "would delete" : "deleted", report.uri),
                ("parts", report.parts.joined(separator: ", ")),
            ]), uris: [report.uri])
        if isDryRun {
            try invocation.write(deletion)
        } else {
            try invocation.reporting("the key was deleted") { try invocation.write(deletion) }
        }
        for certificate in certificates {
            invocation.notice("note: the \(certificate.name) stays: p11 cert delete '\(certificate.uri)'")
        }
    }

    /// Deletes the half that is meant; all there is of the key where none is named.
    private static func delete(_ key: Key, _ half: PKCS11URI.ObjectType?, in store: KeyStore) throws {
        switch half {
        case .privateKey?:
            guard let privateKey = key.privateKey else { return try store.delete(key) }
            try store.delete(privateKey, includingPublicHalf: false)
        case .publicKey?:
            guard let publicKey = key.publicKey else { return try store.delete(key) }
            try store.delete(publicKey)
        default:
            try store.delete(key)
        }
    }

    /// The report on a single key.
    static func report(
        on key: Key, in store: KeyStore, for invocation: Invocation, _ attributes: KeyAttributeReport? = nil,
        newWarnings: [KeyWarning] = []
    ) -> Report {
        let key = KeyReport(
            key: key, token: store.token, newWarnings: newWarnings,
            allCertificates: invocation.certificatesBesideKeys(in: store))
        var members = members(of: store) + [("key", key.json), ("embedded", .bool(store.isEmbedded))]
        if let attributes { members.append(("attributes", attributes.json)) }
        return Report(
            schema: "p11.key/1", members: members, body: .properties(key.properties + (attributes?.properties ?? [])),
            uris: [key.uri])
    }

    /// What the report on a key begins with.
    static func members(of store: KeyStore) -> [(String, JSON)] {
        [
            ("token", .string(store.token.uri.description)), ("loggedIn", .bool(store.loginState.isLoggedIn)),
        ]
    }
}
