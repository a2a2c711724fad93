import TokenKeyStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where each setting comes from, and what is allowed for on the token.
struct DoctorSettings {
    let all: [ConfigurationSetting]

    init(_ configuration: Configuration) throws { all = try configuration.settings() }

    /// In words.
    func place(_ setting: ConfigurationSetting) -> String { Self.name(setting.place) }

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

    /// What to think about, with a code.
    var notes: [(code: String, message: String)] {
        guard let pin = all.first(where: { $0.name == "pin" })?.value, pin.hasPrefix("file:") else { return [] }
        let path = String(pin.dropFirst("file:".count))
        var status = stat()
        // Not refused: a secret that Kubernetes mounts is readable by all, in a container where there is nobody else.
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return [] }
        return [
            (
                "pin-file-open",
                "others may use \(path), as far as its folders let them; if nobody else has to: chmod 600 '\(path)'"
            )
        ]
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
