import Foundation
import TestSupport
import Testing

/// Ctrl-C and its like while `p11` works on a token: a change is finished first.
@Suite struct InterruptionTests {
    private let p11: P11
    private let fault: FaultProvider
    private let log: String
    private let signing = ["sign", "k", "-", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex"]

    init() throws {
        p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k", "--tag", "t")
        fault = try FaultProvider(on: p11.token)
        log = p11.folder.file("log")
    }

    /// Starts a command on a token for which a call takes its time.
    private func start(_ words: [String], slow function: String) throws -> RunningCommand {
        var variables = p11.variables
        variables["PKCS11_MODULE"] = fault.path
        variables.merge(fault.environment(plan: "slow:\(function)=700ms", log: log)) { $1 }
        return try Command.start(
            try Repository.product("p11"), words, environment: variables, inheritingEnvironment: false,
            directory: p11.folder.path)
    }

    /// Waits until a call has begun.
    private func wait(for function: String, of process: RunningCommand) throws {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !FaultProvider.calls(inLog: log).contains(function) {
            try #require(process.isRunning && Date() < deadline, "there is no \(function)")
            usleep(1000)
        }
    }

    @Test(arguments: [
        (["key", "set", "k", "--label", "n"], "C_CopyObject", "n"),
        (["key", "set", "k", "--label", "n"], "C_DestroyObject", "n"),
        (["key", "generate", "--type", "rsa:2048", "--label", "n", "--allow-duplicate"], "C_GenerateKeyPair", "k n"),
        (["key", "delete", "k", "--yes"], "C_DestroyObject", ""),
    ])
    func `a change is finished and reported first`(words: [String], function: String, left: String) throws {
        for (number, exit) in [(SIGINT, 130 as Int32), (SIGTERM, 143), (SIGHUP, 129)] {
            try? FileManager.default.removeItem(atPath: log)
            let process = try start(words + ["--json"], slow: function)
            try wait(for: function, of: process)
            process.signal(number)
            let result = try process.wait()
            #expect(result.exitCode == exit, "\(result)")
            #expect(result.errorOutput.contains("note: a change is being finished"), "\(result)")
            #expect(try p11.object(result.stdout)["schema"] != nil, "\(result)")
            let keys = try #require(try p11.json("key", "list")["keys"] as? [[String: Any]])
            #expect(keys.compactMap { $0["label"] as? String }.sorted() == left.split(separator: " ").map(String.init))
            #expect(keys.allSatisfy { ($0["parts"] as? [String]) == ["private", "public"] }, "\(keys)")
            // As it was.
            for label in left.split(separator: " ") { try p11.check("key", "delete", String(label), "--yes") }
            try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k", "--tag", "t")
        }
        withExtendedLifetime(fault) {}
    }

    @Test func `the second signal ends it at once`() throws {
        let process = try start(
            ["key", "generate", "--type", "rsa:2048", "--label", "n", "--json"], slow: "C_GenerateKeyPair")
        try wait(for: "C_GenerateKeyPair", of: process)
        process.signal(SIGINT)
        // Two of the same kind that come together are one.
        process.signal(SIGTERM)
        let result = try process.wait()
        #expect(result.exitCode == 143 || result.exitCode == 130, "\(result)")
        #expect(result.stdout.isEmpty, "\(result)")
        withExtendedLifetime(fault) {}
    }

    /// SoftHSM empties the file of the token at each login and writes it anew: a process that ends in between leaves no token.
    @Test func `no signal cuts a login to SoftHSM short`() throws {
        let process = try start(signing, slow: "C_Login")
        try wait(for: "C_Login", of: process)
        let status = try String(contentsOfFile: "/proc/\(process.processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
        let held = try #require(UInt64(line.dropFirst("SigBlk:".count).trimmingCharacters(in: .whitespaces), radix: 16))
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE, SIGUSR1, SIGTSTP] {
            #expect(held & 1 << UInt64(number - 1) != 0, "signal \(number)")
        }
        #expect(held & 1 << UInt64(SIGSEGV - 1) == 0)
        process.signal(SIGINT)
        #expect(try process.wait().exitCode == 130)
        withExtendedLifetime(fault) {}
    }

    /// Swift's runtime would print what is in the memory that the registers point to.
    @Test(.enabled(if: !Sanitizer.isAddress, "the sanitizer reports the crash"))
    func `a crash prints nothing of the memory`() throws {
        let process = try start(signing, slow: "C_Login")
        try wait(for: "C_Login", of: process)
        process.signal(SIGSEGV)
        let result = try process.wait()
        #expect(!result.succeeded)
        #expect(result.stdout.isEmpty && result.stderr.isEmpty, "\(result)")
        withExtendedLifetime(fault) {}
    }
}
