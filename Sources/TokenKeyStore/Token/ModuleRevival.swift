internal import PKCS11

/// Starts a module anew that has lost whatever it speaks to: a server, a daemon, a reader.
///
/// Once its connection is broken, p11-kit's client fails every call with CKR_DEVICE_ERROR, also when its server is back; where there was
/// no server at the time of C_Initialize it shows no slots, for ever (0.24, measured). Only C_Finalize and C_Initialize help, which end
/// whatever others do with the module. So this is done where nothing can work any more: the module lists no slots; where this process
/// initialised it; and when no thread is in it.
enum ModuleRevival {
    /// Threads that may be in a module without a session that a pool lent them.
    private static let visitors = ForkSafeLock<[Module: Int]>([:], inChild: .fresh { [:] })

    /// Runs calls to a module that need no session of a pool. Not to be nested.
    static func visiting<Result>(_ module: Module, _ body: () throws -> Result) rethrows -> Result {
        count(1, in: module)
        defer { count(-1, in: module) }
        return try body()
    }

    private static func count(_ change: Int, in module: Module) {
        visitors.withLock { $0[module, default: 0] += change }
    }

    /// Whether a module lists no slots, not even empty ones, or fails at that as one does whose connection is broken. This is a call: only
    /// after a failure.
    static func isDue(_ module: Module) -> Bool {
        do {
            return try module.slots().isEmpty
        } catch {
            return [.deviceError, .deviceRemoved, .generalError, .functionFailed].contains(error.returnValue)
        }
    }

    /// Initialises the module anew, unless another thread has done so.
    ///
    /// - Parameters:
    ///   - module: visited by the caller.
    ///   - seen: its `processGeneration` when it was found to have lost everything.
    /// - Returns: false where it must not be done.
    static func revive(_ module: Module, since seen: UInt) throws -> Bool {
        defer { UnclosedSessions.close(of: module) }
        return try outside(module) {
            try translating("initialising \(module.path) again") { () throws(PKCS11Error) in
                try ModuleLock.whileStarting(module.path) { () throws(PKCS11Error) in
                    try module.initializeAnew(since: seen) { isIdle(module) }
                }
            }
        }
    }

    /// Whether a module was initialised anew, by whatever thread; waits for one that is about to.
    ///
    /// - Parameters:
    ///   - module: visited by the caller.
    ///   - seen: an earlier `processGeneration` of it.
    static func wasRevived(_ module: Module, since seen: UInt) -> Bool {
        outside(module) { module.wasInitialized(since: seen) }
    }

    /// Whether a call was turned away by a thread that then did not initialise the module anew; see ``Module/isFalseAlarm``.
    ///
    /// - Parameter module: visited by the caller.
    static func wasFalseAlarm(_ module: Module) -> Bool { outside(module) { module.isFalseAlarm } }

    /// Initialises a module anew that nobody has used since it was initialised, but the caller, who visits it.
    ///
    /// - Parameters:
    ///   - seen: its `processGeneration` when the token was looked for.
    ///   - opened: how many sessions the caller opened in it.
    ///   - pause: lets others have their turn.
    /// - Returns: whether that was done.
    static func restart(_ module: Module, since seen: UInt, opened: UInt, after pause: () -> Void) throws -> Bool {
        defer { UnclosedSessions.close(of: module) }
        return try outside(module) {
            pause()
            return try ModuleLock.whileStarting(module.path) { () throws(PKCS11Error) in
                try module.initializeAnew(since: seen, ifNoMoreSessionsThan: opened) { isIdle(module) }
            }
        }
    }

    private static func isIdle(_ module: Module) -> Bool {
        visitors.withLock { $0[module, default: 0] } <= 0 && SessionPool.areIdle(on: module)
    }

    /// Who waits for another thread to do it is not in the module.
    private static func outside<Result>(_ module: Module, _ body: () throws -> Result) rethrows -> Result {
        count(-1, in: module)
        defer { count(1, in: module) }
        return try body()
    }
}
