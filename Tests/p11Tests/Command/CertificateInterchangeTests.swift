import Foundation
import TestSupport
import Testing

/// Certificates that one program puts on a token beside a key are found, read and removed by the others.
@Suite struct CertificateInterchangeTests {
    let peers: Peers
    private var p11: P11 { peers.p11 }

    /// A key on the token, and a certificate for it in `c.pem` and `c.der` that an authority of OpenSSL's issued.
    init() throws {
        peers = try Peers()
        try peers.generate(by: .p11, label: "server key", id: "0a01")
        try p11.check("csr", "create", "id:0a01", "--subject", "CN=server", "--out", "request.pem")
        try p11.tool(
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj",
            "/CN=CA")
        try p11.tool(
            "openssl", "x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca.key", "-out", "c.pem")
        try p11.tool("openssl", "x509", "-in", "c.pem", "-outform", "DER", "-out", "c.der")
    }

    private func put(by peer: Peer) throws {
        switch peer {
        case .p11: try p11.check("cert", "import", "c.pem", "--label", "server")
        case .pkcs11Tool:
            try peers.pkcs11Tool(
                "--write-object", p11.folder.file("c.der"), "--type", "cert", "--id", "0a01", "--label", "server")
        case .p11tool:
            try peers.p11tool(
                "--login", "--write", "--load-certificate", "c.pem", "--id", "0a01", "--label", "server",
                "pkcs11:token=alpha")
        }
    }

    /// The certificate in DER.
    private func read(by peer: Peer, uri: String) throws -> Data {
        switch peer {
        case .p11: return try p11.run(["cert", "export", uri, "--format", "der"]).stdout
        case .pkcs11Tool:
            let target = p11.folder.file("read.der")
            try peers.pkcs11Tool("--read-object", "--type", "cert", "--id", "0a01", "--output-file", target)
            return try p11.folder.read("read.der")
        case .p11tool:
            let pem = try peers.p11tool("--export", uri)
            return try p11.tool("openssl", "x509", "-outform", "DER", input: Data(pem.utf8)).stdout
        }
    }

    private func delete(by peer: Peer, uri: String) throws {
        switch peer {
        case .p11: try p11.check("cert", "delete", uri, "--yes")
        case .pkcs11Tool: try peers.pkcs11Tool("--delete-object", "--type", "cert", "--id", "0a01")
        case .p11tool: try peers.p11tool("--login", "--delete", uri)
        }
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test(arguments: Peer.allCases) func `one that any of them put there`(writer: Peer) throws {
        let bytes = try p11.folder.read("c.der")
        for remover in Peer.allCases {
            try put(by: writer)
            // Each prints the same URI for it.
            let ours = lines(try p11.check("cert", "list", "--output", "uri"))
            #expect(lines(try peers.p11tool("--list-all-certs", "--only-urls", "pkcs11:token=alpha")) == ours)
            let uri = try #require(ours.first)
            for reader in Peer.allCases {
                #expect(try read(by: reader, uri: uri) == bytes, "written by \(writer), read by \(reader)")
            }
            let listed = try peers.pkcs11Tool("--list-objects", "--type", "cert")
            #expect(listed.contains("label:      server\n") && listed.contains("ID:         0a01\n"))
            // It is with its key for all of them.
            let key = try #require(try p11.json("key", "show", "id:0a01")["key"] as? [String: Any])
            #expect(key["parts"] as? [String] == ["private", "public", "certificate"])
            #expect(
                lines(try peers.p11tool("--login", "--list-certs", "--only-urls", "pkcs11:token=alpha")).contains(uri))
            try delete(by: remover, uri: uri)
            #expect(try p11.check("cert", "list", "--output", "uri").isEmpty, "deleted by \(remover)")
            #expect(try p11("key", "show", "id:0a01").exitCode == 0)
        }
    }
}
