internal import PKCS11

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The software token that is used where nothing is configured: a SoftHSM token of the user's own, made on first use.
///
/// It protects keys against being copied by programs that only see the key store, and against other users of the machine. It does not
/// protect them against the user, or against a program that runs as the user: its PIN is in a file.
struct EmbeddedToken: Sendable {
    /// A private copy of the SoftHSM library, so that another SoftHSM token can be open in the same process.
    let module: Module
    /// The token among those that the module shows.
    let selector: TokenSelector
    /// The file with the PIN.
    let pin: PINSource
    /// Whether this call made the token.
    let isNew: Bool

    private struct Loaded: Sendable {
        var modules: [String: Module] = [:]
    }

    /// One copy for each folder; a second one would be a second SoftHSM with a login of its own.
    private static let loaded = ForkSafeLock(Loaded())

    /// Makes the token if there is none yet, and loads the module.
    ///
    /// - Throws: ``KeyStoreError``: ``KeyStoreError/Code/moduleNotLoadable`` where SoftHSM is not installed,
    ///   ``KeyStoreError/Code/invalidConfiguration`` for a folder that is open to others or damaged, ``KeyStoreError/Code/fileError``
    ///   where it cannot be written.
    static func open(_ environment: Environment = .process) throws -> EmbeddedToken {
        let folder = try EmbeddedTokenFolder(environment)
        // Held while the token is made: the threads of a process meet here, processes at the file lock.
        return try loaded.withLock { loaded in
            let softHSM = try SoftHSMInstallation.find(environment)
            var isNew = false
            if !folder.exists {
                isNew = try EmbeddedTokenMaker(folder: folder, softHSM: softHSM, environment: environment).make()
            }
            try folder.checkPermissions()
            let serial = try folder.serial()
            try folder.updateConfiguration()
            // A module that is loaded already would not see a token that took the place of one that was deleted.
            if isNew { loaded.modules[folder.path] = nil }
            let module = try loaded.modules[folder.path] ?? load(softHSM, folder, serial: serial)
            loaded.modules[folder.path] = module
            return EmbeddedToken(
                module: module, selector: .serial(serial), pin: .file(folder.pinFile), isNew: isNew)
        }
    }

    private static func load(
        _ softHSM: SoftHSMInstallation, _ folder: EmbeddedTokenFolder, serial: String
    ) throws -> Module {
        try ModuleLock.alone(on: softHSM.library) {
            let backup = TokenObjectBackup(folder: folder.path)
            try backup.restore()
            try backup.make()
            return try translating("loading the embedded token") { () throws(PKCS11Error) in
                let module = try Module.loadPrivateCopy(
                    of: softHSM.library, folder: folder.path,
                    variable: .init(name: "SOFTHSM2_CONF", value: folder.configurationFile))
                // The lock holds off the logins of this library only; a login of some other program may hide the token.
                for pause in [5000, 20_000, 100_000] as [UInt32] where !shows(serial, module) {
                    usleep(pause)
                    try module.finalize()
                    try module.reinitialize()
                }
                return module
            }
        }
    }

    private static func shows(_ serial: String, _ module: Module) -> Bool {
        let slots = (try? module.slots(withToken: true)) ?? []
        return slots.contains { (try? $0.tokenInfo().serialNumber) == serial }
    }
}
