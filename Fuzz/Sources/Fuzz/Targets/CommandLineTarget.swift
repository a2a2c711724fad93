import Foundation

@testable import P11Command

extension FuzzTarget {
    /// Command lines of p11: words that are divided by NUL, as the kernel has them.
    static let commandLine = FuzzTarget(name: "command-line") { bytes in
        let line = bytes.split(separator: 0, omittingEmptySubsequences: false).map { RawArgument(bytes: Array($0)) }
        do {
            let words = try RawArgument.words(line)
            switch try CommandLineParser.parse(words, tree: .p11) {
            case .help(let words):
                check(!Help(tree: .p11).text(for: words).isEmpty, "no help")
            case .version:
                break
            case .command(let command, let arguments):
                check(arguments.operands.count <= command.operands.count, "more operands than the command has")
                let required = command.options.filter(\.isRequired)
                check(required.allSatisfy { arguments.has($0) }, "a required option is missing")
                for option in command.options where !option.choices.isEmpty {
                    guard let value = arguments[option] else { continue }
                    check((option.choices + option.unlistedChoices).contains(value), "a value that is no choice")
                }
                if let key = arguments.operand(0) { _ = try? KeySelector(parsing: key) }
            }
        } catch let failure as CommandFailure {
            checkFailure(failure, of: line)
        }
        _ = CommandLineParser.asksForJSON(line.map(\.escaped))
    }

    private static func checkFailure(_ failure: CommandFailure, of line: [RawArgument]) {
        check(failure.exit == .usage, "exit \(failure.exit.rawValue)")
        let text = failure.text
        check(
            !text.unicodeScalars.contains { isUnsafeOnTerminal($0) && $0 != "\n" }, "an error that steers a terminal")
        check(
            text.split(separator: "\n").count == 1 + failure.candidates.count + (failure.hint == nil ? 0 : 1),
            "an error of more lines than it has parts")
        checkJSON(.string(failure.message))
        // A value behind --pin= is a PIN that was put where none belongs.
        for word in line.compactMap(\.text) where word.hasPrefix("--pin=") && word.utf8.count > 16 {
            let value = word.dropFirst(6)
            // Another word may be shown, and have the same text in it.
            guard line.filter({ $0.escaped.contains(value) }).count == 1 else { continue }
            // So may a list of what is possible: what is said of the same line with another PIN is not about this one.
            check(!text.contains(value) || error(of: line, with: value).contains(value), "a PIN in an error")
        }
    }

    /// What is said of a line in which a PIN is another.
    private static func error(of line: [RawArgument], with pin: Substring) -> String {
        let words = line.map { $0.text == "--pin=" + pin ? "--pin=" + String(repeating: "~", count: 20) : $0.escaped }
        do {
            _ = try CommandLineParser.parse(words, tree: .p11)
            return ""
        } catch {
            return error.text
        }
    }
}
