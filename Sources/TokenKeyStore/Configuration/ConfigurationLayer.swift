internal import PKCS11

/// The settings of one place: the caller, the environment, a profile. Later places fill in what earlier ones leave open.
struct ConfigurationLayer: Sendable {
    let place: ConfigurationSetting.Place
    var module: ModuleSource?
    var token: TokenSelector?
    var pin: PINSource?
    /// What is set, in the words of its place, such as `PKCS11_URI`: for the message when something is missing.
    var origins: [String] = []
    /// Which variable or profile each setting comes from.
    var moduleDetail: String?
    var tokenDetail: String?
    var pinDetail: String?
    /// Why a module that a URI names may not be loaded: thrown when it is this layer's turn.
    var moduleRefusal: KeyStoreError?
    /// The same for a PIN source.
    var pinRefusal: KeyStoreError?

    init(_ place: ConfigurationSetting.Place) { self.place = place }
}

extension ConfigurationLayer {
    /// What the caller set, and then what the URIs in its token selector say.
    static func caller(_ configuration: Configuration) throws -> [ConfigurationLayer] {
        var layer = ConfigurationLayer(.caller)
        (layer.module, layer.token, layer.pin) = (configuration.module, configuration.token, configuration.pin)
        if layer.module != nil { layer.origins.append("a module") }
        if let token = layer.token { layer.origins.append("a token (\(token))") }
        if layer.pin != nil { layer.origins.append("a PIN source") }
        let uris = configuration.token?.uris ?? []
        return try [layer]
            + uris.map { uri in
                try ConfigurationLayer(.uri, extrasOf: uri, allowing: configuration.uriPermissions)
            }
    }

    /// `PKCS11_URI`, and then the variables for one setting each.
    static func environment(_ variables: Environment) throws -> [ConfigurationLayer] {
        var fromURI = ConfigurationLayer(.environment)
        var plain = ConfigurationLayer(.environment)
        if let uri = try variables.nonEmpty("PKCS11_URI") {
            let uri = try parsed(uri)
            fromURI = try ConfigurationLayer(.environment, extrasOf: uri, allowing: .all)
            fromURI.token = .uri(uri)
            (fromURI.moduleDetail, fromURI.tokenDetail, fromURI.pinDetail) = ("PKCS11_URI", "PKCS11_URI", "PKCS11_URI")
            fromURI.origins = ["PKCS11_URI"]
        }
        for name in ["PKCS11_MODULE", "PKCS11_MODULE_PATH"] {
            guard let module = try variables.nonEmpty(name) else { continue }
            let source = ModuleSource(parsing: module)
            guard plain.module == nil || plain.module == source else {
                throw KeyStoreError(
                    .invalidConfiguration, "PKCS11_MODULE and PKCS11_MODULE_PATH name different modules",
                    hint: "Set one of them.")
            }
            plain.module = source
            plain.moduleDetail = plain.moduleDetail ?? name
            plain.origins.append(name)
        }
        if let label = try variables.nonEmpty("PKCS11_TOKEN_LABEL") {
            // Both must match: which of the two to believe is not ours to say.
            fromURI.token = fromURI.token?.and(.label(label)) ?? .label(label)
            fromURI.tokenDetail = (fromURI.tokenDetail.map { $0 + " and " } ?? "") + "PKCS11_TOKEN_LABEL"
            fromURI.origins.append("PKCS11_TOKEN_LABEL")
        }
        if let source = try variables.nonEmpty("PKCS11_PIN_SOURCE") {
            do {
                plain.pin = try PINSource(parsing: source)
            } catch let error as KeyStoreError {
                throw KeyStoreError(error.code, "PKCS11_PIN_SOURCE: \(error.message)", hint: error.hint)
            }
            plain.pinDetail = "PKCS11_PIN_SOURCE"
            plain.origins.append("PKCS11_PIN_SOURCE")
        }
        if variables.contains("PKCS11_PIN") {
            plain.pin = plain.pin ?? .environment("PKCS11_PIN")
            plain.pinDetail = plain.pinDetail ?? "PKCS11_PIN"
            plain.origins.append("PKCS11_PIN")
        }
        return [fromURI, plain]
    }

    /// The module and the PIN that a URI brings. Where they are not allowed and nothing comes before them, that is an error:
    /// passing over them in silence would open another module than the one that the URI names.
    private init(
        _ place: ConfigurationSetting.Place, extrasOf uri: PKCS11URI, allowing permissions: URIPermissions
    ) throws {
        self.init(place)
        if let path = uri.modulePath {
            module = ModuleSource(parsing: path)
        } else if let name = uri.moduleName {
            module = .name(name)
        }
        if module != nil, !permissions.contains(.modules) {
            module = nil
            moduleRefusal = KeyStoreError(
                .notPermitted, "the URI names a module, which would load code",
                hint: "Allow it with URIPermissions.modules if you trust the URI, or name the module apart from it.")
        }
        if let source = uri.pinSource {
            if permissions.contains(.pinSources) {
                pin = try PINSource(uriAttribute: source)
            } else {
                pinRefusal = KeyStoreError(
                    .notPermitted, "the URI names a file for the PIN, which would be read",
                    hint: "Allow it with URIPermissions.pinSources if you trust the URI, or give the source apart.")
            }
        } else if let value = uri.pinValue {
            pin = .value(value)
        }
    }

    /// What a profile says; the URI of its token may do all, as the file is the user's.
    init(_ profile: Profile) throws {
        self.init(.profile)
        let name = "[\(profile.name)] of \(profile.path)"
        for uri in profile.token?.uris ?? [] { self = try ConfigurationLayer(.profile, extrasOf: uri, allowing: .all) }
        module = profile.module ?? module
        pin = profile.pin ?? pin
        token = profile.selector
        origins = ["the profile \(escaped(name))"]
        (moduleDetail, tokenDetail, pinDetail) = (name, name, name)
    }

    private static func parsed(_ uri: String) throws -> PKCS11URI {
        do {
            return try PKCS11URI(parsing: uri)
        } catch {
            throw KeyStoreError(.invalidConfiguration, "PKCS11_URI: \(error.message)")
        }
    }
}

extension Environment {
    /// A variable that is set to nothing is a slip (`PKCS11_MODULE=$TYPO`) that must not count as unset.
    func nonEmpty(_ name: String) throws -> String? {
        guard let value = self[name] else { return nil }
        guard !value.isEmpty else {
            throw KeyStoreError(
                .invalidConfiguration, "the environment variable \(name) is set to nothing",
                hint: "Unset it, or give it a value.")
        }
        return value
    }
}
