import Testing

@testable import p11

@Suite struct GrammarTests {
    private static let out = OptionDescription.value("out", "FILE", "where to")
    private static let mode = OptionDescription.value(
        "mode", "M", "how", choices: ["slow", "fast"], unlisted: ["soon"])
    private static let force = OptionDescription.flag("force", "replace")
    private static let json = OptionDescription.flag("json", "JSON")
    private static let slot = OptionDescription.value("slot", "ID", "which")

    private let tree = CommandTree(
        summary: "a tool", details: [],
        groups: [
            CommandGroup(
                noun: "key", summary: "Keys", examples: [],
                commands: [
                    CommandDescription("key", "list", summary: "List", examples: [], body: { _ in }),
                    CommandDescription(
                        "key", "copy", summary: "Copy",
                        operands: [
                            OperandDescription("KEY", "which"), OperandDescription("FILE", "to", optional: true),
                        ],
                        options: [out, mode, force], examples: [Example("copy", "p11 key copy a")], body: { _ in }),
                ])
        ],
        verbs: [
            CommandDescription("sign", summary: "Sign", options: [mode.required], examples: [], body: { _ in })
        ], globalOptions: [json, slot], examples: [])

    private func parse(_ words: String...) throws -> (words: [String], Arguments) {
        guard case .command(let command, let arguments) = try CommandLineParser.parse(words, tree: tree) else {
            throw CommandFailure(.failure, "no-command", "no command")
        }
        return (command.words, arguments)
    }

    private func failure(_ words: String...) -> CommandFailure? {
        #expect(throws: CommandFailure.self) { try CommandLineParser.parse(words, tree: tree) }
    }

    @Test func `a value follows its option as the next word or after an equals sign`() throws {
        for words in [["key", "copy", "a", "--out", "f"], ["key", "copy", "--out=f", "a"]] {
            guard case .command(_, let arguments) = try CommandLineParser.parse(words, tree: tree) else {
                Issue.record("no command")
                return
            }
            #expect(arguments[Self.out] == "f")
            #expect(arguments.operands == ["a"])
        }
        #expect(try parse("key", "copy", "a", "--out=b=c").1[Self.out] == "b=c")
        #expect(failure("key", "copy", "a", "--out=")?.message == "--out is empty")
        #expect(failure("key", "copy", "a", "--out", "")?.exit == .usage)
    }

    @Test func `global options may stand anywhere`() throws {
        for words in [["--json", "key", "list"], ["key", "--json", "list"], ["key", "list", "--json"]] {
            guard case .command(let command, let arguments) = try CommandLineParser.parse(words, tree: tree) else {
                Issue.record("no command")
                return
            }
            #expect(command.words == ["key", "list"])
            #expect(arguments.has(Self.json))
        }
        #expect(try parse("--slot", "3", "key", "list").1[Self.slot] == "3")
    }

    @Test func `a dash alone is a value or an operand`() throws {
        #expect(try parse("key", "copy", "a", "-").1.operands == ["a", "-"])
        #expect(try parse("key", "copy", "a", "--out", "-").1[Self.out] == "-")
    }

    @Test func `after two dashes every word is an operand`() throws {
        #expect(try parse("key", "copy", "--force", "--", "--out", "-h").1.operands == ["--out", "-h"])
    }

    @Test func `a value may begin with a dash unless it is an option`() throws {
        #expect(try parse("key", "copy", "a", "--out", "-x").1[Self.out] == "-x")
        #expect(try parse("key", "copy", "a", "--out=--json").1[Self.out] == "--json")
        #expect(failure("key", "copy", "a", "--out", "--json")?.message == "--out needs a value")
        #expect(failure("key", "copy", "a", "--out")?.exit == .usage)
    }

    @Test func `unknown words get the nearest one as a hint`() {
        #expect(failure("kye", "list")?.hint == "did you mean `key`?")
        #expect(failure("key", "lits")?.hint == "did you mean `list`?")
        #expect(failure("key", "copy", "a", "--uot", "f")?.hint == "did you mean --out?")
        #expect(failure("key", "copy", "a", "--frobnicate")?.hint == "see p11 key copy --help")
        #expect(failure("key", "copy", "a", "--mode", "fsat")?.hint == "did you mean `fast`? possible: slow, fast")
        #expect(failure("-x")?.exit == .usage)
    }

    @Test func `a value that is not there yet is accepted and not advertised`() throws {
        #expect(try parse("key", "copy", "a", "--mode", "soon").1[Self.mode] == "soon")
        #expect(!Help(tree: tree).text(for: ["key", "copy"]).contains("soon"))
    }

    @Test func `what is missing, twice or too much is a usage error`() {
        #expect(failure()?.message == "no command given")
        #expect(failure("key")?.message == "`p11 key` needs one of: list, copy")
        #expect(failure("key", "copy")?.message == "KEY is missing: p11 key copy KEY [FILE]")
        #expect(failure("sign")?.message == "--mode is missing: p11 sign --mode M")
        #expect(failure("key", "copy", "a", "--out", "x", "--out", "y")?.message == "--out is given twice")
        #expect(failure("key", "copy", "a", "b", "c")?.message == "`c` is one word too many")
        #expect(failure("key", "list", "--json=yes")?.message == "--json takes no value")
        #expect(failure("--out", "x", "key", "copy", "a")?.hint == "write it after the command")
    }

    @Test func `--pin names the right option and never shows the value`() throws {
        for words in [["key", "list", "--pin", "4711"], ["--pin=4711", "key", "list"], ["--so-pin", "4711"]] {
            let failure = #expect(throws: CommandFailure.self) { try CommandLineParser.parse(words, tree: tree) }
            #expect(failure?.exit == .usage)
            #expect(failure?.hint?.contains("pin-source") == true)
            #expect(failure?.text.contains("4711") == false)
        }
    }

    @Test func `a PIN is never shown, wherever on the line it stands`() {
        for words in [
            ["key", "list", "--", "--pin=4711"], ["key", "copy", "a", "b", "--", "--pin=4711"],
            ["key", "copy", "a", "--mode", "--pin=4711"], ["key", "copy", "a", "--mode=--pin=4711"],
            ["key", "copy", "a", "--out", "--pin=4711"], ["key", "list", "--pin=\u{301}4711"],
            ["--", "--so-pin=4711"], ["key", "--", "--so-pin=4711"], ["key", "copy", "--", "--pin", "4711", "c"],
            ["key", "copy", "a", "--", "--pin", "4711"],
        ] {
            let failure = #expect(throws: CommandFailure.self, "\(words)") {
                try CommandLineParser.parse(words, tree: tree)
            }
            #expect(failure?.exit == .usage)
            #expect(failure?.text.utf8.contains(UInt8(ascii: "7")) == false, "\(failure?.text ?? "")")
        }
    }

    @Test func `an operand that has to be one of some words is checked like an option`() throws {
        let tree = CommandTree(
            summary: "", details: [], groups: [],
            verbs: [
                CommandDescription(
                    "print", summary: "", operands: [OperandDescription("SHELL", "", choices: ["bash", "zsh"])],
                    examples: [], body: { _ in })
            ], globalOptions: [], examples: [])
        guard case .command = try CommandLineParser.parse(["print", "zsh"], tree: tree) else {
            Issue.record("no command")
            return
        }
        let failure = #expect(throws: CommandFailure.self) {
            try CommandLineParser.parse(["print", "bsah"], tree: tree)
        }
        #expect(failure?.message == "SHELL cannot be `bsah`")
        #expect(failure?.hint == "did you mean `bash`? possible: bash, zsh")
    }

    @Test func `help and version win over everything that is missing`() throws {
        func words(_ line: String...) throws -> [String]? {
            guard case .help(let words) = try CommandLineParser.parse(line, tree: tree) else { return nil }
            return words
        }
        #expect(try words("--help") == [])
        #expect(try words("help", "key", "copy") == ["key", "copy"])
        #expect(try words("key", "-h") == ["key"])
        #expect(try words("key", "copy", "--out", "x", "--help") == ["key", "copy"])
        guard case .version = try CommandLineParser.parse(["--version"], tree: tree) else {
            Issue.record("no version")
            return
        }
    }

    @Test func `JSON for errors is recognised before the line is known to be correct`() {
        #expect(CommandLineParser.asksForJSON(["frob", "--json"]))
        #expect(CommandLineParser.asksForJSON(["--output", "json", "x"]))
        #expect(CommandLineParser.asksForJSON(["--output=json"]))
        #expect(!CommandLineParser.asksForJSON(["sign", "--", "--json"]))
        #expect(!CommandLineParser.asksForJSON(["--output", "table"]))
    }

    @Test func `every command has two examples, every noun and p11 itself too`() {
        let real = CommandTree.p11
        for command in real.groups.flatMap(\.commands) + real.verbs {
            #expect(command.examples.count == 2, "\(command.words)")
            #expect(command.examples.allSatisfy { $0.line.contains("p11 " + command.words.joined(separator: " ")) })
        }
        for group in real.groups { #expect(group.examples.count == 2, "\(group.noun)") }
        #expect(real.examples.count == 2)
    }

    @Test func `help fits the width and shows every option`() {
        let help = Help(tree: CommandTree.p11, width: 80)
        for command in CommandTree.p11.groups.flatMap(\.commands) + CommandTree.p11.verbs {
            let text = help.text(for: command.words)
            for option in command.options { #expect(text.contains("--\(option.name)"), "\(command.words)") }
            let prose = text.split(separator: "\n").prefix { $0 != "Examples:" }
            #expect(prose.allSatisfy { $0.count <= 80 || $0.hasPrefix("Usage:") }, "\(command.words)")
        }
    }

    @Test func `the help of p11 lists every exit code`() {
        let lines = Help(tree: CommandTree.p11, width: 80).text(for: []).split(separator: "\n")
        for code in ExitCode.allCases {
            #expect(lines.contains { $0.hasPrefix("  \(code.rawValue) ") && $0.hasSuffix(code.summary) }, "\(code)")
        }
    }

    @Test(arguments: [
        ("random", true), ("sign", true), ("encrypt", true), ("decrypt", true), ("key export", true), ("verify", false),
        ("key list", false),
    ])
    func `commands that write data say what --json means for them`(command: String, says: Bool) {
        let help = Help(tree: CommandTree.p11, width: 200).text(for: command.split(separator: " ").map(String.init))
        #expect(help.contains("With --json only errors are JSON") == says)
    }

    @Test(arguments: [
        ("sign", "how to sign: "), ("verify", "how it was signed: "), ("encrypt", "how to encrypt: "),
        ("decrypt", "how it was encrypted: "), ("verify", "how the file of --signature is written"),
        ("decrypt", "how FILE, the ciphertext, is written"),
    ])
    func `an option is described as its command means it`(command: String, text: String) {
        #expect(Help(tree: CommandTree.p11, width: 200).text(for: [command]).contains(text))
    }

    @Test(arguments: [
        ("list", "list", 0), ("lsit", "list", 1), ("lst", "list", 1), ("", "abc", 3), ("sign", "slot", 3),
    ])
    func `edit distance counts letters changed and neighbours swapped`(first: String, second: String, distance: Int) {
        #expect(editDistance(first, second) == distance)
    }
}
