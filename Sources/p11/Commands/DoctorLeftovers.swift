import TokenKeyStore

/// What an interrupted program may have left on a token.
struct DoctorLeftovers {
    enum Kind: String {
        /// An object without key material: what is left of a key in the making.
        case incomplete
        /// A public half whose private one is not there: what is left of a deletion, or a public key that was imported.
        case publicHalf
        /// A private key that is there once more: what is left of a replacement or of a change of names.
        case copy

        var words: String {
            switch self {
            case .incomplete: "no key material"
            case .publicHalf: "public half alone"
            case .copy: "there twice"
            }
        }
    }

    struct Item {
        let kind: Kind
        let report: KeyReport

        var json: JSON { .object([("kind", .string(kind.rawValue)), ("key", report.json)]) }
    }

    private let store: KeyStore
    let items: [Item]

    /// Looks through all keys.
    init(store: KeyStore) throws {
        self.store = store
        let keys = try store.keys(matching: KeyQuery(includesIncomplete: true))
        // By the public value, which a copy has too.
        let uses = Dictionary(grouping: keys.compactMap { try? $0.privateKey?.publicKey }) { $0 }
        items = keys.compactMap { key in
            Self.kind(of: key, isCopied: { (uses[$0]?.count ?? 0) > 1 })
                .map { Item(kind: $0, report: KeyReport(key: key, token: store.token)) }
        }
    }

    private static func kind(of key: Key, isCopied: (PublicKey) -> Bool) -> Kind? {
        if key.warnings.contains(.incomplete) { return .incomplete }
        guard let privateKey = key.privateKey else { return key.publicKey == nil ? nil : .publicHalf }
        return (try? isCopied(privateKey.publicKey)) == true ? .copy : nil
    }

    /// How many there are of each kind.
    var summary: String {
        let counts = Dictionary(grouping: items, by: \.kind).map { "\($1.count) × \($0.words)" }
        return "what a crash may have left: " + counts.sorted().joined(separator: ", ")
    }

    /// Deletes what the person says yes to; with `--yes` what cannot be anything else.
    ///
    /// - Throws: ``CommandFailure`` where there is nobody to ask, and what the token answers.
    func delete(_ invocation: Invocation) throws {
        for item in items {
            let text = "\(item.kind.words): \(item.report.name)\n  \(item.report.uri)\n"
            if invocation.arguments.has(Options.yes) {
                guard item.kind == .incomplete else {
                    invocation.notice("note: left, since it may be there on purpose: \(item.report.uri)")
                    continue
                }
            } else {
                guard try invocation.question.isConfirmed(text + "Delete it?") else { continue }
            }
            try store.delete(item.report.key)
            invocation.notice("deleted \(item.report.uri)")
        }
    }
}
