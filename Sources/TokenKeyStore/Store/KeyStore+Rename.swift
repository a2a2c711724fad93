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
    /// names is made and read back first, and then the old one destroyed. An error leaves the key as it was.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - label: the new `CKA_LABEL`; nil, the default, to leave it.
    ///   - tag: the new `CKA_ID`, not empty; nil, the default, to leave it.
    /// - Returns: the key under its new names; the old value is not found any more.
    /// - Throws: ``KeyStoreError/Code/keyExists`` where another key has that tag or label, and what the token answers.
    @discardableResult
    public func rename(_ key: PrivateKey, label: String? = nil, tag: Data? = nil) throws -> PrivateKey {
        try renameKey(key, label, tag)
    }
}

extension KeyStore {
    func renameKey(_ key: PrivateKey, _ label: String?, _ tag: Data?) throws -> PrivateKey {
        guard label != nil || tag != nil else { return key }
        if let tag, tag.isEmpty { throw KeyStoreError(.invalidParameter, "the new tag is empty") }
        return try TokenLock.withLock(on: token) {
            let old = try object(key.reference)
            let publicHalves = try withSession("looking for the public half") { session, generation in
                try otherHalves(of: old, in: session, generation: generation)
            }
            try refuseTakenNames(label, tag, except: [old] + publicHalves)
            var changes: [Attribute] = []
            if let label { changes.append(Attribute(.label, label)) }
            if let tag { changes.append(Attribute(.id, tag)) }
            let renaming = Renaming(store: self, label: label, tag: tag, changes: changes)
            return privateKey(
                try writesInPlace ? renaming.byCopy(old, publicHalves) : renaming.inPlace(old, publicHalves),
                warnings: key.warnings)
        }
    }

    /// Whether the token changes attributes by writing over the only copy of an object. SoftHSM truncates the object's file first: a
    /// process that is killed in that moment has destroyed the key. Elsewhere a copy is the worse way: NSS resets protection
    /// flags on it, and tpm2 makes none.
    private var writesInPlace: Bool { token.manufacturer == "SoftHSM project" }

    private func refuseTakenNames(_ label: String?, _ tag: Data?, except own: [FoundKey]) throws {
        let taken = try withSession("looking for keys of that name") { session, generation in
            var taken: [FoundKey] = []
            if let tag { taken += try foundKeys(KeyQuery(tag: tag), in: session, generation: generation) }
            if let label, !label.isEmpty {
                taken += try foundKeys(KeyQuery(label: label), in: session, generation: generation)
            }
            return taken.filter { other in
                !own.contains { KeyIdentity($0.attributes) == KeyIdentity(other.attributes) }
            }
        }
        guard let other = taken.first else { return }
        throw KeyStoreError(
            .keyExists, "another key on \(token.name) has that tag or label already",
            hint: "Choose another name.", candidates: [other.attributes.candidate])
    }
}

/// One key being renamed.
private struct Renaming {
    let store: KeyStore
    let label: String?
    let tag: Data?
    let changes: [Attribute]

    private func isDone(_ attributes: KeyAttributes) -> Bool {
        (label.map { attributes.labelBytes == Data($0.utf8) } ?? true) && (tag.map { attributes.id == $0 } ?? true)
    }

    /// Objects with the public value of `original` and the new names.
    private func renamed(_ original: FoundKey) throws -> [FoundKey] {
        let query = KeyQuery(
            tag: tag ?? original.attributes.id, label: label, objectClass: original.attributes.objectClass,
            includesIncomplete: true)
        return try store.withSession("reading the renamed key back") { session, generation in
            try store.foundKeys(query, in: session, generation: generation).filter { found in
                found.handle != original.handle && found.attributes.rsa == original.attributes.rsa
                    && isDone(found.attributes)
            }
        }
    }

    /// Copies with the new names, then destroys the originals: private half first.
    func byCopy(_ old: FoundKey, _ publicHalves: [FoundKey]) throws -> FoundKey {
        let originals = [old] + publicHalves
        var copies: [FoundKey] = []
        do {
            for original in originals { copies.append(try copy(original)) }
        } catch {
            try removeCopies(of: originals, after: error)
            throw error
        }
        do {
            try store.destroy([old])
        } catch {
            // Where that cannot be told, the copy stays: two keys are better than none.
            guard store.isThere(old) == true else { throw error }
            try removeCopies(of: originals, after: error)
            throw error
        }
        // The copy is the key from here on; a public half that cannot be destroyed is found again by a later deletion.
        try? store.destroy(publicHalves)
        return copies[0]
    }

    private func copy(_ original: FoundKey) throws -> FoundKey {
        try store.withSession("renaming \(original.attributes.name)", readWrite: true, .unsafe) { session, _ in
            _ = try session.copyObject(original.handle, changing: changes)
        }
        guard let copy = try renamed(original).first else {
            throw KeyStoreError(
                .tokenDisobeyed, "\(store.token.name) shows no key of the new name after it said that it made one")
        }
        try check(copy.attributes, against: original.attributes)
        return copy
    }

    /// A copy must be protected as the original is.
    private func check(_ copy: KeyAttributes, against original: KeyAttributes) throws {
        guard copy.isSensitive == original.isSensitive, copy.isExtractable == original.isExtractable,
            copy.isPrivate == original.isPrivate, copy.isTokenObject == original.isTokenObject,
            copy.usage == original.usage
        else {
            throw KeyStoreError(
                .tokenDisobeyed, "\(store.token.name) does not protect the renamed key as it did the old one",
                hint: "The copy was destroyed; the key is as it was.")
        }
    }

    private func removeCopies(of originals: [FoundKey], after error: any Error) throws {
        for original in originals {
            do {
                try store.destroy(try renamed(original))
            } catch let cleanUp as KeyStoreError {
                throw KeyStoreError(
                    (error as? KeyStoreError)?.code ?? .tokenError,
                    "renaming failed, and the copy could not be removed: \(cleanUp.message)",
                    underlying: (error as? KeyStoreError)?.underlying)
            }
        }
    }

    /// Changes the attributes where they are, and back if a half refuses.
    func inPlace(_ old: FoundKey, _ publicHalves: [FoundKey]) throws -> FoundKey {
        var changed: [FoundKey] = []
        do {
            for half in [old] + publicHalves {
                changed.append(half)
                try set(changes, of: half)
            }
        } catch {
            for half in changed {
                try? set(
                    [Attribute(.label, half.attributes.labelBytes), Attribute(.id, half.attributes.id)], of: half)
            }
            throw error
        }
        return try store.withSession("reading the renamed key back") { session, generation in
            guard
                let attributes = try store.keyAttributes(
                    of: old.handle, objectClass: .privateKey, in: session), isDone(attributes)
            else {
                throw KeyStoreError(.tokenDisobeyed, "\(store.token.name) did not take the new name of the key")
            }
            return FoundKey(handle: old.handle, generation: generation, attributes: attributes)
        }
    }

    private func set(_ changes: [Attribute], of half: FoundKey) throws {
        do {
            try store.withSession("renaming \(half.attributes.name)", readWrite: true, .unsafe) { session, _ in
                try session.setAttributes(changes, of: half.handle)
            }
        } catch {
            // The token may have done the work and then reported an error.
            let isChanged = try? store.withSession("reading the renamed key back") { session, _ in
                try store.keyAttributes(of: half.handle, objectClass: half.attributes.objectClass, in: session)
                    .map { isDone($0) } ?? false
            }
            guard isChanged == true, changes.count == self.changes.count else { throw error }
        }
    }
}
