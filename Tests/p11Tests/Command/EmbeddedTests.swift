import Foundation
import TestSupport
import Testing

@Suite struct EmbeddedTests {
    /// A user with a home of their own and no setting at all.
    private func stranger() throws -> P11 {
        try P11().with([
            "PKCS11_MODULE": nil, "PKCS11_PIN": nil, "SOFTHSM2_CONF": nil,
        ])
    }

    @Test func `with no setting at all a key is made, used and deleted on the embedded token`() throws {
        let p11 = try stranger()
        let made = try p11("key", "generate", "--type", "rsa:2048", "--label", "k")
        #expect(made.exitCode == 0, "\(made)")
        #expect(made.errorOutput.components(separatedBy: "software token").count == 2)
        try p11.folder.write("hello", to: "m")
        try p11.check("sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--out", "s")
        try p11.check("key", "export", "k", "--out", "k.pub")
        #expect(
            try p11.tool("openssl", "dgst", "-sha256", "-verify", "k.pub", "-signature", "s", "m").output
                == "Verified OK\n")
        for command in [
            ["slot", "list"], ["token", "list"], ["key", "list"], ["mechanism", "list"], ["key", "show", "k"],
        ] {
            let result = try p11.run(command + ["--json"])
            #expect(try p11.object(result.stdout)["embedded"] as? Bool == true, "\(command)")
            #expect(result.errorOutput.isEmpty)
        }
        #expect(try p11.json("key", "list")["loggedIn"] as? Bool == true)
        try p11.check("key", "delete", "k", "--yes")
    }

    @Test func `a home whose name is not UTF-8 is not taken for another`() throws {
        let p11 = try stranger()
        let line = "HOME=\"$HOME/$(printf 'caf\\351')\"; export HOME; exec '\(try Repository.product("p11"))' key list"
        let result = try Command.run(
            "setsid", ["--wait", "sh", "-c", line], environment: p11.variables, inheritingEnvironment: false,
            directory: p11.folder.path)
        #expect(result.exitCode == 64, "\(result)")
        #expect(result.errorOutput.contains("not UTF-8"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: p11.folder.path).isEmpty)
    }

    @Test func `P11_NO_EMBEDDED forbids it, and makes nothing`() throws {
        let p11 = try stranger().with(["P11_NO_EMBEDDED": "1"])
        let result = try p11("key", "list")
        #expect(result.exitCode == 64)
        #expect(result.errorOutput.contains("PKCS11_MODULE"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: p11.folder.path).isEmpty)
    }
}
