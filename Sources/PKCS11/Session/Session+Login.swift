internal import CPKCS11

extension Session {
    /// Logs in (`C_Login`). The login is the token's, not the session's: every session of the process with this token is logged in.
    ///
    /// - Parameters:
    ///   - user: the normal user, the security officer, or for an operation that asks for its own login
    ///     (`CKA_ALWAYS_AUTHENTICATE`) the context-specific one, after the operation's `…Init`.
    ///   - pin: nil to ask for it on the token's own PIN pad.
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_PIN_INCORRECT` or `CKR_USER_ALREADY_LOGGED_IN`.
    public func login(_ user: UserType, pin: SecureBytes?) throws(PKCS11Error) {
        let rv = withPIN(pin) { bytes, length in
            functions.returnValue { $0.pointee.C_Login?(handle.rawValue, user.rawValue, bytes, length) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_Login", returnValue: rv, while: "logging in as \(user)")
        }
    }

    /// Logs out (`C_Logout`), for every session of the process with this token. Handles of private objects become void.
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func logout() throws(PKCS11Error) {
        try functions.call("C_Logout", while: "logging out") { $0.pointee.C_Logout?(handle.rawValue) }
    }

    /// Sets the user's PIN (`C_InitPIN`), in a read/write session with the security officer logged in.
    ///
    /// - Parameter pin: nil to ask for it on the token's own PIN pad.
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_PIN_LEN_RANGE`.
    public func initializePIN(_ pin: SecureBytes?) throws(PKCS11Error) {
        let rv = withPIN(pin) { bytes, length in
            functions.returnValue { $0.pointee.C_InitPIN?(handle.rawValue, bytes, length) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_InitPIN", returnValue: rv, while: "setting the user PIN")
        }
    }

    /// Changes the PIN of who is logged in, or the user's where nobody is (`C_SetPIN`), in a read/write session.
    ///
    /// - Parameters:
    ///   - old: the present PIN; nil to ask for both on the token's own PIN pad.
    ///   - new: the new PIN.
    /// - Throws: ``PKCS11Error`` with the return value.
    public func setPIN(old: SecureBytes?, new: SecureBytes?) throws(PKCS11Error) {
        let rv = withPIN(old) { oldBytes, oldLength in
            withPIN(new) { newBytes, newLength in
                functions.returnValue {
                    $0.pointee.C_SetPIN?(handle.rawValue, oldBytes, oldLength, newBytes, newLength)
                }
            }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_SetPIN", returnValue: rv, while: "changing the PIN")
        }
    }
}
