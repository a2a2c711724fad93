import Foundation
import TestSupport
import Testing

@Suite struct ProcessTests {
    private func shell(_ p11: P11, _ line: String) throws -> CommandResult {
        try Command.run(
            "setsid", ["--wait", "sh", "-c", line],
            environment: p11.variables.merging(["P11": try Repository.product("p11")]) { $1 },
            inheritingEnvironment: false, directory: p11.folder.path)
    }

    @Test func `the version and the help are data, and end with 0`() throws {
        let p11 = try P11()
        #expect(try p11.check("--version").hasPrefix("p11 "))
        for arguments in [["--help"], ["help"], ["key", "--help"], ["sign", "--help"], ["help", "token", "init"]] {
            let result = try p11.run(arguments)
            #expect(result.exitCode == 0 && result.errorOutput.isEmpty)
            #expect(result.output.contains("Examples:"))
        }
        for arguments in [[], ["key"], ["frobnicate"], ["key", "lsit"], ["key", "list", "--nope"]] {
            let result = try p11.run(arguments)
            #expect(result.exitCode == 64 && result.output.isEmpty)
            #expect(result.errorOutput.hasPrefix("error: ") && result.errorOutput.contains("\nhint: "))
            let json = try p11.run(arguments + ["--json"])
            #expect(try errorObject(json)["exit"] as? Int == 64)
            #expect(try errorObject(json)["code"] as? String == "usage")
        }
        #expect(try p11("key", "list", "--json", "--output", "table").exitCode == 64)
    }

    @Test(arguments: [
        ("key generate --type rsa:2048 --label", #"caf\351"#, "argument 6 is not UTF-8, so nothing was done: caf\\xe9"),
        (
            "key generate --type rsa:2048 --label x --tag", #"\300\200"#,
            #"argument 8 is not UTF-8, so nothing was done: \xc0\x80"#
        ),
        ("key import", #"k\377ü.pem"#, #"argument 3 is not UTF-8, so nothing was done: k\xffü.pem"#),
        ("random 8 --out", #"\355\240\200"#, #"argument 4 is not UTF-8, so nothing was done: \xed\xa0\x80"#),
        ("key show", #"\033\200"#, #"argument 3 is not UTF-8, so nothing was done: \x1b\x80"#),
        ("key list --pin", #"47\351"#, "argument 4 is not UTF-8, so nothing was done\n"),
        ("--help", #"\351"#, #"argument 2 is not UTF-8, so nothing was done: \xe9"#),
    ])
    func `bytes that are not UTF-8 are no argument`(words: String, bytes: String, message: String) throws {
        let p11 = try P11()
        try p11.tool("openssl", "genrsa", "-out", "k\u{FFFD}ü.pem", "2048")
        let result = try shell(p11, "\"$P11\" \(words) \"$(printf '\(bytes)')\"")
        #expect(result.exitCode == 64 && result.stdout.isEmpty, "\(result)")
        #expect(result.errorOutput.hasPrefix("error: " + message), "\(result)")
        let json = try shell(p11, "\"$P11\" --json \(words) \"$(printf '\(bytes)')\"")
        #expect(try errorObject(json)["exit"] as? Int == 64)
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.isEmpty == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: p11.folder.path).count == 1)
    }

    @Test func `bytes that are not UTF-8 name nothing in the environment either`() throws {
        let p11 = try P11()
        for name in [
            "PKCS11_MODULE", "PKCS11_TOKEN_LABEL", "PKCS11_URI", "PKCS11_PIN_SOURCE", "P11_PROFILE", "P11_CONFIG",
        ] {
            let result = try shell(p11, "export \(name)=\"$(printf 'a\\351')\"; exec \"$P11\" key list")
            #expect(result.exitCode == 64, "\(name): \(result)")
            #expect(result.errorOutput.contains("\(name) is not UTF-8"))
        }
        #expect(try shell(p11, "export PKCS11_PIN=\"$(printf '123\\351')\"; exec \"$P11\" key list").exitCode == 4)
    }

    @Test func `output that cannot be written ends with 74`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        for command in ["token list", "key list --json", "key export k", "random 16", "--help"] {
            let result = try shell(p11, "\"$P11\" \(command) >/dev/full")
            #expect(result.exitCode == 74, "\(command): \(result)")
            #expect(result.errorOutput.contains("No space left"))
        }
        #expect(try shell(p11, "\"$P11\" random 16 --out /dev/full").exitCode == 74)
        #expect(try shell(p11, "\"$P11\" random 16 --out /dev/null").exitCode == 0)
        #expect(try shell(p11, "\"$P11\" random 16 --out /dev/stdout | wc -c").output.contains("16"))
        #expect(try shell(p11, "\"$P11\" random 16 --out '' ").exitCode == 64)
    }

    @Test func `an interrupted command leaves no half file`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k", "--usage", "decrypt")
        for (signal, exit) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
            // It waits for the end of its input, which does not come.
            let line = """
                mkfifo pipe; sleep 30 > pipe & sleeper=$!
                "$P11" encrypt k --algorithm rsa-oaep-sha256-aes-gcm --out big < pipe & program=$!
                while ! ls -A | grep -q '^.p11-'; do sleep 0.05; done
                kill -\(signal) $program; wait $program; code=$?; kill $sleeper; rm pipe; exit $code
                """
            let result = try Command.run(
                "setsid", ["--wait", "bash", "-c", "set -m; " + line],
                environment: p11.variables.merging(["P11": try Repository.product("p11")]) { $1 },
                inheritingEnvironment: false, directory: p11.folder.path)
            #expect(result.exitCode == Int32(exit), "\(result)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: p11.folder.path).isEmpty)
        }
    }

    @Test func `what a hangup must not end is not ended by it`() throws {
        let p11 = try P11()
        let result = try shell(p11, "trap '' HUP; (sleep 0.2; kill -HUP $$) & exec \"$P11\" random 8 --encoding hex")
        #expect(result.exitCode == 0, "\(result)")
        let ignored = try shell(
            p11, "trap '' INT TERM HUP; \"$P11\" sign k --algorithm rsa-pkcs1-sha256 2>/dev/null; echo $?")
        #expect(ignored.output == "3\n")
    }
}
