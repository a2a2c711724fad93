import Foundation
import TestSupport
import Testing

/// Keys and certificates without a label, an ID or both, and what names none in particular: nothing else is ever taken for them.
@Suite struct NamelessTests {
    private let p11: P11

    init() throws { p11 = try P11() }

    private func uris(_ words: String...) throws -> [String] {
        try p11.run(words + ["--output", "uri"]).output.split(separator: "\n").map(String.init)
    }

    private func generate(_ names: String...) throws {
        try p11.token.pkcs11Tool(
            p11.token.loginArguments + ["--keypairgen", "--key-type", "rsa:2048", "--usage-sign"] + names)
    }

    @Test func `the URI of a key without names is that of no other`() throws {
        try generate("--label", "named", "--id", "01")
        try generate("--label", "named")
        try generate()
        let uris = try uris("key", "list")
        #expect(Set(uris).count == 3)
        #expect(uris.contains { $0.hasSuffix(";id=;object=") } && uris.contains { $0.hasSuffix(";id=;object=named") })
        for uri in uris {
            #expect(try p11.check("key", "show", uri, "--output", "uri") == uri + "\n")
            // The parser of p11-kit takes them too, and finds the same.
            let other = try Command.run(
                "p11tool", ["--provider", Provider.softHSM.required(), "--login", "--list-all", uri + ";type=private"],
                environment: ["GNUTLS_PIN": p11.token.pin, "SOFTHSM2_CONF": p11.token.configurationPath])
            let hasNames = !uri.hasSuffix(";object=")
            #expect(
                other.output.components(separatedBy: "Object ").count == (hasNames ? 2 : 1) || !hasNames, "\(other)")
        }
        for (count, uri) in zip([2, 1, 0], uris) {
            try p11.check("key", "delete", uri, "--yes")
            #expect(try self.uris("key", "list").count == count)
            #expect(try p11("key", "delete", uri, "--yes").exitCode == 3)
        }
    }

    @Test func `what a crash left is deleted by its URI, and no key in its place`() throws {
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "whole")
        try p11.token.writeObjectFile(SoftHSMObjectFile().data)
        let whole = try #require(try uris("key", "list").first { $0.contains("object=whole") })
        let left = try #require(try uris("key", "list").first { $0 != whole })
        try p11.check("key", "delete", left, "--yes")
        #expect(try p11("key", "delete", left, "--yes").exitCode == 3)
        #expect(try uris("key", "list") == [whole])
    }

    @Test func `what a crash left under the names of a key keeps it from being deleted, not from signing`() throws {
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "twin")
        let whole = try #require(
            try p11.token.objectFiles().values.first {
                if case .number(3)? = $0.attributes[0] { true } else { false }
            })
        try p11.token.writeObjectFile(whole.withoutNumbers.data)
        let uri = try #require(try uris("key", "list").first)
        for change in [["delete", uri, "--yes"], ["delete", "twin", "--yes"], ["set", uri, "--label", "other"]] {
            let result = try p11.run(["key"] + change)
            #expect(result.exitCode == 6 && result.errorOutput.contains("--delete-leftovers"), "\(result)")
        }
        try p11.check("sign", uri, "-", "--algorithm", "rsa-pss-sha256", "--out", "sig", input: Data())
        try p11.check("doctor", "--delete-leftovers", "--yes")
        try p11.check("key", "delete", uri, "--yes")
        #expect(try uris("key", "list").isEmpty)
    }

    @Test func `a URI that names no object changes and deletes nothing`() throws {
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "only", "--id", "01")
        try p11.tool(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=a", "-keyout", "k", "-out", "c")
        try p11.check("cert", "import", "c", "--label", "a")
        let token = try p11.check("token", "show", "--output", "uri").trimmingCharacters(in: .newlines)
        for uri in ["pkcs11:", token, token + ";type=private", "pkcs11:type=public"] {
            for rest in [["delete", uri, "--yes"], ["delete", uri, "--dry-run"], ["set", uri, "--label", "x"]] {
                let result = try p11.run(["key"] + rest)
                #expect(result.exitCode == 64 && result.errorOutput.contains("\nhint: "), "\(result)")
            }
        }
        for uri in ["pkcs11:", token, "pkcs11:type=cert"] {
            #expect(try p11("cert", "delete", uri, "--yes").exitCode == 64)
        }
        // What only reads may take one.
        #expect(try p11("key", "show", token).succeeded && p11("cert", "show", "pkcs11:type=cert").succeeded)
        #expect(try uris("key", "list").count == 1 && uris("cert", "list").count == 1)
    }

    @Test func `a lone public half is in nobody's way who wants the private one`() throws {
        try p11.check(
            "key", "generate", "--type", "rsa:2048", "--label", "signer", "--tag", "K", "--usage", "sign,decrypt")
        try p11.check("key", "export", "signer", "--out", "signer.pub")
        try p11.tool("openssl", "genrsa", "-out", "other.pem", "2048")
        try p11.tool("openssl", "rsa", "-in", "other.pem", "-pubout", "-out", "other.pub")
        try p11.check(
            "key", "import", "other.pub", "--label", "signer", "--tag", "K", "--usage", "verify", "--allow-duplicate")
        for name in ["tag:K", "signer", "pkcs11:object=signer"] {
            try p11.check(
                "sign", name, "-", "--algorithm", "rsa-pkcs1-sha256", "--out", "sig", "--force", input: Data())
            try p11.check("csr", "create", name, "--subject", "CN=a", "--out", "csr", "--force")
            #expect(try p11("key", "show", name).exitCode == 6)
        }
        try p11.tool("openssl", "dgst", "-sha256", "-verify", "signer.pub", "-signature", "sig", "/dev/null")
    }
}
