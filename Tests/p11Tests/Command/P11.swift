import Foundation
import TestSupport
import Testing

/// The built `p11` on a token of its own, without a terminal and with nothing of this machine's environment.
struct P11 {
    let token: SoftHSMToken
    let folder: TemporaryDirectory
    var variables: [String: String]

    /// Takes a token; a fresh one by default.
    ///
    /// - Parameter loggingIn: whether the environment has the PIN.
    init(_ token: SoftHSMToken? = nil, loggingIn: Bool = true) throws {
        let token = try token ?? SoftHSMToken(label: "alpha")
        self.token = token
        folder = try TemporaryDirectory()
        variables = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "SOFTHSM2_CONF": token.configurationPath, "PKCS11_MODULE": try Provider.softHSM.required(),
        ]
        if loggingIn { variables["PKCS11_PIN"] = token.pin }
    }

    /// The same, with other variables; nil removes one.
    func with(_ changes: [String: String?]) -> P11 {
        var other = self
        for (name, value) in changes { other.variables[name] = value }
        return other
    }

    /// Runs a command in ``folder``, in a session of its own, so that there is no terminal to ask at.
    @discardableResult
    func callAsFunction(_ arguments: String..., input: Data? = nil) throws -> CommandResult {
        try run(arguments, input: input)
    }

    @discardableResult
    func run(_ arguments: [String], input: Data? = nil) throws -> CommandResult {
        try Command.run(
            "setsid", ["--wait", try Repository.product("p11")] + arguments, input: input, environment: variables,
            inheritingEnvironment: false, directory: folder.path)
    }

    /// Runs a command that has to succeed, and gives its standard output.
    @discardableResult
    func check(_ arguments: String..., input: Data? = nil) throws -> String {
        let result = try run(arguments, input: input)
        guard result.succeeded else { throw CommandFailed(arguments: arguments, result: result) }
        return result.output
    }

    /// Runs a command with `--json` that has to succeed, and gives the object of its standard output.
    func json(_ arguments: String...) throws -> [String: Any] {
        let result = try run(arguments + ["--json"])
        guard result.succeeded, result.errorOutput.isEmpty else {
            throw CommandFailed(arguments: arguments, result: result)
        }
        return try object(result.stdout)
    }

    /// Starts a command at a terminal of its own.
    func atTerminal(_ arguments: String...) throws -> TerminalSession { try TerminalSession(self, arguments) }

    /// Runs another tool in ``folder``; it has to succeed.
    @discardableResult
    func tool(_ name: String, _ arguments: String..., input: Data? = nil) throws -> CommandResult {
        try Command.check(name, arguments, input: input, directory: folder.path)
    }

    func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    struct CommandFailed: Error, CustomStringConvertible {
        let arguments: [String]
        let result: CommandResult
        var description: String { "p11 \(arguments.joined(separator: " ")): \(result)" }
    }
}

/// The error object on standard error.
func errorObject(_ result: CommandResult) throws -> [String: Any] {
    let object = try #require(try JSONSerialization.jsonObject(with: result.stderr) as? [String: Any])
    return try #require(object["error"] as? [String: Any])
}
