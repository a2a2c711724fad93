import Foundation
import TestSupport
import Testing

@Suite struct KeyTests {
    @Test func `a size that the token does not make is refused with what it made, and nothing is left`() throws {
        let p11 = try P11()
        let files = try p11.token.objectFiles().count
        let result = try p11("key", "generate", "--type", "rsa:2049", "--label", "odd")
        #expect(result.exitCode == 8 && result.errorOutput.contains("2049 were asked for"), "\(result)")
        #expect(result.errorOutput.contains("made a key of 2048 bits"), "\(result)")
        #expect(try p11.token.objectFiles().count == files)
    }

    @Test func `a generated key has the shape that scripts rely on`() throws {
        let p11 = try P11()
        let object = try p11.json("key", "generate", "--type", "rsa:2048", "--label", "k1", "--id", "0A:0b")
        #expect(object["schema"] as? String == "p11.key/1")
        #expect(object["loggedIn"] as? Bool == true)
        #expect((object["token"] as? String)?.hasPrefix("pkcs11:") == true)
        let key = try #require(object["key"] as? [String: Any])
        #expect(key["label"] as? String == "k1")
        #expect(key["id"] as? String == "0a0b")
        #expect(key["tag"] is NSNull)
        #expect(key["keyType"] as? String == "RSA")
        #expect(key["bits"] as? Int == 2048)
        #expect(key["curve"] is NSNull)
        #expect(key["parts"] as? [String] == ["private", "public"])
        #expect(key["usage"] as? [String] == ["sign", "verify"])
        for (name, value) in [
            "private": true, "sensitive": true, "alwaysSensitive": true, "extractable": false, "neverExtractable": true,
            "local": true, "modifiable": true, "alwaysAuthenticate": false,
        ] { #expect(key[name] as? Bool == value, "\(name)") }
        #expect(key["warnings"] as? [String] == [])

        let der = try p11("key", "export", "k1", "--format", "der").stdout
        let digest = try p11.tool("openssl", "dgst", "-sha256", "-r", input: der).output.prefix(64)
        #expect(key["spkiSha256"] as? String == String(digest))

        let list = try p11.json("key", "list")
        #expect(list["schema"] as? String == "p11.keys/1")
        let keys = try #require(list["keys"] as? [NSDictionary])
        #expect(keys == [key as NSDictionary])
        #expect((try p11.json("key", "show", "k1")["key"] as? NSDictionary) == key as NSDictionary)
    }

    @Test func `other tools see the ID, the label and the protection that were asked for`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "pair one", "--tag", "tag1")
        let objects = try p11.token.pkcs11Tool(p11.token.loginArguments + ["--list-objects"]).output
        #expect(objects.components(separatedBy: "label:      pair one\n").count == 3)
        #expect(objects.components(separatedBy: "ID:         74616731\n").count == 3)
        #expect(objects.contains("Private Key Object; RSA"))
        #expect(objects.contains("Public Key Object; RSA 2048 bits"))
        #expect(objects.contains("Access:     sensitive, always sensitive, never extractable, local"))
        #expect(objects.contains("Usage:      sign\n"))
        #expect(objects.contains("Usage:      verify\n"))
    }

    @Test func `keys of other tools are found and used`() throws {
        let p11 = try P11()
        try p11.token.pkcs11Tool(
            p11.token.loginArguments + ["--keypairgen", "--key-type", "rsa:2048", "--id", "77", "--label", "theirs"])
        try p11.tool("openssl", "genrsa", "-out", "import.pem", "2048")
        try p11.tool("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", "import.pem", "-out", "import.p8")
        try Command.check(
            "softhsm2-util",
            [
                "--import", p11.folder.file("import.p8"), "--token", "alpha", "--label", "imported", "--id", "78",
                "--pin", p11.token.pin,
            ], environment: p11.token.environment)
        for name in ["theirs", "id:77", "imported", "id:0x78", "tag:w"] {
            let signature = try p11("sign", name, "--algorithm", "rsa-pkcs1-sha256", input: Data("m".utf8))
            #expect(signature.exitCode == 0, "\(name): \(signature)")
            #expect(signature.stdout.count == 256)
        }
        let list = try p11.json("key", "list")["keys"] as? [[String: Any]]
        #expect(list?.count == 2)
        #expect(list?.first { $0["label"] as? String == "theirs" }?["tag"] as? String == "w")
    }

    @Test func `a key is named by label, ID, tag and URI, and a URI that is printed names its key`() throws {
        let p11 = try P11()
        let made = try p11.json("key", "generate", "--type", "rsa:2048", "--label", "id:odd", "--tag", "com.example")
        let uri = try #require((made["key"] as? [String: Any])?["uri"] as? String)
        #expect(!uri.contains(p11.token.pin) && !uri.contains("slot-id"))
        let names = [
            "label:id:odd", "tag:com.example", "id:636F6D2E6578616D706C65", uri, "pkcs11:object=id%3Aodd",
            "pkcs11:object=id%3Aodd;type=public?x-vendor=1", "pkcs11:token=alpha;id=com.example",
        ]
        for name in names { #expect(try p11("key", "show", name).exitCode == 0, "\(name)") }
        for name in ["pkcs11:object=id%3Aodd;x-odd=1", "pkcs11:token=beta;object=id%3Aodd", "tag:com", "label:ID:odd"] {
            #expect(try p11("key", "show", name).exitCode == 3, "\(name)")
        }
        #expect(try p11("key", "show", "id:odd").exitCode == 64)
    }

    @Test func `names that are taken are refused unless that is asked for`() throws {
        let p11 = try P11()
        let generate = ["key", "generate", "--type", "rsa:2048"]
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "a", "--id", "01")
        #expect(try p11.run(generate + ["--label", "a"]).exitCode == 7)
        let taken = try p11.run(generate + ["--label", "b", "--id", "01", "--json"])
        #expect(taken.exitCode == 7)
        #expect(try errorObject(taken)["code"] as? String == "key-exists")
        #expect(try p11.run(generate + ["--label", "a", "--id", "02", "--allow-duplicate"]).exitCode == 0)
        let ambiguous = try p11("key", "delete", "a", "--yes", "--json")
        #expect(ambiguous.exitCode == 6)
        let error = try errorObject(ambiguous)
        #expect(error["code"] as? String == "key-ambiguous")
        let candidates = try #require(error["candidates"] as? [String])
        #expect(candidates.count == 2 && candidates.allSatisfy { $0.contains("pkcs11:") })
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == 2)
        try p11.check("key", "delete", "id:02", "--yes")
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == 1)
    }

    @Test(arguments: [
        ("rsa:0", 64), ("rsa:-1", 64), ("rsa:", 64), ("rsa:512", 8), ("rsa:1024", 8), ("rsa:2047", 8),
        ("rsa:100000", 8), ("ec:P-256", 8), ("ec:secp256r1", 8), ("ec:nonsense", 64), ("ed25519", 8), ("aes:256", 8),
        ("hmac:256", 8), ("dsa:2048", 64),
    ])
    func `key types and sizes that are refused`(type: String, exit: Int32) throws {
        let p11 = try P11()
        let result = try p11("key", "generate", "--type", type, "--label", "x")
        #expect(result.exitCode == exit, "\(result)")
        #expect(result.output.isEmpty)
        #expect(result.errorOutput.hasPrefix("error: "))
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.isEmpty == true)
    }

    @Test func `a weak key takes a word of its own`() throws {
        let p11 = try P11()
        let refused = try p11("key", "generate", "--type", "rsa:1024", "--label", "x")
        #expect(refused.errorOutput.contains("--allow-weak"))
        try p11.check("key", "generate", "--type", "rsa:1024", "--label", "x", "--allow-weak")
    }

    @Test func `only the public half is exported, in the forms of other tools`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let pem = try p11.check("key", "export", "k")
        #expect(try p11.tool("openssl", "pkey", "-pubin", "-pubout", input: Data(pem.utf8)).output == pem)
        let pkcs1 = try p11.check("key", "export", "k", "--format", "pkcs1")
        #expect(try p11.tool("openssl", "rsa", "-RSAPublicKey_in", "-pubout", input: Data(pkcs1.utf8)).output == pem)
        let der = try p11("key", "export", "k", "--format", "der").stdout
        #expect(try p11.tool("openssl", "pkey", "-pubin", "-inform", "DER", "-pubout", input: der).output == pem)
        let pkcs1DER = try p11("key", "export", "k", "--format", "pkcs1-der").stdout
        #expect(
            try p11.tool("openssl", "rsa", "-RSAPublicKey_in", "-inform", "DER", "-pubout", input: pkcs1DER).output
                == pem)
        #expect(try p11.check("key", "export", "k", "--format", "ssh").hasPrefix("ssh-rsa AAAAB3NzaC1yc2E"))
        let jwk = try p11.object(Data(try p11.check("key", "export", "k", "--format", "jwk").utf8))
        #expect(jwk["kty"] as? String == "RSA" && jwk["e"] as? String == "AQAB" && jwk["d"] == nil)

        let refused = try p11("key", "export", "pkcs11:object=k;type=private", "--json")
        #expect(refused.exitCode == 8)
        #expect((try errorObject(refused)["message"] as? String)?.contains("never leaves the token") == true)
        #expect(try p11("key", "export", "k", "--format", "pkcs8").exitCode == 64)
    }

    @Test func `every attribute that can be read is shown, and no secret one`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let object = try p11.json("key", "show", "k", "--attributes")
        let attributes = try #require(object["attributes"] as? [String: [String: Any]])
        #expect(attributes["private"]?["CKA_CLASS"] as? String == "CKO_PRIVATE_KEY")
        #expect(attributes["private"]?["CKA_SENSITIVE"] as? Bool == true)
        #expect(attributes["private"]?["CKA_KEY_GEN_MECHANISM"] as? String == "CKM_RSA_PKCS_KEY_PAIR_GEN")
        #expect(attributes["public"]?["CKA_MODULUS_BITS"] as? Int == 2048)
        #expect(attributes["public"]?["CKA_PUBLIC_EXPONENT"] as? String == "010001")
        for name in ["CKA_PRIVATE_EXPONENT", "CKA_PRIME_1", "CKA_PRIME_2", "CKA_COEFFICIENT", "CKA_VALUE"] {
            #expect(attributes["private"]?[name] == nil)
        }
    }

    @Test func `deleting asks, and does nothing without a yes`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let refused = try p11("key", "delete", "k")
        #expect(refused.exitCode == 11)
        #expect(refused.errorOutput.contains("--yes"))
        #expect(try p11("key", "delete", "k", "--no-input").exitCode == 11)
        let planned = try p11("key", "delete", "k", "--dry-run")
        #expect(planned.exitCode == 0)
        #expect(planned.output.hasPrefix("would delete: pkcs11:"))
        #expect(try p11.json("key", "delete", "k", "--dry-run")["dryRun"] as? Bool == true)
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == 1)
        let deleted = try p11.json("key", "delete", "k", "--yes")
        #expect(deleted["schema"] as? String == "p11.key-deleted/1")
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.isEmpty == true)
        #expect(try p11("key", "delete", "k", "--yes").exitCode == 3)
        #expect(try p11.token.pkcs11Tool(p11.token.loginArguments + ["--list-objects"]).output.isEmpty)
    }

    @Test(arguments: [("type=public", ["public"], ["private"]), ("type=private", ["private"], ["public"])])
    func `a URI with a type deletes that half only`(type: String, gone: [String], left: [String]) throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let uri = "pkcs11:object=k;" + type
        func parts(_ object: [String: Any]) throws -> [String]? {
            let key = try #require(object["key"] as? [String: Any])
            #expect((key["uri"] as? String)?.contains(type) == true)
            return key["parts"] as? [String]
        }
        #expect(try parts(p11.json("key", "delete", uri, "--dry-run")) == gone)
        let session = try p11.atTerminal("key", "delete", uri)
        try session.expect("This deletes the \(gone[0]) part of RSA 2048 key \"k\"")
        session.type("n\n")
        #expect(session.exitCode() == 11)
        #expect(try parts(p11.json("key", "delete", uri, "--yes")) == gone)
        #expect((try p11.json("key", "show", "k")["key"] as? [String: Any])?["parts"] as? [String] == left)
        #expect(try p11("key", "delete", uri, "--yes").exitCode == 3)
        #expect(try p11("key", "delete", "pkcs11:object=k", "--yes").exitCode == 0)
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: ["private", "public"])
    func `of a key that only other tools use, never the other half is deleted`(type: String) throws {
        let p11 = try P11()
        try p11.token.pkcs11Tool(
            p11.token.loginArguments + [
                "--keypairgen", "--key-type", "EC:prime256v1", "--id", "0a", "--label", "ec",
            ])
        try p11.folder.write("m", to: "m")
        for command in [
            ["encrypt", "ec", "m", "--algorithm", "rsa-oaep-sha256"], ["key", "export", "ec"],
            ["verify", "ec", "m", "--algorithm", "rsa-pkcs1-sha256", "--signature", "m"],
        ] {
            let result = try p11.run(command)
            #expect(result.exitCode == 8, "\(command): \(result)")
            #expect(result.errorOutput.contains("keys of type CKK_EC are not supported yet"), "\(result)")
        }
        func objects() throws -> [String] {
            try p11.token.pkcs11Tool(p11.token.loginArguments + ["--list-objects"]).output
                .split(separator: "\n").filter { $0.contains("Key Object") }.map { $0.lowercased() }
        }
        let result = try p11("key", "delete", "pkcs11:object=ec;type=\(type)", "--yes")
        let left = try objects()
        #expect(left.contains { !$0.hasPrefix(type) }, "\(result)")
        #expect(left.contains { $0.hasPrefix(type) } == (result.exitCode != 0), "\(result)")
        #expect([0, 3, 8].contains(result.exitCode))
    }

    @Test func `without a login private keys are hidden and that is said`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let stranger = p11.with(["PKCS11_PIN": nil])
        let result = try stranger("key", "list")
        #expect(result.exitCode == 0)
        #expect(result.output.contains("public") && !result.output.contains("private"))
        #expect(result.errorOutput.contains("not logged in"))
        let object = try stranger.json("key", "list")
        #expect(object["loggedIn"] as? Bool == false)
        #expect((object["keys"] as? [[String: Any]])?.first?["parts"] as? [String] == ["public"])
        #expect(try stranger("key", "export", "k").exitCode == 0)
        let hidden = try stranger("key", "show", "other", "--json")
        #expect(hidden.exitCode == 3)
        #expect((try errorObject(hidden)["hint"] as? String)?.contains("--login user") == true)
    }

    @Test(arguments: ["", "ключ 🔑", "tab\tand \u{1B}[31mred", String(repeating: "x", count: 1000)])
    func `labels of any kind`(label: String) throws {
        let p11 = try P11()
        let made = try p11.json("key", "generate", "--type", "rsa:2048", "--label", label)
        #expect((made["key"] as? [String: Any])?["label"] as? String == label)
        let table = try p11("key", "list")
        #expect(table.exitCode == 0)
        #expect(!table.stdout.contains(0x1B) && !table.stdout.contains(0x09))
        #expect(try p11("key", "show", "label:" + label).exitCode == 0)
        try p11.check("key", "delete", "label:" + label, "--yes")
    }
}
