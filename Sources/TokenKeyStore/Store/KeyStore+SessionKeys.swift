internal import PKCS11

extension KeyStore {
    /// Makes a private key in a session of its own. Nothing of it outlives a failure, since all ends with the session.
    func addSessionKey(_ key: NewKey, _ recipe: Recipe) throws -> PrivateKey {
        let (object, session) = try withSessionToKeep(recipe.action) { session, generation in
            let explicitFalse = !has(.failsAtRefusedUsage)
            let handles: [ObjectHandle]
            do {
                handles = try recipe.make(key, explicitFalse, session, generation)
            } catch let error as PKCS11Error where explicitFalse && error.refusesTemplate {
                // tpm2 refuses explicit false.
                handles = try recipe.make(key, false, session, generation)
            }
            guard let handle = handles.first else { throw KeyStoreError.disobeyed(token, "made no \(recipe.kind)") }
            switch try read(handle, objectClass: .privateKey, in: session) {
            case .key(let attributes):
                try key.check(attributes, madeBy: recipe, on: token)
                return FoundKey(handle: handle, generation: generation, attributes: attributes)
            case .unreadable(let error):
                throw error
            case .notAKey, .gone:
                throw KeyStoreError.disobeyed(token, "shows no key after it said that it made a \(recipe.kind)")
            }
        }
        return PrivateKey(
            reference: KeyReference(store: self, found: object, session: session), attributes: object.attributes,
            warnings: key.isWider(object.attributes) ? [.usageWider] : [])
    }

    /// Runs `body` in a session that is kept if it succeeds. It may run twice: what it made is gone with the session of the first time.
    private func withSessionToKeep<Result>(
        _ action: String, _ body: (borrowing Session, UInt) throws -> Result
    ) throws -> (Result, KeptSession) {
        var mayRepeat = true
        while true {
            do {
                do {
                    // Session objects can be made in a read-only session, and tokens have few of the other kind.
                    return try attemptToKeep(readWrite: false, body)
                } catch let failure as SessionFailure where failure.cause.returnValue == .sessionReadOnly {
                    // Not with every token: tpm2 wants the other kind before it looks at anything else.
                    return try attemptToKeep(readWrite: true, body)
                }
            } catch let failure as SessionFailure {
                let mended = try mend(failure, action)
                guard mended, mayRepeat else { throw failure.storeError(while: action) }
                mayRepeat = false
            }
        }
    }

    private func attemptToKeep<Result>(
        readWrite: Bool, _ body: (borrowing Session, UInt) throws -> Result
    ) throws -> (Result, KeptSession) {
        defer { if pool.isClosed { endLogin() } }
        let lease = try takeLease(readWrite: readWrite)
        let generation = currentGeneration
        do {
            let result = try module.withSession(lease.handle) { session in try body(session, generation) }
            if let session = KeptSession(lease, of: pool) { return (result, session) }
            throw pool.isClosed
                ? KeyStoreError(.closed, "the key store is closed")
                : KeyStoreError(.deviceError, "the connection to \(token.name) was lost while the key was made")
        } catch {
            let cause = PKCS11Error(behind: error)
            pool.discard(lease, after: error.isOfAnotherSession ? nil : cause)
            guard error is PKCS11Error, let cause else { throw error }
            throw SessionFailure(cause: cause, connection: lease.connection, generation: generation)
        }
    }

    /// Destroys a session key, and closes the session that it has to itself.
    func deleteSessionKey(_ reference: KeyReference) throws {
        try withSession("deleting the key") { session, generation in
            _ = try reference.object(in: session, generation: generation)
        }
        reference.endSession()
    }
}
