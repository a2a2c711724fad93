import Foundation
import TestSupport
import Testing

@Suite struct TerminalTests {
    private func prepare() throws -> P11 {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        return p11
    }

    @Test func `the PIN is asked for by the name of the token and not shown`() throws {
        let p11 = try prepare().with(["PKCS11_PIN": nil])
        try p11.folder.write("m", to: "m")
        let session = try p11.atTerminal("sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex")
        try session.expect("token \"alpha\" (serial ")
        session.type(p11.token.pin + "\n")
        #expect(session.exitCode() == 0, "\(session.shown)")
        #expect(!session.shown.contains(p11.token.pin))
        #expect(session.shown.split(whereSeparator: \.isNewline).contains { $0.count == 512 })
    }

    @Test func `Ctrl-C at the prompt ends with 130, gives the echo back, and tries no login`() throws {
        let p11 = try prepare()
        let spy = try Spy(on: p11.token.modulePath)
        let session = try spied(p11, spy).atTerminal("key", "list", "--login", "user")
        try session.expect("PIN for token")
        #expect(!session.echoes)
        session.type("\u{3}")
        #expect(session.exitCode() == 130)
        #expect(session.echoes)
        #expect(!spy.calls.contains("C_Login"))
    }

    @Test(
        arguments: [
            (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131), (SIGALRM, 142), (SIGUSR1, 138), (SIGUSR2, 140),
            (SIGPIPE, 141), (SIGVTALRM, 154), (SIGPROF, 155), (SIGXCPU, 152), (SIGXFSZ, 153), (SIGPWR, 158),
            (SIGPOLL, 157), (SIGSTKFLT, 144), (40, 168),
        ] as [(Int32, Int32)])
    func `a signal at the prompt ends it, gives the echo back, and tries no login`(number: Int32, exit: Int32) throws {
        let p11 = try P11()
        let spy = try Spy(on: p11.token.modulePath)
        let session = try spied(p11, spy).atTerminal("key", "list", "--login", "user")
        try session.expect("PIN for token")
        #expect(!session.echoes)
        session.signal(number)
        #expect(session.exitCode() == exit, "\(session.shown)")
        #expect(session.echoes)
        #expect(!spy.calls.contains("C_Login"))
    }

    @Test func `the prompt is at the terminal wherever the output goes`() throws {
        let p11 = try prepare().with(["PKCS11_PIN": nil])
        try p11.folder.write("m", to: "m")
        let session = try TerminalSession(
            p11, ["sign", "k", "--algorithm", "rsa-pkcs1-sha256"], redirections: "3<&0 <m >out 2>err")
        try session.expect("PIN for token")
        session.type(p11.token.pin + "\n")
        #expect(session.exitCode() == 0, "\(session.shown)")
        #expect(try p11.folder.read("out").count == 256)
        #expect(try p11.folder.read("err").isEmpty)
        #expect(!session.shown.contains(p11.token.pin))
    }

    private func spied(_ p11: P11, _ spy: Spy) -> P11 {
        var variables: [String: String?] = ["PKCS11_PIN": nil, "PKCS11_MODULE": spy.modulePath]
        for (name, value) in spy.environment { variables[name] = value }
        return p11.with(variables)
    }

    @Test func `a wrong PIN at the prompt ends with 4 and is not asked again`() throws {
        let p11 = try prepare()
        let spy = try Spy(on: p11.token.modulePath)
        let session = try spied(p11, spy).atTerminal("key", "list", "--pin-source", "prompt")
        try session.expect("PIN for token")
        session.type("99999999\n")
        #expect(session.exitCode() == 4)
        #expect(session.echoes)
        #expect(spy.calls.count { $0 == "C_Login" } == 1)
        #expect(session.shown.components(separatedBy: "PIN for token").count == 2)
    }

    @Test func `commands that need no login ask for none`() throws {
        let p11 = try prepare().with(["PKCS11_PIN": nil])
        for arguments in [["key", "list"], ["key", "export", "k"], ["token", "show"]] {
            let session = try TerminalSession(p11, arguments)
            #expect(session.exitCode() == 0)
            #expect(!session.shown.contains("PIN for"))
        }
    }

    @Test func `a key is deleted after a yes and kept after anything else`() throws {
        let p11 = try prepare()
        for (answer, exit) in [("n\n", 11), ("\n", 11), ("yess\n", 11), ("\u{4}", 11), ("\u{3}", 130), ("y\n", 0)] {
            let session = try p11.atTerminal("key", "delete", "k")
            try session.expect("Delete it? [y/N] ")
            #expect(session.shown.contains("RSA 2048 key \"k\"") && session.shown.contains("pkcs11:"))
            session.type(answer)
            #expect(session.exitCode() == Int32(exit), "\(session.shown)")
            #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == (exit == 0 ? 0 : 1))
        }
    }

    @Test func `bytes do not go to a terminal`() throws {
        let p11 = try prepare()
        try p11.folder.write("m", to: "m")
        for arguments in [
            ["sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256"], ["random", "16"],
            ["key", "export", "k", "--format", "der"],
        ] {
            let session = try TerminalSession(p11, arguments)
            #expect(session.exitCode() == 64)
            #expect(session.shown.contains("--out FILE"))
        }
    }

    @Test func `a table is fitted, and styled only where that is wanted`() throws {
        let p11 = try prepare()
        func show(_ extra: [String: String?]) throws -> String {
            let session = try p11.with(extra).atTerminal("token", "list")
            #expect(session.exitCode() == 0)
            return session.shown
        }
        #expect(try show(["TERM": "xterm"]).contains("\u{1B}[1m"))
        #expect(try !show(["TERM": "xterm", "NO_COLOR": "1"]).contains("\u{1B}"))
        #expect(try !show(["TERM": "dumb"]).contains("\u{1B}"))
    }
}
