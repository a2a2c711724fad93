/// One option, as data: the parser and the help read it, and so can a manual page or a completion script.
struct OptionDescription: Sendable, Hashable {
    /// The long name without its dashes.
    let name: String
    /// What stands for the value in the help, such as `FILE`; nil for a switch, which takes no value.
    let placeholder: String?
    /// One line for the help.
    let summary: String
    /// Every permitted value, where they can be listed; anything else is then a usage error.
    let choices: [String]
    /// Whether the command refuses to run without it.
    let isRequired: Bool

    /// Describes an option that takes a value.
    static func value(
        _ name: String, _ placeholder: String, _ summary: String, choices: [String] = [], required: Bool = false
    ) -> Self {
        Self(name: name, placeholder: placeholder, summary: summary, choices: choices, isRequired: required)
    }

    /// Describes an option that takes none.
    static func flag(_ name: String, _ summary: String) -> Self {
        Self(name: name, placeholder: nil, summary: summary, choices: [], isRequired: false)
    }

    /// The same option, without which a command does not run.
    var required: Self {
        Self(name: name, placeholder: placeholder, summary: summary, choices: choices, isRequired: true)
    }

    /// The same option, described for one command.
    func saying(_ summary: String) -> Self {
        Self(name: name, placeholder: placeholder, summary: summary, choices: choices, isRequired: isRequired)
    }

    /// As it is written: `--out FILE`.
    var usage: String {
        guard let placeholder else { return "--\(name)" }
        return "--\(name) \(placeholder)"
    }
}
