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
        if let tag, tag.isEmpty { throw KeyStoreError(.invalidParameter, "the new tag is empty") }
        let names = NewNames(label: label, tag: tag)
        return try TokenLock.withLock(on: token) {
            let halves = try withSession("looking for the key") { session, generation in
                let object = try key.reference.object(in: session, generation: generation)
                let publicHalves = try ownPublicHalves(of: object, in: session, generation: generation)
                let halves = [object] + publicHalves
                try refuseTaken(names, by: halves, in: session, generation: generation)
                return halves
            }
            let originals = halves.filter { !names.areNames(of: $0.attributes) }
            let renaming = Renaming(store: self, names: names, originals: originals)
            let (renamed, warnings) = try writesInPlace ? renaming.byCopy() : renaming.inPlace()
            return privateKey(renamed ?? halves[0], warnings: key.warnings + warnings)
        }
    }

    /// Whether the token changes attributes by writing over the only copy of an object. SoftHSM truncates the object's file first: a
    /// process that is killed in that moment has destroyed the key. Elsewhere a copy is the worse way: NSS resets protection
    /// flags on it, and tpm2 makes none.
    private var writesInPlace: Bool { token.manufacturer == "SoftHSM project" }

    private func refuseTaken(
        _ names: NewNames, by own: [FoundKey], in session: borrowing Session, generation: UInt
    ) throws {
        var others: [FoundKey] = []
        func look(_ query: KeyQuery) throws {
            others += try searchKeys(query, in: session, generation: generation).complete()
        }
        // A name that stays is not taken anew; neither is an empty label, which any number of keys may have.
        let old = own[0].attributes
        if let tag = names.tag, tag != old.id { try look(KeyQuery(tag: tag)) }
        if let label = names.label, !label.isEmpty, Data(label.utf8) != old.labelBytes {
            try look(KeyQuery(label: label))
        }
        // What has both names and the same public value could not be told from the renamed key.
        for half in own where !names.areNames(of: half.attributes) {
            let identity = names.identity(of: half)
            try look(KeyQuery(identity))
            others.removeAll { $0.identity == identity && !names.areNames(of: $0.attributes) }
        }
        let handles = Set(own.map(\.handle))
        guard let other = others.first(where: { !handles.contains($0.handle) }) else { return }
        throw KeyStoreError(
            .keyExists, "another key on \(token.name) has that tag or label already",
            hint: "Choose another name.", candidates: [other.attributes.candidate])
    }
}
