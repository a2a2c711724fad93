public import PKCS11

extension KeyStore {
    /// Changes the PIN of the user (`C_SetPIN`, PKCS #11 2.40, section 5.5).
    ///
    /// The present PIN is asked of the store's ``PINSource`` and sent once, unless it was rejected before or is the token's last try. A source that
    /// keeps its PIN keeps the new one; another one, such as a file, must give the new one at the next login.
    ///
    /// - Parameter pin: the new PIN, bytes in number between the least and the most that the token takes; nil for a token with a PIN pad of its
    ///   own, which then asks for both.
    /// - Throws: ``KeyStoreError``: ``KeyStoreError/Code/notLoggedIn`` for a store without a login, the codes that begin with `pin`, and what the
    ///   token answers. The old PIN stays then, unless the error is one of the device: then either of the two may be the PIN.
    public func changePIN(to pin: SecureBytes?) throws { try setPIN(pin) }
}

extension KeyStore {
    func setPIN(_ pin: SecureBytes?) throws {
        guard status.withLock({ $0.expectsLogin }) else {
            throw KeyStoreError(
                .notLoggedIn, "nobody is logged in to \(token.name), so its PIN is not changed",
                hint: "Open the store with the present PIN.")
        }
        if let pin, pin.isEmpty {
            throw KeyStoreError(.pinMissing, "the new PIN is empty, so nothing was done")
        }
        try withSession("changing the PIN of \(token.name)", readWrite: true, .unsafe) { session, _ in
            let login = Login(
                token: token, slot: pool.slot, state: tokenState, supply: supply,
                allowsFinalTry: options.allowsFinalTry, quirks: options.quirks)
            try login.changePIN(to: pin, in: session)
        }
    }
}
