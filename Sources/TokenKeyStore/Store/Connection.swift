internal import PKCS11

/// What a store has once it is open: the token's slot, and the anchor session that holds the login.
struct Connection {
    let slot: Slot
    let info: TokenInfo
    let anchor: SessionHandle
    /// `processGeneration` of the module before the first call was made.
    let initialization: UInt
    let login: Login.Outcome

    /// Looks for the token, opens the anchor and logs in, where a source of a PIN is configured.
    ///
    /// - Parameter asNewUser: whether the store is to be counted among those that use the token. That is done before the login, lest
    ///   another store that closes in that moment takes itself for the last one, and logs out.
    /// - Throws: ``KeyStoreError``; nothing stays open then.
    static func open(
        on module: Module, supply: PINSupply, options: KeyStore.Options, asNewUser: Bool,
        search: (TokenSearch) throws -> (Slot, TokenInfo)
    ) throws -> Self {
        try supply.holding {
            try OpeningRetry.run(on: module, options.quirks) { opened in
                let initialization = module.processGeneration
                let (slot, info) = try search(TokenSearch(module: module, quirks: options.quirks))
                let token = TokenDescription(info)
                let anchor = try translating("opening a session with \(token.name)") { () throws(PKCS11Error) in
                    try slot.openSession(readWrite: options.logsInAsOfficer).release()
                }
                opened += 1
                let state = TokenState.state(of: token, in: module)
                if asNewUser { state.login.withLock { $0.stores += 1 } }
                do {
                    let login = try logIn(slot, anchor, token, supply, options)
                    return Self(slot: slot, info: info, anchor: anchor, initialization: initialization, login: login)
                } catch {
                    if asNewUser { state.login.withLock { $0.stores -= 1 } }
                    SessionPool.close(anchor, of: module, initialization: initialization)
                    throw error
                }
            }
        }
    }

    /// Logs in through the anchor.
    static func logIn(
        _ slot: Slot, _ anchor: SessionHandle, _ token: TokenDescription, _ supply: PINSupply,
        _ options: KeyStore.Options
    ) throws -> Login.Outcome {
        let login = Login(
            token: token, slot: slot, state: TokenState.state(of: token, in: slot.module), supply: supply,
            allowsFinalTry: options.allowsFinalTry, quirks: options.quirks)
        return try slot.module.withSession(anchor) { session in
            try options.logsInAsOfficer ? login.officer(in: session) : login.user(in: session)
        }
    }
}

extension KeyStore.LoginState {
    init(_ outcome: Login.Outcome) {
        switch outcome {
        case .notConfigured: self.init(isLoggedIn: false, isVerified: false)
        case .notRequired, .alreadyLoggedIn: self.init(isLoggedIn: true, isVerified: false)
        case .verified: self.init(isLoggedIn: true, isVerified: true)
        }
    }
}
