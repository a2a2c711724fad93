/// A manual page in the macros of man(7): `p11(1)`, and one for each noun, such as `p11-key(1)`.
struct ManualPage {
    /// The word by which the installation asks for a page; then the noun, if it is that of one.
    static let request = "__manual"

    let tree: CommandTree

    /// The page of a noun; the one of `p11` itself without one; nil for a noun that there is not. With `--list`, the names of all pages.
    static func text(for noun: String?, tree: CommandTree) -> String? {
        let page = ManualPage(tree: tree)
        if noun == "--list" { return (["p11"] + tree.groups.map { "p11-\($0.noun)" }).map { $0 + "\n" }.joined() }
        guard let noun else { return page.overview }
        return tree.groups.first { "p11-\($0.noun)" == noun || $0.noun == noun }.map { page.text(of: $0) }
            ?? (noun == "p11" ? page.overview : nil)
    }

    private var overview: String {
        var text = head("p11", tree.summary)
        text +=
            section("SYNOPSIS") + ".B p11\n.I NOUN VERB\n[\\fIoptions\\fR]\n.br\n.B p11\n.I VERB\n[\\fIoptions\\fR]\n"
        text += section("DESCRIPTION") + tree.details.map { escaped($0) + "\n" }.joined(separator: ".PP\n")
        text += section("COMMANDS")
        text += (tree.groups.flatMap(\.commands) + tree.verbs).map { item($0.words.joined(separator: " "), $0.summary) }
            .joined()
        for command in tree.verbs { text += self.text(of: command) }
        text += section("OPTIONS OF EVERY COMMAND") + options(tree.globalOptions)
        text += item("--help", "this text, for whatever stands before it") + item("--version", "the version of p11")
        text += section("EXIT STATUS") + ExitCode.allCases.map { item(String($0.rawValue), $0.summary) }.joined()
        text += section("ENVIRONMENT") + Self.variables.map { item($0.0, $0.1) }.joined()
        text += section("FILES") + item("~/.config/swift-pkcs11/profiles.conf", "profiles; see above")
        text += item("~/.local/share/swift-pkcs11/embedded", "the software token that is used where nothing is set")
        text += section("EXAMPLES") + examples(tree.examples)
        return text + section("SEE ALSO") + tree.groups.map { "\\fBp11-\($0.noun)\\fR(1)" }.joined(separator: ",\n")
            + "\n"
    }

    private func text(of group: CommandGroup) -> String {
        var text = head("p11-\(group.noun)", group.summary)
        text += section("SYNOPSIS")
        text += group.commands.map { ".B " + escaped($0.usage) + "\n[\\fIoptions\\fR]\n" }.joined(separator: ".br\n")
        text += section("DESCRIPTION") + escaped(group.summary) + ".\n"
        for command in group.commands { text += self.text(of: command) }
        text += section("EXAMPLES") + examples(group.examples)
        return text + section("SEE ALSO")
            + "\\fBp11\\fR(1), which has the options of every command and the exit status\n"
    }

    /// What is particular to one command.
    private func text(of command: CommandDescription) -> String {
        var text = section(command.words.joined(separator: " ").uppercased())
        text += ".B " + escaped(command.usage) + "\n[\\fIoptions\\fR]\n.PP\n" + escaped(command.summary) + ".\n"
        for paragraph in command.details { text += ".PP\n" + escaped(paragraph) + "\n" }
        text += command.operands.map { item($0.name, $0.summary) }.joined() + options(command.options)
        return text + ".PP\nFor example:\n" + examples(command.examples)
    }

    private func head(_ name: String, _ summary: String) -> String {
        let short = summary.hasPrefix("p11 ") ? String(summary.dropFirst(4)) : summary
        let line = short.hasSuffix(".") ? String(short.dropLast()) : short
        return ".TH \(name.uppercased()) 1 \"\" \"p11 \(version)\" \"User Commands\"\n"
            + section("NAME") + "\(escaped(name)) \\- \(escaped(line))\n"
    }

    private func section(_ title: String) -> String { ".SH \"\(title)\"\n" }

    private func options(_ options: [OptionDescription]) -> String {
        options.map { option in
            let choices = option.choices.isEmpty ? "" : ": " + option.choices.joined(separator: ", ")
            return item(option.usage, option.summary + choices)
        }.joined()
    }

    private func item(_ name: String, _ text: String) -> String { ".TP\n.B \(escaped(name))\n\(escaped(text))\n" }

    private func examples(_ examples: [Example]) -> String {
        examples.map { ".PP\n\(escaped($0.purpose)):\n.PP\n.nf\n.RS\n\(escaped($0.line))\n.RE\n.fi\n" }.joined()
    }

    /// Nothing in the text is a macro, a hyphen is one that can be copied into a shell, and whatever is not ASCII has its number.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\n": escaped += " "
            case _ where !scalar.isASCII: escaped += "\\[u" + hexadecimal(scalar.value, digits: 4).uppercased() + "]"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }

    private static let variables = [
        ("PKCS11_MODULE, PKCS11_MODULE_PATH", "the module, by its path or the name that p11-kit knows it by"),
        ("PKCS11_TOKEN_LABEL", "the token, by its label"),
        ("PKCS11_URI", "the token by a pkcs11: URI, which may name module and PIN source too"),
        ("PKCS11_PIN_SOURCE", "where the PIN is, as for --pin-source"),
        ("PKCS11_PIN", "the PIN itself"),
        ("P11_PROFILE, P11_CONFIG", "the profile, and the file that profiles are in"),
        ("P11_NO_EMBEDDED", "1: the software token is never used"),
        ("NO_COLOR, TERM", "whether output is styled"),
    ]
}
