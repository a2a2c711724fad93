import Foundation
import TestSupport
import Testing

@Suite struct PINTests {
    private let sign = ["sign", "k", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex"]

    private func prepare() throws -> P11 {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        return p11.with(["PKCS11_PIN": nil, "RIGHT": p11.token.pin, "WRONG": "99999999"])
    }

    @Test func `every source of a PIN`() throws {
        let p11 = try prepare()
        try p11.folder.write(p11.token.pin, to: "pin")
        try p11.folder.write(p11.token.pin + "\n", to: "pin.lf")
        try p11.folder.write(p11.token.pin + "\r\n", to: "pin.crlf")
        try p11.folder.write("message", to: "m")
        for source in ["env:RIGHT", "file:pin", "file:pin.lf", "file:pin.crlf"] {
            #expect(try p11.run(sign + ["--pin-source", source]).exitCode == 0, "\(source)")
            #expect(try p11.with(["PKCS11_PIN_SOURCE": source]).run(sign).exitCode == 0, "\(source)")
        }
        #expect(try p11.with(["PKCS11_PIN": p11.token.pin]).run(sign).exitCode == 0)
        let standardInput = Data((p11.token.pin + "\n").utf8)
        #expect(
            try p11("sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--pin-source", "-", input: standardInput)
                .exitCode == 0)
        let line = "exec '\(try Repository.product("p11"))' key list --pin-source fd:3 --json 3<pin"
        let byDescriptor = try Command.run(
            "setsid", ["--wait", "sh", "-c", line], environment: p11.variables, inheritingEnvironment: false,
            directory: p11.folder.path)
        #expect(try p11.object(byDescriptor.stdout)["loggedIn"] as? Bool == true)
    }

    @Test func `the option wins over the environment`() throws {
        let p11 = try prepare().with(["PKCS11_PIN": "99999999"])
        #expect(try p11.run(sign).exitCode == 4)
        #expect(try p11.run(sign + ["--pin-source", "env:RIGHT"]).exitCode == 0)
    }

    @Test func `what is no PIN is no attempt, and ends with 4`() throws {
        let p11 = try prepare().with(["EMPTY": "", "SHORT": "1", "LONG": String(repeating: "1", count: 300)])
        try p11.folder.write("", to: "empty")
        try p11.folder.write(Data(count: 10_000), to: "big")
        let spy = try Spy(on: p11.token.modulePath)
        let spied = p11.with(
            Dictionary(uniqueKeysWithValues: spy.environment.map { ($0, Optional($1)) }).merging([
                "PKCS11_MODULE": spy.modulePath
            ]) { $1 })
        for source in [
            "env:EMPTY", "env:UNSET", "env:SHORT", "env:LONG", "file:empty", "file:none", "file:big", "file:.", "-",
        ] {
            let result = try spied("key", "list", "--pin-source", source, "--json")
            #expect(result.exitCode == 4, "\(source): \(result)")
            #expect(result.stdout.isEmpty)
            #expect((try errorObject(result)["code"] as? String)?.hasPrefix("pin-") == true, "\(source)")
        }
        #expect(!spy.calls.contains("C_Login"))
    }

    @Test func `a wrong PIN is one attempt and says what the token answered`() throws {
        let p11 = try prepare()
        let spy = try Spy(on: p11.token.modulePath)
        let spied = p11.with(
            Dictionary(uniqueKeysWithValues: spy.environment.map { ($0, Optional($1)) }).merging([
                "PKCS11_MODULE": spy.modulePath
            ]) { $1 })
        let result = try spied.run(sign + ["--pin-source", "env:WRONG", "--json"])
        #expect(result.exitCode == 4)
        let error = try errorObject(result)
        #expect(error["code"] as? String == "pin-incorrect")
        #expect(error["ckr"] as? String == "CKR_PIN_INCORRECT")
        #expect(error["function"] as? String == "C_Login")
        #expect(!result.errorOutput.contains("99999999"))
        #expect(spy.calls.count { $0 == "C_Login" } == 1)
        let text = try p11.run(sign + ["--pin-source", "env:WRONG"])
        #expect(text.errorOutput.contains("(CKR_PIN_INCORRECT)"))
    }

    @Test func `without a source and without a terminal it ends with 4`() throws {
        let p11 = try prepare()
        for extra in [[], ["--no-input"], ["--pin-source", "prompt"]] {
            let result = try p11.run(sign + extra)
            #expect(result.exitCode == 4)
            #expect(result.errorOutput.contains("--pin-source"))
        }
        for arguments in [["key", "list"], ["key", "show", "k"], ["key", "export", "k"], ["token", "show"]] {
            #expect(try p11.run(arguments).exitCode == 0, "\(arguments)")
        }
        for extra in [[], ["--no-input"], ["--json"]] {
            for command in [["key", "list"], ["key", "show", "k"], ["key", "export", "k"], ["random", "1"]] {
                let result = try p11.run(command + ["--login", "user"] + extra)
                #expect(result.exitCode == 4 && result.stdout.isEmpty, "\(command) \(extra): \(result)")
                #expect(result.errorOutput.contains("--pin-source") && !result.errorOutput.contains("note:"))
            }
        }
    }

    @Test(arguments: ["--pin-source", "--passphrase-source", "--so-pin-source", "--new-pin-source"])
    func `a pipe in place of a file ends with the form that takes one`(option: String) throws {
        let p11 = try prepare()
        let commands = [
            "--pin-source": "key list", "--passphrase-source": "key import none --label x",
            "--so-pin-source": "token init --slot 0 --label x", "--new-pin-source": "token init --slot 0 --label x",
        ]
        let line =
            "exec '\(try Repository.product("p11"))' \(try #require(commands[option])) \(option) file:<(echo \(p11.token.pin))"
        let result = try Command.run(
            "setsid", ["--wait", "bash", "-c", line], environment: p11.variables, inheritingEnvironment: false,
            directory: p11.folder.path)
        #expect(result.exitCode == 4, "\(result)")
        #expect(result.errorOutput.contains("hint: a pipe is a descriptor: \(option) fd:3 3< <(…)"))
        // What the hint says works.
        let hinted = try Command.run(
            "setsid",
            [
                "--wait", "bash", "-c",
                "exec '\(try Repository.product("p11"))' key list --json --pin-source fd:3 3< <(echo \(p11.token.pin))",
            ], environment: p11.variables, inheritingEnvironment: false, directory: p11.folder.path)
        #expect(try p11.object(hinted.stdout)["loggedIn"] as? Bool == true)
    }

    @Test func `a PIN is never an argument, and standard input is read once`() throws {
        let p11 = try prepare()
        for arguments in [["--pin", "1234567"], ["--pin=1234567"], ["--pin-source", "1234567"]] {
            let result = try p11.run(sign + arguments)
            #expect(result.exitCode == 64)
            #expect(!result.errorOutput.contains("1234567"))
            #expect(result.errorOutput.contains("file:PATH"))
        }
        for arguments in [
            sign + ["--pin-source", "-"], ["sign", "k", "-", "--algorithm", "rsa-pkcs1-sha1", "--pin-source", "-"],
            ["verify", "k", "-", "--algorithm", "rsa-pkcs1-sha1", "--signature", "-"],
            ["key", "import", "-", "--label", "x", "--pin-source", "-"],
            ["key", "import", "k", "--label", "x", "--pin-source", "-", "--passphrase-source", "-"],
        ] {
            let result = try p11.run(arguments, input: Data())
            #expect(result.exitCode == 64, "\(arguments)")
            #expect(result.errorOutput.contains("cannot both be standard input"))
        }
    }

    @Test func `standard input is read once, also where the environment says so`() throws {
        let p11 = try prepare().with(["PKCS11_PIN_SOURCE": "-"])
        #expect(try p11.run(["sign", "k", "-", "--algorithm", "rsa-pkcs1-sha1"], input: Data()).exitCode == 64)
        try p11.folder.write("m", to: "m")
        let pin = Data(p11.token.pin.utf8)
        #expect(try p11.run(["sign", "k", "m", "--algorithm", "rsa-pkcs1-sha1"], input: pin).exitCode == 0)
    }

    @Test func `a file without read permission`() throws {
        let p11 = try prepare()
        try p11.folder.write(p11.token.pin, to: "pin", mode: 0)
        let result = try p11.run(sign + ["--pin-source", "file:pin"])
        // Root reads it all the same.
        #expect(result.exitCode == (getuid() == 0 ? 0 : 4))
    }
}
