import Foundation
import TestSupport
import Testing

@Suite struct KeySetTests {
    private let p11: P11

    init() throws {
        p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "old", "--id", "01")
    }

    @Test func `both halves get the new label and ID, and the key signs as before`() throws {
        let before = try #require(try p11.json("key", "show", "old")["key"] as? [String: Any])
        let after = try #require(
            try p11.json("key", "set", "old", "--label", "new", "--id", "0a0b")["key"] as? [String: Any])
        #expect(after["label"] as? String == "new" && after["id"] as? String == "0a0b")
        #expect(after["spkiSha256"] as? String == before["spkiSha256"] as? String)
        #expect(after["publicId"] == nil && after["publicLabel"] == nil)
        let objects = try p11.token.pkcs11Tool(p11.token.loginArguments + ["--list-objects"]).output
        #expect(objects.components(separatedBy: "label:      new\n").count == 3)
        #expect(objects.components(separatedBy: "ID:         0a0b\n").count == 3)
        try p11.folder.write("hello", to: "m")
        try p11.check("sign", "new", "m", "--algorithm", "rsa-pkcs1-sha256", "--out", "s")
        try p11.check("key", "export", "new", "--out", "k.pub")
        #expect(
            try p11.tool("openssl", "dgst", "-sha256", "-verify", "k.pub", "-signature", "s", "m").output
                == "Verified OK\n")
        #expect(try p11("key", "show", "old").exitCode == 3)
    }

    @Test func `a type in the URI changes that half alone`() throws {
        let key = try #require(
            try p11.json("key", "set", "pkcs11:object=old;type=public", "--label", "other", "--tag", "t")["key"]
                as? [String: Any])
        #expect(key["label"] as? String == "old" && key["publicLabel"] as? String == "other")
        #expect(key["publicId"] as? String == "74")
    }

    @Test func `a name that another key has is refused, and nothing is changed`() throws {
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "taken", "--id", "02")
        for change in [["--label", "taken"], ["--id", "02"]] {
            let result = try p11.run(["key", "set", "old"] + change)
            #expect(result.exitCode == 7, "\(result)")
            #expect(!result.errorOutput.contains("--allow-duplicate"))
        }
        #expect(try p11.json("key", "list")["keys"].map { ($0 as? [Any])?.count } == 2)
        #expect(try p11("key", "show", "id:01").exitCode == 0)
    }

    @Test func `nothing to set, an empty ID and a key that is not there`() throws {
        #expect(try p11("key", "set", "old").exitCode == 64)
        #expect(try p11("key", "set", "old", "--id", "").exitCode == 64)
        #expect(try p11("key", "set", "old", "--id", "0", "--label", "x").exitCode == 64)
        #expect(try p11("key", "set", "nobody", "--label", "x").exitCode == 3)
        #expect(try p11.with(["PKCS11_PIN": nil])("key", "set", "old", "--label", "x").exitCode == 4)
        let dry = try p11("key", "set", "old", "--label", "x", "--dry-run")
        #expect(dry.exitCode == 0 && dry.output.contains("would change"))
        #expect(try p11("key", "show", "old").exitCode == 0)
    }
}
