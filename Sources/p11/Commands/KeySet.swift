import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 key set`
enum KeySet {
    static let command = CommandDescription(
        "key", "set", summary: "Give a key another label or ID, both halves of a pair",
        details: [
            "Where the token writes the only copy of a private key in place, a copy under the new names is made first, so that the key survives a "
                + "failure in between. Where KEY is a URI with a type, only that half is changed: type=private or type=public."
        ],
        operands: [Operands.key],
        options: [
            Options.label.saying("the new label (CKA_LABEL)"), Options.id.saying("the new ID (CKA_ID) in hexadecimal"),
            Options.tag.saying("the new ID as text"), Options.dryRun,
        ],
        examples: [
            Example("another label", "p11 key set invoice --label invoice-2026"),
            Example("another ID for the key of a URI", "p11 key set 'pkcs11:object=invoice' --id 0a0b"),
        ],
        body: { try run($0) })

    private static func run(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let changes = KeyChanges(tag: try NewKeyNames.id(arguments), label: arguments[Options.label])
        guard changes.tag != nil || changes.label != nil else {
            throw CommandFailure.usage(
                "there is nothing to set", hint: "--label, --id and --tag give the key another name")
        }
        let selector = try invocation.keySelector(changing: true)
        let store = try invocation.store(login: .required, for: selector)
        defer { store.close() }
        let key = try store.key(selector, changing: true)
        let report = KeyReport(key: key, token: store.token, half: selector.half)
        if arguments.has(Options.dryRun) {
            var properties = [("would change", report.uri), ("parts", report.parts.joined(separator: ", "))]
            if let label = changes.label { properties.append(("label", label)) }
            if let id = changes.tag { properties.append(("id", hexadecimal(id))) }
            return try invocation.write(
                Report(
                    schema: "p11.key/1",
                    members: KeyCommands.members(of: store) + [
                        ("key", report.json), ("dryRun", .bool(true)), ("embedded", .bool(store.isEmbedded)),
                    ], body: .properties(properties), uris: [report.uri]))
        }
        let changed = try change(key, selector.half, changes, in: store)
        try invocation.reporting("the key was changed") {
            try invocation.write(KeyCommands.report(on: try changed(), in: store, for: invocation))
        }
    }

    /// - Returns: what finds the key as it is afterwards.
    private static func change(
        _ key: Key, _ half: PKCS11URI.ObjectType?, _ changes: KeyChanges, in store: KeyStore
    ) throws -> () throws -> Key {
        do {
            switch (half, key.privateKey, key.publicKey) {
            case (.publicKey?, _, let publicKey?), (nil, nil, let publicKey?):
                let changed = try Interruption.whole { try store.change(publicKey, to: changes) }
                return { try store.entry(of: changed) }
            case (.privateKey?, let privateKey?, _):
                let changed = try Interruption.whole { try store.change(privateKey, to: changes) }
                return { try store.entry(of: changed) }
            case (nil, let privateKey?, _):
                let changed = try Interruption.whole {
                    try store.rename(privateKey, label: changes.label, tag: changes.tag)
                }
                return { try store.entry(of: changed) }
            default:
                throw CommandFailure(
                    .notAllowed, "mechanism-unsupported",
                    "keys of type \(key.keyType) are not supported yet by the key store")
            }
        } catch let error as KeyStoreError where error.code == .keyExists {
            var failure = CommandFailure(error)
            failure.hint = "p11 key list shows the keys"
            throw failure
        }
    }
}
