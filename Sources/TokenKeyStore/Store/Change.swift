internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// One key being changed.
struct Change {
    /// An object that is not yet as it is to be. No other object has its public value and looks as it will.
    struct Pending {
        let original: FoundKey
        let changes: ObjectChanges
    }

    let store: KeyStore
    /// The halves to change, the private one first.
    let pending: [Pending]
    /// For messages: "renaming".
    var action = "changing"

    /// What an original became.
    private func changed(_ half: Pending) throws -> FoundKey? {
        try store.withSession("reading the changed key back") { session, generation in
            try store.lookalikes(of: half, in: session, generation: generation).first
        }
    }

    /// The original where it is now.
    private func current(_ original: FoundKey, in session: borrowing Session, generation: UInt) throws -> ObjectHandle {
        let alike = try store.alike(original, in: session, generation: generation)
        guard let current = try store.current(original, among: alike, in: session, generation: generation) else {
            throw KeyStoreError(.keyNotFound, "the key is not on \(store.token.name) any more")
        }
        return current.handle
    }

    // MARK: By copy

    /// Copies with the changes, then destroys the originals: private half first.
    ///
    /// - Returns: the new objects, in the order of the pending ones.
    func byCopy() throws -> (objects: [FoundKey], warnings: [KeyWarning]) {
        guard let first = pending.first else { return ([], []) }
        var copies: [FoundKey] = []
        do {
            for half in pending { try copy(half, &copies) }
        } catch {
            try remove(copies, after: error)
            throw error
        }
        switch store.destroy(first.original) {
        case .done: break
        case .failed(let error):
            try remove(copies, after: error)
            throw error
        case .uncertain(let error):
            // The copy stays: two keys are better than none.
            throw KeyStore.uncertain(
                error, "the changed key is on \(store.token.name), and as it was before it may be too")
        }
        do {
            try store.destroy(pending.dropFirst().map(\.original))
        } catch {
            // The copy is the key from here on.
            return (copies, [.oldPublicHalfRemains])
        }
        return (copies, [])
    }

    private func copy(_ half: Pending, _ copies: inout [FoundKey]) throws {
        let original = half.original
        let objectClass = original.attributes.objectClass
        let copy = try store.withSession("\(action) \(original.attributes.name)", readWrite: true, .unsafe) {
            session, generation -> FoundKey? in
            let handle = try current(original, in: session, generation: generation)
            let copy = try store.copy(
                handle, changing: half.changes.attributes(of: original.attributes), in: session)
            switch try store.read(copy, objectClass: objectClass, in: session) {
            case .key(let attributes): return FoundKey(handle: copy, generation: generation, attributes: attributes)
            case .unreadable(let error): throw error
            case .notAKey, .gone: return nil
            }
        }
        if let copy { copies.append(copy) }
        guard let copy, copy.identity == half.changes.identity(of: original), half.changes.areMade(in: copy.attributes)
        else {
            throw KeyStoreError(
                .tokenDisobeyed, "\(store.token.name) shows no changed key after it said that it made one",
                hint: "The key is as it was.")
        }
        guard half.changes.leaveProtection(of: original.attributes, to: copy.attributes) else {
            throw KeyStoreError(
                .tokenDisobeyed, "\(store.token.name) does not protect the changed key as it did the old one",
                hint: "The copy was destroyed; the key is as it was.")
        }
    }

    /// Destroys the copies, also those that the token made and then reported an error.
    private func remove(_ copies: [FoundKey], after error: any Error) throws {
        var failure: (any Error)?
        for _ in 0..<2 {
            do {
                try store.destroy(copies)
                for half in pending {
                    let others = try store.withSession("looking for the copy of the key") { session, generation in
                        try store.lookalikes(of: half, in: session, generation: generation)
                    }
                    try store.destroy(others)
                }
                return
            } catch {
                failure = error
            }
        }
        throw unfinished(
            error, failure, "the changed copy could not be removed", hint: "List the keys, and delete the copy.")
    }

    // MARK: In place

    /// Changes the attributes where they are, and back if a half refuses. The private half comes last: what protects it is not taken
    /// back.
    ///
    /// - Returns: the changed objects, in the order of the pending ones.
    func inPlace() throws -> (objects: [FoundKey], warnings: [KeyWarning]) {
        var changed: [Pending] = []
        do {
            var objects: [FoundKey] = []
            for half in pending.reversed() {
                changed.append(half)
                objects.append(try change(half))
            }
            return (objects.reversed(), [])
        } catch {
            for half in changed.reversed() { try changeBack(half, after: error) }
            throw error
        }
    }

    private func change(_ half: Pending) throws -> FoundKey {
        var failure: (any Error)?
        do {
            try store.withSession("\(action) \(half.original.attributes.name)", readWrite: true, .unsafe) {
                session, generation in
                let handle = try current(half.original, in: session, generation: generation)
                try store.setAttributes(
                    half.changes.attributes(of: half.original.attributes), of: handle, in: session)
            }
        } catch {
            failure = error
        }
        // The token may have done the work and then reported an error.
        if let object = try changed(half) { return object }
        throw failure ?? KeyStoreError(.tokenDisobeyed, "\(store.token.name) did not take the changes of the key")
    }

    /// Makes a half what it was before, which is safe to try again.
    private func changeBack(_ half: Pending, after error: any Error) throws {
        var failure: (any Error)?
        for _ in 0..<3 {
            do {
                return try store.withSession("making the key what it was before", readWrite: true) {
                    session, generation in
                    for object in try store.lookalikes(of: half, in: session, generation: generation) {
                        try store.setAttributes(
                            half.changes.attributes(undoing: half.original.attributes), of: object.handle, in: session)
                    }
                }
            } catch {
                failure = error
            }
        }
        throw unfinished(error, failure, "half of the key is changed", hint: "Change the key again.")
    }

    private func unfinished(
        _ error: any Error, _ failure: (any Error)?, _ state: String, hint: String
    ) -> KeyStoreError {
        let cause = error as? KeyStoreError
        return KeyStoreError(
            cause?.code ?? .tokenError,
            "\(cause?.message ?? "\(action) failed"); \(state): \((failure as? KeyStoreError)?.message ?? "")",
            hint: hint, underlying: cause?.underlying)
    }
}
