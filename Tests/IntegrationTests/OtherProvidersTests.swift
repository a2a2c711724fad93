import Foundation
import TestSupport
import Testing

/// The checks of `Scripts/conformance.sh`, for the providers that need no daemon: SoftHSM and what else the system has.
@Suite struct `Other providers` {
    @Test func `SoftHSM`() throws {
        let token = try SoftHSMToken()
        let failures = try Conformance.failures(
            of: "softhsm", Provider.softHSM.required(), token: token.label, pin: token.pin,
            environment: token.environment)
        #expect(failures == [])
        #expect(try token.listedObjects().isEmpty)
    }

    @Test(.enabled(if: Provider.nss.isAvailable, Comment(rawValue: Provider.nss.missingReason)))
    func `NSS softokn`() throws {
        let folder = try TemporaryDirectory()
        let pin = "nss password"
        let password = try folder.write("\(pin)\n", to: "password")
        try Command.check(
            "certutil", ["-N", "-d", "sql:\(folder.path)", "-f", password],
            environment: ["NSS_MAX_MP_PBE_ITERATION_COUNT": "1"])
        let reserved = "configdir='sql:\(folder.path)' certPrefix='' keyPrefix='' secmod='secmod.db' flags="
        let failures = try Conformance.failures(
            of: "nss", Provider.nss.required(), token: "NSS Certificate DB", pin: pin,
            options: ["--reserved", reserved])
        #expect(failures == [])
    }

    @Test(.enabled(if: Provider.p11KitClient.isAvailable, Comment(rawValue: Provider.p11KitClient.missingReason)))
    func `SoftHSM behind a p11-kit server`() throws {
        let token = try SoftHSMToken()
        let socket = token.directory.file("server")
        let server = try Command.start(
            "p11-kit", ["server", "-f", "--provider", Provider.softHSM.required(), "-n", socket, "pkcs11:"],
            environment: token.environment.merging(["XDG_RUNTIME_DIR": token.directory.path]) { $1 })
        defer {
            server.signal(SIGTERM)
            _ = try? server.wait(timeout: 10)
        }
        for _ in 0..<1000 where !FileManager.default.fileExists(atPath: socket) { usleep(10_000) }
        let failures = try Conformance.failures(
            of: "p11-kit-client", Provider.p11KitClient.required(), token: token.label, pin: token.pin,
            environment: ["P11_KIT_SERVER_ADDRESS": "unix:path=\(socket)"])
        #expect(failures == [])
        #expect(try token.listedObjects().isEmpty)
    }

    /// On a provider that is tried quickly, and passes.
    @Test(
        .enabled(if: Provider.p11KitTrust.isAvailable, Comment(rawValue: Provider.p11KitTrust.missingReason)),
        arguments: [
            ("", 0, ""), ("# comment\n\nothers | load | wrong | no", 0, ""),
            ("trust | polite | wrong | no", 1, "passed, and was expected to fail: no"),
            ("tr* | sl?ts | read-only | no", 1, "passed, and was expected to fail: no"),
            ("trust | no-such-check | wrong | no", 2, "there is no check no-such-check"),
            ("trust | load | no", 2, "is not: provider | check | code | reason"),
        ])
    func `what is expected is checked both ways`(table: String, code: Int32, words: String) throws {
        let folder = try TemporaryDirectory()
        let result = try Command.run(
            Repository.product("Conformance"),
            [
                "run", "trust", Provider.p11KitTrust.required(), "--polite", "--expectations",
                folder.write(table, to: "table"),
            ])
        #expect(result.exitCode == code, "\(result)")
        #expect(words.isEmpty || "\(result)".contains(words), "\(result)")
    }
}

/// `Tests/Conformance` as a child process.
enum Conformance {
    /// Runs every check on a token.
    ///
    /// - Parameters:
    ///   - provider: its name in the table of expectations.
    ///   - options: more arguments of the program.
    /// - Returns: the lines of the checks that did not come out as the table says.
    static func failures(
        of provider: String, _ module: String, token: String, pin: String, options: [String] = [],
        environment: [String: String] = [:]
    ) throws -> [String] {
        let result = try Command.run(
            Repository.product("Conformance"), ["run", provider, module, "--token", token] + options,
            environment: environment.merging(["CONFORMANCE_PIN": pin]) { $1 }, timeout: 600)
        let failures = result.output.split(separator: "\n").filter { $0.contains(#""result":"fail""#) }
        guard result.succeeded || !failures.isEmpty && result.exitCode == 1 else { return [result.description] }
        return failures.map(String.init)
    }
}
