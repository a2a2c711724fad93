/// One option, as data: the parser and the help read it, and so can a manual page or a completion script.
struct OptionDescription: Sendable, Hashable {
    /// The long name without its dashes.
    let name: String
    /// What stands for the value in the help, such as `FILE`; nil for a switch, which takes no value.
    let placeholder: String?
    /// One line for the help.
    private(set) var summary: String
    /// Every permitted value, where they can be listed; anything else is then a usage error.
    let choices: [String]
    /// Values that are well written and that the command answers by itself, such as by saying that they are not there yet.
    let unlistedChoices: [String]
    /// Whether the command refuses to run without it.
    private(set) var isRequired = false
    /// Whether it may be given more than once.
    private(set) var isRepeatable = false
    /// Whether nothing is a value too; elsewhere it is a variable of a script that was not set.
    private(set) var mayBeEmpty = false

    private init(
        name: String, placeholder: String?, summary: String, choices: [String] = [], unlistedChoices: [String] = []
    ) {
        self.name = name
        self.placeholder = placeholder
        self.summary = summary
        self.choices = choices
        self.unlistedChoices = unlistedChoices
    }

    /// Describes an option that takes a value.
    static func value(
        _ name: String, _ placeholder: String, _ summary: String, choices: [String] = [], unlisted: [String] = []
    ) -> Self {
        Self(name: name, placeholder: placeholder, summary: summary, choices: choices, unlistedChoices: unlisted)
    }

    /// Describes an option that takes none.
    static func flag(_ name: String, _ summary: String) -> Self {
        Self(name: name, placeholder: nil, summary: summary)
    }

    /// The same option, without which a command does not run.
    var required: Self {
        var option = self
        option.isRequired = true
        return option
    }

    /// The same option, which may be given more than once.
    var repeatable: Self {
        var option = self
        option.isRepeatable = true
        return option
    }

    /// The same option, which may be set to nothing.
    var emptiable: Self {
        var option = self
        option.mayBeEmpty = true
        return option
    }

    /// The same option, described for one command.
    func saying(_ summary: String) -> Self {
        var option = self
        option.summary = summary
        return option
    }

    /// As it is written: `--out FILE`.
    var usage: String {
        guard let placeholder else { return "--\(name)" }
        return "--\(name) \(placeholder)" + (isRepeatable ? " …" : "")
    }
}
