internal import CPKCS11
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A loaded and initialised PKCS #11 module: the library that speaks for one kind of token.
///
/// There is one `Module` per library in a process, however often and by whichever path it is loaded. It stays loaded until
/// the process ends: modules have destructors and threads of their own that unloading would pull the ground from under.
/// Every method may be called from any thread.
///
///     let module = try Module.load(path: "/usr/lib/softhsm/libsofthsm2.so")
///     for slot in try module.slots(withToken: true) { print(try slot.tokenInfo().label) }
public final class Module: Sendable {
    /// How to load a module.
    public struct LoadOptions: Hashable, Sendable {
        /// Who calls `C_Initialize` and `C_Finalize` in this process.
        public struct Initialization: Hashable, Sendable {
            enum Kind: Hashable, Sendable { case shared, omit, exclusive }
            let kind: Kind

            /// Initialise; if somebody in the process did so already, use the module without owning it. The default.
            public static var shared: Self { Self(kind: .shared) }
            /// Do not initialise: somebody else did, and does so again in a forked child.
            public static var omit: Self { Self(kind: .omit) }
            /// Initialise, and fail with `CKR_CRYPTOKI_ALREADY_INITIALIZED` if somebody did so already.
            public static var exclusive: Self { Self(kind: .exclusive) }
        }

        /// Who initialises.
        public var initialization: Initialization
        /// A string for `CK_C_INITIALIZE_ARGS.pReserved`, which NSS takes its parameters from; nil, the default, for none.
        /// A string that its module cannot parse may crash that module.
        public var reserved: String?
        /// Whether the library's own symbols come before the program's (`RTLD_DEEPBIND`). Off by default: it breaks
        /// replaced allocators and sanitizers.
        public var deepBind: Bool
        /// An environment variable that the library reads in `C_Initialize`, set for no longer than that.
        package var variable: EnvironmentVariable?
        /// What errors and listings call the library, where its path says nothing.
        package var describedPath: String?

        /// Makes options; the defaults fit every module but NSS.
        public init(initialization: Initialization = .shared, reserved: String? = nil, deepBind: Bool = false) {
            self.initialization = initialization
            self.reserved = reserved
            self.deepBind = deepBind
        }
    }

    /// The name and value of an environment variable.
    package struct EnvironmentVariable: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private struct State {
        var isInitialized = false
        var ownsInitialization = false
        /// Whether initialising is left to others: nobody loaded the module but with that policy.
        var leavesInitialization = false
        /// Whether calls were answered `CKR_CRYPTOKI_NOT_INITIALIZED` by this type, and the module was not finalised after all.
        var wasFalseAlarm = false
        var reserved: String?
        var variable: EnvironmentVariable?
    }

    /// The path it was first loaded by.
    public let path: String
    let functions: ModuleFunctions
    private let state = ForkSafeLock(State())
    // The fork generation of the last initialisation, and how many initialisations and finalisations there were: both are read
    // on every operation, without the lock.
    private let generation = Atomic<UInt>(0)
    private let changes = Atomic<UInt>(0)
    let openedSessions = Atomic<UInt>(0)

    private init(path: String, functions: ModuleFunctions) {
        self.path = path
        self.functions = functions
    }

    // MARK: Loading

    private static let registry = ForkSafeLock<[UnsafeRawPointerKey: Module]>([:])

    private struct UnsafeRawPointerKey: Hashable, Sendable {
        let address: UInt
    }

    /// Loads a library and initialises it, or gives the module that is loaded already.
    ///
    /// The library is opened with `RTLD_NOW | RTLD_LOCAL`. A 3.x interface is preferred; `C_GetFunctionList` serves where there is
    /// none (PKCS #11 3.0, section 5.4). `C_Initialize` always gets `CKF_OS_LOCKING_OK`; a module that answers `CKR_CANT_LOCK` gets mutex
    /// callbacks, and one that refuses these too has its calls serialised.
    ///
    /// - Parameters:
    ///   - path: a path, or a bare file name that the dynamic linker knows.
    ///   - options: see ``LoadOptions``.
    /// - Throws: ``PKCS11Error/Code/moduleNotLoadable``, ``PKCS11Error/Code/notAModule``, or the return value of `C_Initialize`.
    public static func load(path: String, options: LoadOptions = LoadOptions()) throws(PKCS11Error) -> Module {
        cpkcs11_install_fork_handler()
        try checkFile(path)
        let module = try registry.withLock { modules throws(PKCS11Error) in
            var message = [CChar](repeating: 0, count: 1024)
            guard let library = cpkcs11_open_library(path, options.deepBind ? 1 : 0, &message, message.count) else {
                let reason = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                throw PKCS11Error(
                    code: .moduleNotLoadable, message: "the module \(path) cannot be loaded: \(reason)")
            }
            let key = UnsafeRawPointerKey(address: UInt(bitPattern: library))
            if let known = modules[key] {
                cpkcs11_close_library(library)  // gives back one reference; the first one stays
                return known
            }
            let module = try Module(
                path: options.describedPath ?? path, functions: resolve(library, path: path))
            modules[key] = module
            return module
        }
        try module.initialize(options)
        return module
    }

    /// Says what is wrong with a path before the dynamic linker does in its own words.
    private static func checkFile(_ path: String) throws(PKCS11Error) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw PKCS11Error(code: .moduleNotLoadable, message: "the path of the module is empty or has a NUL byte")
        }
        guard path.contains("/") else { return }
        switch FileKind(path: path) {
        case .missing:
            throw PKCS11Error(code: .moduleNotLoadable, message: "there is no module at \(path): no such file")
        case .directory:
            throw PKCS11Error(
                code: .moduleNotLoadable, message: "\(path) is a directory, not a module: name the .so file in it")
        case .other:
            // Opening a pipe waits for a writer.
            throw PKCS11Error(code: .moduleNotLoadable, message: "\(path) is not a regular file, let alone a module")
        case .regular:
            guard cpkcs11_is_cut_short(path) == 0 else {
                throw PKCS11Error(
                    code: .moduleNotLoadable, message: "the library \(path) is damaged: its end is missing")
            }
        case .unknown:
            return
        }
    }

    private static func resolve(
        _ library: UnsafeMutableRawPointer, path: String
    ) throws(PKCS11Error) -> ModuleFunctions {
        var pointer: UnsafeMutablePointer<cpkcs11_module>?
        var rv: CK_RV = 0
        let failure = cpkcs11_resolve(library, &pointer, &rv)
        if failure == CPKCS11_LOADED, let pointer { return ModuleFunctions(pointer: pointer) }
        cpkcs11_close_library(library)
        if failure == CPKCS11_NO_ENTRY_POINT {
            throw PKCS11Error(
                code: .notAModule,
                message: "\(path) is a library but not a PKCS #11 module: it has no C_GetFunctionList")
        }
        if failure == CPKCS11_OUT_OF_MEMORY {
            throw PKCS11Error(code: .outOfMemory, message: "no memory to load \(path)")
        }
        guard rv != 0 else {
            throw PKCS11Error(code: .notAModule, message: "\(path) gave no usable list of functions")
        }
        throw PKCS11Error(
            function: "C_GetFunctionList", returnValue: ReturnValue(rawValue: rv), while: "loading \(path)")
    }

    // MARK: Initialising

    private func initialize(_ options: LoadOptions) throws(PKCS11Error) {
        try state.withLock { state throws(PKCS11Error) in
            if state.isInitialized {
                // Loaded by the parent of a forked child: its sessions and its login are not ours.
                if needsReinitialization { return try initializeAgain(&state) }
                if options.initialization == .exclusive {
                    throw alreadyInitialized
                }
                // Whoever loaded it before left the initialising to others, who may not have done it.
                guard state.leavesInitialization, options.initialization != .omit else { return }
            }
            state.reserved = options.reserved
            state.variable = options.variable
            state.leavesInitialization = options.initialization == .omit
            guard options.initialization != .omit else {
                noteInitialization(&state)
                return
            }
            let rv = callInitialize(state)
            switch rv {
            case .ok:
                state.ownsInitialization = true
            case .cryptokiAlreadyInitialized where options.initialization == .shared:
                state.ownsInitialization = false
            default:
                throw PKCS11Error(function: "C_Initialize", returnValue: rv, while: "initialising \(path)")
            }
            noteInitialization(&state)
        }
    }

    private func noteInitialization(_ state: inout State) {
        state.isInitialized = true
        state.wasFalseAlarm = false
        openedSessions.store(0, ordering: .relaxed)
        cpkcs11_set_callable(functions.pointer, 1)
        generation.store(UInt(cpkcs11_fork_generation()), ordering: .relaxed)
        changes.add(1, ordering: .releasing)
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
    ///   - isIdle: whether nobody else is in the module; asked once, when nobody can get in any more.
    /// - Returns: whether that was done.
    package func initializeAnew(
        since seen: UInt, ifNoMoreSessionsThan count: UInt, andIdle isIdle: () -> Bool
    ) throws(PKCS11Error) -> Bool {
        try state.withLock { state throws(PKCS11Error) in
            guard state.isInitialized, state.ownsInitialization, seen == processGeneration,
                openedSessions.load(ordering: .relaxed) <= count
            else { return false }
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
            for _ in 0..<1000 where !isIdle() { usleep(1000) }
            guard isIdle() else {
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

    /// Whether every call is serialised on one lock, because the module cannot lock by itself or, as p11-kit's client, does so badly.
    public var isSerialized: Bool { cpkcs11_is_serialised(functions.pointer) != 0 }
}

extension Module: Hashable {
    /// Two modules are equal when they are one library.
    public static func == (left: Module, right: Module) -> Bool { left === right }

    /// Hashes the identity of the library.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
