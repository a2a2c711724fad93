internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// Gives a key another label or tag, both halves alike.
    ///
    /// Where the token would write the only copy of a private key in place, and so could lose it in a power failure, a copy with the new
    /// names is made and read back first, and then the old one destroyed. An error leaves the key as it was, or says what else it left.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - label: the new `CKA_LABEL`; nil, the default, to leave it.
    ///   - tag: the new `CKA_ID`, not empty; nil, the default, to leave it.
    /// - Returns: the key under its new names; after a new tag, what looked it up before does not find it again.
    /// - Throws: ``KeyStoreError/Code/keyExists`` where another key has that tag or label, and what the token answers.
    @discardableResult
    public func rename(_ key: PrivateKey, label: String? = nil, tag: Data? = nil) throws -> PrivateKey {
        try renameKey(key, label, tag)
    }
}

extension KeyStore {
    func renameKey(_ key: PrivateKey, _ label: String?, _ tag: Data?) throws -> PrivateKey {
        try changeKey(key, KeyChanges(tag: tag, label: label), true, action: "renaming") {
            pending, own, session, generation in
            try refuseTaken(pending, by: own, in: session, generation: generation)
        }
    }

    /// Refuses a name that another key has, whatever key that is.
    private func refuseTaken(
        _ pending: [Change.Pending], by own: [FoundKey], in session: borrowing Session, generation: UInt
    ) throws {
        var others: [FoundKey] = []
        func look(_ query: KeyQuery) throws {
            others += try searchKeys(query, in: session, generation: generation).complete()
        }
        // A name that stays is not taken anew; neither is an empty label, which any number of keys may have.
        let old = own[0].attributes
        if let names = pending.first?.changes {
            if let tag = names.tag, tag != old.id { try look(KeyQuery(tag: tag)) }
            if let label = names.label, !label.isEmpty, label != old.labelBytes {
                try look(KeyQuery(labelBytes: label))
            }
        }
        for half in pending { others += try lookalikes(of: half, in: session, generation: generation) }
        let handles = Set(own.map(\.handle))
        guard let other = others.first(where: { !handles.contains($0.handle) }) else { return }
        throw KeyStoreError(
            .keyExists, "another key on \(token.name) has that tag or label already",
            hint: "Choose another name.", candidates: [other.attributes.candidate])
    }
}
