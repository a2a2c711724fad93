internal import PKCS11

/// Turns a ``Configuration`` and the environment into one module, one token and one PIN source: the only place that decides it.
struct ConfigurationResolver: Sendable {
    var environment: Environment = .process
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
        let profile = try ProfileChoice(configuration, environment)
        if let profile, let layer = try self.layer(of: profile, after: layers) { layers.append(layer) }

        guard let module = try first(\.module, \.moduleRefusal, in: layers) else {
            let origins = layers.flatMap(\.origins)
            guard origins.isEmpty else { throw missingModule(origins) }
            try checkEmbeddedTokenIsAllowed(configuration)
            var resolved = ResolvedConfiguration(module: .embedded, token: .only, pin: .none)
            resolved.settings = ["module", "token", "pin"].map { name in
                ConfigurationSetting(name: name, value: "embedded token", place: .embedded, detail: nil)
            }
            if let profile { resolved.apply(profile.profile) }
            return resolved
        }
        let token = try first(\.token, nil, in: layers)
        let pin = try first(\.pin, \.pinRefusal, in: layers)
        var resolved = ResolvedConfiguration(
            module: try library(module.value), token: token?.value ?? .only,
            pin: pin?.value ?? configuration.fallbackPIN)
        resolved.note("module", resolved.path ?? "", module.layer, module.layer.moduleDetail)
        resolved.note("token", resolved.token.description, token?.layer, token?.layer.tokenDetail)
        resolved.note("pin", resolved.pin.description, pin?.layer, pin?.layer.pinDetail)
        if let profile, try isAboutModule(profile.profile, resolved.path) { resolved.apply(profile.profile) }
        return resolved
    }

    /// What a profile adds to the settings that come before it; nil for nothing.
    private func layer(of choice: ProfileChoice, after layers: [ConfigurationLayer]) throws -> ConfigurationLayer? {
        var layer = try ConfigurationLayer(choice.profile)
        // One that only says how to use a token is no setting of which.
        guard choice.isNamed || choice.profile.namesSomething else { return nil }
        // The PIN is that of the profile's token on its module, and goes to no other.
        if let module = try first(\.module, \.moduleRefusal, in: layers)?.value, let own = layer.module,
            try library(module).path != library(own).path
        {
            // Nobody asked for it: for another module than its own, none of it is meant.
            guard choice.isNamed else { return nil }
            layer.pin = nil
        }
        if layer.token != nil || layer.module != nil, let token = try first(\.token, nil, in: layers)?.value,
            token != layer.token ?? .only
        {
            layer.pin = nil
        }
        return layer
    }

    /// Whether a profile is about the module that is used: what it says of quirks counts for no other.
    private func isAboutModule(_ profile: Profile, _ path: String?) throws -> Bool {
        guard let own = try ConfigurationLayer(profile).module else { return true }
        return try library(own).path == path
    }

    private func first<Setting>(
        _ setting: KeyPath<ConfigurationLayer, Setting?>, _ refusal: KeyPath<ConfigurationLayer, KeyStoreError?>?,
        in layers: [ConfigurationLayer]
    ) throws -> (value: Setting, layer: ConfigurationLayer)? {
        for layer in layers {
            if let refusal, let error = layer[keyPath: refusal] { throw error }
            if let value = layer[keyPath: setting] { return (value, layer) }
        }
        return nil
    }

    private func missingModule(_ origins: [String]) -> KeyStoreError {
        KeyStoreError(
            .invalidConfiguration, "no module is set, but there is \(origins.joined(separator: " and "))",
            hint: "Name the module too (PKCS11_MODULE, module-path in the URI, or module in the profile). "
                + "The embedded token is used only when nothing at all is set.")
    }

    private func checkEmbeddedTokenIsAllowed(_ configuration: Configuration) throws {
        let forbidden = environment["P11_NO_EMBEDDED"] ?? ""
        guard configuration.allowsEmbeddedToken, forbidden.isEmpty || forbidden == "0" else {
            throw KeyStoreError(
                .invalidConfiguration,
                "no module is set, and the embedded token may not be used"
                    + (configuration.allowsEmbeddedToken ? " (P11_NO_EMBEDDED)" : ""),
                hint: "Name a module: PKCS11_MODULE, module-path in PKCS11_URI, or a profile.")
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
