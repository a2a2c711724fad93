import Foundation
import TestSupport
import Testing

@Suite struct DoctorTests {
    private func checks(_ object: [String: Any]) throws -> [String: String] {
        let checks = try #require(object["checks"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: checks.compactMap { check in
                (check["name"] as? String).map { ($0, check["result"] as? String ?? "") }
            })
    }

    private func leftovers(_ object: [String: Any]) throws -> [String] {
        try #require(object["leftovers"] as? [[String: Any]]).compactMap { $0["kind"] as? String }.sorted()
    }

    private func behind(_ fault: FaultProvider, _ plan: String, _ p11: P11) -> P11 {
        var variables: [String: String?] = ["PKCS11_MODULE": fault.path]
        for (name, value) in fault.environment(plan: plan) { variables[name] = value }
        return p11.with(variables)
    }

    /// A key that shows no key material, as a generation that was killed leaves it.
    private func withTornKey() throws -> (p11: P11, fault: FaultProvider) {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "torn")
        let fault = try FaultProvider(on: p11.token)
        return (behind(fault, "attr:CKA_MODULUS:torn=absent; attr:CKA_ID:torn=empty", p11), fault)
    }

    @Test func `everything works on SoftHSM, and nothing is left there`() throws {
        let p11 = try P11()
        let object = try p11.json("doctor")
        #expect(object["schema"] as? String == "p11.doctor/1")
        #expect(object["loggedIn"] as? Bool == true)
        let checks = try checks(object)
        for name in ["random", "generate rsa:2048", "sign rsa-pss-sha512", "decrypt rsa-oaep-sha256", "delete"] {
            #expect(checks[name] == "works", "\(name)")
        }
        #expect(Set(checks.values) == ["works"])
        #expect(try leftovers(object).isEmpty)
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.isEmpty == true)
    }

    @Test func `what is long goes on in further lines on a terminal, and is whole elsewhere`() throws {
        let p11 = try P11()
        let session = try p11.with(["COLUMNS": "100"]).atTerminal("doctor")
        #expect(session.exitCode() == 0)
        let table = try #require(session.shown.range(of: "CHECK ").map { session.shown[$0.lowerBound...] })
        // URIs and paths are not broken, so that they can be copied.
        for line in table.split(whereSeparator: \.isNewline) where !line.contains("/") && !line.contains("pkcs11:") {
            #expect(line.count <= 100, "\(session.shown)")
        }
        #expect(!table.contains("…"))
        let quirk = try #require(
            try p11.check("doctor").split(separator: "\n").first { $0.contains("objects-made-in-steps") })
        let words = quirk.split(separator: " ").map(String.init)
        let shown = session.shown.split { $0 == " " || $0.isNewline }.map(String.init)
        let start = try #require(shown.firstIndex(of: "objects-made-in-steps"))
        #expect(shown[start...].starts(with: words[1...]))
    }

    @Test func `what does not work is said with its reason`() throws {
        let p11 = try P11()
        let fault = try FaultProvider(on: p11.token)
        func run(_ plan: String) throws -> [String: Any] { try behind(fault, plan, p11).json("doctor") }
        let failing = try run("C_Sign:every=CKR_FUNCTION_FAILED")
        let entries = try #require(failing["checks"] as? [[String: Any]])
        let entry = try #require(entries.first { $0["name"] as? String == "sign rsa-pkcs1-sha256" })
        #expect(entry["result"] as? String == "fails")
        #expect(entry["ckr"] as? String == "CKR_FUNCTION_FAILED")
        #expect(try checks(failing)["decrypt rsa-pkcs1"] == "works")

        let keyless = try checks(run("C_GenerateKeyPair:every=CKR_FUNCTION_FAILED"))
        #expect(keyless["generate rsa:2048"] == "fails")
        #expect(keyless["sign rsa-pkcs1-sha256"] == "notTried")
    }

    @Test func `a token that keeps no session keys is tried with one that is written, where that is allowed`() throws {
        let p11 = try P11()
        let fault = try FaultProvider(on: p11.token)
        let refusing = behind(fault, "C_GenerateKeyPair:1=CKR_TEMPLATE_INCONSISTENT", p11)
        defer { withExtendedLifetime(fault) {} }
        let object = try refusing.json("doctor", "--write")
        #expect(try Set(checks(object).values) == ["works"])
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.isEmpty == true)
    }

    @Test func `what a crash left is listed, and what has no key material is deleted with --yes`() throws {
        let (p11, fault) = try withTornKey()
        defer { withExtendedLifetime(fault) {} }
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "whole")
        try p11.tool("openssl", "genpkey", "-algorithm", "RSA", "-out", "k.pem")
        try p11.tool("openssl", "pkey", "-in", "k.pem", "-pubout", "-out", "k.pub")
        try p11.check("key", "import", "k.pub", "--label", "public alone", "--usage", "verify")

        let object = try p11.json("doctor")
        #expect(try leftovers(object) == ["incomplete", "incomplete", "publicHalf"])
        #expect(try p11.check("doctor").contains("no key material"))

        // Nobody to ask: nothing is done.
        #expect(try p11("doctor", "--delete-leftovers").exitCode == 11)
        #expect(try leftovers(p11.json("doctor")).count == 3)

        let result = try p11("doctor", "--delete-leftovers", "--yes")
        #expect(result.exitCode == 0, "\(result)")
        #expect(try leftovers(p11.json("doctor")) == ["publicHalf"])
        let labels = try #require(try p11.json("key", "list")["keys"] as? [[String: Any]]).map {
            $0["label"] as? String
        }
        #expect(Set(labels) == ["whole", "public alone"])
    }

    @Test func `what SoftHSM only began to write is listed, and nothing else goes with it`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "twin")
        let files = try p11.token.objectFiles()
        let whole = try #require(
            files.values.first { if case .number(3)? = $0.attributes[0] { true } else { false } })
        // The private half of a second key of that name, before it got its numbers; and what was made of two others.
        let begun = [whole.withoutNumbers, SoftHSMObjectFile(), SoftHSMObjectFile([0: .number(2), 0x100: .number(0)])]
        for file in begun { try p11.token.writeObjectFile(file.data) }

        #expect(try leftovers(p11.json("doctor")) == ["incomplete", "incomplete", "incomplete"])
        #expect(try p11.check("key", "show", "twin").contains("RSA 2048"))
        let list = try #require(try p11.json("key", "list")["keys"] as? [[String: Any]])
        #expect(Set(list.compactMap { $0["keyType"] as? String }) == ["RSA", "unknown"])
        let session = try p11.atTerminal("doctor", "--delete-leftovers")
        for _ in 0..<3 {
            try session.expect("if another program makes a key at this moment")
            try session.expect("Delete it? [y/N]")
            session.type("y\n")
        }
        #expect(session.exitCode() == 0, "\(session.shown)")
        #expect(try leftovers(p11.json("doctor")).isEmpty)
        #expect(try Set(p11.token.objectFiles().keys) == Set(files.keys))
        try p11.check("sign", "twin", "-", "--algorithm", "rsa-pss-sha256", "--out", "k.sig", input: Data())
    }

    @Test func `each leftover is a question of its own`() throws {
        let (p11, fault) = try withTornKey()
        defer { withExtendedLifetime(fault) {} }
        let session = try p11.atTerminal("doctor", "--delete-leftovers")
        try session.expect("Delete it? [y/N]")
        session.type("n\n")
        try session.expect("Delete it? [y/N]")
        session.type("y\n")
        #expect(session.exitCode() == 0, "\(session.shown)")
        #expect(try leftovers(p11.json("doctor")) == ["incomplete"])
    }

    @Test func `of several keys of one name the last is no leftover, whatever the answers are`() throws {
        let p11 = try P11()
        for _ in 0..<2 {
            try p11.check("key", "generate", "--type", "rsa:2048", "--label", "rotated", "--allow-duplicate")
        }
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "other")
        #expect(try leftovers(p11.json("doctor")) == ["namesake", "namesake"])
        let session = try p11.atTerminal("doctor", "--delete-leftovers")
        try session.expect("Delete it? [y/N]")
        session.type("y\n")
        #expect(session.exitCode() == 0, "\(session.shown)")
        #expect(try leftovers(p11.json("doctor")).isEmpty)
        let keys = try #require(try p11.json("key", "list")["keys"] as? [[String: Any]])
        #expect(Set(keys.map { $0["label"] as? String }) == ["rotated", "other"])
    }

    @Test func `a second copy of a key is a leftover, and the last one is none`() throws {
        let p11 = try P11()
        try p11.tool("openssl", "genpkey", "-algorithm", "RSA", "-out", "k.pem")
        for label in ["old name", "new name"] {
            try p11.check("key", "import", "k.pem", "--label", label, "--allow-duplicate")
        }
        #expect(try leftovers(p11.json("doctor")) == ["copy", "copy"])
        let session = try p11.atTerminal("doctor", "--delete-leftovers")
        try session.expect("Delete it? [y/N]")
        session.type("y\n")
        #expect(session.exitCode() == 0, "\(session.shown)")
        #expect(try leftovers(p11.json("doctor")).isEmpty)
        #expect((try p11.json("key", "list")["keys"] as? [Any])?.count == 1)
    }

    @Test func `a key of an interrupted trial is listed`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "p11 doctor")
        #expect(try leftovers(p11.json("doctor")) == ["trial"])
    }
}
