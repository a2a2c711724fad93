import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a key is to be called and allowed, from the options of `key generate` and `key import`.
struct NewKeyNames {
    let label: String
    /// nil to have one made.
    let id: Data?
    let usage: KeyUsage
    let options: KeyOptions

    /// Reads the options.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    init(_ arguments: Arguments) throws(CommandFailure) {
        label = arguments[Options.label] ?? ""
        id = try Self.id(arguments)
        var usage: KeyUsage = []
        for use in try arguments[Options.usage].map(KeyUse.list(parsing:)) ?? [.sign] { usage.insert(use.flag) }
        self.usage = usage
        guard !arguments.has(Options.allowDuplicate) || !arguments.has(Options.overwrite) else {
            throw .usage("--\(Options.allowDuplicate.name) and --\(Options.overwrite.name) contradict each other")
        }
        options = KeyOptions(
            existing: arguments.has(Options.overwrite)
                ? .replace : arguments.has(Options.allowDuplicate) ? .keepBoth : .refuse,
            allowsWeakKeys: arguments.has(Options.allowWeak))
    }

    /// The ID of `--id` or `--tag`; nil where neither is given.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    static func id(_ arguments: Arguments) throws(CommandFailure) -> Data? {
        let id: Data
        switch (arguments[Options.id], arguments[Options.tag]) {
        case (_?, _?):
            throw .usage("--id and --tag are two names for one thing: give one of them")
        case (let digits?, nil):
            id = try KeySelector.identifier(parsing: digits, of: "--id")
        case (nil, let tag?):
            id = Data(tag.utf8)
        case (nil, nil):
            return nil
        }
        guard !id.isEmpty else {
            throw .usage("the ID is empty", hint: "leave --id and --tag out to have an ID made")
        }
        return id
    }

    /// Asks before a key is put in the place of another one.
    ///
    /// - Throws: ``CommandFailure`` with exit 11 unless the answer is yes, or `--yes` said so.
    func confirmOverwriting(_ invocation: Invocation, in store: KeyStore) throws {
        guard invocation.arguments.has(Options.overwrite), !invocation.arguments.has(Options.yes) else { return }
        var queries = label.isEmpty ? [] : [KeyQuery(label: label)]
        if let id { queries.append(KeyQuery(tag: id)) }
        let old = try queries.flatMap { try store.keys(matching: $0) }.map { KeyReport(key: $0, token: store.token) }
        guard let first = old.first else { return }
        var shown: Set<String> = []
        let uris = old.map(\.uri).filter { shown.insert($0).inserted }
        try invocation.question.confirm(
            "This replaces \(first.name)\n" + uris.map { "  \($0)\n" }.joined()
                + "Nobody can bring the old key back. Replace it?")
    }

    /// The report on a key that is not made.
    ///
    /// - Parameters:
    ///   - action: such as `would generate`.
    ///   - id: nil where it is made up.
    func dryRun(_ action: String, _ parts: [String], bits: Int, id: Data?, on store: KeyStore) -> Report {
        var uri = store.token.uri
        uri.id = id
        uri.objectBytes = Data(label.utf8)
        let key: [(String, JSON)] = [
            ("uri", .string(uri.description)), ("label", .string(label)), ("id", JSON(id.map { hexadecimal($0) })),
            ("keyType", .string("RSA")), ("bits", .integer(bits)), ("parts", .array(parts.map(JSON.string))),
            ("usage", .array(usage.names.map(JSON.string))),
        ]
        return Report(
            schema: "p11.key/1",
            members: KeyCommands.members(of: store) + [
                ("key", .object(key)), ("dryRun", .bool(true)), ("embedded", .bool(store.isEmbedded)),
            ],
            body: .properties([
                (action, uri.description), ("type", "RSA \(bits)"), ("parts", parts.joined(separator: ", ")),
                ("usage", usage.names.joined(separator: ", ")),
            ]), uris: [uri.description])
    }

    /// Runs what makes a key; a refusal that something helps against names the option that does.
    static func offering<Result>(_ option: OptionDescription, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as KeyStoreError where error.code == .invalidParameter && error.hint != nil {
            var failure = CommandFailure(error)
            failure.hint = "--\(option.name): \(option.summary)"
            throw failure
        }
    }
}

extension KeyUse {
    /// The flag of the key store.
    var flag: KeyUsage {
        switch self {
        case .sign: .sign
        case .verify: .verify
        case .encrypt: .encrypt
        case .decrypt: .decrypt
        case .wrap: .wrap
        case .unwrap: .unwrap
        case .derive: .derive
        }
    }
}
