import Foundation
import TestSupport
import Testing

@Suite struct RequestTests {
    private let p11: P11

    init() throws {
        p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "server")
    }

    private func text(_ file: String, _ more: String...) throws -> String {
        let result = try Command.check(
            "openssl", ["req", "-in", file, "-noout", "-verify", "-text", "-nameopt", "RFC2253"] + more,
            directory: p11.folder.path)
        #expect((result.output + result.errorOutput).contains("verify OK"))
        return result.output
    }

    @Test func `OpenSSL verifies a request and finds subject, names and key in it`() throws {
        try p11.check(
            "csr", "create", "server", "--subject", #"CN=www.example.com,OU=a\+b,O=Example\, Inc.,C=DE"#, "--san",
            "dns:www.example.com",
            "--san", "dns:*.example.com", "--san", "ip:192.0.2.1", "--san=ip:2001:db8::1", "--san",
            "email:a@example.com", "--san",
            "uri:https://example.com/x?y=z", "--out", "s.csr")
        let text = try text("s.csr")
        #expect(text.contains(#"Subject: CN=www.example.com,OU=a\+b,O=Example\, Inc.,C=DE"#), "\(text)")
        #expect(
            text.contains(
                "DNS:www.example.com, DNS:*.example.com, IP Address:192.0.2.1, IP Address:2001:DB8:0:0:0:0:0:1, "
                    + "email:a@example.com, URI:https://example.com/x?y=z"), "\(text)")
        #expect(text.contains("sha256WithRSAEncryption"))
        let key = try p11.tool("openssl", "req", "-in", "s.csr", "-noout", "-pubkey").output
        #expect(try key == p11.check("key", "export", "server"))
    }

    @Test(arguments: [
        ("rsa-pkcs1-sha512", "sha512WithRSAEncryption"), ("rsa-pkcs1-sha384", "sha384WithRSAEncryption"),
        ("rsa-pss-sha256", "rsassaPss"), ("rsa-pss-sha512", "rsassaPss"),
    ]) func `it is signed as was asked for`(algorithm: String, name: String) throws {
        try p11.check(
            "csr", "create", "server", "--subject", "CN=x", "--algorithm", algorithm, "--format", "der", "--out",
            "s.der")
        #expect(try text("s.der", "-inform", "DER").contains("Signature Algorithm: \(name)"))
    }

    @Test func `an authority issues a certificate for it`() throws {
        try p11.check(
            "csr", "create", "server", "--subject", "CN=www.example.com", "--san", "dns:www.example.com", "--out",
            "s.csr")
        try p11.tool(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj",
            "/CN=CA")
        try p11.tool(
            "openssl", "x509", "-req", "-in", "s.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-copy_extensions", "copy",
            "-out", "s.pem")
        #expect(try p11.tool("openssl", "verify", "-CAfile", "ca.pem", "s.pem").output == "s.pem: OK\n")
        let text = try p11.tool("openssl", "x509", "-in", "s.pem", "-noout", "-ext", "subjectAltName").output
        #expect(text.contains("DNS:www.example.com"))
    }

    @Test(arguments: [
        ["--subject", "www.example.com"], ["--subject", ""], ["--subject", "CN="], ["--subject", "XX=a"],
        ["--subject", "C=Germany"],
        ["--subject", "CN=a,"], ["--subject", #"CN=a\"#], ["--subject", "CN=a<b"], ["--subject", "CN=#0c0161"],
        ["--subject", "CN=a", "--san", "www.example.com"], ["--subject", "CN=a", "--san", "ip:256.1.1.1"],
        ["--subject", "CN=a", "--san", "dns:a b"], ["--subject", "CN=a", "--san", "dns:müller.de"],
        ["--subject", "CN=a", "--san", "dns:a..b"],
        ["--subject", "CN=a", "--san", "email:example.com"], ["--subject", "CN=a", "--san", "uri:x"],
        ["--san", "dns:a"],
    ]) func `what is no name is a usage error, and nothing is written`(arguments: [String]) throws {
        let result = try p11.run(["csr", "create", "server", "--out", "s.csr"] + arguments)
        #expect(result.exitCode == 64 && result.output.isEmpty, "\(arguments): \(result)")
        #expect(!FileManager.default.fileExists(atPath: p11.folder.file("s.csr")))
    }

    @Test func `the subject may be empty where there is another name`() throws {
        try p11.check("csr", "create", "server", "--subject", "", "--san", "dns:a.example", "--out", "s.csr")
        #expect(try text("s.csr").contains("DNS:a.example"))
    }

    @Test func `a key that is not there, or may not sign, is none for it`() throws {
        #expect(try p11("csr", "create", "nobody", "--subject", "CN=x").exitCode == 3)
        #expect(try p11("csr", "create", "pkcs11:object=server;type=public", "--subject", "CN=x").exitCode == 8)
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "mail", "--usage", "decrypt")
        #expect(try p11("csr", "create", "mail", "--subject", "CN=x").exitCode == 8)
    }

    @Test func `the public half cannot sign or decrypt, though the pair could`() throws {
        for command in [["sign", "--algorithm", "rsa-pkcs1-sha256"], ["decrypt", "--algorithm", "rsa-oaep-sha256"]] {
            let result = try p11.run(
                [command[0], "pkcs11:object=server;type=public"] + command.dropFirst(), input: Data("m".utf8))
            #expect(result.exitCode == 8, "\(result)")
            #expect(result.errorOutput.contains("public half"))
        }
    }
}
