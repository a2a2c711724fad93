internal import PKCS11

/// Logging in to a token: every check that can be made before the PIN is sent, and one try.
struct Login {
    let token: TokenDescription
    /// Where the token is.
    let slot: Slot
    let state: TokenState
    let supply: PINSupply
    let allowsFinalTry: Bool
    let quirks: QuirkSettings

    /// What a login led to.
    enum Outcome {
        /// The token needs none.
        case notRequired
        /// No source of a PIN was configured.
        case notConfigured
        /// The token checked the PIN.
        case verified
        /// Somebody in this process was logged in already; the PIN, if one was sent, was not checked.
        case alreadyLoggedIn
    }

    /// Logs the user in.
    ///
    /// - Parameter session: any session with the token.
    /// - Throws: ``KeyStoreError``; the codes that begin with `pin`.
    func user(in session: borrowing Session) throws -> Outcome { try logIn(.user, in: session) }

    /// Logs the security officer in.
    ///
    /// - Parameter session: one that may write; no other session with the token may be open that may not.
    /// - Throws: ``KeyStoreError``; the codes that begin with `pin`.
    func officer(in session: borrowing Session) throws -> Outcome { try logIn(.so, in: session) }

    private func logIn(_ user: UserType, in session: borrowing Session) throws -> Outcome {
        guard !supply.source.isNone else { return .notConfigured }
        let rejections = state.login.withLock { $0.rejections }
        let info = try tokenInfo()
        guard info.flags.contains(.loginRequired) else { return .notRequired }
        try checkFlags(info, of: user)
        let pin = try pin(for: user, info)
        let handle = session.handle
        return try state.login.withLock { login in
            // Somebody else's PIN was rejected in between: one more may be one too many.
            if login.rejections != rejections { try checkFlags(tokenInfo(), of: user) }
            do {
                try send(pin, as: user, by: handle, &login)
            } catch let error as KeyStoreError where error.underlying?.returnValue == .userAlreadyLoggedIn {
                return .alreadyLoggedIn
            }
            login.info = info
            login.isOurs = true
            return .verified
        }
    }

    /// The login that one operation with a key asks for (`CKA_ALWAYS_AUTHENTICATE`), after its `…Init` and in its session.
    ///
    /// The token is not looked at again for a PIN that it took the last time: one call for each operation, not two.
    func contextSpecific(in session: borrowing Session) throws {
        let known = state.login.withLock { $0.info }
        let info = try known ?? tokenInfo()
        let pin = try pin(for: .contextSpecific, info)
        let handle = session.handle
        try state.login.withLock { login in
            let wasAccepted = try pin.map { try login.accepted.contains($0) } ?? false
            if !wasAccepted { try checkFlags(known == nil ? info : tokenInfo()) }
            try send(pin, as: .contextSpecific, by: handle, &login)
        }
    }

    /// Sends a PIN once, with the lock of the token's login held, so that no two are under way.
    private func send(
        _ pin: SecureBytes?, as user: UserType, by handle: SessionHandle, _ login: inout TokenState.Login
    ) throws {
        try refuseRejected(pin, login)
        let module = slot.module
        do throws(PKCS11Error) {
            // By its handle, since a closure cannot capture a borrowed session.
            let logIn = { () throws(PKCS11Error) in
                try module.withSession(handle) { session throws(PKCS11Error) in try session.login(user, pin: pin) }
            }
            if Quirk.loginRewritesToken.isActive(quirks, for: TokenTexts(token), of: module) {
                try ModuleLock.alone(on: module.path, logIn)
            } else {
                try logIn()
            }
        } catch {
            throw try rejection(of: pin, error, &login)
        }
        guard let pin else { return }
        login.accepted.removeAll()
        try login.accepted.insert(pin)
    }

    func refuseRejected(_ pin: SecureBytes?, _ login: TokenState.Login) throws {
        guard let pin, try login.rejected.contains(pin) else { return }
        throw KeyStoreError(
            .pinIncorrect, "this PIN was rejected by \(token.name) before and is not sent again",
            hint: "Give the right PIN: every wrong try brings the token closer to being locked.")
    }

    func tokenInfo() throws -> TokenInfo {
        try translating("looking at \(token.name)") { () throws(PKCS11Error) in try slot.steadyTokenInfo(quirks) }
    }

    /// Looks at the flags of the token before anything is sent.
    func checkFlags(_ info: TokenInfo, of user: UserType = .user) throws {
        if user == .so { return try checkFlagsOfOfficer(info) }
        guard info.flags.contains(.tokenInitialized) || info.flags.contains(.userPINInitialized) else {
            throw KeyStoreError(
                .tokenNotInitialized, "the token in slot \(slot.id) is not initialised",
                hint: KeyStoreError.notInitializedHint)
        }
        guard info.flags.contains(.userPINInitialized) else {
            throw KeyStoreError(
                .tokenNotInitialized, "the user PIN of \(token.name) has not been set",
                hint: "The security officer sets it.")
        }
        if info.flags.contains(.userPINLocked) {
            throw KeyStoreError(
                .pinLocked, "the user PIN of \(token.name) is locked",
                hint: "The security officer can set a new one.")
        }
        if info.flags.contains(.userPINFinalTry), !allowsFinalTry {
            throw KeyStoreError(
                .pinFinalTry, "one more wrong PIN locks \(token.name), so none was sent",
                hint: "Make sure of the PIN, then allow the final try.")
        }
    }

    private func checkFlagsOfOfficer(_ info: TokenInfo) throws {
        if info.flags.contains(.soPINLocked) {
            throw KeyStoreError(.pinLocked, "the PIN of the security officer of \(token.name) is locked")
        }
        if info.flags.contains(.soPINFinalTry), !allowsFinalTry {
            throw KeyStoreError(
                .pinFinalTry, "one more wrong PIN locks the security officer out of \(token.name), so none was sent",
                hint: "Make sure of the PIN, then allow the final try.")
        }
    }

    /// Asks the source; nil to let the token ask on its own PIN pad.
    func pin(for user: UserType, _ info: TokenInfo) throws -> SecureBytes? {
        // A token that says so wrongly still gets the PIN that a caller gives explicitly (pico-hsm issue 81).
        let hasOwnPad = info.flags.contains(.protectedAuthenticationPath)
        if hasOwnPad, supply.source.isPrompt { return nil }
        guard let pin = try supply.pin(for: PINRequest(info, user: user)) else {
            if hasOwnPad { return nil }
            throw KeyStoreError(.pinMissing, "\(token.name) needs a PIN and none was given")
        }
        // The lengths that a token gives are those of the user's PIN.
        if user != .so { try checkLength(pin, "the PIN", info) }
        return pin
    }

    func checkLength(_ pin: SecureBytes, _ name: String, _ info: TokenInfo) throws {
        if let minimum = info.minPINLength, minimum != .max, UInt(pin.count) < minimum {
            throw KeyStoreError(
                .pinLength, "\(name) is shorter than \(token.name) allows (\(minimum) bytes), so it was not sent")
        }
        if let maximum = info.maxPINLength, UInt(pin.count) > maximum {
            throw KeyStoreError(
                .pinLength, "\(name) is longer than \(token.name) allows (\(maximum) bytes), so it was not sent")
        }
    }

    /// What a failed call with a PIN means; remembers a rejected PIN.
    func rejection(
        of pin: SecureBytes?, _ error: PKCS11Error, _ login: inout TokenState.Login
    ) throws -> KeyStoreError {
        switch error.returnValue {
        case .pinIncorrect?, .pinInvalid?, .pinLenRange?:
            login.rejections += 1
            login.accepted.removeAll()
            if let pin { try login.rejected.insert(pin) }
            supply.forget()
            return KeyStoreError(
                .pinIncorrect, "\(token.name) rejected the PIN",
                hint: "It will not be sent again. Check it before you try another: tokens lock after a few wrong ones.",
                underlying: error)
        case .pinLocked?:
            // Some tokens answer so to the wrong PIN that locks them.
            login.rejections += 1
            login.accepted.removeAll()
            supply.forget()
            return KeyStoreError(error, while: "logging in to \(token.name)")
        default:
            return KeyStoreError(error, while: "logging in to \(token.name)")
        }
    }
}
