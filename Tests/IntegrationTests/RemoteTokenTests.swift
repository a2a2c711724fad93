import Foundation
import PKCS11
import TestSupport
import Testing

/// A token behind a server that dies and comes back: SoftHSM behind p11-kit's. The module reads the server's address from the environment, so
/// the store is in a process of its own.
@Suite(.enabled(if: Provider.p11KitClient.isAvailable, Comment(rawValue: Provider.p11KitClient.missingReason)))
struct `A remote token` {
    @Test func `loses no signature of 8 threads while its server is killed and restarted`() throws {
        let remote = try RemoteToken()
        let load = try SigningLoad(on: remote, outageTimeout: 60_000)
        for _ in 0..<4 {
            // By each thread, so that no call is hit twice.
            try load.waitForSignatures(5)
            remote.killServer()
            // Every thread meets the dead server.
            usleep(100_000)
            try remote.startServer()
        }
        try load.waitForSignatures(5)
        let result = try load.finish()
        #expect(result.succeeded, "\(result)")
        let sessions = try #require(result.lines.first?.wholeMatch(of: /sessions: (\d+)/)?.1)
        #expect(Int(sessions).map { $0 <= 9 } == true)
        #expect(result.lines.dropFirst() == ["ok"])
    }

    @Test func `says while its server is down what is wrong, and signs as soon as it is back`() throws {
        let remote = try RemoteToken()
        let load = try SigningLoad(on: remote, outageTimeout: 0)
        for _ in 0..<2 {
            try load.waitForSignatures(3)
            remote.killServer()
            try load.waitForFailures(20)
            try remote.startServer()
        }
        try load.waitForSignatures(3)
        let result = try load.finish()
        #expect(result.succeeded, "\(result)")
        #expect(result.lines.last == "ok")
        let reasons = result.lines.dropFirst().dropLast()
        #expect(!reasons.isEmpty)
        for reason in reasons {
            #expect(reason.hasPrefix("token-removed: ") || reason.hasPrefix("device-error: "), "\(reason)")
            #expect(
                reason.contains("shows no slots") || reason.contains("the token or the connection to it failed"),
                "\(reason)")
        }
    }

    @Test func `shows every attribute that passes`() throws {
        let remote = try RemoteToken()
        let result = try remote.run("p11", ["key", "show", "key", "--attributes", "--no-input"])
        #expect(result.succeeded, "\(result)")
        #expect(result.output.contains("CKA_MODULUS"))
    }

    @Test(arguments: ["fork-once", "fork-several", "fork-threads", "fork-exec"])
    func `is used by a process and its forked children`(scenario: String) throws {
        let remote = try RemoteToken()
        let result = try remote.start(scenario, []).wait(timeout: 300)
        #expect(result.succeeded, "\(result)")
        #expect(result.lines.last == "ok")
        withExtendedLifetime(remote) {}
    }

    @Test func `that was not there when the module was loaded is found when it is`() throws {
        let remote = try RemoteToken()
        remote.killServer()
        let first = try remote.start("late", [remote.token.directory.path])
        let flag = remote.token.directory.file("failed")
        try waitUntil("the first attempt failed") { FileManager.default.fileExists(atPath: flag) || !first.isRunning }
        try remote.startServer()
        let result = try first.wait(timeout: 60)
        #expect(result.succeeded, "\(result)")
        #expect(result.lines.first?.contains("shows no slots") == true, "\(result)")
    }
}

/// A SoftHSM token with a key "key", behind a server of p11-kit.
private final class RemoteToken {
    let token: SoftHSMToken
    private let socket: String
    private var server: RunningCommand?

    init() throws {
        token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 0, workingKey: true)
        socket = token.directory.file("socket")
        try startServer()
    }

    deinit { killServer() }

    func startServer() throws {
        unlink(socket)
        server = try Command.start(
            "p11-kit", ["server", "-f", "--provider", Provider.softHSM.required(), "-n", socket, "pkcs11:"],
            environment: token.environment.merging(["XDG_RUNTIME_DIR": token.directory.path]) { $1 })
        let socket = socket
        try waitUntil("the server listens") { access(socket, F_OK) == 0 }
    }

    /// And what it forked for each connection: these serve on without it.
    func killServer() {
        guard let server else { return }
        kill(-server.processID, SIGKILL)
        _ = try? server.wait(timeout: 10)
        self.server = nil
    }

    private var environment: [String: String] { ["P11_KIT_SERVER_ADDRESS": "unix:path=\(socket)"] }

    func run(_ program: String, _ arguments: [String]) throws -> CommandResult {
        let settings = try [
            "PKCS11_MODULE": Provider.p11KitClient.required(), "PKCS11_TOKEN_LABEL": token.label,
            "PKCS11_PIN": token.pin,
        ]
        return try Command.run(
            Repository.product(program), arguments, environment: environment.merging(settings) { $1 })
    }

    func start(_ scenario: String, _ arguments: [String]) throws -> RunningCommand {
        try Command.start(
            Repository.product("TestProgram"),
            [scenario, Provider.p11KitClient.required(), token.label, token.pin] + arguments,
            environment: environment)
    }
}

/// The scenario `outage` of TestProgram, under way.
private final class SigningLoad {
    private let program: RunningCommand
    private let folder: TemporaryDirectory

    init(on remote: RemoteToken, outageTimeout: Int) throws {
        folder = try TemporaryDirectory()
        program = try remote.start("outage", [folder.path, "\(outageTimeout)"])
    }

    private var progress: (signed: Int, failed: Int) {
        let text = (try? String(contentsOfFile: folder.file("progress"), encoding: .utf8)) ?? ""
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    /// What is in the file may be from long ago, where the machine is busy: once more, and once more for what was on its way there.
    private func waitForProgress() throws {
        for _ in 0..<2 {
            unlink(folder.file("progress"))
            try waitUntil("progress is told") { access(folder.file("progress"), F_OK) == 0 || !program.isRunning }
        }
    }

    func waitForSignatures(_ more: Int) throws {
        try waitForProgress()
        let before = progress.signed
        try waitUntil("all threads signed") { progress.signed >= before + more || !program.isRunning }
    }

    func waitForFailures(_ more: Int) throws {
        try waitForProgress()
        let before = progress.failed
        try waitUntil("\(more) more failures") { progress.failed >= before + more || !program.isRunning }
    }

    func finish() throws -> CommandResult {
        try folder.write("", to: "stop")
        return try program.wait(timeout: 120)
    }
}

extension CommandResult {
    fileprivate var lines: [String] { output.split(separator: "\n").map(String.init) }
}

private func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
    for _ in 0..<12_000 {
        if try condition() { return }
        usleep(10_000)
    }
    Issue.record("waited in vain until \(what)")
}
