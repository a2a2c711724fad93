import Foundation
import TestSupport
import Testing

@Suite struct ImportTests {
    private func prepare() throws -> P11 {
        let p11 = try P11()
        try p11.tool("openssl", "genrsa", "-out", "k.pem", "2048")
        try p11.tool("openssl", "rsa", "-in", "k.pem", "-pubout", "-out", "k.pub")
        return p11
    }

    @Test func `private and public keys in every form`() throws {
        let p11 = try prepare()
        let forms: [(String, [String], [String])] = [
            ("p8.pem", ["pkcs8", "-topk8", "-nocrypt", "-in", "k.pem"], ["private", "public"]),
            ("p8.der", ["pkcs8", "-topk8", "-nocrypt", "-in", "k.pem", "-outform", "DER"], ["private", "public"]),
            ("p1.pem", ["rsa", "-in", "k.pem", "-traditional"], ["private", "public"]),
            ("p1.der", ["rsa", "-in", "k.pem", "-traditional", "-outform", "DER"], ["private", "public"]),
            ("spki.pem", ["rsa", "-pubin", "-in", "k.pub"], ["public"]),
            ("spki.der", ["rsa", "-pubin", "-in", "k.pub", "-outform", "DER"], ["public"]),
            ("p1pub.pem", ["rsa", "-pubin", "-in", "k.pub", "-RSAPublicKey_out"], ["public"]),
            ("p1pub.der", ["rsa", "-pubin", "-in", "k.pub", "-RSAPublicKey_out", "-outform", "DER"], ["public"]),
        ]
        for (name, arguments, parts) in forms {
            try Command.check("openssl", arguments + ["-out", name], directory: p11.folder.path)
            let made = try p11.json("key", "import", name, "--label", name)
            let key = try #require(made["key"] as? [String: Any])
            #expect(key["parts"] as? [String] == parts, "\(name)")
            #expect(key["label"] as? String == name)
            #expect(key["tag"] is NSNull)
            if parts.count == 2 {
                #expect(key["sensitive"] as? Bool == true && key["extractable"] as? Bool == false)
                #expect(key["local"] as? Bool == false)
            }
            #expect(try p11.check("key", "export", name) == String(decoding: p11.folder.read("k.pub"), as: UTF8.self))
            try p11.check("key", "delete", name, "--yes")
        }
    }

    @Test func `standard input is a file too`() throws {
        let p11 = try prepare()
        try p11.check("key", "import", "-", "--label", "k", input: p11.folder.read("k.pem"))
        #expect(try p11("key", "show", "k").exitCode == 0)
    }

    @Test func `an encrypted key takes its passphrase from a source`() throws {
        let p11 = try prepare().with(["PASS": "secret", "WRONG": "guess"])
        try p11.tool("openssl", "pkcs8", "-topk8", "-in", "k.pem", "-passout", "pass:secret", "-out", "enc.pem")
        let wrong = try p11("key", "import", "enc.pem", "--label", "k", "--passphrase-source", "env:WRONG")
        #expect(wrong.exitCode == 4)
        #expect(wrong.errorOutput.contains("passphrase"))
        let missing = try p11("key", "import", "enc.pem", "--label", "k")
        #expect(missing.exitCode == 4)
        #expect(missing.errorOutput.contains("--passphrase-source"))
        #expect(try p11("key", "import", "enc.pem", "--label", "k", "--passphrase-source", "env:UNSET").exitCode == 4)
        try p11.check("key", "import", "enc.pem", "--label", "k", "--passphrase-source", "env:PASS")
        try p11.folder.write("secret\r\n", to: "pass")
        try p11.check("key", "import", "enc.pem", "--label", "l", "--id", "01", "--passphrase-source", "file:pass")
    }

    @Test func `what is no key is refused, each in its own words`() throws {
        let p11 = try prepare()
        try p11.tool("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "ec.pem")
        try p11.tool("openssl", "req", "-x509", "-key", "k.pem", "-subj", "/CN=a", "-out", "cert.pem")
        try p11.tool("openssl", "rsa", "-in", "k.pem", "-outform", "DER", "-out", "k.der")
        try p11.tool("openssl", "genrsa", "-out", "weak.pem", "1024")
        try p11.folder.write("-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----\n", to: "garbage.pem")
        try p11.folder.write("hello", to: "text")
        try p11.folder.write(try p11.folder.read("k.der").prefix(500), to: "cut.der")
        try p11.folder.write(Data(count: 2_000_000), to: "huge")
        var messages: Set<String> = []
        for (name, exit, word) in [
            ("ec.pem", 8, "EC"), ("cert.pem", 1, "certificate"), ("garbage.pem", 1, "base64"), ("text", 1, "PEM"),
            ("cut.der", 1, "cut off"), ("huge", 74, "bytes"), ("none", 74, "No such file"), (".", 74, "directory"),
            ("weak.pem", 8, "--allow-weak"), ("/dev/null", 1, "empty"),
        ] as [(String, Int32, String)] {
            let result = try p11("key", "import", name, "--label", "x")
            #expect(result.exitCode == exit, "\(name): \(result)")
            #expect(result.errorOutput.contains(word), "\(name): \(result)")
            messages.insert(result.errorOutput)
        }
        #expect(messages.count == 10)
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.isEmpty == true)
    }

    @Test func `of the same key twice each has its own names, halves and report`() throws {
        let p11 = try prepare()
        func key(_ object: [String: Any]) throws -> [String: Any] { try #require(object["key"] as? [String: Any]) }
        let uses = ["plain": ["sign", "verify"], "enc": ["decrypt", "encrypt"], "both": ["verify", "sign"]]
        for label in ["plain", "enc", "both"] {
            let use = label == "enc" ? "decrypt" : "sign"
            let made = try key(
                p11.json("key", "import", "k.pem", "--label", label, "--usage", use, "--allow-duplicate"))
            #expect(made["label"] as? String == label)
            #expect(Set(made["usage"] as? [String] ?? []) == Set(uses[label] ?? []))
        }
        let keys = try #require(try p11.json("key", "list")["keys"] as? [[String: Any]])
        #expect(keys.compactMap { $0["label"] as? String }.sorted() == ["both", "enc", "plain"])
        for key in keys {
            #expect(key["publicLabel"] == nil)
            let label = try #require(key["label"] as? String)
            #expect(Set(key["usage"] as? [String] ?? []) == Set(uses[label] ?? []), "\(label)")
        }
        let made = try key(p11.json("key", "import", "k.pub", "--label", "public", "--allow-duplicate"))
        #expect(made["label"] as? String == "public")
        try p11.check("key", "delete", "pkcs11:object=enc;type=public", "--yes")
        let objects = try p11.token.pkcs11Tool(p11.token.loginArguments + ["--list-objects"]).output
        for (label, count) in [("plain", 2), ("enc", 1), ("both", 2), ("public", 1)] {
            #expect(objects.components(separatedBy: "label:      \(label)\n").count == count + 1, "\(label)")
        }
    }

    @Test func `a name that is taken is refused`() throws {
        let p11 = try prepare()
        try p11.check("key", "import", "k.pem", "--label", "k")
        #expect(try p11("key", "import", "k.pem", "--label", "k").exitCode == 7)
        #expect(try p11("key", "import", "k.pem", "--label", "l").exitCode == 7)  // the same ID, made of the key itself
        #expect(try p11("key", "import", "k.pem", "--label", "l", "--id", "01", "--tag", "t").exitCode == 64)
    }
}
