import Foundation
import TestSupport
import Testing

/// What other processes of the same user see of a `p11` that holds a PIN: they could read it from its memory, or from a core dump.
@Suite struct ShieldTests {
    /// Root may look at everything, so for root somebody without rights runs the command and looks at it.
    private static let asSomebody =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : ["env"]
    private static let somebody: UInt32 = geteuid() == 0 ? 65_534 : geteuid()

    private let folder: TemporaryDirectory
    private let p11: String

    init() throws {
        folder = try TemporaryDirectory()
        p11 = try Repository.product("p11")
        if geteuid() == 0 { try #require(chown(folder.path, Self.somebody, Self.somebody) == 0) }
    }

    private var environment: [String: String] {
        ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path]
    }

    private func run(_ command: String...) throws -> CommandResult {
        let line = Self.asSomebody + command
        return try Command.run(
            line[0], Array(line.dropFirst()), environment: environment, inheritingEnvironment: false, directory: "/")
    }

    /// A command whose standard input stays open.
    private func start(_ command: String...) throws -> RunningCommand {
        let line = Self.asSomebody + command
        return try Command.start(
            line[0], Array(line.dropFirst()), environment: environment, inheritingEnvironment: false, directory: "/")
    }

    /// Waits until a process is the program that was meant: setpriv becomes it.
    private func wait(for process: RunningCommand, is program: String, _ isReady: () -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !isReady() {
            try #require(process.isRunning && Date() < deadline, "\(program) does not get that far")
            usleep(5000)
        }
    }

    private func text(_ process: RunningCommand, _ file: String) -> String {
        String(
            decoding: FileManager.default.contents(atPath: "/proc/\(process.processID)/\(file)") ?? Data(),
            as: UTF8.self)
    }

    private func coreLimit(_ process: RunningCommand) -> [Substring] {
        let line = text(process, "limits").split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        return line.map { Array($0.split(separator: " ").dropFirst(4).prefix(2)) } ?? []
    }

    private func owner(_ process: RunningCommand) -> UInt32? {
        var status = stat()
        return stat("/proc/\(process.processID)/environ", &status) == 0 ? status.st_uid : nil
    }

    @Test(.enabled(if: !Sanitizer.isAddress, "the leak sanitizer traces the process itself"))
    func `they cannot trace it or read its memory, and it leaves no core dump`() throws {
        // With the embedded token, which makes files and runs a program: none of that minds.
        let made = try run(p11, "key", "generate", "--type", "rsa:2048", "--label", "x")
        try #require(made.succeeded, "\(made)")
        let signing = try start(p11, "sign", "x", "-", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex")
        // Done before anything else, so that nobody has to know when it reads the PIN.
        try wait(for: signing, is: "p11") { coreLimit(signing) == ["0", "0"] && owner(signing) == 0 }
        for file in ["environ", "mem", "maps"] {
            let look = try run("dd", "if=/proc/\(signing.processID)/\(file)", "of=/dev/null", "count=1")
            #expect(!look.succeeded && look.errorOutput.contains("Permission denied"), "\(file): \(look)")
        }
        let result = try signing.wait()
        #expect(result.succeeded && result.output.count > 500, "\(result)")
    }

    @Test func `they could do that with another program`() throws {
        let other = try start("sleep", "60")
        defer { other.signal(SIGKILL) }
        try wait(for: other, is: "sleep") { text(other, "comm") == "sleep\n" }
        #expect(owner(other) == Self.somebody)
        let look = try run("dd", "if=/proc/\(other.processID)/environ", "of=/dev/null", "count=1")
        #expect(look.succeeded, "\(look)")
    }
}
