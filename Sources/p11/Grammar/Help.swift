/// The help of any place in the tree, as text of at most `width` columns.
struct Help {
    let tree: CommandTree
    let width: Int

    init(tree: CommandTree, width: Int = 80) {
        self.tree = tree
        self.width = max(width, 40)
    }

    /// The text for the words of a noun or a command; that of `p11` itself where there are none.
    func text(for words: [String]) -> String {
        if let command = (tree.verbs + tree.groups.flatMap(\.commands)).first(where: { $0.words == words }) {
            return text(of: command)
        }
        if let group = tree.groups.first(where: { [$0.noun] == words }) { return text(of: group) }
        return overview
    }

    private var overview: String {
        var text = tree.summary + "\n\nUsage: p11 NOUN VERB … | p11 VERB …\n\nCommands:\n"
        let commands = tree.groups.flatMap(\.commands) + tree.verbs
        text += table(commands.map { ($0.words.joined(separator: " "), $0.summary) })
        text += globalOptions
        for paragraph in tree.details { text += "\n" + wrapped(paragraph) }
        text += "\nExit codes:\n" + table(ExitCode.allCases.map { (String($0.rawValue), $0.summary) })
        return text + examples(tree.examples)
    }

    private func text(of group: CommandGroup) -> String {
        var text = "\(group.summary)\n\nUsage: p11 \(group.noun) VERB …\n\nCommands:\n"
        text += table(group.commands.map { ($0.words.joined(separator: " "), $0.summary) })
        text += "\n" + wrapped("Each has its own help: p11 \(group.noun) VERB --help")
        return text + examples(group.examples)
    }

    private func text(of command: CommandDescription) -> String {
        var text = "\(command.summary)\n\nUsage: \(command.usage) [options]\n"
        for paragraph in command.details { text += "\n" + wrapped(paragraph) }
        if !command.operands.isEmpty {
            text += "\nOperands:\n" + table(command.operands.map { ($0.name, $0.summary) })
        }
        if !command.options.isEmpty {
            text += "\nOptions:\n" + table(command.options.map { ($0.usage, summary(of: $0)) })
        }
        text += globalOptions
        return text + examples(command.examples)
    }

    private var globalOptions: String {
        let options = tree.globalOptions.map { ($0.usage, $0.summary) }
        return "\nOptions of every command:\n"
            + table(
                options + [("--help", "this text, for whatever stands before it"), ("--version", "the version of p11")])
    }

    private func summary(of option: OptionDescription) -> String {
        option.choices.isEmpty ? option.summary : option.summary + ": " + option.choices.joined(separator: ", ")
    }

    private func examples(_ examples: [Example]) -> String {
        guard !examples.isEmpty else { return "" }
        return "\nExamples:\n" + examples.map { "  # \($0.purpose)\n  \($0.line)\n" }.joined()
    }

    private func table(_ rows: [(String, String)]) -> String {
        let column = min(rows.map { $0.0.count }.max() ?? 0, 28) + 4
        return rows.map { name, summary in
            let lines = lines(of: summary, width: width - column)
            let indent = String(repeating: " ", count: column)
            let first = "  " + name
            let gap = String(repeating: " ", count: max(column - first.count, 0))
            // A name that is too long for its column stands on a line of its own.
            let head = first.count + 2 > column ? first + "\n" + indent : first + gap
            return head + lines.joined(separator: "\n" + indent) + "\n"
        }.joined()
    }

    private func wrapped(_ paragraph: String) -> String {
        lines(of: paragraph, width: width).joined(separator: "\n") + "\n"
    }

    private func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty && line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return lines + [line]
    }
}
