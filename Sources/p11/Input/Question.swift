#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Asks the person at the terminal, whatever standard input and output are.
struct Question {
    /// Whether asking is forbidden (`--no-input`).
    let isForbidden: Bool

    /// Asks for a yes.
    ///
    /// - Parameter lines: what will be done, ending in the question.
    /// - Throws: ``CommandFailure`` with exit 11 unless the answer is `y` or `yes`.
    func confirm(_ lines: String) throws(CommandFailure) {
        guard try isConfirmed(lines) else { throw Self.declined }
    }

    /// Asks whether the answer is yes, where a no is not the end.
    ///
    /// - Throws: ``CommandFailure`` with exit 11 where nobody can be asked.
    func isConfirmed(_ lines: String) throws(CommandFailure) -> Bool {
        let answer = try ask(lines + " [y/N] ").lowercased()
        return answer == "y" || answer == "yes"
    }

    /// Asks for a word to be typed again.
    ///
    /// - Throws: ``CommandFailure`` with exit 11 unless the answer is that word.
    func confirm(_ lines: String, byTyping word: String) throws(CommandFailure) {
        guard try ask(lines) == word else { throw Self.declined }
    }

    private static let declined = CommandFailure(.declined, "declined", "nothing was done: the answer was not yes")

    private func ask(_ text: String) throws(CommandFailure) -> String {
        Interruption.heed()
        let terminal = isForbidden ? -1 : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw CommandFailure(
                .declined, "declined", "nothing was done: this needs a yes and there is no terminal to ask at",
                hint: "--yes says so beforehand")
        }
        let source = InputFile(descriptor: terminal, name: "the terminal", closes: true)
        // Labels come from the token, so every line is escaped on its own.
        let shown = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { escapedForTerminal(String($0)) }.joined(separator: "\n")
        try writeAll(Data(shown.utf8), to: terminal, name: "the terminal")
        let line = try source.read() ?? Data()
        return String(decoding: line, as: UTF8.self).trimmingBlanks
    }
}

extension String {
    /// Without blanks and line breaks at either end.
    var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
