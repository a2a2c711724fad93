/// A word of a command line that is not an option, such as `KEY`.
struct OperandDescription: Sendable, Hashable {
    let name: String
    let summary: String
    let isOptional: Bool
    /// Every permitted word, where they can be listed; anything else is then a usage error.
    let choices: [String]

    init(_ name: String, _ summary: String, optional: Bool = false, choices: [String] = []) {
        self.name = name
        self.summary = summary
        self.isOptional = optional
        self.choices = choices
    }

    /// As it is written: `KEY`, or `[FILE]` where it may be left out.
    var usage: String { isOptional ? "[\(name)]" : name }
}

/// A command line that does something real, and what it does.
struct Example: Sendable, Hashable {
    let purpose: String
    let line: String

    init(_ purpose: String, _ line: String) {
        self.purpose = purpose
        self.line = line
    }
}

/// One command, as data, with the function that does it.
struct CommandDescription: Sendable {
    /// The noun and the verb (`key`, `list`), or the verb alone (`sign`).
    let words: [String]
    /// One line, without a full stop.
    let summary: String
    /// Paragraphs for the help of this command.
    let details: [String]
    let operands: [OperandDescription]
    /// The options of this command; the global ones are understood everywhere.
    let options: [OptionDescription]
    let examples: [Example]
    let body: @Sendable (Invocation) throws -> Void

    init(
        _ words: String..., summary: String, details: [String] = [], operands: [OperandDescription] = [],
        options: [OptionDescription] = [], examples: [Example], body: @escaping @Sendable (Invocation) throws -> Void
    ) {
        self.words = words
        self.summary = summary
        self.details = details
        self.operands = operands
        self.options = options
        self.examples = examples
        self.body = body
    }

    /// The command with its operands: `p11 sign KEY [FILE]`.
    var usage: String {
        (["p11"] + words + operands.map(\.usage) + options.filter(\.isRequired).map(\.usage)).joined(separator: " ")
    }
}

/// The commands that share a noun.
struct CommandGroup: Sendable {
    let noun: String
    let summary: String
    let examples: [Example]
    let commands: [CommandDescription]
}

/// All there is to say to `p11`.
struct CommandTree: Sendable {
    let summary: String
    let details: [String]
    let groups: [CommandGroup]
    /// Commands without a noun.
    let verbs: [CommandDescription]
    let globalOptions: [OptionDescription]
    let examples: [Example]
}
