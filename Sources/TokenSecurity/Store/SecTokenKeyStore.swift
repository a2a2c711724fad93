public import TokenKeyStore

/// Sets the key store that the `SecItem…` and `SecKey…` functions of this process work on from now on.
///
/// Not needed where the environment says which token to use: without a store that was set, they open what `KeyStore.open()` resolves
/// to, at the first call. A key that is in use stays on the token where it is.
///
/// - Parameter store: the store; nil to go back to the one of the configuration.
public func SecTokenSetKeyStore(_ store: KeyStore?) {
    TokenStores.choose(store)
}

/// The key store that the `SecItem…` and `SecKey…` functions work on, opened if it was not yet.
///
/// - Throws: `NSError` of the domain `NSOSStatusErrorDomain` where it cannot be opened; the next call tries again.
public func SecTokenCopyKeyStore() throws -> KeyStore {
    do {
        return try TokenStores.store()
    } catch {
        throw error.cfError
    }
}
