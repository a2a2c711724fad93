import PKCS11

/// Why a command failed, ready to be shown: as lines for a person or as JSON for a program.
struct CommandFailure: Error, Equatable, Sendable {
    var exit: ExitCode
    /// A stable, hyphenated name.
    var code: String
    /// One sentence in plain words, without a full stop.
    var message: String
    /// What helps, where something does.
    var hint: String?
    /// What matched, where that was too much; one line each.
    var candidates: [String] = []
    /// The standard name of what a Cryptoki function returned.
    var returnValue: String?
    /// The Cryptoki function that returned it.
    var function: String?

    init(_ exit: ExitCode, _ code: String, _ message: String, hint: String? = nil, candidates: [String] = []) {
        self.exit = exit
        self.code = code
        self.message = message
        self.hint = hint
        self.candidates = candidates
    }

    /// The command line is wrong.
    static func usage(_ message: String, hint: String? = nil) -> Self {
        Self(.usage, "usage", message, hint: hint)
    }

    /// A file could not be read or written.
    static func file(_ message: String, hint: String? = nil) -> Self {
        Self(.fileError, "file-error", message, hint: hint)
    }
}

extension CommandFailure {
    /// The lines for a person, each ended by a newline.
    var text: String {
        var line = "error: " + escapedForTerminal(message)
        if let returnValue { line += " (\(returnValue))" }
        var lines = [line] + candidates.map { "  " + escapedForTerminal($0) }
        if let hint { lines.append("hint: " + escapedForTerminal(hint)) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The object for a program; the line is its own document.
    var json: JSON {
        var members: [(String, JSON)] = [
            ("code", .string(code)), ("exit", .integer(Int(exit.rawValue))), ("ckr", JSON(returnValue)),
            ("function", JSON(function)), ("message", .string(message)), ("hint", JSON(hint)),
        ]
        if !candidates.isEmpty { members.append(("candidates", .array(candidates.map(JSON.string)))) }
        return .object([("error", .object(members))])
    }
}
