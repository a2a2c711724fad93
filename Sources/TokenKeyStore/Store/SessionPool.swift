internal import PKCS11

/// The sessions of one store: an anchor that holds the login, and a bounded number that are lent out, opened when
/// needed and kept when idle.
///
/// May be used from any thread. The lock is held for bookkeeping only, never during a call to the module.
final class SessionPool: Sendable {
    /// A session that is lent out, with the connection that it belongs to: after a reconnect its handle means nothing.
    struct Lease: Sendable {
        let handle: SessionHandle
        let slot: Slot
        let connection: UInt
        let isReadWrite: Bool
    }

    /// What a closed or replaced connection leaves to be closed.
    struct Remains: Sendable {
        let slot: Slot
        let anchor: SessionHandle?
        let idle: [SessionHandle]

        /// Closes the sessions; they may be dead already, so answers do not matter.
        func close() {
            for handle in idle + [anchor].compactMap({ $0 }) { SessionPool.close(handle, of: slot.module) }
        }
    }

    private struct State: Sendable {
        var slot: Slot
        var anchor: SessionHandle?
        var idle: [SessionHandle] = []
        /// Sessions that are lent out or being opened.
        var lent = 0
        var connection: UInt = 1
        var limit: Int
        var isClosed = false
    }

    private let state: ConditionLock<State>
    private let timeout: Duration

    /// Makes an empty pool.
    ///
    /// - Parameters:
    ///   - slot: where the token is.
    ///   - anchor: the session that holds the login.
    ///   - limit: how many sessions there may be at once besides the anchor, lent or idle.
    ///   - timeout: how long to wait for one.
    init(slot: Slot, anchor: SessionHandle, limit: Int, timeout: Duration) {
        state = ConditionLock(State(slot: slot, anchor: anchor, limit: max(limit, 1)))
        self.timeout = timeout
    }

    // MARK: Lending

    private enum Grant {
        case idle(Lease)
        case mayOpen(slot: Slot, connection: UInt, surplus: SessionHandle?)
        case closed
    }

    /// Lends a session of the present connection, opening one where none is idle.
    ///
    /// - Throws: ``KeyStoreError/Code/sessionsExhausted`` when the time is up, or ``PKCS11Error`` of `C_OpenSession`.
    func take(readWrite: Bool) throws -> Lease {
        while true {
            switch state.wait(atMost: timeout, until: { Self.grant(&$0, readWrite: readWrite) }) {
            case .idle(let lease)?:
                return lease
            case .closed?:
                throw KeyStoreError(.closed, "the key store is closed")
            case nil:
                throw KeyStoreError(
                    .sessionsExhausted, "no session with the token became free within \(timeout)",
                    hint: "All \(state.withLock { $0.limit }) are in use: allow more, or wait longer.")
            case .mayOpen(let slot, let connection, let surplus)?:
                if let surplus { Self.close(surplus, of: slot.module) }
                do {
                    let handle = try slot.openSession(readWrite: readWrite).release()
                    return Lease(handle: handle, slot: slot, connection: connection, isReadWrite: readWrite)
                } catch {
                    let mayWait = giveUpPlace(in: connection, tokenIsFull: error.returnValue == .sessionCount)
                    guard mayWait else { throw error }
                }
            }
        }
    }

    private static func grant(_ state: inout State, readWrite: Bool) -> Grant? {
        if state.isClosed { return .closed }
        if !readWrite, let handle = state.idle.popLast() {
            state.lent += 1
            return .idle(Lease(handle: handle, slot: state.slot, connection: state.connection, isReadWrite: false))
        }
        var surplus: SessionHandle?
        if state.lent + state.idle.count >= state.limit {
            // A read/write session takes the place of an idle one.
            guard let idle = state.idle.popLast() else { return nil }
            surplus = idle
        }
        state.lent += 1
        return .mayOpen(slot: state.slot, connection: state.connection, surplus: surplus)
    }

    /// Notes that a session could not be opened.
    ///
    /// - Returns: whether to wait for another: the token has no more of them, and some are lent out.
    private func giveUpPlace(in connection: UInt, tokenIsFull: Bool) -> Bool {
        let mayWait = state.withLock { state -> Bool in
            guard state.connection == connection else { return false }
            state.lent -= 1
            guard tokenIsFull, state.lent + state.idle.count > 0 else { return false }
            state.limit = state.lent + state.idle.count
            return true
        }
        state.signal()
        return mayWait
    }

    /// Takes a session back that is fit for use. Read/write sessions are closed: a token has few of them, and an idle one keeps
    /// the security officer out.
    func putBack(_ lease: Lease) {
        let mustClose = state.withLock { state -> Bool in
            guard state.connection == lease.connection else { return false }
            state.lent -= 1
            guard !state.isClosed, !lease.isReadWrite else { return true }
            state.idle.append(lease.handle)
            return false
        }
        if mustClose { Self.close(lease.handle, of: lease.slot.module) }
        state.signal()
    }

    /// Throws a session away that failed, or that may have an operation left in it.
    func discard(_ lease: Lease) {
        let isCurrent = state.withLock { state -> Bool in
            guard state.connection == lease.connection else { return false }
            state.lent -= 1
            return true
        }
        // After a reconnect the number may be another session's.
        if isCurrent { Self.close(lease.handle, of: lease.slot.module) }
        state.signal()
    }

    private static func close(_ handle: SessionHandle, of module: Module) {
        // A dead session answers with an error here, which says nothing new.
        try? Session(adopting: handle, of: module).close()
    }

    // MARK: Connections

    /// The number of the present connection.
    var connection: UInt { state.withLock { $0.connection } }

    /// Whether there is an anchor; false after a reconnect that failed.
    var isConnected: Bool { state.withLock { $0.anchor != nil || $0.isClosed } }

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
            let remains = Remains(slot: state.slot, anchor: state.anchor, idle: state.idle)
            state.anchor = nil
            state.idle = []
            state.lent = 0
            state.connection += 1
            return remains
        }
        state.broadcast()
        return remains
    }

    /// Begins to lend sessions of a new connection.
    func connect(slot: Slot, anchor: SessionHandle) {
        state.withLock { state in
            state.slot = slot
            state.anchor = anchor
        }
        state.broadcast()
    }

    /// Ends the pool: waiters get ``KeyStoreError/Code/closed``, sessions that come back are closed.
    ///
    /// - Returns: what the caller closes; nil when the pool was closed before.
    func close() -> Remains? {
        let remains = state.withLock { state -> Remains? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            let remains = Remains(slot: state.slot, anchor: state.anchor, idle: state.idle)
            state.anchor = nil
            state.idle = []
            return remains
        }
        state.broadcast()
        return remains
    }

    /// How many sessions are open: the anchor, the idle ones and those lent out.
    var sessionCount: Int {
        state.withLock { ($0.anchor == nil ? 0 : 1) + $0.idle.count + $0.lent }
    }

    /// How many sessions there may be besides the anchor.
    var limit: Int { state.withLock { $0.limit } }
}
