import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an interrupted program may have left on a token.
struct DoctorLeftovers {
    enum Kind: String {
        /// An object without key material: what is left of a key in the making, or a key that is made at this moment.
        case incomplete
        /// A public half whose private one is not there: what is left of a deletion, or a public key that was imported.
        case publicHalf
        /// A private key that is there once more: what is left of a replacement or of a change of names.
        case copy
        /// A private key with the ID or the label of another one: what is left of a replacement, of which the old key is whole yet.
        case namesake
        /// The key of a trial of this command that was interrupted.
        case trial

        var words: String {
            switch self {
            case .incomplete: "no key material"
            case .publicHalf: "public half alone"
            case .copy: "there twice"
            case .namesake: "ID or label of another key"
            case .trial: "made by p11 doctor"
            }
        }
    }

    struct Item {
        let kind: Kind
        let report: KeyReport

        var json: JSON { .object([("kind", .string(kind.rawValue)), ("key", report.json)]) }

        var isHalf: Bool { report.key.privateKey == nil || report.key.publicKey == nil }
    }

    private let store: KeyStore
    let items: [Item]

    /// Looks through all keys.
    init(store: KeyStore) throws {
        self.store = store
        let keys = try store.keys(matching: KeyQuery(includesIncomplete: true))
        // A key is no copy and no namesake of what never became one.
        let others = Others(keys.filter { !$0.warnings.contains(.incomplete) }.compactMap(\.privateKey))
        let items = keys.compactMap { key in
            Self.kind(of: key, beside: others).map { Item(kind: $0, report: KeyReport(key: key, token: store.token)) }
        }
        // Of two copies the one without a public half comes first: with a yes to each question a whole key stays.
        self.items = items.filter { $0.isHalf } + items.filter { !$0.isHalf }
    }

    private static func kind(of key: Key, beside others: Others) -> Kind? {
        if key.warnings.contains(.incomplete) { return .incomplete }
        if key.label == DoctorTrials.label { return .trial }
        guard let privateKey = key.privateKey else { return key.publicKey == nil ? nil : .publicHalf }
        if others.hasCopy(of: privateKey) { return .copy }
        return others.hasNamesake(of: privateKey) ? .namesake : nil
    }

    /// The private keys of a token, by what they may have in common.
    private struct Others {
        private let values: [PublicKey: Int]
        private let ids: [Data: Int]
        private let labels: [Data: Int]

        init(_ keys: [PrivateKey]) {
            values = Self.counts(keys.compactMap { try? $0.publicKey })
            ids = Self.counts(keys.map(\.attributes.id))
            labels = Self.counts(keys.map(\.attributes.labelBytes))
        }

        private static func counts<Value: Hashable>(_ values: [Value]) -> [Value: Int] {
            values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }

        func hasCopy(of key: PrivateKey) -> Bool { ((try? key.publicKey).flatMap { values[$0] } ?? 0) > 1 }

        func hasNamesake(of key: PrivateKey) -> Bool {
            let (id, label) = (key.attributes.id, key.attributes.labelBytes)
            return !id.isEmpty && (ids[id] ?? 0) > 1 || !label.isEmpty && (labels[label] ?? 0) > 1
        }
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
            var text = "\(item.kind.words): \(item.report.name)\n  \(item.report.uri)\n"
            if let fingerprint = item.report.shortFingerprint { text += "  sha256:\(fingerprint)\n" }
            if item.kind == .incomplete { text += "  (not a leftover if another program makes a key at this moment)\n" }
            if invocation.arguments.has(Options.yes) {
                guard item.kind == .incomplete else {
                    invocation.notice("note: left, since it may be there on purpose: \(item.report.uri)")
                    continue
                }
            } else {
                // The last of several copies is none any more.
                guard try isStillThere(item) else { continue }
                guard try invocation.question.isConfirmed(text + "Delete it?") else { continue }
            }
            do {
                try Interruption.whole { try store.delete(item.report.key) }
                invocation.notice("deleted \(item.report.uri)")
            } catch let error as KeyStoreError where error.code == .keyNotFound {
                // It is found by what it looked like: a key that is whole now is another one.
                invocation.notice("note: left, since it is gone or not what it was: \(item.report.uri)")
            }
        }
    }

    private func isStillThere(_ item: Item) throws -> Bool {
        try Self(store: store).items.contains { $0.kind == item.kind && $0.report.uri == item.report.uri }
    }
}
