import Foundation
import PKCS11
import TokenKeyStore

/// What came of the checks, one JSON line each as soon as it is known: a provider may end the process.
final class Report {
    /// One line.
    struct Line: Codable {
        let check: String
        let result: Result
        let reason: String
    }

    /// The line before them.
    struct Heading: Codable {
        let provider: String
        let version: String
    }

    enum Result: String, Codable {
        case pass, cannot, fail
    }

    private let expectations: Expectations
    private var done: Set<String> = []
    private(set) var failures = 0

    init(_ expectations: Expectations) { self.expectations = expectations }

    /// Runs one check. A check that fails does not stop the others.
    @discardableResult
    func check<R>(_ name: String, _ body: () throws -> R) -> R? {
        done.insert(name)
        let expected = expectations[name]
        do {
            let result = try body()
            if let expected {
                say(name, .fail, "passed, and was expected to fail: \(expected.reason)")
            } else {
                say(name, .pass, "")
            }
            return result
        } catch {
            let code = Self.code(of: error)
            if let expected, expected.code == code {
                say(name, .cannot, expected.reason)
            } else if let expected {
                say(name, .fail, "\(code) in place of \(expected.code): \(error)")
            } else {
                say(name, .fail, "\(code): \(error)")
            }
            return nil
        }
    }

    /// Fails for every check that was to be made and was not.
    func finish(_ checks: [Check]) {
        for check in checks where !done.contains(check.name) { say(check.name, .fail, "was not made") }
    }

    private func say(_ name: String, _ result: Result, _ reason: String) {
        if result == .fail { failures += 1 }
        Self.write(Line(check: name, result: result, reason: reason))
    }

    /// Writes a line at once.
    static func write(_ line: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(line) else { return }
        FileHandle.standardOutput.write(json + Data("\n".utf8))
    }

    private static func code(of error: any Error) -> String {
        switch error {
        case let error as KeyStoreError: error.code.rawValue
        case let error as PKCS11Error: error.returnValue.map { "\($0)" } ?? error.code.rawValue
        case let error as Failure: error.code
        default: "error"
        }
    }
}
