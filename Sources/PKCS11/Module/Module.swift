internal import CPKCS11
internal import Synchronization

/// A loaded and initialised PKCS #11 module: the library that speaks for one kind of token.
///
/// There is one `Module` per library in a process, however often and by whichever path it is loaded. It stays loaded until
/// the process ends: modules have destructors and threads of their own that unloading would pull the ground from under.
/// Every method may be called from any thread. A key store starts a module anew (`C_Finalize`, `C_Initialize`) that has lost whatever it speaks to
/// and lists no slots any more; sessions that were opened beside the store are void then, and their numbers may become others'.
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

    struct State {
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
    let state = ForkSafeLock(State())
    // The fork generation of the last initialisation, and how many initialisations and finalisations there were: both are read
    // on every operation, without the lock.
    let generation = Atomic<UInt>(0)
    let changes = Atomic<UInt>(0)
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

    /// Whether every call is serialised on one lock, because the module cannot lock by itself or, as p11-kit's client, does so badly.
    public var isSerialized: Bool { cpkcs11_is_serialised(functions.pointer) != 0 }
}

extension Module: Hashable {
    /// Two modules are equal when they are one library.
    public static func == (left: Module, right: Module) -> Bool { left === right }

    /// Hashes the identity of the library.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
