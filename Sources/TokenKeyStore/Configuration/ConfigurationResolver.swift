internal import PKCS11

/// Turns a ``Configuration`` and the environment into one module, one token and one PIN source: the only place that decides it.
struct ConfigurationResolver: Sendable {
    var environment: Environment = .process
    /// The settings of a profile file, looked at after the environment.
    var profile = ConfigurationLayer()
    /// The modules that p11-kit knows by name.
    var configuredModules: @Sendable () -> [ConfiguredModule] = { ConfiguredModule.all() }
    /// Where p11-kit's module folder has a library with a file name.
    var libraryPath: @Sendable (String) -> String? = { ConfiguredModule.libraryPath(fileName: $0) }

    /// Settles every setting, each by the first place that has it.
    ///
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/invalidConfiguration`` for settings that are wrong or
    ///   incomplete, ``KeyStoreError/Code/notPermitted`` for a URI that does more than it may, or
    ///   ``KeyStoreError/Code/moduleNotLoadable`` for a module name that p11-kit does not know.
    func resolve(_ configuration: Configuration) throws -> ResolvedConfiguration {
        var layers = try ConfigurationLayer.caller(configuration)
        if configuration.readsEnvironment { layers += try ConfigurationLayer.environment(environment) }
        layers.append(profile)

        guard let module = try first(\.module, \.moduleRefusal, in: layers) else {
            let origins = layers.flatMap(\.origins)
            guard origins.isEmpty else { throw missingModule(origins) }
            try checkEmbeddedTokenIsAllowed(configuration)
            return ResolvedConfiguration(module: .embedded, token: .only, pin: .none)
        }
        return ResolvedConfiguration(
            module: try library(module), token: layers.lazy.compactMap(\.token).first ?? .only,
            pin: try first(\.pin, \.pinRefusal, in: layers) ?? configuration.fallbackPIN)
    }

    private func first<Setting>(
        _ setting: KeyPath<ConfigurationLayer, Setting?>, _ refusal: KeyPath<ConfigurationLayer, KeyStoreError?>,
        in layers: [ConfigurationLayer]
    ) throws -> Setting? {
        for layer in layers {
            if let error = layer[keyPath: refusal] { throw error }
            if let value = layer[keyPath: setting] { return value }
        }
        return nil
    }

    private func missingModule(_ origins: [String]) -> KeyStoreError {
        KeyStoreError(
            .invalidConfiguration, "no module is set, but there is \(origins.joined(separator: " and "))",
            hint: "Name the module too (PKCS11_MODULE, or module-path in the URI). "
                + "The embedded token is used only when nothing at all is set.")
    }

    private func checkEmbeddedTokenIsAllowed(_ configuration: Configuration) throws {
        let forbidden = environment["P11_NO_EMBEDDED"] ?? ""
        guard configuration.allowsEmbeddedToken, forbidden.isEmpty || forbidden == "0" else {
            throw KeyStoreError(
                .invalidConfiguration,
                "no module is set, and the embedded token may not be used"
                    + (configuration.allowsEmbeddedToken ? " (P11_NO_EMBEDDED)" : ""),
                hint: "Name a module: PKCS11_MODULE, or module-path in PKCS11_URI.")
        }
    }

    private func library(_ source: ModuleSource) throws -> ResolvedConfiguration.Module {
        switch source.kind {
        case .path(let path):
            return .library(path: path, reserved: nil)
        case .name(let name):
            let modules = configuredModules()
            guard let module = modules.first(where: { $0.name == name }) else {
                if let path = libraryPath(name) { return .library(path: path, reserved: nil) }
                throw unknownModule(name, among: modules)
            }
            guard let path = module.path else {
                throw KeyStoreError(
                    .moduleNotLoadable, "p11-kit reaches the module \(name) by itself only",
                    hint: "Use p11-kit's proxy module, p11-kit-proxy.so, by its path.")
            }
            return .library(path: path, reserved: module.reserved)
        }
    }

    private func unknownModule(_ name: String, among modules: [ConfiguredModule]) -> KeyStoreError {
        let known = modules.isEmpty ? "knows no modules" : "knows " + modules.map(\.name).joined(separator: ", ")
        return KeyStoreError(
            .moduleNotLoadable, "p11-kit knows no module named \"\(name)\"; it \(known)",
            hint: "A path has a slash in it: ./\(name) for a file in this folder.")
    }
}
