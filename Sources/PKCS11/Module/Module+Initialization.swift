internal import CPKCS11
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

// C_Initialize and C_Finalize: for the first time, in a forked child, and anew.
extension Module {
    func initialize(_ options: LoadOptions) throws(PKCS11Error) {
        try state.withLock { state throws(PKCS11Error) in
            if state.isInitialized {
                // Loaded by the parent of a forked child: its sessions and its login are not ours.
                if needsReinitialization { return try initializeAgain(&state) }
                guard state.leavesInitialization else {
                    if options.initialization == .exclusive { throw alreadyInitialized }
                    return
                }
                // Whoever loaded it before left the initialising to others, who may not have done it.
                guard options.initialization != .omit else { return }
            }
            guard options.initialization != .omit else {
                state.leavesInitialization = true
                return noteInitialization(&state)
            }
            state.reserved = options.reserved
            state.variable = options.variable
            let rv = callInitialize(state)
            switch rv {
            case .ok:
                state.ownsInitialization = true
            case .cryptokiAlreadyInitialized where options.initialization == .shared:
                state.ownsInitialization = false
                // The others who were to do it have done it: what was made since is as good as before.
                if state.isInitialized {
                    state.leavesInitialization = false
                    return
                }
            default:
                throw PKCS11Error(function: "C_Initialize", returnValue: rv, while: "initialising \(path)")
            }
            state.leavesInitialization = false
            noteInitialization(&state)
        }
    }

    private func noteInitialization(_ state: inout State) {
        state.isInitialized = true
        state.wasFalseAlarm = false
        openedSessions.store(0, ordering: .relaxed)
        generation.store(UInt(cpkcs11_fork_generation()), ordering: .relaxed)
        changes.add(1, ordering: .releasing)
        // Last: who sees that the module can be called sees that its sessions are others.
        cpkcs11_set_callable(functions.pointer, 1)
    }

    private var alreadyInitialized: PKCS11Error {
        PKCS11Error(
            function: "C_Initialize", returnValue: .cryptokiAlreadyInitialized,
            while: "initialising \(path), which this process did before")
    }

    private func callInitialize(_ state: State) -> ReturnValue {
        guard let reserved = state.reserved else { return callInitialize(nil, state.variable) }
        var bytes = Array(reserved.utf8CString)
        return bytes.withUnsafeMutableBufferPointer { callInitialize($0.baseAddress, state.variable) }
    }

    private func callInitialize(
        _ reserved: UnsafeMutablePointer<CChar>?, _ variable: EnvironmentVariable?
    ) -> ReturnValue {
        ReturnValue(rawValue: cpkcs11_initialize(functions.pointer, reserved, variable?.name, variable?.value))
    }

    /// A number that changes in a forked child and whenever the module is initialised anew: what was made under
    /// another one (sessions, handles) is void.
    public var processGeneration: UInt {
        UInt(cpkcs11_fork_generation()) << 32 | (changes.load(ordering: .acquiring) & 0xFFFF_FFFF)
    }

    /// Whether a fork came between the last initialisation and now, so that this process must initialise the module itself.
    public var needsReinitialization: Bool {
        generation.load(ordering: .relaxed) != UInt(cpkcs11_fork_generation())
    }

    /// Initialises the module again where that is needed: in a forked child (PKCS #11 2.40, section 6.6.2), after ``finalize()``,
    /// or after somebody else in the process finalised it.
    ///
    /// - Parameter isFinalized: true when a call answered `CKR_CRYPTOKI_NOT_INITIALIZED`.
    /// - Throws: ``PKCS11Error`` with the return value of `C_Initialize`.
    public func reinitialize(isFinalized: Bool = false) throws(PKCS11Error) {
        try reinitialize(isFinalized: isFinalized, since: processGeneration)
    }

    /// Initialises the module again unless somebody has done so since a ``processGeneration``: two stores may notice at once.
    package func reinitialize(isFinalized: Bool, since seen: UInt) throws(PKCS11Error) {
        try state.withLock { state throws(PKCS11Error) in
            guard needsReinitialization || !state.isInitialized || isFinalized && seen == processGeneration else {
                return
            }
            try initializeAgain(&state)
        }
    }

    private func initializeAgain(_ state: inout State) throws(PKCS11Error) {
        guard !state.leavesInitialization else {
            noteInitialization(&state)
            return
        }
        var rv = callInitialize(state)
        // SoftHSM, NSS and tpm2 carry the parent's state into the child and say "already": it is ours to end.
        if rv == .cryptokiAlreadyInitialized, needsReinitialization, state.ownsInitialization {
            _ = functions.returnValue { $0.pointee.C_Finalize?(nil) }
            rv = callInitialize(state)
        }
        guard rv == .ok || rv == .cryptokiAlreadyInitialized else {
            state.isInitialized = false  // the next attempt is not told that it is needed
            throw PKCS11Error(function: "C_Initialize", returnValue: rv, while: "initialising \(path) again")
        }
        // "Already" means that somebody else was faster, and may finalise it.
        state.ownsInitialization = rv == .ok || state.ownsInitialization && state.wasFalseAlarm
        noteInitialization(&state)
    }

    /// Initialises the module anew, if this process initialised it through this type and nobody has used it since: for modules that
    /// only then look which tokens there are.
    ///
    /// - Parameters:
    ///   - seen: the ``processGeneration`` in which the token was looked for.
    ///   - count: how many sessions the caller opened in it.
    ///   - isIdle: whether nobody else is in the module; asked again when nobody can get in any more.
    /// - Returns: whether that was done.
    package func initializeAnew(
        since seen: UInt, ifNoMoreSessionsThan count: UInt, andIdle isIdle: () -> Bool
    ) throws(PKCS11Error) -> Bool {
        try state.withLock { state throws(PKCS11Error) in
            guard state.isInitialized, state.ownsInitialization, seen == processGeneration,
                openedSessions.load(ordering: .relaxed) <= count
            else { return false }
            // First while others get in: turned away, they would fail for nothing.
            guard isIdle() else { return false }
            cpkcs11_set_callable(functions.pointer, 0)
            guard isIdle() else {
                cpkcs11_set_callable(functions.pointer, 1)
                state.wasFalseAlarm = true
                return false
            }
            let rv = ReturnValue(rawValue: cpkcs11_finalize(functions.pointer))
            guard rv == .ok else {
                cpkcs11_set_callable(functions.pointer, 1)
                throw PKCS11Error(function: "C_Finalize", returnValue: rv, while: "finalising \(path)")
            }
            try initializeAgain(&state)
            return true
        }
    }

    /// Initialises the module anew, if this process initialised it through this type: for modules that have lost what they speak to, and
    /// do not look for it again.
    ///
    /// From the first moment on, other threads' calls get `CKR_CRYPTOKI_NOT_INITIALIZED` without reaching the module.
    ///
    /// - Parameters:
    ///   - seen: the ``processGeneration`` in which that was found out.
    ///   - isIdle: whether the last of the calls that were under way has ended; asked for a second at most.
    /// - Returns: whether that was done, by this or another thread.
    package func initializeAnew(since seen: UInt, whenIdle isIdle: () -> Bool) throws(PKCS11Error) -> Bool {
        try state.withLock { state throws(PKCS11Error) in
            guard seen == processGeneration else { return true }
            guard state.isInitialized, state.ownsInitialization, !needsReinitialization else { return false }
            cpkcs11_set_callable(functions.pointer, 0)
            // The first idle moment is enough: nobody gets in any more, though who tries is counted for an instant.
            var tries = 0
            var wasIdle = isIdle()
            while !wasIdle, tries < 1000 {
                usleep(1000)
                wasIdle = isIdle()
                tries += 1
            }
            guard wasIdle else {
                cpkcs11_set_callable(functions.pointer, 1)
                state.wasFalseAlarm = true
                return false
            }
            // Whatever it answers: there is nothing left to be ended in order.
            _ = cpkcs11_finalize(functions.pointer)
            try initializeAgain(&state)
            return true
        }
    }

    /// Whether the module was initialised anew since a ``processGeneration``. Waits for another thread that is doing it.
    package func wasInitialized(since seen: UInt) -> Bool { state.withLock { _ in seen != processGeneration } }

    /// Whether calls may reach the module: not while it is about to be initialised anew.
    package var isCallable: Bool { cpkcs11_functions(functions.pointer) != nil }

    /// Whether `CKR_CRYPTOKI_NOT_INITIALIZED` was the answer of ``initializeAnew(since:whenIdle:)``, which then finalised nothing: the
    /// sessions of before are open still. Waits for a thread that is at it.
    package var isFalseAlarm: Bool {
        state.withLock { state in
            state.wasFalseAlarm
                && functions.returnValue { list in
                    var info = CK_INFO()
                    return list.pointee.C_GetInfo?(&info)
                } != .cryptokiNotInitialized
        }
    }

    /// Calls `C_Finalize` if this process initialised the module through this type; otherwise does nothing.
    ///
    /// All sessions of the module end with it, those of other parts of the program too. There is rarely a reason to call
    /// this, and none at the end of a process.
    ///
    /// - Throws: ``PKCS11Error`` with the return value of `C_Finalize`.
    public func finalize() throws(PKCS11Error) {
        try state.withLock { state throws(PKCS11Error) in
            guard state.isInitialized, state.ownsInitialization, !needsReinitialization else { return }
            try functions.call("C_Finalize", while: "finalising \(path)") { $0.pointee.C_Finalize?(nil) }
            // NSS's module of certificates crashes when it is called now, and sessions may still be dropped.
            cpkcs11_set_callable(functions.pointer, 0)
            state.isInitialized = false
            state.ownsInitialization = false
            changes.add(1, ordering: .releasing)
        }
    }
}
