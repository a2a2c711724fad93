/// What a command line asks for.
enum Request: Sendable {
    /// The help of a place in the tree: no words for `p11` itself, one for a noun, more for a command.
    case help(words: [String])
    case version
    case command(CommandDescription, Arguments)
}

/// Reads command lines by the description of all commands.
///
/// Global options may stand anywhere, those of a command anywhere after it. A value is the next word or follows `=`;
/// after `--` every word is an operand.
struct CommandLineParser {
    let tree: CommandTree

    private var words: [String] = []
    private var command: CommandDescription?
    private var group: CommandGroup?
    private var arguments = Arguments()
    private var wantsHelp = false
    private var wantsVersion = false

    init(tree: CommandTree) { self.tree = tree }

    /// Reads the words after the name of the program.
    ///
    /// - Throws: ``CommandFailure`` with exit 64 for everything that the descriptions do not allow.
    static func parse(_ words: [String], tree: CommandTree) throws(CommandFailure) -> Request {
        var parser = CommandLineParser(tree: tree)
        return try parser.parse(words)
    }

    /// Whether errors are to be JSON; asked before the line is known to be correct.
    static func asksForJSON(_ words: [String]) -> Bool {
        let options = words.prefix { $0 != "--" }
        return options.contains("--json") || options.contains("--output=json")
            || zip(options, options.dropFirst()).contains { $0 == "--output" && $1 == "json" }
    }

    private mutating func parse(_ input: [String]) throws(CommandFailure) -> Request {
        var rest = input[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || word == "-" || !word.hasPrefix("-") {
                try take(word: word)
            } else if word == "--" {
                onlyOperands = true
            } else if word == "--help" || word == "-h" {
                wantsHelp = true
            } else if word == "--version" {
                wantsVersion = true
            } else {
                try take(option: word, rest: &rest)
            }
        }
        if wantsHelp { return .help(words: words) }
        if wantsVersion { return .version }
        return try finish()
    }

    private mutating func take(word: String) throws(CommandFailure) {
        if let command {
            guard arguments.operands.count < command.operands.count || wantsHelp else {
                // Behind `--`, what follows the name of an option may be a PIN.
                let isValue = arguments.operands.last.map { $0 != "-" && $0.hasPrefix("-") } ?? false
                throw .usage((isValue ? "there" : "`\(Self.shown(word))`") + " is one word too many", hint: helpHint)
            }
            if arguments.operands.count < command.operands.count {
                let operand = command.operands[arguments.operands.count]
                try check(word, operand.name, among: operand.choices)
            }
            arguments.append(operand: word)
        } else if let group {
            guard let found = group.commands.first(where: { $0.words.last == word }) else {
                throw unknown(
                    word, "`p11 \(group.noun)` has no command `\(Self.shown(word))`",
                    among: group.commands.compactMap(\.words.last))
            }
            command = found
            words.append(word)
        } else if word == "help" && words.isEmpty {
            wantsHelp = true
        } else if let found = tree.groups.first(where: { $0.noun == word }) {
            group = found
            words.append(word)
        } else if let found = tree.verbs.first(where: { $0.words == [word] }) {
            command = found
            words.append(word)
        } else {
            throw unknown(
                word, "there is no command `\(Self.shown(word))`",
                among: tree.groups.map(\.noun) + tree.verbs.flatMap(\.words))
        }
    }

    /// The option in a word, and what stands behind `=`. By bytes: what is a letter to a reader may begin with `=` and an accent.
    private static func parts(of word: String) -> (option: String, value: String?) {
        guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
        return (
            String(decoding: word.utf8[..<equals], as: UTF8.self),
            String(decoding: word.utf8[equals...].dropFirst(), as: UTF8.self)
        )
    }

    /// A word for an error. An option where none can be is a word too, and what it is set to may be a PIN all the same.
    private static func shown(_ word: String) -> String {
        let (option, value) = parts(of: word)
        guard word.utf8.first == UInt8(ascii: "-"), value != nil else { return escapedForTerminal(word) }
        return escapedForTerminal(option) + "=…"
    }

    private mutating func take(option word: String, rest: inout ArraySlice<String>) throws(CommandFailure) {
        let (written, given) = Self.parts(of: word)
        let name = String(written.dropFirst(2))
        guard word.hasPrefix("--"), let option = known.first(where: { $0.name == name }) else {
            throw unknownOption(written)
        }
        guard option.placeholder != nil else {
            guard given == nil else { throw .usage("--\(name) takes no value", hint: helpHint) }
            return arguments.set(option)
        }
        let value: String
        if let given {
            value = given
        } else if let next = rest.first, !isKnownOption(next) {
            value = next
            rest.removeFirst()
        } else {
            throw .usage(
                "--\(name) needs a value", hint: "write --\(name)=VALUE, also for a value that begins with --")
        }
        try check(value, of: option)
        guard arguments.set(option, to: value) else { throw .usage("--\(name) is given twice") }
    }

    private func check(_ value: String, of option: OptionDescription) throws(CommandFailure) {
        guard !value.isEmpty || option.mayBeEmpty || wantsHelp else {
            throw .usage("--\(option.name) is empty", hint: helpHint)
        }
        guard !option.unlistedChoices.contains(value) else { return }
        try check(value, "--\(option.name)", among: option.choices)
    }

    private func check(_ value: String, _ name: String, among choices: [String]) throws(CommandFailure) {
        guard !choices.isEmpty, !choices.contains(value), !wantsHelp else { return }
        let near = nearestMatch(to: value, among: choices).map { "did you mean `\($0)`? " } ?? ""
        throw .usage(
            "\(name) cannot be `\(Self.shown(value))`", hint: near + "possible: " + choices.joined(separator: ", "))
    }

    private mutating func finish() throws(CommandFailure) -> Request {
        guard let command else {
            if let group {
                throw .usage(
                    "`p11 \(group.noun)` needs one of: "
                        + group.commands.compactMap(\.words.last).joined(separator: ", "), hint: helpHint)
            }
            throw .usage("no command given", hint: "see p11 --help")
        }
        if let missing = command.operands.dropFirst(arguments.operands.count).first(where: { !$0.isOptional }) {
            throw .usage("\(missing.name) is missing: \(command.usage)", hint: helpHint)
        }
        if let missing = command.options.first(where: { $0.isRequired && !arguments.has($0) }) {
            let choices = missing.choices.isEmpty ? helpHint : "possible: " + missing.choices.joined(separator: ", ")
            throw .usage("--\(missing.name) is missing: \(command.usage)", hint: choices)
        }
        return .command(command, arguments)
    }

    private var known: [OptionDescription] { (command?.options ?? []) + tree.globalOptions }

    private func isKnownOption(_ word: String) -> Bool {
        guard word.hasPrefix("--") else { return false }
        let name = String(Self.parts(of: word).option.dropFirst(2))
        return name == "" || name == "help" || Self.optionsThatTakeNoPIN[name] != nil
            || known.contains { $0.name == name }
    }

    private var helpHint: String { "see " + (["p11"] + words + ["--help"]).joined(separator: " ") }

    private func unknown(_ word: String, _ message: String, among names: [String]) -> CommandFailure {
        .usage(message, hint: nearestMatch(to: word, among: names).map { "did you mean `\($0)`?" } ?? helpHint)
    }

    /// The error for an option that nothing describes. Its value, which may be a secret, is never repeated.
    private func unknownOption(_ option: String) -> CommandFailure {
        let name = String(option.drop { $0 == "-" })
        if let source = Self.optionsThatTakeNoPIN[name] {
            return .usage(
                "--\(name) does not exist: no option takes a PIN, other users of this machine could read it",
                hint: "use --\(source) prompt, file:PATH, fd:N, -, env:NAME, cmd:/PROGRAM or credential:NAME")
        }
        if command == nil,
            (tree.groups.flatMap(\.commands) + tree.verbs).contains(where: { $0.options.contains { $0.name == name } })
        {
            return .usage("--\(name) stands before the command it belongs to", hint: "write it after the command")
        }
        return unknown(
            name, "there is no option \(escapedForTerminal(option))" + (words.isEmpty ? "" : " here"),
            among: known.map(\.name) + ["help", "version"], prefix: "--")
    }

    private func unknown(_ word: String, _ message: String, among names: [String], prefix: String) -> CommandFailure {
        let near = nearestMatch(to: word, among: names)
        return .usage(message, hint: near.map { "did you mean \(prefix)\($0)?" } ?? helpHint)
    }

    private static let optionsThatTakeNoPIN = [
        "pin": "pin-source", "so-pin": "so-pin-source", "new-pin": "new-pin-source", "passphrase": "passphrase-source",
        "password": "pin-source",
    ]
}
