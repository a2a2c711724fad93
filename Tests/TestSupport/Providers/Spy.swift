import Foundation

/// OpenSC's logging provider in front of a module: counts the Cryptoki calls of a child process.
///
/// Inside this process ``FaultProvider`` counts; the spy reads its target from the environment.
public final class Spy: Sendable {
    /// The path of the module to load instead of the target.
    public let modulePath: String
    /// Where the calls are written.
    public let logPath: String
    private let target: String
    private let directory: TemporaryDirectory

    /// - Parameter target: the path of the module that does the work.
    /// - Throws: ``MissingProvider`` without `pkcs11-spy.so`.
    public init(on target: String) throws {
        self.target = target
        modulePath = try Provider.spy.required()
        directory = try TemporaryDirectory()
        logPath = directory.file("spy.log")
    }

    /// The variables that a child process needs, beside those of the target.
    public var environment: [String: String] { ["PKCS11SPY": target, "PKCS11SPY_OUTPUT": logPath] }

    /// The functions called so far, in order; empty before the first one.
    public var calls: [String] {
        guard let log = try? String(decoding: Data(contentsOf: URL(fileURLWithPath: logPath)), as: UTF8.self) else {
            return []
        }
        return Self.calls(inLog: log)
    }

    /// The functions named in a spy log, in order: its lines "12: C_SignInit".
    public static func calls(inLog log: String) -> [String] {
        log.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].allSatisfy(\.isNumber) else { return nil }
            let name = parts[1].trimmingCharacters(in: .whitespaces)
            return name.hasPrefix("C_") ? name : nil
        }
    }

    /// Forgets the calls so far.
    public func reset() throws {
        if FileManager.default.fileExists(atPath: logPath) { try FileManager.default.removeItem(atPath: logPath) }
    }
}
