import Foundation

/// A fresh SoftHSM token, or several, in a folder of their own, removed when the last reference goes.
///
/// In this process: load ``modulePath``, a private copy of the library that knows its configuration, so that any number
/// of fixtures live side by side and tests run in parallel.
///
/// ```swift
/// let token = try SoftHSMToken(label: "signing")
/// let module = try token.withEnvironment { try Module.load(path: token.modulePath) }
/// ```
///
/// In a child process: pass ``environment``, with the library of the system or with ``modulePath``.
public final class SoftHSMToken: Sendable {
    /// The user PIN unless another is asked for.
    public static let defaultPIN = "1234567"
    /// The security officer's PIN unless another is asked for.
    public static let defaultSOPIN = "87654321"

    /// The folder that holds everything.
    public let directory: TemporaryDirectory
    /// The label of the first token.
    public let label: String
    /// The user PIN.
    public let pin: String
    /// The security officer's PIN.
    public let soPIN: String
    /// The path of the private copy of the library.
    public let modulePath: String
    /// The path of SoftHSM's configuration file.
    public let configurationPath: String
    private let isPatched: Bool
    /// Where the tokens are, in memory where the system has such a folder: SoftHSM writes a new object some thirty times, and
    /// a file system on a disk may wait for the disk each time.
    private let storage: TemporaryDirectory

    /// Makes the configuration, the private library and the token.
    ///
    /// - Parameters:
    ///   - label: of the token; nil leaves only the uninitialised one that SoftHSM always shows.
    ///   - moreLabels: further tokens with the same PINs.
    /// - Throws: ``MissingProvider`` without SoftHSM, ``CommandError`` when `softhsm2-util` refuses.
    public init(
        label: String? = "test", pin: String = defaultPIN, soPIN: String = defaultSOPIN, moreLabels: [String] = []
    ) throws {
        let library = try Provider.softHSM.required()
        directory = try TemporaryDirectory()
        self.label = label ?? ""
        self.pin = pin
        self.soPIN = soPIN
        storage = try (try? TemporaryDirectory(in: "/dev/shm")) ?? TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("tokens"), withDestinationPath: storage.path)
        // A one-letter name: the whole path has to fit where "/etc/softhsm2.conf" was.
        configurationPath = try directory.write(
            """
            directories.tokendir = \(directory.file("tokens"))
            objectstore.backend = file
            log.level = ERROR
            slots.removable = false

            """, to: "c")
        modulePath = directory.file("libsofthsm2.so")
        isPatched = try SoftHSMLibrary.copy(from: library, to: modulePath, configuration: configurationPath)
        for label in [label].compactMap(\.self) + moreLabels { try addToken(label: label) }
    }

    /// Initialises one more token, in a child process.
    ///
    /// A SoftHSM that is already initialised in this process shows it only after it was finalised and initialised again.
    public func addToken(label: String, pin: String? = nil, soPIN: String? = nil) throws {
        try Command.check(
            "softhsm2-util",
            [
                "--init-token", "--free", "--label", label, "--pin", pin ?? self.pin, "--so-pin", soPIN ?? self.soPIN,
            ], environment: environment)
    }

    /// The variables that make SoftHSM, of the system or copied, use these tokens in a child process.
    public var environment: [String: String] { ["SOFTHSM2_CONF": configurationPath] }

    /// One more private copy of the library over the same tokens: a second, independent SoftHSM in this process.
    ///
    /// - Returns: its path, inside ``directory``.
    public func anotherModulePath() throws -> String {
        let path = directory.file("libsofthsm2-\(UUID().uuidString).so")
        _ = try SoftHSMLibrary.copy(from: Provider.softHSM.required(), to: path, configuration: configurationPath)
        return path
    }

    /// Runs what calls `C_Initialize` of a copy: loading a module does.
    ///
    /// It does nothing more where the configuration could be put into the copy, which is everywhere it was tried.
    /// Elsewhere it sets `SOFTHSM2_CONF` under a lock of the process, so do not nest it.
    public func withEnvironment<R>(_ body: () throws -> R) rethrows -> R {
        if isPatched { return try body() }
        return try ProcessEnvironment.with("SOFTHSM2_CONF", configurationPath, body)
    }

    /// All that can make `C_Initialize` of SoftHSM 2.6 answer CKR_GENERAL_ERROR: a configuration or a folder of tokens that cannot be
    /// opened. The state of a token is not among it: one whose file is empty or cut, as it is for a moment during every
    /// login, is left out of the list of slots, or shows an empty label.
    public var startingConditions: String {
        let files = FileManager.default
        let open = (try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let folder = (try? files.contentsOfDirectory(atPath: storage.path)).map { "\($0.count) tokens" } ?? "none"
        return "configuration \(files.isReadableFile(atPath: configurationPath)), folder of tokens: \(folder), "
            + "\(open) descriptors of \(limit.rlim_cur)"
    }

    /// Runs `pkcs11-tool` on these tokens in a child process; the program has to succeed.
    ///
    /// - Parameter arguments: without `--module`; add `--token-label`, `--login` and `--pin` as needed.
    @discardableResult
    public func pkcs11Tool(_ arguments: [String], input: Data? = nil) throws -> CommandResult {
        let module = try Provider.softHSM.required()
        return try Command.check(
            "pkcs11-tool", ["--module", module] + arguments, input: input, environment: environment)
    }

    /// The arguments of `pkcs11-tool` that select the first token and log in to it.
    public var loginArguments: [String] { ["--token-label", label, "--login", "--pin", pin] }
}

/// Variables of this process's environment, changed by one test at a time.
enum ProcessEnvironment {
    private static let lock = NSLock()

    /// Sets a variable while `body` runs.
    ///
    /// It is never removed again, only set to nothing: glibc then exchanges one pointer, which `getenv` on another
    /// thread survives, instead of moving the array.
    static func with<R>(_ name: String, _ value: String, _ body: () throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        let before = ProcessInfo.processInfo.environment[name] ?? ""
        setenv(name, value, 1)
        defer { setenv(name, before, 1) }
        return try body()
    }
}
