#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

internal import PKCS11

// Making the connection to the token and the login anew; one thread does it for all.
extension KeyStore {
    /// Makes the connection anew, unless another thread has done so or the anchor shows that only one session was lost.
    func reconnect(after connection: UInt, isFinalized: Bool) throws {
        try recovering {
            guard pool.connection == connection else { return }
            if !isFinalized, pool.isUsable, anchorIsAlive { return }
            try connectAgain(isFinalized: isFinalized)
        }
    }

    /// Runs `body`, which may make the connection anew, one thread at a time. Who waited while another one tried for long and failed shares
    /// its failure: a hundred threads would wait a hundred times as long.
    func recovering(_ body: () throws -> Void) throws {
        let queued = ContinuousClock.now
        try recovery.withLock { _ in
            if let (failure, time) = status.withLock({ $0.lastLongFailure }), time > queued { throw failure }
            let begun = ContinuousClock.now
            do {
                try body()
            } catch let error as KeyStoreError {
                let ended = ContinuousClock.now
                if begun.duration(to: ended) > Self.longAttempt {
                    status.withLock { $0.lastLongFailure = (error, ended) }
                }
                throw error
            }
        }
    }

    private static var longAttempt: Duration { .seconds(1) }

    /// Makes the connection anew, with ``recovery`` held.
    func connectAgain(isFinalized: Bool) throws {
        let before = pool.initialization
        let remains = pool.disconnect()
        handleGeneration.add(1, ordering: .acquiringAndReleasing)
        let isFinalized = isFinalized && !module.isFalseAlarm
        if !isFinalized { ModuleRevival.visiting(module) { remains.close() } }
        let isCounted = status.withLock { $0.isTokenUser }
        let connection = try supply.holding {
            try waitingForModule {
                try translating("initialising \(module.path) again") { () throws(PKCS11Error) in
                    try ModuleLock.whileStarting(module.path) { () throws(PKCS11Error) in
                        try module.reinitialize(isFinalized: isFinalized, since: before)
                    }
                }
                return try Connection.open(
                    on: module, supply: supply, options: options, asNewUser: !isCounted
                ) { search in
                    try search.slot(of: token)
                }
            }
        }
        // Once more: who had a session of the old connection, and found objects with it since the first time, has numbers that the module,
        // if it was initialised anew, gives to others.
        handleGeneration.add(1, ordering: .acquiringAndReleasing)
        if pool.connect(connection) {
            note(connection)
        } else {
            // Closed meanwhile.
            if !isCounted { tokenState.login.withLock { $0.stores -= 1 } }
            ModuleRevival.visiting(module) {
                SessionPool.close(connection.anchor, of: module, initialization: connection.initialization)
            }
        }
    }

    /// Runs `body`, which opens the token again. Where the module has lost everything it speaks to, waits for that to come back: once for
    /// all threads, and not soon again after it was in vain.
    private func waitingForModule(_ body: () throws -> Connection) throws -> Connection {
        let now = ContinuousClock.now
        let lastOutage = status.withLock { $0.lastOutage }
        let mayWait = lastOutage.map { $0.duration(to: now) > options.outageTimeout } ?? true
        let deadline = mayWait ? now.advanced(by: options.outageTimeout) : now
        var pause: UInt32 = 10_000
        while true {
            do {
                let connection = try body()
                status.withLock { $0.lastOutage = nil }
                return connection
            } catch let error as KeyStoreError where error.mayBeOutage || error.code == .moduleNotLoadable {
                let isOutage =
                    error.code == .moduleNotLoadable
                    || ModuleRevival.visiting(module) { ModuleRevival.isDue(module) }
                guard !pool.isClosed, isOutage else { throw error }
                let isOfLogin = error.isOfLogin
                let mayRepeat = status.withLock { status in
                    guard ContinuousClock.now < deadline, !isOfLogin || status.mayRepeatLogin else {
                        status.lastOutage = .now
                        return false
                    }
                    if isOfLogin { status.mayRepeatLogin = false }
                    return true
                }
                guard mayRepeat else { throw error }
            }
            usleep(pause)
            pause = min(pause * 2, 200_000)
        }
    }

    /// Whether the anchor says so; asked only after a failure.
    var loginIsLost: Bool {
        guard let anchor = pool.anchor else { return false }
        do {
            try ModuleRevival.visiting(module) {
                try module.withSession(anchor) { session in _ = try isLoggedIn(in: session) }
            }
            return false
        } catch {
            return true
        }
    }

    /// Asked only after a failure: a probe on the way to every operation costs a network HSM a round trip each.
    private var anchorIsAlive: Bool {
        guard let anchor = pool.anchor else { return false }
        return ModuleRevival.visiting(module) {
            (try? module.withSession(anchor) { session in try session.info() }) != nil
        }
    }

    /// Logs in again after the token said that nobody is; once for all threads.
    func logInAgain(after generation: UInt) throws -> Bool {
        guard !supply.source.isNone else { return false }
        return try recovery.withLock { _ in
            guard currentGeneration == generation else { return true }
            guard let anchor = pool.anchor else { return false }
            guard anchorIsAlive else {
                // All sessions are gone, and the one that said so was opened since.
                try connectAgain(isFinalized: false)
                return true
            }
            let outcome = try ModuleRevival.visiting(module) {
                try Connection.logIn(pool.slot, anchor, token, supply, options)
            }
            status.withLock { $0.note(outcome) }
            handleGeneration.add(1, ordering: .acquiringAndReleasing)
            return true
        }
    }
}
