internal import CPKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A module that p11-kit is configured with (pkcs11.conf(5)).
///
/// The configuration is read, and no module is loaded for it: p11-kit itself would load all of them, with whatever their
/// constructors do, and none if a single file has a slip in it.
///
///     for module in ConfiguredModule.all() { print(module.name, module.path ?? "remote") }
public struct ConfiguredModule: Hashable, Sendable {
    /// The name of its file without `.module`, such as `softhsm2`.
    public let name: String
    /// The path of the library; a relative one in the configuration is completed by p11-kit's module folder. nil for a remote
    /// module, which only p11-kit can reach: load `p11-kit-proxy.so` for those.
    public let path: String?
    /// What p11-kit would run or connect to; nil for a library.
    public let remote: String?
    /// The string for `CK_C_INITIALIZE_ARGS.pReserved` (`x-init-reserved`), as ``Module/LoadOptions/reserved`` takes it.
    public let reserved: String?
    /// Modules with a higher number come first.
    public let priority: Int
    /// Whether `enable-in` and `disable-in` let programs with this one's name load it.
    public let isEnabled: Bool

    /// The configured modules, by priority and then by name.
    ///
    /// Files of the package, of the system and of the user are merged setting by setting, the user's winning; those of
    /// the user do not count for root, nor where the system's pkcs11.conf says so. What cannot be read is skipped.
    public static func all() -> [ConfiguredModule] { all(in: ModuleConfigurationFolders.ofThisProcess()) }

    /// The module with a name, whether it is enabled for this program or not.
    ///
    /// - Returns: nil when p11-kit is not configured with such a module.
    public static func named(_ name: String) -> ConfiguredModule? { all().first { $0.name == name } }

    /// The path of a library that is in p11-kit's module folder, such as `opensc-pkcs11.so`.
    ///
    /// - Returns: nil when it has no such file.
    public static func libraryPath(fileName: String) -> String? {
        ModuleConfigurationFolders.ofThisProcess().existingPath(ofModule: fileName)
    }

    static func all(in folders: ModuleConfigurationFolders) -> [ConfiguredModule] {
        folders.settings.compactMap { name, settings in
            ConfiguredModule(name: name, settings: settings, folders: folders)
        }.sorted { ($1.priority, $0.name) < ($0.priority, $1.name) }
    }

    init?(name: String, settings: [String: String], folders: ModuleConfigurationFolders) {
        let file = settings["module"] ?? ""
        let remote = settings["remote"] ?? ""
        // An empty `module` is how a user switches a module of the system off.
        guard !file.isEmpty || !remote.isEmpty else { return nil }
        self.name = name
        self.path = remote.isEmpty ? folders.path(ofModule: file) : nil
        self.remote = remote.isEmpty ? nil : remote
        self.reserved = settings["x-init-reserved"].flatMap { $0.isEmpty ? nil : $0 }
        self.priority = settings["priority"].flatMap { Int($0) } ?? 0
        let program = folders.programName
        if let enabled = settings["enable-in"] {
            self.isEnabled = Self.list(enabled).contains(program)
        } else {
            self.isEnabled = !Self.list(settings["disable-in"] ?? "").contains(program)
        }
    }

    private static func list(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == " " || $0 == "\t" }.map { String($0) }
    }
}
