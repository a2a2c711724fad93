#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs one command line and gives what the process shall end with.
///
/// - Parameter words: the words after the name of the program.
func run(_ words: [String]) -> Int32 {
    let tree = CommandTree.p11
    do {
        switch try CommandLineParser.parse(words, tree: tree) {
        case .version:
            try writeAll(Data("p11 \(version)\n".utf8), to: 1, name: "standard output")
        case .help(let words):
            let width = min(Terminal.width(1) ?? 80, 100)
            try writeAll(Data(Help(tree: tree, width: width).text(for: words).utf8), to: 1, name: "standard output")
        case .command(let command, let arguments):
            try command.body(try Invocation(arguments))
        }
        return ExitCode.success.rawValue
    } catch {
        let failure = CommandFailure(error)
        let text = CommandLineParser.asksForJSON(words) ? failure.json.text + "\n" : failure.text
        // Nobody is left to tell if this fails too.
        try? writeAll(Data(text.utf8), to: 2, name: "standard error")
        return failure.exit.rawValue
    }
}

/// The version of the package.
let version = "0.1.0"
