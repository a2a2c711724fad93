import Foundation
import TestSupport
import Testing

@Suite struct TokenPINTests {
    private let p11: P11

    init() throws {
        let p11 = try P11()
        self.p11 = p11.with(["SO": p11.token.soPIN, "NEW": "7654321", "SHORT": "1", "WRONG": "00000000"])
    }

    private func isPIN(_ pin: String, ofOfficer: Bool = false) throws -> Bool {
        try Command.run(
            "pkcs11-tool",
            ["--module", Provider.softHSM.required(), "--token-label", p11.token.label, "--login"]
                + (ofOfficer ? ["--login-type", "so", "--so-pin", pin] : ["--pin", pin]) + ["--list-objects"],
            environment: p11.token.environment
        ).succeeded
    }

    @Test func `change-pin changes the PIN of the user`() throws {
        let token = try p11.json("token", "change-pin", "--new-pin-source", "env:NEW")
        #expect(token["schema"] as? String == "p11.token/1")
        #expect(try isPIN("7654321"))
        #expect(try !isPIN(p11.token.pin))
        #expect(try p11.with(["PKCS11_PIN": "7654321"])("key", "list", "--login", "user").exitCode == 0)
    }

    /// A pipe can be read once.
    @Test func `the new PIN may come by a descriptor, the present one by standard input`() throws {
        let line =
            "exec '\(try Repository.product("p11"))' token change-pin --pin-source - --new-pin-source fd:4 4< <(printf 7654321)"
        let result = try Command.run(
            "setsid", ["--wait", "bash", "-c", line], input: Data(p11.token.pin.utf8), environment: p11.variables,
            inheritingEnvironment: false, directory: p11.folder.path)
        #expect(result.exitCode == 0, "\(result)")
        #expect(try isPIN("7654321"))
    }

    @Test func `change-pin with a wrong, missing or unfit PIN changes nothing`() throws {
        for (arguments, exit) in [
            (["--pin-source", "env:WRONG", "--new-pin-source", "env:NEW"], 4), (["--new-pin-source", "env:SHORT"], 4),
            (["--new-pin-source", "env:UNSET"], 4), (["--no-input"], 4), ([], 4),
            (["--so-pin-source", "env:SO", "--new-pin-source", "env:NEW"], 64),
        ] as [([String], Int32)] {
            let result = try p11.run(["token", "change-pin"] + arguments)
            #expect(result.exitCode == exit && result.output.isEmpty, "\(arguments): \(result)")
        }
        #expect(try isPIN(p11.token.pin))
    }

    @Test func `set-pin gives the user another PIN and keeps the keys`() throws {
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        try p11.check("token", "set-pin", "--so-pin-source", "env:SO", "--new-pin-source", "env:NEW")
        #expect(try isPIN("7654321"))
        #expect(try p11.with(["PKCS11_PIN": "7654321"])("key", "show", "k").exitCode == 0)
    }

    @Test func `set-pin with a wrong PIN of the officer names whose it is`() throws {
        let result = try p11("token", "set-pin", "--so-pin-source", "env:WRONG", "--new-pin-source", "env:NEW")
        #expect(result.exitCode == 4)
        #expect(result.errorOutput.contains("PIN of the security officer") && result.errorOutput.contains("is wrong"))
        #expect(result.errorOutput.contains("--so-pin-source"))
        #expect(try isPIN(p11.token.pin))
    }

    @Test func `change-pin --so changes the PIN of the security officer`() throws {
        try p11.check(
            "token", "change-pin", "--so", "--so-pin-source", "env:SO", "--new-pin-source", "env:NEW")
        #expect(try p11("token", "set-pin", "--so-pin-source", "env:SO", "--new-pin-source", "env:SO").exitCode == 4)
        #expect(try p11("token", "set-pin", "--so-pin-source", "env:NEW", "--new-pin-source", "env:SO").exitCode == 0)
        #expect(try isPIN(p11.token.soPIN))
    }

    @Test func `an officer that is locked out, or would be, gets no PIN sent`() throws {
        let fault = try FaultProvider(on: p11.token)
        for plan in ["token:flags+=CKF_SO_PIN_LOCKED", "token:flags+=CKF_SO_PIN_FINAL_TRY"] {
            let log = p11.folder.file("log")
            var variables: [String: String?] = ["PKCS11_MODULE": fault.path]
            for (name, value) in fault.environment(plan: plan, log: log) { variables[name] = value }
            for command in [["set-pin"], ["change-pin", "--so"]] {
                let result = try p11.with(variables).run(
                    ["token"] + command + ["--so-pin-source", "env:SO", "--new-pin-source", "env:NEW"])
                #expect(result.exitCode == 5, "\(result)")
            }
            #expect(!FaultProvider.calls(inLog: log).contains("C_Login"))
        }
        withExtendedLifetime(fault) {}
    }

    @Test func `at a terminal the present PIN is asked for once and the new one twice`() throws {
        let session = try p11.with(["PKCS11_PIN": nil]).atTerminal("token", "change-pin")
        try session.expect("PIN for token \"\(p11.token.label)\"")
        session.type(p11.token.pin + "\n")
        try session.expect("New user PIN for token")
        session.type("7654321\n")
        try session.expect("The same again: ")
        session.type("7654321\n")
        #expect(session.exitCode() == 0)
        #expect(!session.shown.contains("7654321") && !session.shown.contains(p11.token.pin))
        #expect(try isPIN("7654321"))
    }

    @Test func `the software token of one's own keeps the PIN in its file`() throws {
        let own = p11.with(["PKCS11_MODULE": nil, "PKCS11_PIN": nil, "SOFTHSM2_CONF": nil])
        try own.check("key", "list")
        for command in [["change-pin"], ["set-pin", "--so-pin-source", "env:SO"]] {
            let result = try own.run(["token"] + command + ["--new-pin-source", "env:NEW"])
            #expect(result.exitCode == 8, "\(result)")
        }
        #expect(try own("key", "list", "--login", "user").exitCode == 0)
    }
}
