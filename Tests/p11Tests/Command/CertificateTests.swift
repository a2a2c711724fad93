import Foundation
import TestSupport
import Testing

@Suite struct CertificateTests {
    private let p11: P11

    init() throws { p11 = try P11() }

    /// Makes a key on the token, and has OpenSSL issue `NAME.pem` for its request.
    private func issue(_ name: String, serial: String = "7", subject: String? = nil) throws {
        if !FileManager.default.fileExists(atPath: p11.folder.file("ca.pem")) {
            try p11.tool(
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem",
                "-subj", "/O=Example/CN=Root")
        }
        try p11.check(
            "csr", "create", name, "--subject", subject ?? "CN=\(name),O=Example", "--san", "dns:\(name).example",
            "--out", "r.csr", "--force")
        try p11.tool(
            "openssl", "x509", "-req", "-in", "r.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-copy_extensions", "copy",
            "-set_serial", serial, "-out", "\(name).pem")
    }

    private func file(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: p11.folder.file(name)))
    }

    private func makeKey(_ label: String, _ more: String...) throws {
        let result = try p11.run(["key", "generate", "--type", "rsa:2048", "--label", label] + more)
        #expect(result.exitCode == 0, "\(result)")
    }

    private func keys() throws -> [[String: Any]] {
        try #require(try p11.json("key", "list")["keys"] as? [[String: Any]])
    }

    @Test
    func `what an authority issues for a request is imported, is on the row of the key, and comes out byte for byte`()
        throws
    {
        try makeKey("server", "--tag", "com.example.server")
        try makeKey("other")
        try issue("server")
        try p11.check("cert", "import", "server.pem")
        let rows = try keys()
        let row = try #require(rows.first { $0["label"] as? String == "server" })
        #expect(row["parts"] as? [String] == ["private", "public", "certificate"])
        let beside = try #require((row["certificates"] as? [[String: Any]])?.first)
        #expect(beside["subject"] as? String == "CN=server,O=Example" && beside["serialNumber"] as? String == "07")
        let other = try #require(rows.first { $0["label"] as? String == "other" })
        #expect(
            other["parts"] as? [String] == ["private", "public"] && (other["certificates"] as? [Any])?.isEmpty == true)
        #expect(try p11.check("key", "list").contains("private+public+certificate"))
        #expect(try p11.check("key", "show", "server").contains("certificate:         CN=server,O=Example, until "))

        #expect(try p11("cert", "export", "server").stdout == file("server.pem"))
        try p11.tool("openssl", "x509", "-in", "server.pem", "-outform", "der", "-out", "server.der")
        #expect(try p11("cert", "export", "tag:com.example.server", "--format", "der").stdout == file("server.der"))
        try p11.check("cert", "export", "server", "--out", "again.pem")
        #expect(try file("again.pem") == file("server.pem"))
        #expect(try p11("cert", "export", "server", "--out", "again.pem").exitCode == 7)
        // Without a login too.
        let stranger = p11.with(["PKCS11_PIN": nil])
        #expect(try stranger("cert", "export", "server").stdout == file("server.pem"))
    }

    @Test func `a listed certificate has the shape that scripts rely on`() throws {
        try makeKey("server", "--id", "0a0b")
        try issue("server", serial: "0xfe")
        let made = try p11.json("cert", "import", "server.pem")
        #expect(made["schema"] as? String == "p11.certificate/1")
        let list = try p11.json("cert", "list")
        #expect(list["schema"] as? String == "p11.certificates/1" && list["loggedIn"] as? Bool == true)
        let certificate = try #require((list["certificates"] as? [[String: Any]])?.first)
        #expect(certificate as NSDictionary == made["certificate"] as? NSDictionary)
        #expect(certificate as NSDictionary == (try p11.json("cert", "show", "server")["certificate"] as? NSDictionary))
        for (name, value) in [
            "label": "server", "id": "0a0b", "subject": "CN=server,O=Example", "issuer": "CN=Root,O=Example",
            "serialNumber": "fe", "keyType": "RSA", "certificateType": "CKC_X_509",
        ] { #expect(certificate[name] as? String == value, "\(name)") }
        #expect(certificate["bits"] as? Int == 2048)
        for (name, value) in ["isCA": false, "hasPrivateKey": true, "private": false] {
            #expect(certificate[name] as? Bool == value, "\(name)")
        }
        #expect(certificate["warnings"] as? [String] == [])
        #expect(certificate["alternativeNames"] as? [String] == ["dns:server.example"])
        let der = try p11.tool("openssl", "x509", "-in", "server.pem", "-outform", "der").stdout
        let digest = try p11.tool("openssl", "dgst", "-sha256", "-r", input: der).output.prefix(64)
        #expect(certificate["sha256"] as? String == String(digest))
        let key = try #require(try keys().first)
        #expect(certificate["spkiSha256"] as? String == key["spkiSha256"] as? String)
        let dates = try p11.tool("openssl", "x509", "-in", "server.pem", "-noout", "-dates", "-dateopt", "iso_8601")
            .output
        for name in ["notBefore", "notAfter"] {
            let text = try #require(certificate[name] as? String)
            #expect(dates.contains("\(name)=\(text.replacingOccurrences(of: "T", with: " "))\n"), "\(dates)")
        }
        let uri = try p11.check("cert", "list", "--output", "uri").trimmingCharacters(in: .newlines)
        #expect(uri.hasSuffix(";type=cert") && uri == certificate["uri"] as? String)
        #expect(
            try p11.check("cert", "list", "--output", "tsv").split(separator: "\n")[1].split(separator: "\t").count == 6
        )
        #expect(try p11("cert", "show", uri).exitCode == 0)
        // Nobody who is not logged in can say that there is no private key.
        let stranger = try p11.with(["PKCS11_PIN": nil]).json("cert", "show", uri)
        #expect((stranger["certificate"] as? [String: Any])?["hasPrivateKey"] is NSNull)
    }

    @Test func `other tools read what was imported, and their certificates are read`() throws {
        try makeKey("server", "--id", "0a")
        try issue("server")
        try p11.check("cert", "import", "server.pem")
        try p11.tool("openssl", "x509", "-in", "server.pem", "-outform", "der", "-out", "server.der")
        let theirs = try p11.token.pkcs11Tool(["--read-object", "--type", "cert", "--id", "0a"]).stdout
        #expect(try theirs == file("server.der"))
        let listed = try p11.token.pkcs11Tool(["--list-objects", "--type", "cert"]).output
        #expect(listed.contains("label:      server\n") && listed.contains("ID:         0a\n"))
        #expect(listed.contains("CN=server") && listed.contains("serial:     07"))
        let uri = try p11.check("cert", "list", "--output", "uri").trimmingCharacters(in: .newlines)
        let module = try Provider.softHSM.required()
        let exported = try Command.check(
            "p11tool", ["--provider", module, "--export", uri], environment: p11.token.environment)
        #expect(try p11.tool("openssl", "x509", input: exported.stdout).stdout == file("server.pem"))

        try p11.tool("openssl", "x509", "-in", "ca.pem", "-outform", "der", "-out", "ca.der")
        try p11.token.pkcs11Tool(
            p11.token.loginArguments + [
                "--write-object", p11.folder.file("ca.der"), "--type", "cert", "--id", "ca", "--label", "root",
            ])
        #expect(try p11("cert", "export", "root").stdout == file("ca.pem"))
        #expect(try p11("cert", "import", "ca.pem").exitCode == 7)
        let list = try Command.check(
            "p11tool", ["--provider", module, "--list-all-certs", "--only-urls"], environment: p11.token.environment
        ).output
        let ours = try p11.check("cert", "list", "--output", "uri")
        #expect(Set(list.split(separator: "\n")) == Set(ours.split(separator: "\n")))
    }

    @Test func `the same certificate is refused, a dry run does nothing, and names are as asked for`() throws {
        try makeKey("server")
        try issue("server")
        let dry = try p11.json("cert", "import", "server.pem", "--dry-run")
        #expect(dry["dryRun"] as? Bool == true)
        #expect(try p11.check("cert", "list", "--output", "tsv").split(separator: "\n").count == 1)
        let made = try p11.json("cert", "import", "server.pem")
        for name in ["uri", "label", "id", "sha256"] {
            let names = [dry, made].map { ($0["certificate"] as? [String: Any])?[name] as? String }
            #expect(names[0] == names[1] && names[0] != nil, "\(name)")
        }
        for arguments in [[], ["--dry-run"], ["--label", "x", "--id", "77"]] {
            let result = try p11.run(["cert", "import", "server.pem", "--json"] + arguments)
            #expect(result.exitCode == 7, "\(result)")
            #expect(try errorObject(result)["code"] as? String == "certificate-exists")
        }
        try p11.check("cert", "import", "server.pem", "--label", "x", "--tag", "again", "--allow-duplicate")
        #expect(try p11("cert", "export", "tag:again").stdout == file("server.pem"))
        let pem = try file("ca.pem")
        #expect(try p11("cert", "import", "-", "--label", "root", input: pem).exitCode == 0)
        #expect(try p11("cert", "export", "root").stdout == pem)
    }

    @Test func `one of two under the same names is named by its fingerprint`() throws {
        try makeKey("server")
        try issue("server", serial: "1")
        try p11.check("cert", "import", "server.pem")
        try issue("server", serial: "2")
        try p11.check("cert", "import", "server.pem")
        #expect(try p11.check("key", "show", "server").components(separatedBy: "\ncertificate: ").count == 3)
        let result = try p11("cert", "delete", "server", "--yes")
        #expect(result.exitCode == 6 && result.errorOutput.contains("sha256:"))
        let fingerprint = try p11.tool("openssl", "x509", "-in", "server.pem", "-noout", "-fingerprint", "-sha256")
            .output
            .trimmingCharacters(in: .newlines).split(separator: "=")[1]
        #expect(try p11("cert", "export", "sha256:\(fingerprint)").stdout == file("server.pem"))
        try p11.check("cert", "delete", "sha256:\(fingerprint.filter { $0 != ":" }.prefix(12))", "--yes")
        let rest = try p11("cert", "export", "server")
        #expect(try rest.exitCode == 0 && rest.stdout != file("server.pem"))
        for bad in ["sha256:", "sha256:12", "sha256:xyzxyzxyz", "sha256:123456789"] {
            #expect(try p11("cert", "show", bad).exitCode == 64, "\(bad)")
        }
    }

    @Test func `deletion asks, and leaves the key; that of the key leaves the certificate`() throws {
        try makeKey("server")
        try issue("server")
        try p11.check("cert", "import", "server.pem")
        #expect(try p11("cert", "delete", "server").exitCode == 11)
        #expect(try p11.json("cert", "delete", "server", "--dry-run")["dryRun"] as? Bool == true)
        let session = try p11.atTerminal("cert", "delete", "server")
        try session.expect("Delete it? [y/N] ")
        session.type("y\n")
        #expect(session.exitCode() == 0)
        #expect(try p11("cert", "show", "server").exitCode == 3)
        #expect(try keys().first?["parts"] as? [String] == ["private", "public"])
        try p11.check("cert", "import", "server.pem")
        let result = try p11("key", "delete", "server", "--yes")
        #expect(result.exitCode == 0 && result.errorOutput.contains("certificate \"server\""), "\(result)")
        #expect(result.errorOutput.contains("stays"))
        #expect(try keys().isEmpty)
        #expect(try p11("cert", "export", "server").stdout == file("server.pem"))
    }

    @Test func `a certificate is no key, and a key no certificate`() throws {
        try makeKey("server")
        try issue("server")
        try p11.check("cert", "import", "ca.pem", "--label", "root")
        #expect(try p11("key", "show", "root").exitCode == 3)
        #expect(try p11("cert", "show", "server").exitCode == 3)
        for arguments in [
            ["key", "show", "pkcs11:object=root;type=cert"], ["key", "delete", "pkcs11:type=cert", "--yes"],
            ["sign", "pkcs11:type=cert", "--algorithm", "rsa-pkcs1-sha256"],
            ["cert", "show", "pkcs11:object=server;type=private"], ["cert", "delete", "pkcs11:type=public", "--yes"],
            ["cert", "show", ""],
        ] {
            let result = try p11.run(arguments)
            #expect(result.exitCode == 64 && result.output.isEmpty, "\(arguments): \(result)")
        }
        #expect(try p11.json("cert", "show", "pkcs11:object=root")["schema"] as? String == "p11.certificate/1")
        #expect(try keys().count == 1)
    }

    @Test func `a file that is no certificate is refused, and says what it is`() throws {
        try makeKey("server")
        try issue("server")
        try p11.folder.write("hello", to: "text")
        try p11.folder.write("", to: "empty")
        let pem = try file("server.pem")
        try (pem + pem).write(to: URL(fileURLWithPath: p11.folder.file("two.pem")))
        for (name, words) in [
            ("text", "neither PEM nor"), ("empty", "empty"), ("two.pem", "2 certificates"),
            ("ca.key", "an RSA private key"), ("r.csr", "a certificate request"),
        ] {
            let result = try p11("cert", "import", name)
            #expect(
                result.exitCode == 1 && result.errorOutput.contains("\(name): ") && result.errorOutput.contains(words),
                "\(result)")
        }
        #expect(try p11("cert", "import", "nowhere.pem").exitCode == 74)
        #expect(try p11.with(["PKCS11_PIN": nil])("cert", "import", "server.pem", "--no-input").exitCode == 4)
        #expect(try p11.check("cert", "list", "--output", "tsv").split(separator: "\n").count == 1)
    }

    @Test func `control characters in a subject do not reach the terminal, and what is odd is listed`() throws {
        try p11.tool(
            "openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "k", "-out", "odd.csr", "-utf8", "-subj",
            "/CN=\u{1B}[31mred\u{202E}")
        // Until yesterday.
        try p11.tool("openssl", "x509", "-req", "-in", "odd.csr", "-signkey", "k", "-days", "-1", "-out", "odd.pem")
        try p11.check("cert", "import", "odd.pem")
        let list = try p11("cert", "list")
        #expect(list.exitCode == 0 && !list.output.contains("\u{1B}") && !list.output.contains("\u{202E}"), "\(list)")
        let show = try p11.json("cert", "list")["certificates"] as? [[String: Any]]
        #expect(show?.first?["warnings"] as? [String] == ["expired"])
    }

    @Test func `bytes do not go to a terminal`() throws {
        try makeKey("server")
        try issue("server")
        try p11.check("cert", "import", "server.pem")
        let session = try p11.atTerminal("cert", "export", "server", "--format", "der")
        #expect(session.exitCode() == 64)
    }

    @Test func `completion knows the labels of certificates`() throws {
        try makeKey("server")
        try issue("server")
        try p11.check("cert", "import", "ca.pem", "--label", "root")
        #expect(try p11.check("__complete", "--", "cert", "show", "").contains("root\ta certificate\n"))
        #expect(try p11.check("__complete", "--", "key", "show", "").contains("root") == false)
    }

    @Test func `a token that fails to list certificates still has its keys`() throws {
        try makeKey("server")
        let faults = try FaultProvider(on: p11.token)
        var other = p11.with(["PKCS11_MODULE": faults.path])
        for (name, value) in faults.environment(plan: "C_FindObjectsInit:2..=CKR_FUNCTION_FAILED") {
            other.variables[name] = value
        }
        let result = try withExtendedLifetime(faults) { try other("key", "list") }
        #expect(result.exitCode == 0 && result.output.contains("private+public"), "\(result)")
        #expect(result.errorOutput.contains("certificates cannot be listed"), "\(result)")
    }
}
