import Foundation

/// What a finished program left behind.
public struct CommandResult: Sendable, CustomStringConvertible {
    /// The exit code; 128 + the signal for a program that a signal ended, as shells count.
    public let exitCode: Int32
    /// The bytes of standard output.
    public let stdout: Data
    /// The bytes of standard error.
    public let stderr: Data

    /// Puts together what was seen of a program that ran otherwise, at a terminal for example.
    public init(exitCode: Int32, stdout: Data, stderr: Data) {
        self.exitCode = exitCode
        self.stdout = stdout
        self.stderr = stderr
    }

    /// Standard output as text; what is not UTF-8 becomes U+FFFD.
    public var output: String { String(decoding: stdout, as: UTF8.self) }
    /// Standard error as text; what is not UTF-8 becomes U+FFFD.
    public var errorOutput: String { String(decoding: stderr, as: UTF8.self) }
    /// Whether the program ended with 0.
    public var succeeded: Bool { exitCode == 0 }
    /// The exit code and both outputs, for the message of a failed expectation.
    public var description: String { "exit code \(exitCode)\nstdout: \(output)\nstderr: \(errorOutput)" }
}

/// Why a program did not run, or not as wanted.
public struct CommandError: Error, CustomStringConvertible {
    /// The command line and what went wrong.
    public let description: String
    /// What there is of the result; nil when the program did not end by itself.
    public let result: CommandResult?

    init(_ line: [String], _ reason: String, result: CommandResult? = nil) {
        description = "\(line.joined(separator: " ")): \(reason)"
        self.result = result
    }
}

/// Runs other programs: the peers that the tests compare with, and `p11` itself.
public enum Command {
    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - executable: a path, or a name that is looked for in `PATH`.
    ///   - input: the bytes of standard input; nil for an empty one.
    ///   - environment: variables set on top of this process's own.
    ///   - inheritingEnvironment: false to start from ``Sanitizer/environment`` only, which is empty without one.
    ///   - directory: the working directory; this process's own by default.
    ///   - timeout: seconds after which the program and its children are killed.
    /// - Returns: exit code and outputs, whatever the exit code is.
    /// - Throws: ``CommandError`` when the program is not found, does not start, or runs into the time limit.
    public static func run(
        _ executable: String, _ arguments: [String] = [], input: Data? = nil, environment: [String: String]? = nil,
        inheritingEnvironment: Bool = true, directory: String? = nil, timeout: Double = 120
    ) throws -> CommandResult {
        try start(
            executable, arguments, input: input, environment: environment,
            inheritingEnvironment: inheritingEnvironment, directory: directory
        ).wait(timeout: timeout)
    }

    /// Runs a program that has to succeed; see ``run(_:_:input:environment:inheritingEnvironment:directory:timeout:)``.
    ///
    /// - Throws: ``CommandError`` also for an exit code other than 0, with both outputs in its text.
    @discardableResult
    public static func check(
        _ executable: String, _ arguments: [String] = [], input: Data? = nil, environment: [String: String]? = nil,
        inheritingEnvironment: Bool = true, directory: String? = nil, timeout: Double = 120
    ) throws -> CommandResult {
        let result = try run(
            executable, arguments, input: input, environment: environment,
            inheritingEnvironment: inheritingEnvironment, directory: directory, timeout: timeout)
        guard result.succeeded else {
            throw CommandError([executable] + arguments, result.description, result: result)
        }
        return result
    }

    /// Starts a program and returns while it runs.
    ///
    /// - Throws: ``CommandError`` when the program is not found or does not start.
    public static func start(
        _ executable: String, _ arguments: [String] = [], input: Data? = nil, environment: [String: String]? = nil,
        inheritingEnvironment: Bool = true, directory: String? = nil
    ) throws -> RunningCommand {
        let inherited = inheritingEnvironment ? ProcessInfo.processInfo.environment : [:]
        let variables = inherited.merging(Sanitizer.environment) { $1 }.merging(environment ?? [:]) { $1 }
        let line = [executable] + arguments
        guard let path = find(executable, in: variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin") else {
            throw CommandError(line, "there is no such program")
        }
        return try RunningCommand(
            path: path, line: line, input: input ?? Data(), variables: variables, directory: directory)
    }

    /// Where a program is.
    ///
    /// - Parameters:
    ///   - name: a path, or a name that is looked for in the search path.
    ///   - searchPath: folders separated by colons; the `PATH` of this process by default.
    /// - Returns: the path of an executable file, or nil.
    public static func find(_ name: String, in searchPath: String? = nil) -> String? {
        let isExecutable = FileManager.default.isExecutableFile(atPath:)
        if name.contains("/") { return isExecutable(name) ? name : nil }
        let folders = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
    }
}
