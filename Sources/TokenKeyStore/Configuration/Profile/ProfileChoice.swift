/// The profile that is used, and whether somebody named it.
struct ProfileChoice: Sendable {
    let profile: Profile
    let isNamed: Bool

    /// The profile that the caller names, else the one of `P11_PROFILE`, else the default one where there is one.
    ///
    /// A configuration that does not look at the environment has a profile only if it names one.
    ///
    /// - Throws: ``KeyStoreError``: see ``ProfileFile/profile(named:)``.
    init?(_ configuration: Configuration, _ environment: Environment) throws {
        var name = configuration.profile
        if name == nil {
            guard configuration.readsEnvironment else { return nil }
            name = try environment.nonEmpty("P11_PROFILE")
        }
        guard let file = try ProfileFile.find(environment) else {
            guard let name else { return nil }
            throw KeyStoreError(
                .invalidConfiguration,
                "there is no place for the profile [\(escaped(name))]: HOME is not set to an absolute path",
                hint: "Set HOME or XDG_CONFIG_HOME, or name the file: P11_CONFIG.")
        }
        guard let profile = try file.profile(named: name) else { return nil }
        self.profile = profile
        isNamed = name != nil
    }
}

extension ResolvedConfiguration {
    /// Takes from a profile what is about its module.
    mutating func apply(_ profile: Profile) {
        let name = "[\(profile.name)] of \(profile.path)"
        if let reserved = profile.reserved, case .library(let path, _) = module {
            module = .library(path: path, reserved: reserved)
            settings.append(ConfigurationSetting(name: "reserved", value: reserved, place: .profile, detail: name))
        }
        if let set = profile.quirks {
            quirks = set
            settings.append(ConfigurationSetting(name: "quirks", value: "\(set)", place: .profile, detail: name))
        }
        if let most = profile.maximumSessions {
            maximumSessions = most
            settings.append(
                ConfigurationSetting(name: "maximum-sessions", value: "\(most)", place: .profile, detail: name))
        }
    }

    /// Notes where a setting comes from; nil for nowhere.
    mutating func note(_ name: String, _ value: String, _ layer: ConfigurationLayer?, _ detail: String?) {
        settings.append(
            ConfigurationSetting(name: name, value: value, place: layer?.place ?? .fallback, detail: detail))
    }

    /// Of the library; nil for the embedded token.
    var path: String? { module.path }
}

extension ResolvedConfiguration.Module {
    var path: String? {
        if case .library(let path, _) = self { path } else { nil }
    }
}
