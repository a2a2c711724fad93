import Foundation
import TestSupport
import Testing

@Suite struct TokenInitTests {
    /// SoftHSM without a token: one slot that can be initialised.
    private func prepare() throws -> P11 {
        let p11 = try P11(SoftHSMToken(label: nil), loggingIn: false)
            .with(["SO": "87654321", "USER": "1234567", "SHORT": "1", "EMPTY": "", "WRONG": "00000000"])
        return p11
    }

    private func slot(_ p11: P11, _ label: String = "") throws -> String {
        let tokens = try #require(try p11.json("token", "list")["tokens"] as? [[String: Any]])
        let token = try #require(tokens.first { $0["label"] as? String == label })
        return String(try #require(token["slotId"] as? Int))
    }

    private let pins = ["--so-pin-source", "env:SO", "--new-pin-source", "env:USER"]

    @Test func `an empty slot becomes a token whose two PINs work`() throws {
        let p11 = try prepare()
        let result = try p11.run(["token", "init", "--slot", slot(p11), "--label", "fresh", "--json"] + pins)
        #expect(result.exitCode == 0, "\(result)")
        let object = try p11.object(result.stdout)
        #expect(object["schema"] as? String == "p11.token/1")
        let token = try #require(object["token"] as? [String: Any])
        #expect(token["label"] as? String == "fresh")
        #expect(token["initialized"] as? Bool == true && token["userPinInitialized"] as? Bool == true)
        let other = try p11.token.pkcs11Tool(
            [
                "--token-label", "fresh", "--login", "--pin", "1234567", "--keypairgen", "--key-type", "rsa:2048",
                "--label", "k",
            ])
        #expect(other.succeeded)
        try p11.token.pkcs11Tool(
            [
                "--token-label", "fresh", "--login", "--login-type", "so", "--so-pin", "87654321", "--init-pin",
                "--pin", "7654321",
            ])
        #expect(try p11.with(["PKCS11_PIN": "7654321"])("key", "show", "k").exitCode == 0)
    }

    @Test func `initialising again asks for a word, the label and the right PIN`() throws {
        let p11 = try prepare()
        try p11.run(["token", "init", "--slot", slot(p11), "--label", "fresh"] + pins)
        let user = p11.with(["PKCS11_PIN": "1234567"])
        try user.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let again = ["token", "init", "--token", "fresh", "--label", "again"] + pins
        #expect(try p11.run(again).exitCode == 7)
        #expect(try p11.run(again + ["--reinitialize"]).exitCode == 11)
        #expect(try p11.run(again + ["--reinitialize", "--dry-run"]).exitCode == 0)
        let wrong = try p11.run([
            "token", "init", "--token", "fresh", "--label", "again", "--reinitialize", "--yes", "--so-pin-source",
            "env:WRONG", "--new-pin-source", "env:USER",
        ])
        #expect(wrong.exitCode == 4)
        #expect(wrong.errorOutput.contains("CKR_PIN_INCORRECT"))
        #expect(wrong.errorOutput.contains("the PIN of the security officer of token \"fresh\""))
        #expect(wrong.errorOutput.contains("is wrong") && wrong.errorOutput.contains("--so-pin-source"))
        #expect(try user("key", "show", "k").exitCode == 0)

        let session = try p11.atTerminal(
            "token", "init", "--token", "fresh", "--label", "again", "--reinitialize", "--so-pin-source", "env:SO",
            "--new-pin-source", "env:USER")
        try session.expect("Type its label to go on: ")
        session.type("alpha\n")
        #expect(session.exitCode() == 11)
        #expect(try user("key", "show", "k").exitCode == 0)

        #expect(try p11.run(again + ["--reinitialize", "--yes"]).exitCode == 0)
        #expect(try user.json("key", "list")["keys"] as? [String] == [])
        #expect(try p11("token", "show", "--token", "again").exitCode == 0)
    }

    @Test func `the officer's PIN is not sent where it is locked, or a wrong one would lock it`() throws {
        let p11 = try P11()
        let fault = try FaultProvider(on: p11.token)
        let again = [
            "token", "init", "--token", p11.token.label, "--label", "again", "--reinitialize", "--yes",
            "--so-pin-source", "env:SO", "--new-pin-source", "env:USER",
        ]
        func run(_ plan: String, _ more: String...) throws -> (CommandResult, calls: [String]) {
            let log = p11.folder.file("log")
            try? FileManager.default.removeItem(atPath: log)
            var variables: [String: String?] = [
                "PKCS11_MODULE": fault.path, "SO": p11.token.soPIN, "USER": p11.token.pin,
            ]
            for (name, value) in fault.environment(plan: plan, log: log) { variables[name] = value }
            let result = try p11.with(variables).run(again + more)
            return (result, FaultProvider.calls(inLog: log))
        }
        for plan in ["token:flags+=CKF_SO_PIN_LOCKED", "token:flags+=CKF_SO_PIN_FINAL_TRY"] {
            let (result, calls) = try run(plan)
            #expect(result.exitCode == 5, "\(result)")
            #expect(!calls.contains("C_InitToken") && !calls.contains("C_Login"), "\(plan)")
        }
        let (result, calls) = try run("token:flags+=CKF_SO_PIN_FINAL_TRY", "--allow-final-try")
        #expect(result.exitCode == 0, "\(result)")
        #expect(calls.contains("C_InitToken"))
        withExtendedLifetime(fault) {}
    }

    @Test func `nothing is done where a PIN cannot be set`() throws {
        let p11 = try prepare()
        let slot = try slot(p11)
        for (so, user) in [
            ("env:SHORT", "env:USER"), ("env:SO", "env:SHORT"), ("env:SO", "env:EMPTY"), ("env:UNSET", "env:USER"),
            ("env:SO", "file:nothing"), ("prompt", "env:USER"),
        ] {
            let result = try p11(
                "token", "init", "--slot", slot, "--label", "x", "--so-pin-source", so, "--new-pin-source", user)
            #expect(result.exitCode == 4, "\(so) \(user): \(result)")
        }
        #expect(try p11("token", "init", "--slot", slot, "--label", "x", "--no-input").exitCode == 4)
        #expect(try p11.run(["token", "init", "--label", "x"] + pins).exitCode == 64)
        #expect(try p11.run(["token", "init", "--slot", slot] + pins).exitCode == 64)
        #expect(try p11.run(["token", "init", "--slot", slot, "--label", ""] + pins).exitCode == 64)
        let long = String(repeating: "ü", count: 17)
        #expect(try p11.run(["token", "init", "--slot", slot, "--label", long] + pins).exitCode == 64)
        #expect(try p11.run(["token", "init", "--slot", "12345", "--label", "x"] + pins).exitCode == 3)
        let tokens = try #require(try p11.json("token", "list")["tokens"] as? [[String: Any]])
        #expect(tokens.count == 1 && tokens[0]["initialized"] as? Bool == false)
    }

    @Test func `a PIN that cannot be had is named with its option, also in a dry run`() throws {
        let p11 = try prepare()
        let slot = try slot(p11)
        let so = ["--so-pin-source", "env:SO"]
        let user = ["--new-pin-source", "env:USER"]
        for (given, missing) in [
            ([], "--so-pin-source"), (user, "--so-pin-source"), (so, "--new-pin-source"),
            (user + ["--so-pin-source", "env:UNSET"], "--so-pin-source"),
            (so + ["--new-pin-source", "file:none"], "--new-pin-source"),
            (so + ["--pin-source", "env:UNSET"], "--new-pin-source"), (so + ["--no-input"], "--new-pin-source"),
        ] {
            for dryRun in [[], ["--dry-run"]] {
                let result = try p11.run(["token", "init", "--slot", slot, "--label", "x"] + given + dryRun)
                #expect(result.exitCode == 4 && result.output.isEmpty, "\(given) \(dryRun): \(result)")
                #expect(result.errorOutput.contains("hint: \(missing) "), "\(given) \(dryRun): \(result)")
            }
        }
        #expect(try p11.run(["token", "init", "--slot", slot, "--label", "x", "--dry-run"] + so + user).exitCode == 0)
        // At a terminal a dry run asks nothing.
        let session = try p11.atTerminal("token", "init", "--slot", slot, "--label", "x", "--dry-run")
        #expect(session.exitCode() == 0)
        #expect(session.shown.contains("would initialise") && !session.shown.contains("PIN for"))
        let tokens = try #require(try p11.json("token", "list")["tokens"] as? [[String: Any]])
        #expect(tokens.count == 1 && tokens[0]["initialized"] as? Bool == false)
    }

    @Test func `new PINs are asked for twice at the terminal`() throws {
        let p11 = try prepare()
        let slot = try slot(p11)
        let mistaken = try p11.atTerminal("token", "init", "--slot", slot, "--label", "typed")
        try mistaken.expect("New security officer PIN")
        mistaken.type("87654321\n")
        try mistaken.expect("The same again: ")
        mistaken.type("87654322\n")
        #expect(mistaken.exitCode() == 4)

        let session = try p11.atTerminal("token", "init", "--slot", slot, "--label", "typed")
        try session.expect("New security officer PIN")
        session.type("87654321\n")
        try session.expect("The same again: ")
        session.type("87654321\n")
        try session.expect("New user PIN")
        session.type("1234567\n")
        try session.expect("The same again: ")
        session.type("1234567\n")
        #expect(session.exitCode() == 0, "\(session.shown)")
        #expect(!session.shown.contains("1234567\r"))
        #expect(try p11.with(["PKCS11_PIN": "1234567"]).json("key", "list")["loggedIn"] as? Bool == true)
    }
}
