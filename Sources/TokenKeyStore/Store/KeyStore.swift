internal import PKCS11
internal import Synchronization

/// The keys of one token: generate, import, find, use, rename, replace and delete them there.
///
/// Private and secret keys never leave the token, and there is no call that reads them; public keys can be read in every usual
/// encoding. One store may be shared by any number of threads and tasks. Every blocking method has an `async` twin of the same
/// name, which runs on threads of the store's own; the plain one blocks the calling thread.
///
///     let store = try KeyStore(module: .path("/usr/lib/softhsm/libsofthsm2.so"), token: .label("payments"),
///                              pin: .environment("PKCS11_PIN"))
///     let key = try store.generateKeyPair(.rsa(bits: 3072), label: "invoice signing", usage: .sign)
///     let signature = try key.signature(for: message, using: .rsaPSS(.sha256))
public final class KeyStore: Sendable {
    /// How a store behaves.
    public struct Options: Sendable {
        /// How many sessions the store may have open at once besides the one that holds the login, and how many threads its
        /// `async` methods use. What the token allows may be less.
        public var maximumSessions: Int
        /// How long to wait for a free session.
        public var sessionTimeout: Duration
        /// Whether a PIN is sent also when one more wrong one locks the token.
        public var allowsFinalTry: Bool
        /// Which quirks are set or cleared, whatever the token says of itself; see ``KeyStore/quirks()``.
        public var quirks: QuirkSettings
        /// How long a call waits when the module has lost all its slots, as when a server or daemon is restarted, for the token to come
        /// back. Calls that follow on one that waited in vain fail at once. A token that was pulled out is not waited for.
        public var outageTimeout: Duration
        /// Whether the security officer logs in, and not the user: some tokens, PIV cards for example, let only the officer make, import and
        /// delete keys. The PIN source is that of the officer's PIN then; private keys are mostly hidden from the officer.
        public var logsInAsOfficer: Bool

        /// Makes options: 16 sessions, 30 seconds to wait for one, no final try, the quirks that are known of the token, 2 seconds to wait
        /// for a server that is gone.
        public init(
            maximumSessions: Int = 16, sessionTimeout: Duration = .seconds(30), allowsFinalTry: Bool = false,
            quirks: QuirkSettings = QuirkSettings(), outageTimeout: Duration = .seconds(2),
            logsInAsOfficer: Bool = false
        ) {
            self.maximumSessions = maximumSessions
            self.sessionTimeout = sessionTimeout
            self.allowsFinalTry = allowsFinalTry
            self.quirks = quirks
            self.outageTimeout = outageTimeout
            self.logsInAsOfficer = logsInAsOfficer
        }
    }

    /// How the store came to be logged in.
    public struct LoginState: Hashable, Sendable {
        /// Whether private keys can be seen and used.
        public let isLoggedIn: Bool
        /// Whether the token checked the PIN of this store. A token that somebody else in the process had logged in to does
        /// not look at the PIN, so a wrong one is not noticed.
        public let isVerified: Bool
    }

    struct Status: Sendable {
        var login = LoginState(isLoggedIn: false, isVerified: false)
        /// Whether a login took place, so that a session without one shows that it was lost.
        var expectsLogin = false
        /// Whether the store is counted among those that use the token.
        var isTokenUser = false
        /// When a call last waited for the module in vain.
        var lastOutage: ContinuousClock.Instant?
        /// Whether a PIN may be sent once more that the token did not answer: whether it was counted nobody knows. Until a login succeeds.
        var mayRepeatLogin = true
        /// What came of the last attempt to make the connection anew that failed after a long time, and when.
        var lastLongFailure: (KeyStoreError, ContinuousClock.Instant)?

        mutating func note(_ outcome: Login.Outcome) {
            mayRepeatLogin = true
            login = LoginState(outcome)
            expectsLogin = outcome == .verified || outcome == .alreadyLoggedIn
        }
    }

    /// Which token the store is on.
    public let token: TokenDescription
    /// Whether it is the embedded software token.
    public let isEmbedded: Bool
    /// Which quirks are in force, as far as that was asked.
    private let knownQuirks = ForkSafeLock<[Quirk: Bool]>([:])
    let module: Module
    /// What this process knows of the token.
    let tokenState: TokenState
    let supply: PINSupply
    let options: Options
    let pool: SessionPool
    let threads: BlockingThreads
    let status = ForkSafeLock(Status(), inChild: .fresh { Status() })
    /// Held during a reconnect or another login, so that one thread does it for all.
    let recovery = ForkSafeLock<Void>(())
    /// Counts what makes object handles void: reconnects and logins.
    let handleGeneration = Atomic<UInt>(1)

    init(
        module: Module, selector: TokenSelector, pin: PINSource, options: Options, isEmbedded: Bool
    ) throws {
        let supply = PINSupply(pin)
        let connection = try Connection.open(on: module, supply: supply, options: options, asNewUser: true) { search in
            try search.slot(matching: selector)
        }
        token = TokenDescription(connection.info)
        self.isEmbedded = isEmbedded
        self.module = module
        tokenState = TokenState.state(of: token, in: module)
        self.supply = supply
        self.options = options
        let limit = Self.sessionLimit(connection.info, wanted: options.maximumSessions)
        pool = SessionPool(
            connection, limit: limit, timeout: options.sessionTimeout, opensReadWrite: options.logsInAsOfficer)
        threads = BlockingThreads(maximum: limit)
        note(connection)
    }

    deinit { close() }

    /// What the token allows, the anchor not counted.
    private static func sessionLimit(_ info: TokenInfo, wanted: Int) -> Int {
        var limit = max(wanted, 1)
        // 0 means that there is no limit (CK_EFFECTIVELY_INFINITE).
        if let most = info.maxSessionCount, most > 0 { limit = min(limit, max(Int(clamping: most) - 1, 1)) }
        return limit
    }

    /// The quirks that are in force for the token, each with its report and the reason why it is. The module may be asked what it is, once.
    public func quirks() -> [ActiveQuirk] { Quirk.active(options.quirks, for: TokenTexts(token), of: module) }

    /// Whether a quirk is in force. Found out when it matters: opening a store does not ask the module what it is.
    func has(_ quirk: Quirk) -> Bool {
        if let known = knownQuirks.withLock({ $0[quirk] }) { return known }
        // A module that did not say what it is may say so the next time.
        let answer = ModuleRevival.visiting(module) {
            quirk.isActiveIfKnown(options.quirks, for: TokenTexts(token), of: module)
        }
        guard let isActive = answer else { return false }
        knownQuirks.withLock { $0[quirk] = isActive }
        return isActive
    }

    /// The state of the login.
    public var loginState: LoginState { status.withLock { $0.login } }

    /// How many sessions the store has open: the one that holds the login, the idle ones, those in use, and one for each key that
    /// is not kept on the token.
    public var sessionCount: Int { pool.sessionCount }

    /// Notes how the login went; the store counts among those that use the token then.
    func note(_ connection: Connection) {
        status.withLock { status in
            status.note(connection.login)
            status.isTokenUser = true
        }
    }

    /// Closes every session of the store. Logs out if this process logged in and no other store of it uses the token.
    ///
    /// Calls that are under way end as they would have, and the last of them ends the login; later ones throw
    /// ``KeyStoreError/Code/closed``. Closing twice does nothing. A store that nobody holds any more closes itself.
    public func close() {
        if pool.close() { endLogin() }
    }

    /// Logs out and closes the anchor, once a closed store has no session in use.
    func endLogin() {
        guard let remains = pool.drain() else { return }
        // Nothing is left that would log in again, also where somebody goes on holding the closed store.
        supply.forget()
        ModuleRevival.visiting(module) { endLogin(remains) }
    }

    private func endLogin(_ remains: SessionPool.Remains) {
        let wasUser = status.withLock { status in
            defer { status.isTokenUser = false }
            return status.isTokenUser
        }
        if wasUser {
            tokenState.login.withLock { login in
                login.stores -= 1
                guard login.stores == 0, login.isOurs, let anchor = remains.anchor,
                    remains.initialization == module.processGeneration
                else { return }
                logOut(anchor)
                login.isOurs = false
            }
        }
        remains.close()
    }

    private func logOut(_ anchor: SessionHandle) {
        module.withSession(anchor) { session in
            do throws(PKCS11Error) {
                try session.logout()
            } catch {
                // Once more where the token failed at it: others of this process may keep sessions, and so the login.
                if error.returnValue != .userNotLoggedIn { try? session.logout() }
            }
        }
    }

    /// Forgets which PINs the token rejected, so that they may be tried again: after somebody changed the PIN elsewhere.
    public func forgetRejectedPINs() {
        tokenState.login.withLock { $0.rejected.removeAll() }
    }
}
