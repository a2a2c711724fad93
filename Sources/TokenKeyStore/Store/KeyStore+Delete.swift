internal import PKCS11

extension KeyStore {
    /// Deletes a key: its private half first, then its public one.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound`` where it is not on the token any more, and what the token answers. When the
    ///   private half cannot be destroyed, nothing is.
    public func delete(_ key: PrivateKey) throws { try deleteKey(key.reference) }

    /// Deletes the private half of a key, and its public one where that is asked for.
    ///
    /// - Throws: as ``delete(_:)``.
    public func delete(_ key: PrivateKey, includingPublicHalf: Bool) throws {
        try deleteKey(key.reference, includingPublicHalf: includingPublicHalf)
    }

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
        } else if let object = key.otherObject, object.attributes.isIncomplete {
            try deleteObject(object.reference)
        } else {
            throw KeyStoreError(.notPermitted, "a key of type \(key.keyType) cannot be deleted by this library yet")
        }
    }

    func deletePublicKey(_ key: PublicKey) throws { try deleteObject(key.requiredReference) }

    /// Destroys one object.
    func deleteObject(_ reference: KeyReference, _ action: String = "looking for the key") throws {
        try TokenLock.withLock(on: token) {
            let object = try withSession(action) { session, generation in
                try reference.object(in: session, generation: generation)
            }
            switch destroy(object) {
            case .done: return
            case .failed(let error): throw error
            case .uncertain(let error):
                throw Self.uncertain(error, "the \(object.identity.noun) may be deleted, and may be there")
            }
        }
    }

    func deleteKey(_ reference: KeyReference, includingPublicHalf: Bool = true) throws {
        guard !reference.isSessionKey else { return try deleteSessionKey(reference) }
        try TokenLock.withLock(on: token) {
            let (object, publicHalves) = try withSession("looking for the key") { session, generation in
                let object = try reference.object(in: session, generation: generation)
                guard includingPublicHalf else { return (object, [FoundKey]()) }
                return (object, try ownPublicHalves(of: object, in: session, generation: generation))
            }
            switch destroy(object) {
            case .done: break
            case .failed(let error): throw error
            case .uncertain(let error): throw Self.uncertain(error, "the key may be deleted, and may be there")
            }
            do {
                try destroy(publicHalves)
            } catch {
                throw Self.uncertain(error, "the private half of the key is deleted, and its public half may be there")
            }
        }
    }

    /// An error that says in what state it leaves the token.
    static func uncertain(_ error: any Error, _ state: String) -> KeyStoreError {
        let error = error as? KeyStoreError
        return KeyStoreError(
            error?.code ?? .tokenError, "\(error?.message ?? "the token failed"): \(state)",
            hint: "List the keys to see what is left.", underlying: error?.underlying)
    }
}
