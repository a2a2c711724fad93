internal import PKCS11

extension KeyStore {
    /// Changes the names, the usage or the protection of a key.
    ///
    /// Where the token would write the only copy of a private key in place, and so could lose it in a power failure, a changed copy is
    /// made and read back first, and then the old one destroyed. An error leaves the key as it was, or says what else it left.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - changes: what to change.
    ///   - includingPublicHalf: whether its public half on the token gets the same names. What it may do, stays.
    /// - Returns: the key as it is then; after a new tag, what looked it up before does not find it again.
    /// - Throws: ``KeyStoreError/Code/keyExists`` where an object of the same class, public value and tag is there already;
    ///   ``KeyStoreError/Code/invalidParameter`` for a change that no token makes; and what the token answers.
    @discardableResult
    public func change(
        _ key: PrivateKey, to changes: KeyChanges, includingPublicHalf: Bool = false
    ) throws -> PrivateKey {
        try changeKey(key, changes, includingPublicHalf)
    }

    /// Changes the names or the usage of a public key object, and of nothing else.
    ///
    /// - Throws: as for a private key, and ``KeyStoreError/Code/keyNotFound`` where the key is not an object on the token.
    @discardableResult
    public func change(_ key: PublicKey, to changes: KeyChanges) throws -> PublicKey {
        try changePublicKey(key, changes)
    }
}

extension KeyStore {
    /// Looks at what is on the token before a change; gets what is to change, and all halves of the key.
    typealias Refusal = (_ pending: [Change.Pending], _ own: [FoundKey], borrowing Session, UInt) throws -> Void

    func changeKey(_ key: PrivateKey, _ changes: KeyChanges, _ includingPublicHalf: Bool) throws -> PrivateKey {
        try changeKey(key, changes, includingPublicHalf, action: "changing") { pending, own, session, generation in
            try refuseIdentical(pending, besides: own, in: session, generation: generation)
        }
    }

    /// - Parameter refusal: throws where another key is in the way.
    func changeKey(
        _ key: PrivateKey, _ changes: KeyChanges, _ includingPublicHalf: Bool, action: String, refusal: Refusal
    ) throws -> PrivateKey {
        let changes = try ObjectChanges(changes, of: .privateKey)
        let names = ObjectChanges(tag: changes.tag, label: changes.label)
        guard !key.reference.isSessionKey else {
            throw KeyStoreError(
                .notPermitted, "\(key.name) is not kept on the token, and is not changed", hint: "Store a copy of it.")
        }
        let (object, warnings) = try change(key.reference, action, refusal) { object, session, generation in
            var halves = [Change.Pending(original: object, changes: changes)]
            if includingPublicHalf {
                halves += try ownPublicHalves(of: object, in: session, generation: generation).map {
                    Change.Pending(original: $0, changes: names)
                }
            }
            return halves
        }
        return privateKey(object, warnings: key.warnings + warnings)
    }

    func changePublicKey(_ key: PublicKey, _ changes: KeyChanges) throws -> PublicKey {
        let changes = try ObjectChanges(changes, of: .publicKey)
        let (object, _) = try change(try key.requiredReference, "changing") { pending, own, session, generation in
            try refuseIdentical(pending, besides: own, in: session, generation: generation)
        } halves: { object, _, _ in
            [Change.Pending(original: object, changes: changes)]
        }
        return PublicKey(
            rsa: key.rsa, reference: KeyReference(store: self, found: object), attributes: object.attributes)
    }

    /// - Parameter halves: what is to become of the object, and of others with it, the object first.
    /// - Returns: the object as it is then.
    private func change(
        _ reference: KeyReference, _ action: String, _ refusal: Refusal,
        halves: (FoundKey, borrowing Session, UInt) throws -> [Change.Pending]
    ) throws -> (object: FoundKey, warnings: [KeyWarning]) {
        try TokenLock.withLock(on: token) {
            let (object, pending) = try withSession("looking for the key") { session, generation in
                let object = try reference.object(in: session, generation: generation)
                let halves = try halves(object, session, generation)
                let pending = halves.filter { !$0.changes.areMade(in: $0.original.attributes) }
                try refusal(pending, halves.map(\.original), session, generation)
                return (object, pending)
            }
            let change = Change(store: self, pending: pending, action: action)
            let (objects, warnings) = try has(.copiesInsteadOfChanges) ? change.byCopy() : change.inPlace()
            let changed = objects.first { $0.attributes.objectClass == object.attributes.objectClass }
            return (changed ?? object, warnings)
        }
    }

    /// Refuses a change that would make an object the same item as another.
    private func refuseIdentical(
        _ pending: [Change.Pending], besides own: [FoundKey], in session: borrowing Session, generation: UInt
    ) throws {
        var others: [FoundKey] = []
        for half in pending {
            let new = half.changes.identity(of: half.original)
            // What is the same item already is in the way of nothing new.
            if !new.isSameItem(as: half.original.identity) {
                others += try objects(identicalTo: new, in: session, generation: generation)
            }
            others += try lookalikes(of: half, in: session, generation: generation)
        }
        let handles = Set(own.map(\.handle))
        if let other = others.first(where: { !handles.contains($0.handle) }) { throw identicalIsThere(other) }
    }

    /// What could not be told from an object once that is changed, the changed object itself among it: the same public value under
    /// the same names. One that does not show the protection that the object shows is none: what is not seen of it might be what tells
    /// the unchanged object.
    func lookalikes(
        of half: Change.Pending, in session: borrowing Session, generation: UInt
    ) throws -> [FoundKey] {
        let identity = half.changes.identity(of: half.original)
        var search = try search(for: identity, in: session, generation: generation)
        let original = half.original.attributes
        search.keys.removeAll { object in
            object.identity != identity || !half.changes.areMade(in: object.attributes)
                || !object.attributes.showsProtection(as: original)
        }
        return try search.complete()
    }
}
