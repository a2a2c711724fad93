import TokenKeyStore

/// Where each setting comes from, and what is allowed for on the token.
struct DoctorSettings {
    let all: [ConfigurationSetting]

    init(_ configuration: Configuration) throws { all = try configuration.settings() }

    /// In words.
    func place(_ setting: ConfigurationSetting) -> String {
        let place = Self.name(setting.place)
        return setting.detail.map { "\(place) \($0)" } ?? place
    }

    var json: JSON {
        .array(
            all.map { setting in
                .object([
                    ("name", .string(setting.name)), ("value", .string(setting.value)),
                    ("from", .string(Self.name(setting.place))), ("detail", JSON(setting.detail)),
                ])
            })
    }

    static func json(_ quirk: ActiveQuirk) -> JSON {
        .object([
            ("name", .string(quirk.quirk.rawValue)), ("reason", .string(quirk.reason)),
            ("habit", .string(quirk.description.habit)), ("effect", .string(quirk.description.effect)),
            ("report", .string(quirk.description.report)),
        ])
    }

    private static func name(_ place: ConfigurationSetting.Place) -> String {
        switch place {
        // The caller of the library is this program: what it passes on are its options.
        case .caller: "option"
        case .uri: "URI of the option"
        default: place.rawValue
        }
    }
}
