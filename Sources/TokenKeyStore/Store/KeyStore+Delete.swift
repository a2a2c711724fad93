internal import PKCS11

extension KeyStore {
    /// Deletes a key: its private half first, then its public one.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound`` where it is not on the token any more, and what the token answers. When the
    ///   private half cannot be destroyed, nothing is.
    public func delete(_ key: PrivateKey) throws { try deleteKey(key.reference) }

    /// Deletes a public key object, and nothing else: its private half, where there is one, stays.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound`` where the key is not an object on the token.
    public func delete(_ key: PublicKey) throws { try deletePublicKey(key) }

    /// Deletes a key of a list: whatever halves it has.
    ///
    /// - Throws: as for its halves.
    public func delete(_ key: Key) throws { try deleteHalves(of: key) }

    func deleteHalves(of key: Key) throws {
        if let privateKey = key.privateKey {
            try deleteKey(privateKey.reference)
        } else if let publicKey = key.publicKey {
            try deletePublicKey(publicKey)
        } else {
            throw KeyStoreError(.notPermitted, "a key of type \(key.keyType) cannot be deleted by this library yet")
        }
    }

    func deletePublicKey(_ key: PublicKey) throws {
        let reference = try key.requiredReference
        try TokenLock.withLock(on: token) {
            let object = try object(reference)
            try destroy([object])
        }
    }

    func deleteKey(_ reference: KeyReference) throws {
        try TokenLock.withLock(on: token) {
            let object = try object(reference)
            let others = try withSession("looking for the public half") { session, generation in
                try otherHalves(of: object, in: session, generation: generation)
                    .filter { $0.attributes.objectClass == .publicKey }
            }
            try destroy([object])
            try destroy(others)
        }
    }

    /// The object behind a reference, found again.
    func object(_ reference: KeyReference) throws -> FoundKey {
        try reference.withObject("looking for the key") { session, handle in
            guard
                let attributes = try keyAttributes(
                    of: handle, objectClass: reference.identity.objectClass, in: session),
                KeyIdentity(attributes) == reference.identity
            else {
                throw KeyStoreError(.keyNotFound, "the key is not on \(token.name) any more")
            }
            return FoundKey(handle: handle, generation: currentGeneration, attributes: attributes)
        }
    }

    /// Destroys objects. After an error the token is looked at: it may have done the work and then reported an error; and once
    /// more is tried, since half a deletion is worse than a slow one.
    func destroy(_ objects: [FoundKey]) throws {
        for object in objects { try destroy(object) }
    }

    private func destroy(_ object: FoundKey) throws {
        for isLastTry in [false, true] {
            do {
                try withSession("deleting \(object.attributes.name)", readWrite: true, .unsafe) { session, generation in
                    // After a reconnect the handle means nothing.
                    guard let handle = try current(object, in: session, generation: generation) else { return }
                    try session.destroyObject(handle)
                }
                return
            } catch {
                if isThere(object) == false { return }
                if isLastTry { throw error }
            }
        }
    }

    /// Whether an object is still on the token; nil where that cannot be told.
    func isThere(_ object: FoundKey) -> Bool? {
        try? withSession("looking whether \(object.attributes.name) is there") { session, generation in
            try current(object, in: session, generation: generation) != nil
        }
    }

    /// The handle of an object that was found before; nil where it is gone.
    private func current(
        _ object: FoundKey, in session: borrowing Session, generation: UInt
    ) throws -> ObjectHandle? {
        let handles = try objects(with: KeyIdentity(object.attributes), in: session)
        if object.generation == generation { return handles.contains(object.handle) ? object.handle : nil }
        // Of several copies any one is as good.
        return handles.first
    }
}
