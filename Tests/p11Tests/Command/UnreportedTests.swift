import Foundation
import TestSupport
import Testing

/// Changes that were made and could not be reported, and errors that quote more than anybody reads.
@Suite struct UnreportedTests {
    private func shell(_ p11: P11, _ line: String) throws -> CommandResult {
        try Command.run(
            "setsid", ["--wait", "sh", "-c", "\"$P11\" \(line)"],
            environment: p11.variables.merging(["P11": try Repository.product("p11")]) { $1 },
            inheritingEnvironment: false, directory: p11.folder.path)
    }

    @Test(arguments: [">/dev/full", ">&-"])
    func `whoever cannot be told of a change is told that it was made`(stream: String) throws {
        let p11 = try P11()
        try p11.tool("openssl", "genrsa", "-out", "k.pem", "2048")
        try p11.tool("openssl", "req", "-x509", "-key", "k.pem", "-subj", "/CN=a", "-out", "c.pem")
        let files = try p11.token.objectFiles().count
        let changes = [
            ("key generate --type rsa:2048 --label a", "the key was made"),
            ("key set a --label b", "the key was changed"),
            ("key import k.pem --label k", "the key was imported"),
            ("cert import c.pem --label c", "the certificate was imported"),
            ("cert delete c --yes", "the certificate was deleted"),
            ("key delete b --yes", "the key was deleted"), ("key delete k --yes", "the key was deleted"),
            ("token set-pin --so-pin-source env:SO --new-pin-source env:PKCS11_PIN", "the PIN was set"),
            ("token change-pin --new-pin-source env:PKCS11_PIN --pin-source env:PKCS11_PIN", "the PIN was set"),
            (
                "token init --token alpha --label alpha --reinitialize --yes --so-pin-source env:SO --new-pin-source env:PKCS11_PIN",
                "the token was initialised"
            ),
        ]
        for (index, (line, words)) in changes.enumerated() {
            let asJSON = index.isMultiple(of: 2)
            let result = try shell(p11.with(["SO": p11.token.soPIN]), "\(line) \(asJSON ? "--json" : "") \(stream)")
            #expect(result.exitCode == 74 && result.errorOutput.contains(words), "\(line): \(result)")
            if asJSON { #expect(try errorObject(result)["done"] as? Bool == true, "\(line): \(result)") }
        }
        #expect(try p11.token.objectFiles().count == files)
        // What changed nothing does not say so.
        let listing = try shell(p11, "key list --json \(stream)")
        #expect(try errorObject(listing)["done"] == nil && listing.exitCode == 74)
    }

    @Test func `an error does not repeat an operand of any length`() throws {
        let p11 = try P11()
        let long = String(repeating: "x", count: 100_000)
        let commands = [
            ["key", "show", long], ["key", "show", "id:" + long], ["key", "show", "pkcs11:object=" + long], [long],
            ["key", long], ["key", "show", "sha256:" + long], ["cert", "show", long],
            ["token", "show", "--token", long],
            ["sign", "k", long, "--algorithm", "rsa-pkcs1-sha256"], ["slot", "list", "--" + long],
            ["slot", "list", "--module", long], ["slot", "list", "--profile", long],
            ["key", "generate", "--type", long, "--label", "x"],
            ["key", "show", String(repeating: "x ", count: 50_000)],
        ]
        for command in commands {
            for words in [command, command + ["--json"]] {
                let result = try p11.run(words)
                #expect(
                    result.exitCode != 0 && result.errorOutput.utf8.count < 2500, "\(command.map { $0.prefix(20) })")
                #expect(result.errorOutput.contains("…"), "\(command.map { $0.prefix(20) })")
            }
        }
        // A path that is just long is whole.
        let path = p11.folder.file(String(repeating: "y", count: 250))
        #expect(try p11("key", "import", path, "--label", "x").errorOutput.contains(path))
    }

    @Test func `an option that is set to nothing is a mistake`() throws {
        let p11 = try P11()
        for option in ["module", "token", "serial", "slot", "profile", "pin-source", "login", "output"] {
            for words in [["--\(option)", ""], ["--\(option)="]] {
                let result = try p11.run(["key", "list"] + words)
                #expect(result.exitCode == 64 && result.errorOutput.contains("--\(option) is empty"), "\(result)")
            }
        }
        for option in ["id", "tag", "usage"] {
            #expect(
                try p11("key", "generate", "--type", "rsa:2048", "--label", "x", "--\(option)", "").exitCode == 64)
        }
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "")
    }
}
