/// What can stand where the cursor is on a command line, by the descriptions of all commands.
struct Completion {
    /// One word that fits, with what it means.
    struct Candidate: Equatable {
        let word: String
        let summary: String
    }

    /// What fits.
    enum Answer: Equatable {
        case words([Candidate])
        /// The name of a file, which shells know best.
        case file
        /// A key of the token, by its label.
        case key
        /// A certificate of the token, by its label.
        case certificate
        /// The label of a token.
        case token
        /// The name of a profile.
        case profile
        /// What fits behind the equals sign of an option: the word as far as that sign, and what is written after it.
        indirect case value(prefix: String, written: String, Answer)
    }

    let tree: CommandTree

    /// What fits.
    ///
    /// - Parameters:
    ///   - words: those before the cursor, without the name of the program.
    ///   - partial: the word at the cursor as far as it is written.
    func answer(after words: [String], partial: String) -> Answer {
        var place = Place(tree: tree)
        for word in words { place.read(word) }
        if let option = place.awaited { return value(of: option, place, written: partial) }
        if !place.onlyOperands, partial.hasPrefix("--") {
            if let equals = partial.firstIndex(of: "="),
                let option = place.known.first(where: { "--" + $0.name == partial[..<equals] })
            {
                let written = String(partial[partial.index(after: equals)...])
                let prefix = String(partial[...equals])
                switch value(of: option, place, written: written) {
                case .file: return .file
                case .words(let candidates):
                    return .words(candidates.map { Candidate(word: prefix + $0.word, summary: $0.summary) })
                case let answer: return .value(prefix: prefix, written: written, answer)
                }
            }
            return .words(options(place, written: partial))
        }
        if let command = place.command { return operand(of: command, place, written: partial) }
        return .words(commands(place, written: partial))
    }

    /// What the words say of module and token.
    func globalArguments(of words: [String]) -> Arguments {
        var place = Place(tree: tree)
        for word in words { place.read(word) }
        return place.global
    }

    private func commands(_ place: Place, written: String) -> [Candidate] {
        let all =
            place.group.map { $0.commands.map { Candidate(word: $0.words.last ?? "", summary: $0.summary) } }
            ?? tree.groups.map { Candidate(word: $0.noun, summary: $0.summary) }
            + tree.verbs.map { Candidate(word: $0.words[0], summary: $0.summary) }
        return all.filter { $0.word.hasPrefix(written) }
    }

    private func options(_ place: Place, written: String) -> [Candidate] {
        let help = [Candidate(word: "--help", summary: "what can be said here")]
        return
            (place.known.filter { $0.isRepeatable || !place.given.contains($0.name) }.map {
                Candidate(word: "--" + $0.name, summary: $0.summary)
            } + help).filter { $0.word.hasPrefix(written) }
    }

    private func value(of option: OptionDescription, _ place: Place, written: String) -> Answer {
        if !option.choices.isEmpty {
            return .words(
                option.choices.filter { $0.hasPrefix(written) }.map { Candidate(word: $0, summary: option.summary) })
        }
        switch option.name {
        case Options.token.name: return .token
        case Options.profile.name: return .profile
        case Options.out.name, Options.signature.name, Options.module.name: return .file
        default: return .words([])
        }
    }

    private func operand(of command: CommandDescription, _ place: Place, written: String) -> Answer {
        guard place.operandCount < command.operands.count else {
            return .words(place.onlyOperands ? [] : options(place, written: written))
        }
        let operand = command.operands[place.operandCount]
        if !operand.choices.isEmpty {
            return .words(
                operand.choices.filter { $0.hasPrefix(written) }.map { Candidate(word: $0, summary: operand.summary) })
        }
        switch operand.name {
        case Operands.key.name: return .key
        case Operands.certificate.name: return .certificate
        case Operands.input.name: return .file
        default: return .words([])
        }
    }

    /// What has been said before the cursor.
    private struct Place {
        let tree: CommandTree
        var group: CommandGroup?
        var command: CommandDescription?
        var operandCount = 0
        var onlyOperands = false
        /// The option whose value comes next.
        var awaited: OptionDescription?
        var given: Set<String> = []
        /// The options of every command that name a module and a token, with their values.
        var global = Arguments()

        var known: [OptionDescription] { (command?.options ?? []) + tree.globalOptions }

        mutating func read(_ word: String) {
            if let option = awaited {
                note(option, word)
                awaited = nil
            } else if onlyOperands || word == "-" || !word.hasPrefix("-") {
                read(plain: word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts.first ?? "")
                given.insert(name)
                guard let option = known.first(where: { $0.name == name }), option.placeholder != nil else { return }
                if parts.count > 1 { note(option, String(parts[1])) } else { awaited = option }
            }
        }

        private mutating func note(_ option: OptionDescription, _ value: String) {
            guard [Options.module, Options.token, Options.serial, Options.slot, Options.profile].contains(option) else {
                return
            }
            _ = global.set(option, to: value)
        }

        private mutating func read(plain word: String) {
            if command != nil {
                operandCount += 1
            } else if let group {
                command = group.commands.first { $0.words.last == word }
            } else {
                group = tree.groups.first { $0.noun == word }
                command = tree.verbs.first { $0.words == [word] }
            }
        }
    }
}
