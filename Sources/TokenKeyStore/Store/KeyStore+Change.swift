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
    func changeKey(_ key: PrivateKey, _ changes: KeyChanges, _ includingPublicHalf: Bool) throws -> PrivateKey {
        throw KeyStoreError(.internalError, "not available yet")
    }

    func changePublicKey(_ key: PublicKey, _ changes: KeyChanges) throws -> PublicKey {
        throw KeyStoreError(.internalError, "not available yet")
    }
}
