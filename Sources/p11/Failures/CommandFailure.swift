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
    /// Whether what was asked for was done all the same, and only the report on it failed.
    var isDone = false

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
        var line = "error: " + escapedForTerminal(Self.shown(message))
        if let returnValue { line += " (\(returnValue))" }
        var lines = [line] + candidates.map { "  " + escapedForTerminal(Self.shown($0)) }
        if let hint { lines.append("hint: " + escapedForTerminal(Self.shown(hint))) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func shown(_ text: String) -> String { shortened(withoutPIN(text)) }

    /// The object for a program; the line is its own document.
    var json: JSON {
        var members: [(String, JSON)] = [
            ("code", .string(code)), ("exit", .integer(Int(exit.rawValue))), ("ckr", JSON(returnValue)),
            ("function", JSON(function)), ("message", .string(Self.shown(message))),
            ("hint", JSON(hint.map(Self.shown))),
        ]
        if isDone { members.append(("done", .bool(true))) }
        if !candidates.isEmpty { members.append(("candidates", .array(candidates.map { .string(Self.shown($0)) }))) }
        return .object([("error", .object(members))])
    }
}

/// A text without the PIN of a `pkcs11:` URI in it: whoever writes a URI where none can be sees his words repeated, and logs keep them.
func withoutPIN(_ text: String) -> String {
    let name = Array("pin-value=".utf8)
    var kept: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
        guard rest.count >= name.count, zip(rest, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else {
            kept.append(byte)
            rest = rest.dropFirst()
            continue
        }
        kept += rest.prefix(name.count) + Array("…".utf8)
        // A URI ends it by `&`; the text around by a quotation mark, if at all.
        rest = rest.dropFirst(name.count).drop {
            ![UInt8(ascii: "&"), UInt8(ascii: "`"), UInt8(ascii: "\"")].contains($0)
        }
    }
    return String(decoding: kept, as: UTF8.self)
}
