internal import PKCS11
internal import Synchronization

/// The sessions of one store: an anchor that holds the login, and a bounded number that are lent out, opened when
/// needed and kept when idle.
///
/// May be used from any thread. The lock is held for bookkeeping only, never during a call to the module. A forked child finds
/// the pool without a connection, since all sessions are the parent's.
final class SessionPool: Sendable {
    /// A session that is lent out, with the connection that it belongs to: after a reconnect its handle means nothing.
    struct Lease: Sendable {
        fileprivate(set) var handle: SessionHandle
        let connection: UInt
        let initialization: UInt
        let isReadWrite: Bool
    }

    /// A failed `C_OpenSession`.
    struct OpeningFailure: Error {
        let cause: PKCS11Error
        let connection: UInt
    }

    /// What a closed or replaced connection leaves to be closed.
    struct Remains: Sendable {
        let slot: Slot
        let initialization: UInt
        let anchor: SessionHandle?
        let others: [SessionHandle]

        /// Closes the sessions; they may be dead already, so answers do not matter.
        func close() {
            for handle in others + [anchor].compactMap({ $0 }) {
                SessionPool.close(handle, of: slot.module, initialization: initialization)
            }
        }
    }

    private struct State: Sendable {
        var slot: Slot
        var anchor: SessionHandle?
        var idle: [SessionHandle] = []
        /// Sessions that are lent out or being opened.
        var lent = 0
        /// The same, of all connections: how many threads may be in the module.
        var underWay = 0
        /// How many of those that have a session wait for something that is not the token. Their places go to others.
        var waiting = 0
        /// Sessions that session keys have to themselves. They count for no limit: a limit that they filled would be full for as long
        /// as the keys are there.
        var kept: Set<SessionHandle> = []
        var connection = SessionPool.nextConnection()
        /// `processGeneration` of the module when the connection was made: under another one its handles mean nothing, or
        /// something else.
        var initialization: UInt = 0
        var limit: Int
        /// When the token last said that it has no more sessions.
        var wasFull: ContinuousClock.Instant?
        var isDrained = false

        var isFull: Bool { lent - waiting + idle.count >= limit }

        var remains: Remains {
            Remains(slot: slot, initialization: initialization, anchor: anchor, others: idle + kept)
        }
    }

    // Numbers are not used twice, by a forked child neither.
    private static let connections = Atomic<UInt>(0)
    private static func nextConnection() -> UInt { connections.add(1, ordering: .relaxed).newValue }

    /// How long the limit stays down after that: other processes may have given theirs back.
    private static let fullFor = Duration.seconds(5)

    private let module: Module
    private let state: ForkSafeLock<State>
    private let closed = Atomic(false)
    private let timeout: Duration
    private let allowed: Int

    /// Makes a pool without idle sessions.
    ///
    /// - Parameters:
    ///   - connection: the slot and the anchor.
    ///   - limit: how many sessions there may be at once besides the anchor, lent or idle.
    ///   - timeout: how long to wait for one.
    ///   - opensReadWrite: whether all sessions may write: there are no others beside a login of the security officer (PKCS #11 2.40,
    ///     section 4.6.4).
    init(_ connection: Connection, limit: Int, timeout: Duration, opensReadWrite: Bool = false) {
        let allowed = max(limit, 1)
        let slot = connection.slot
        module = slot.module
        var first = State(slot: slot, anchor: connection.anchor, limit: allowed)
        first.initialization = connection.initialization
        let state = ForkSafeLock(first, inChild: .fresh { State(slot: slot, limit: allowed) })
        self.state = state
        self.allowed = allowed
        self.timeout = timeout
        self.opensReadWrite = opensReadWrite
        enlist()
    }

    private let opensReadWrite: Bool

    deinit { Self.all.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(state)) } }

    /// Empty in a forked child, where no pool has a session before it is connected again.
    private static let all = ForkSafeLock<[ObjectIdentifier: (Module, ForkSafeLock<State>)]>(
        [:], inChild: .fresh { [:] })

    private func enlist() { Self.all.withLock { $0[ObjectIdentifier(state)] = (module, state) } }

    /// Whether no thread is in a module with a session of any store.
    static func areIdle(on module: Module) -> Bool {
        all.withLock { pools in
            pools.values.allSatisfy { $0.0 != module || $0.1.withLock { $0.underWay } <= 0 }
        }
    }

    // MARK: Lending

    private enum Grant {
        case idle(Lease)
        case mayOpen(Lease, Slot, surplus: SessionHandle?)
        case notConnected
        case closed
    }

    /// Lends a session of the present connection, opening one where none is idle.
    ///
    /// - Returns: nil where there is no connection, or the one there is was made before the module was initialised anew.
    /// - Throws: ``KeyStoreError/Code/sessionsExhausted`` when the time is up, or ``OpeningFailure``.
    func take(readWrite: Bool) throws -> Lease? {
        // On the way to every operation: by hand, without the generic machinery of a wait.
        if !readWrite, let lease = takeIdle() { return lease }
        while true {
            switch state.wait(atMost: timeout, until: { grant(&$0, readWrite: readWrite) }) {
            case .idle(let lease)?:
                return lease
            case .notConnected?:
                return nil
            case .closed?:
                throw KeyStoreError(.closed, "the key store is closed")
            case nil:
                throw KeyStoreError(
                    .sessionsExhausted, "no session with the token became free within \(timeout)",
                    hint: "All \(limit) are in use: allow more, or wait longer.")
            case .mayOpen(var lease, let slot, let surplus)?:
                if let surplus { Self.close(surplus, of: module, initialization: lease.initialization) }
                do {
                    lease.handle = try slot.openSession(readWrite: readWrite || opensReadWrite).release()
                    if connection == lease.connection { return lease }
                    // Another thread reconnected meanwhile: this session is on nobody's account.
                    closeUnderWay(lease)
                } catch {
                    let mayWait = giveUpPlace(lease.connection, tokenIsFull: error.returnValue == .sessionCount)
                    guard mayWait else { throw OpeningFailure(cause: error, connection: lease.connection) }
                }
            }
        }
    }

    private func takeIdle() -> Lease? {
        var lease: Lease?
        state.withLock { state in
            guard !isClosed, isUsable(state), let handle = state.idle.popLast() else { return }
            state.lent += 1
            state.underWay += 1
            lease = Lease(
                handle: handle, connection: state.connection, initialization: state.initialization, isReadWrite: false)
        }
        return lease
    }

    private func grant(_ state: inout State, readWrite: Bool) -> Grant? {
        if isClosed { return .closed }
        guard isUsable(state) else { return .notConnected }
        var lease = Lease(
            handle: SessionHandle(rawValue: 0), connection: state.connection, initialization: state.initialization,
            isReadWrite: readWrite)
        if !readWrite, let handle = state.idle.popLast() {
            state.lent += 1
            state.underWay += 1
            lease.handle = handle
            return .idle(lease)
        }
        var surplus: SessionHandle?
        if state.isFull {
            if let idle = state.idle.popLast() {
                // A read/write session takes the place of an idle one.
                surplus = idle
            } else if state.limit < allowed, let wasFull = state.wasFull, wasFull.duration(to: .now) > Self.fullFor {
                state.limit += 1
            } else {
                return nil
            }
        }
        state.lent += 1
        state.underWay += 1
        return .mayOpen(lease, state.slot, surplus: surplus)
    }

    /// Notes that a session could not be opened.
    ///
    /// - Returns: whether to wait for another: the token has no more of them, and some are lent out.
    private func giveUpPlace(_ connection: UInt, tokenIsFull: Bool) -> Bool {
        let mayWait = state.withLock { state -> Bool in
            state.underWay -= 1
            guard state.connection == connection else { return false }
            state.lent -= 1
            guard tokenIsFull, state.lent + state.idle.count > 0 else { return false }
            state.limit = state.lent + state.idle.count
            state.wasFull = .now
            return true
        }
        state.signal()
        return mayWait
    }

    /// Takes a session back that is fit for use. Read/write sessions are closed: a token has few of them, and an idle one keeps
    /// the security officer out. So is one of an earlier connection that worked all the same: nobody else knows of it.
    func putBack(_ lease: Lease) {
        let mustClose = state.withLock { state -> Bool in
            guard state.connection == lease.connection else { return true }
            state.lent -= 1
            // There are too many for a moment when those that waited go on.
            guard !isClosed, !lease.isReadWrite, !state.isFull else { return true }
            state.idle.append(lease.handle)
            state.underWay -= 1
            return false
        }
        if mustClose { closeUnderWay(lease) }
        state.signal()
    }

    /// Throws a session away that failed, or that may have an operation left in it.
    ///
    /// - Parameter error: of a call that failed in it; nil where there was none, as far as is known.
    func discard(_ lease: Lease, after error: PKCS11Error?) {
        let isCurrent = state.withLock { state -> Bool in
            guard state.connection == lease.connection else { return false }
            state.lent -= 1
            return true
        }
        // After a reconnect the number of a session that is gone may be another's.
        closeUnderWay(lease, if: isCurrent || error?.saysSessionIsGone != true)
        state.signal()
    }

    /// Leaves the place of a session that is lent out to others while its holder waits. ``endWaiting()`` has to follow.
    func beginWaiting() {
        state.withLock { $0.waiting += 1 }
        state.signal()
    }

    func endWaiting() { state.withLock { $0.waiting = max($0.waiting - 1, 0) } }

    // MARK: Session keys

    /// Sets a session that is lent out apart, for the object that was made in it.
    ///
    /// - Returns: false where the pool was closed or lost its connection meanwhile.
    func keep(_ lease: Lease) -> Bool {
        let isKept = state.withLock { state -> Bool in
            guard state.connection == lease.connection, !isClosed else { return false }
            state.lent -= 1
            state.underWay -= 1
            state.kept.insert(lease.handle)
            return true
        }
        state.signal()
        return isKept
    }

    /// Closes a session that was kept, unless that has been done.
    func endKept(_ lease: Lease) {
        let isOpen = state.withLock { state in
            guard state.connection == lease.connection, state.kept.remove(lease.handle) != nil else { return false }
            state.underWay += 1
            return true
        }
        if isOpen { closeUnderWay(lease) }
    }

    private func close(_ lease: Lease) {
        Self.close(lease.handle, of: module, initialization: lease.initialization)
    }

    /// The end of a call: its session is closed before nobody is in the module any more.
    private func closeUnderWay(_ lease: Lease, if mustClose: Bool = true) {
        if mustClose { close(lease) }
        state.withLock { $0.underWay -= 1 }
    }

    // MARK: Connections

    /// The number of the present connection.
    var connection: UInt { state.withLock { $0.connection } }

    /// Whether sessions of the present connection can be used, as far as can be told without asking the token.
    var isUsable: Bool { state.withLock { isUsable($0) } }

    private func isUsable(_ state: State) -> Bool {
        // Nor is anything lent out while the module is about to be initialised anew: the numbers of sessions and objects would be others'.
        state.anchor != nil && module.isCallable && state.initialization == module.processGeneration
    }

    /// ``Module/processGeneration`` when the present connection was made.
    var initialization: UInt { state.withLock { $0.initialization } }

    /// Where the token is.
    var slot: Slot { state.withLock { $0.slot } }

    /// The session that holds the login.
    var anchor: SessionHandle? { state.withLock { $0.anchor } }

    /// Forgets every session, and lends none of them again.
    ///
    /// - Returns: the idle ones and the anchor, for the caller to close where that makes sense. Those lent out are dropped by
    ///   whoever has them.
    func disconnect() -> Remains {
        let remains = state.withLock { state in
            let remains = state.remains
            state.anchor = nil
            state.idle = []
            state.kept = []
            state.lent = 0
            state.connection = Self.nextConnection()
            return remains
        }
        state.broadcast()
        return remains
    }

    /// Begins to lend sessions of a new connection.
    ///
    /// - Returns: false where the pool was closed meanwhile; the anchor is the caller's then.
    func connect(_ connection: Connection) -> Bool {
        enlist()
        let isConnected = state.withLock { state in
            guard !isClosed else { return false }
            state.slot = connection.slot
            state.anchor = connection.anchor
            state.initialization = connection.initialization
            state.limit = allowed
            return true
        }
        state.broadcast()
        return isConnected
    }

    // MARK: The end

    /// Whether the pool was closed.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Closes the idle sessions and lends no more: waiters get ``KeyStoreError/Code/closed``, sessions that come back are closed.
    ///
    /// - Returns: false when the pool was closed before.
    func close() -> Bool {
        let idle = state.withLock { state -> Remains? in
            guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
            defer { state.idle = [] }
            return Remains(slot: state.slot, initialization: state.initialization, anchor: nil, others: state.idle)
        }
        state.broadcast()
        if let idle { ModuleRevival.visiting(module) { idle.close() } }
        return idle != nil
    }

    /// What is left of a closed pool once the last session has come back: the anchor, and the sessions of session keys.
    ///
    /// - Returns: nil while there are sessions out, and after the first time.
    func drain() -> Remains? {
        state.withLock { state in
            guard isClosed, state.lent == 0, !state.isDrained else { return nil }
            state.isDrained = true
            defer {
                state.anchor = nil
                state.kept = []
            }
            return state.remains
        }
    }

    /// How many sessions are open: the anchor, the idle ones, those lent out and those that session keys have.
    var sessionCount: Int {
        state.withLock { ($0.anchor == nil ? 0 : 1) + $0.idle.count + $0.lent + $0.kept.count }
    }

    /// How many sessions there may be besides the anchor.
    var limit: Int { state.withLock { $0.limit } }
}
