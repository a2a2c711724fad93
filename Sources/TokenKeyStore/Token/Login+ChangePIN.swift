internal import PKCS11

extension Login {
    /// Changes the PIN of the user, who is logged in: the present one is sent once, after the checks of a login.
    ///
    /// - Parameters:
    ///   - new: the new PIN; nil to let the token ask for both on its own PIN pad.
    ///   - session: a read/write session.
    func changePIN(to new: SecureBytes?, in session: borrowing Session) throws {
        let info = try tokenInfo()
        try checkFlags(info)
        if let new { try checkLength(new, "the new PIN", info) }
        let old = new == nil ? nil : try pin(for: .user, info)
        guard (old == nil) == (new == nil) else {
            throw KeyStoreError(
                .pinMissing, "\(token.name) asks for the present PIN on its own PIN pad, and then for the new one too",
                hint: "Leave the new PIN out.")
        }
        let handle = session.handle
        try state.login.withLock { login in
            try refuseRejected(old, login)
            let module = slot.module
            do throws(PKCS11Error) {
                // By its handle, since a closure cannot capture a borrowed session.
                let change = { () throws(PKCS11Error) in
                    try module.withSession(handle) { session throws(PKCS11Error) in
                        try session.setPIN(old: old, new: new)
                    }
                }
                if Quirk.loginRewritesToken.isActive(quirks, for: TokenTexts(token), of: module) {
                    try ModuleLock.alone(on: module.path, change)
                } else {
                    try change()
                }
            } catch {
                throw try refusal(of: new, old, error, &login)
            }
            login.accepted.removeAll()
            // What was wrong before may be the PIN now.
            login.rejected.removeAll()
            if let new { try login.accepted.insert(new) }
            // Another store of this process may have kept it.
            if let old, try !login.accepted.contains(old) { try login.rejected.insert(old) }
        }
        supply.replace(by: new)
    }

    /// Of two PINs, only the present one can be wrong; the new one can have a length, or characters, that the token does not take.
    private func refusal(
        of new: SecureBytes?, _ old: SecureBytes?, _ error: PKCS11Error, _ login: inout TokenState.Login
    ) throws -> KeyStoreError {
        switch error.returnValue {
        case .pinLenRange?:
            KeyStoreError(
                .pinLength, "\(token.name) does not take a new PIN of that length, and the old one stays",
                underlying: error)
        case .pinInvalid?:
            KeyStoreError(
                .invalidParameter, "\(token.name) does not take the new PIN, and the old one stays",
                hint: "Some tokens take digits only.", underlying: error)
        default:
            try rejection(of: old, error, &login)
        }
    }
}
