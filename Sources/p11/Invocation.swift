import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of a command: its arguments, and what all commands share.
final class Invocation {
    let arguments: Arguments
    /// How a report is written.
    let style: OutputStyle
    /// Asks at the terminal.
    let question: Question
    /// Where `--pin-source` says the PIN is; nil where it was not given.
    private(set) var pinSource: PINSource?
    private var standardInputUser: String?
    private var saidNotices: Set<String> = []

    /// Reads the global options.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    init(_ arguments: Arguments) throws(CommandFailure) {
        self.arguments = arguments
        let named = arguments[Options.output].flatMap(OutputStyle.init(rawValue:))
        if arguments.has(Options.json), let named, named != .json {
            throw .usage("--json and --output \(named.rawValue) contradict each other")
        }
        style = arguments.has(Options.json) ? .json : named ?? .table
        question = Question(isForbidden: arguments.has(Options.noInput))
        if let text = arguments[Options.pinSource] {
            pinSource = try readPINSource(text, of: "--pin-source")
        } else if environment("PKCS11_PIN_SOURCE") == "-" {
            try claimStandardInput(for: "PKCS11_PIN_SOURCE")
        }
    }

    /// Says that something will read standard input, which can be read once.
    ///
    /// - Throws: ``CommandFailure`` with exit 64 if something else reads it already.
    func claimStandardInput(for reader: String) throws(CommandFailure) {
        if let standardInputUser {
            throw .usage(
                "\(standardInputUser) and \(reader) cannot both be standard input",
                hint: "put one of them into a file, or give the PIN by fd:N or env:NAME")
        }
        standardInputUser = reader
    }

    /// Writes a line to standard error, for the person; with JSON the report says the same in its own way.
    func notice(_ text: String) {
        guard style != .json, saidNotices.insert(text).inserted else { return }
        try? writeAll(
            Data((escapedForTerminal(shortened(withoutPIN(text))) + "\n").utf8), to: 2, name: "standard error")
    }

    /// Writes a warning to standard error; with JSON an object on a line of its own.
    func warn(_ code: String, _ text: String) {
        let object = JSON.object([
            ("warning", .object([("code", .string(code)), ("message", .string(shortened(text)))]))
        ])
        let line = style == .json ? object.text : "warning: " + escapedForTerminal(shortened(text))
        try? writeAll(Data((line + "\n").utf8), to: 2, name: "standard error")
    }

    /// Runs what reports on a change that was made. Where that fails the error says so: whoever took it for undone would do it again.
    ///
    /// - Parameter change: in words, such as `the key was deleted`.
    func reporting(_ change: String, _ body: () throws -> Void) throws(CommandFailure) {
        do {
            try body()
        } catch {
            var failure = CommandFailure(error)
            failure.message = "\(change), and only the report on it failed: \(failure.message)"
            failure.hint = "do not do it again: what is on the token now, the list and show commands say"
            failure.isDone = true
            throw failure
        }
    }

    /// Writes a report to standard output in the style that was asked for.
    ///
    /// - Throws: ``CommandFailure`` with exit 64 where the report has no such style, or 74.
    func write(_ report: Report) throws(CommandFailure) {
        let text = try report.text(
            style, width: Terminal.width(1), bold: Terminal.allowsStyle(1))
        try writeAll(Data(text.utf8), to: 1, name: "standard output")
        if style == .table, report.isEmptyList { notice(report.emptyNotice) }
    }
}
