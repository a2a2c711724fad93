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

/// Runs one command line and gives what the process shall end with.
///
/// - Parameter line: the words after the name of the program.
func run(_ line: [RawArgument]) -> Int32 {
    let tree = CommandTree.p11
    do {
        let words = try RawArgument.words(line)
        if let text = answerToScripts(words, tree) {
            try writeAll(Data(text.utf8), to: 1, name: "standard output")
            return ExitCode.success.rawValue
        }
        switch try CommandLineParser.parse(words, tree: tree) {
        case .version:
            try writeAll(Data("p11 \(version)\n".utf8), to: 1, name: "standard output")
        case .help(let words):
            let width = min(Terminal.width(1) ?? 80, 100)
            try writeAll(Data(Help(tree: tree, width: width).text(for: words).utf8), to: 1, name: "standard output")
        case .command(let command, let arguments):
            try checkEnvironment()
            try command.body(try Invocation(arguments))
        }
        return ExitCode.success.rawValue
    } catch {
        let failure = CommandFailure(error)
        let text = CommandLineParser.asksForJSON(line.map(\.escaped)) ? failure.json.text + "\n" : failure.text
        // Nobody is left to tell if this fails too.
        try? writeAll(Data(text.utf8), to: 2, name: "standard error")
        return failure.exit.rawValue
    }
}

/// What completion scripts and the installation ask; nil for a command line of a person.
private func answerToScripts(_ words: [String], _ tree: CommandTree) -> String? {
    switch words.first {
    case CompletionCommand.request: CompletionCommand.answer(to: Array(words.dropFirst()), tree: tree)
    case ManualPage.request: ManualPage.text(for: words.dropFirst().first, tree: tree)
    default: nil
    }
}

/// Variables are text too, but for the PIN itself: repaired, they would name another token or file.
///
/// - Throws: ``CommandFailure`` with exit 64.
private func checkEnvironment() throws(CommandFailure) {
    let names = [
        "PKCS11_MODULE", "PKCS11_MODULE_PATH", "PKCS11_TOKEN_LABEL", "PKCS11_URI", "PKCS11_PIN_SOURCE", "P11_PROFILE",
        "P11_CONFIG",
    ]
    for name in names {
        guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
        throw .usage("\(name) is not UTF-8, so nothing was done")
    }
}

/// The version of the package.
let version = "0.1.0"
