internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The names that a key is to have; nil for one that stays.
struct NewNames {
    let label: String?
    let tag: Data?

    func areNames(of attributes: KeyAttributes) -> Bool {
        (label.map { attributes.labelBytes == Data($0.utf8) } ?? true) && (tag.map { attributes.id == $0 } ?? true)
    }

    /// The attributes to change.
    var attributes: [Attribute] {
        var attributes: [Attribute] = []
        if let label { attributes.append(Attribute(.label, label)) }
        if let tag { attributes.append(Attribute(.id, tag)) }
        return attributes
    }

    /// What an object will be recognised by under its new names.
    func identity(of object: FoundKey) -> KeyIdentity {
        var identity = object.identity
        if let tag { identity.id = tag }
        return identity
    }
}

/// One key being renamed.
struct Renaming {
    let store: KeyStore
    let names: NewNames
    /// The halves that have other names yet, the private one first. No other object has their public value and the new names.
    let originals: [FoundKey]

    /// The object that an original became.
    private func renamed(
        _ original: FoundKey, in session: borrowing Session, generation: UInt
    ) throws -> [FoundKey] {
        let identity = names.identity(of: original)
        var search = try store.searchKeys(KeyQuery(identity), in: session, generation: generation)
        search.keys.removeAll { $0.identity != identity || !names.areNames(of: $0.attributes) }
        return try search.complete()
    }

    private func renamed(_ original: FoundKey) throws -> FoundKey? {
        try store.withSession("reading the renamed key back") { session, generation in
            try renamed(original, in: session, generation: generation).first
        }
    }

    /// The original where it is now.
    private func current(_ original: FoundKey, in session: borrowing Session, generation: UInt) throws -> ObjectHandle {
        let alike = try store.alike(original, in: session, generation: generation)
        guard let current = original.current(among: alike, generation: generation) else {
            throw KeyStoreError(.keyNotFound, "the key is not on \(store.token.name) any more")
        }
        return current.handle
    }

    // MARK: By copy

    /// Copies with the new names, then destroys the originals: private half first.
    ///
    /// - Returns: the renamed private half; nil where it had the names already.
    func byCopy() throws -> (privateHalf: FoundKey?, warnings: [KeyWarning]) {
        guard let first = originals.first else { return (nil, []) }
        var copies: [FoundKey] = []
        do {
            for original in originals { try copy(original, &copies) }
        } catch {
            try remove(copies, after: error)
            throw error
        }
        switch store.destroy(first) {
        case .done: break
        case .failed(let error):
            try remove(copies, after: error)
            throw error
        case .uncertain(let error):
            // The copy stays: two keys are better than none.
            throw KeyStore.uncertain(
                error, "the renamed key is on \(store.token.name), and under its old name it may be too")
        }
        let privateHalf = copies.first { $0.attributes.objectClass == .privateKey }
        do {
            try store.destroy(Array(originals.dropFirst()))
        } catch {
            // The copy is the key from here on.
            return (privateHalf, [.oldPublicHalfRemains])
        }
        return (privateHalf, [])
    }

    private func copy(_ original: FoundKey, _ copies: inout [FoundKey]) throws {
        let objectClass = original.attributes.objectClass
        let copy = try store.withSession("renaming \(original.attributes.name)", readWrite: true, .unsafe) {
            session, generation -> FoundKey? in
            let handle = try current(original, in: session, generation: generation)
            let copy = try session.copyObject(handle, changing: names.attributes)
            switch try store.read(copy, objectClass: objectClass, in: session) {
            case .key(let attributes): return FoundKey(handle: copy, generation: generation, attributes: attributes)
            case .unreadable(let error): throw error
            case .notAKey, .gone: return nil
            }
        }
        if let copy { copies.append(copy) }
        guard let copy, copy.identity == names.identity(of: original), names.areNames(of: copy.attributes) else {
            throw KeyStoreError(
                .tokenDisobeyed, "\(store.token.name) shows no key of the new name after it said that it made one",
                hint: "The key is as it was.")
        }
        guard copy.attributes.protectsLike(original.attributes) else {
            throw KeyStoreError(
                .tokenDisobeyed, "\(store.token.name) does not protect the renamed key as it did the old one",
                hint: "The copy was destroyed; the key is as it was.")
        }
    }

    /// Destroys the copies, also those that the token made and then reported an error.
    private func remove(_ copies: [FoundKey], after error: any Error) throws {
        var failure: (any Error)?
        for _ in 0..<2 {
            do {
                try store.destroy(copies)
                for original in originals {
                    let others = try store.withSession("looking for the copy of the key") { session, generation in
                        try renamed(original, in: session, generation: generation)
                    }
                    try store.destroy(others)
                }
                return
            } catch {
                failure = error
            }
        }
        let cause = error as? KeyStoreError
        throw KeyStoreError(
            cause?.code ?? .tokenError,
            "\(cause?.message ?? "renaming failed"); the copy with the new names could not be removed: \((failure as? KeyStoreError)?.message ?? "")",
            hint: "List the keys, and delete the copy.", underlying: cause?.underlying)
    }

    // MARK: In place

    /// Changes the attributes where they are, and back if a half refuses.
    ///
    /// - Returns: the renamed private half; nil where it had the names already.
    func inPlace() throws -> (privateHalf: FoundKey?, warnings: [KeyWarning]) {
        var changed: [FoundKey] = []
        do {
            var privateHalf: FoundKey?
            for original in originals {
                changed.append(original)
                let half = try change(original)
                if half.attributes.objectClass == .privateKey { privateHalf = half }
            }
            return (privateHalf, [])
        } catch {
            for original in changed.reversed() { try changeBack(original, after: error) }
            throw error
        }
    }

    private func change(_ original: FoundKey) throws -> FoundKey {
        var failure: (any Error)?
        do {
            try store.withSession("renaming \(original.attributes.name)", readWrite: true, .unsafe) {
                session, generation in
                let handle = try current(original, in: session, generation: generation)
                try session.setAttributes(names.attributes, of: handle)
            }
        } catch {
            failure = error
        }
        // The token may have done the work and then reported an error.
        if let renamed = try renamed(original) { return renamed }
        throw failure ?? KeyStoreError(.tokenDisobeyed, "\(store.token.name) did not take the new name of the key")
    }

    /// Gives the old names back, which is safe to try again.
    private func changeBack(_ original: FoundKey, after error: any Error) throws {
        let old = [Attribute(.label, original.attributes.labelBytes), Attribute(.id, original.attributes.id)]
        var failure: (any Error)?
        for _ in 0..<3 {
            do {
                return try store.withSession("giving the key its old name back", readWrite: true) {
                    session, generation in
                    for half in try renamed(original, in: session, generation: generation) {
                        try session.setAttributes(old, of: half.handle)
                    }
                }
            } catch {
                failure = error
            }
        }
        let cause = error as? KeyStoreError
        throw KeyStoreError(
            cause?.code ?? .tokenError,
            "\(cause?.message ?? "renaming failed"); half of the key has the new name: \((failure as? KeyStoreError)?.message ?? "")",
            hint: "Rename the key again.", underlying: cause?.underlying)
    }
}

extension KeyAttributes {
    /// Whether a copy is protected as its original is, and may do the same.
    fileprivate func protectsLike(_ other: KeyAttributes) -> Bool {
        isSensitive == other.isSensitive && isAlwaysSensitive == other.isAlwaysSensitive
            && isExtractable == other.isExtractable && isNeverExtractable == other.isNeverExtractable
            && isPrivate == other.isPrivate && isTokenObject == other.isTokenObject
            && alwaysAuthenticate == other.alwaysAuthenticate && allowedMechanisms == other.allowedMechanisms
            && usage == other.usage
    }
}
