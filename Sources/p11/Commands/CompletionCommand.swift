import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 completion`, and what its scripts ask.
enum CompletionCommand {
    static let command = CommandDescription(
        "completion", summary: "Print the completion script of a shell",
        details: [
            "It completes nouns, verbs, options, their values, the names of profiles, and the labels of tokens, keys and certificates. It never logs in, so it "
                + "knows the labels of public keys only, and it never makes the software token."
        ],
        operands: [OperandDescription("SHELL", "bash, zsh or fish", choices: Shell.allCases.map(\.rawValue))],
        examples: [
            Example("for this bash", "source <(p11 completion bash)"),
            Example("for every fish of yours", "p11 completion fish > ~/.config/fish/completions/p11.fish"),
        ],
        body: { invocation in
            let shell = invocation.arguments.operand(0).flatMap(Shell.init(rawValue:)) ?? .bash
            try writeAll(Data(shell.script.utf8), to: 1, name: "standard output")
        })

    /// The word by which the scripts ask; then `--`, and the words up to the cursor.
    static let request = "__complete"

    /// What fits at the cursor: a line that says `words` or `file`, then a line for each word, a tab, and what it means.
    static func answer(to words: [String], tree: CommandTree) -> String {
        let words = words.first == "--" ? Array(words.dropFirst()) : words
        let completion = Completion(tree: tree)
        let partial = words.last ?? ""
        let before = Array(words.dropLast())
        let answer = completion.answer(after: before, partial: partial)
        if answer == .file { return "file\n" }
        return lines(candidates(for: answer, partial, completion.globalArguments(of: before)))
    }

    private static func candidates(
        for answer: Completion.Answer, _ partial: String, _ arguments: Arguments
    ) -> [Completion.Candidate] {
        switch answer {
        case .file: return []
        case .words(let candidates): return candidates
        case .key: return candidates((try? labels(.publicKey, arguments)) ?? [], "a key", partial)
        case .certificate: return candidates((try? labels(.certificate, arguments)) ?? [], "a certificate", partial)
        case .token: return candidates((try? tokenLabels(arguments)) ?? [], "a token", partial)
        case .profile: return candidates(Configuration.profileNames, "a profile", partial)
        case .value(let prefix, let written, let answer):
            return candidates(for: answer, written, arguments).map {
                Completion.Candidate(word: prefix + $0.word, summary: $0.summary)
            }
        }
    }

    private static func lines(_ candidates: [Completion.Candidate]) -> String {
        "words\n" + candidates.map { "\($0.word)\t\($0.summary)\n" }.joined()
    }

    /// Each label once, if it can be typed and means what it says.
    private static func candidates(_ labels: [String], _ summary: String, _ partial: String) -> [Completion.Candidate] {
        Set(labels).sorted().filter { label in
            !label.isEmpty && label.hasPrefix(partial) && !label.contains(":") && !label.hasPrefix("-")
                && label == escapedForTerminal(label)
        }.map { Completion.Candidate(word: $0, summary: summary) }
    }

    /// By a session of its own without a login, whatever PIN is configured.
    private static func labels(_ objectClass: ObjectClass, _ arguments: Arguments) throws -> [String] {
        guard let configuration = try configuration(arguments) else { return [] }
        let session = try configuration.findToken().slot.openSession()
        return try session.find([.objectClass(objectClass)]).compactMap { object in
            // What one odd object answers hides no other.
            (try? session.attributes([.label], of: object))?.string(.label)
        }
    }

    private static func tokenLabels(_ arguments: Arguments) throws -> [String] {
        guard let configuration = try configuration(arguments) else { return [] }
        return try configuration.loadModule().module.slots(withToken: true).compactMap { try? $0.tokenInfo().label }
    }

    /// What the options and the environment say; nil where it would take making a token.
    private static func configuration(_ arguments: Arguments) throws -> Configuration? {
        let configuration = try Invocation(arguments).configuration()
        let isEmbedded = try configuration.settings().contains { $0.place == .embedded }
        return isEmbedded && !Configuration.embeddedTokenExists ? nil : configuration
    }
}
