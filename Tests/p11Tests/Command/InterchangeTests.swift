import Foundation
import TestSupport
import Testing

/// What one program makes on a token is used by the others: p11, OpenSC's pkcs11-tool and GnuTLS's p11tool.
@Suite struct InterchangeTests {
    let peers: Peers

    init() throws { peers = try Peers() }

    @Test func `keys that each generated are seen alike by all`() throws {
        var expected: Set<SeenObject> = []
        for (index, maker) in Peer.allCases.enumerated() {
            let id = "0a0\(index)"
            try peers.generate(by: maker, label: "made by \(maker.rawValue)", id: id)
            for isPrivate in [true, false] {
                expected.insert(SeenObject(isPrivate: isPrivate, label: "made by \(maker.rawValue)", id: id))
            }
        }
        for peer in Peer.allCases { #expect(try peers.objects(seenBy: peer) == expected, "\(peer)") }
        let usage: [Set<String>] = [
            ["sign", "decrypt"], ["sign", "decrypt", "unwrap"], ["sign", "decrypt", "unwrap"],
        ]
        for index in 0..<3 {
            let id = "0a0\(index)"
            for peer in [Peer.p11, .pkcs11Tool] {
                #expect(try peers.usage(seenBy: peer, id: id) == usage[index], "\(peer), \(id)")
            }
            let theirs = try peers.publicKey(readBy: .pkcs11Tool, id: id)
            #expect(try peers.publicKey(readBy: .p11, id: id) == theirs)
            #expect(try peers.publicKey(readBy: .p11tool, id: id) == theirs)
        }
    }

    @Test(arguments: Peer.allCases) func `a key that one generated is used by all`(maker: Peer) throws {
        try peers.generate(by: maker, label: "k", id: "0b")
        try peers.p11.folder.write(
            peers.p11.tool(
                "openssl", "pkey", "-pubin", "-inform", "DER",
                input: peers.publicKey(readBy: maker == .p11 ? .pkcs11Tool : .p11, id: "0b")
            ).output, to: "k.pub")
        try checkUse(id: "0b", publicKey: "k.pub")
    }

    @Test(arguments: Peer.allCases) func `a key that one imported is used by all`(importer: Peer) throws {
        try peers.p11.tool("openssl", "genpkey", "-algorithm", "rsa", "-out", "k.pem")
        try peers.p11.tool("openssl", "pkey", "-in", "k.pem", "-pubout", "-out", "k.pub")
        try peers.importKey("k", by: importer, label: "imported", id: "0c")
        let expected: Set = [
            SeenObject(isPrivate: true, label: "imported", id: "0c"),
            SeenObject(isPrivate: false, label: "imported", id: "0c"),
        ]
        for peer in Peer.allCases { #expect(try peers.objects(seenBy: peer) == expected, "\(peer)") }
        try checkUse(id: "0c", publicKey: "k.pub")
    }

    private func checkUse(id: String, publicKey: String) throws {
        for peer in Peer.allCases {
            try peers.checkSignature(by: peer, id: id, publicKey: publicKey)
            try peers.checkDecryption(by: peer, id: id, publicKey: publicKey)
        }
        // What ours encrypts and signs, theirs decrypts and OpenSSL verifies; and ours verifies what theirs signed.
        try peers.p11.folder.write("secret", to: "secret")
        try peers.p11.check("encrypt", "id:\(id)", "secret", "--algorithm", "rsa-pkcs1", "--out", "sealed")
        try peers.pkcs11Tool(
            "--decrypt", "--id", id, "--mechanism", "RSA-PKCS", "--input-file", peers.p11.folder.file("sealed"),
            "--output-file", peers.p11.folder.file("opened"))
        #expect(try peers.p11.folder.read("opened") == Data("secret".utf8))
        try peers.pkcs11Tool(
            "--sign", "--id", id, "--mechanism", "SHA512-RSA-PKCS", "--input-file", peers.p11.folder.file("secret"),
            "--output-file", peers.p11.folder.file("theirs"))
        try peers.p11.check(
            "verify", "id:\(id)", "secret", "--algorithm", "rsa-pkcs1-sha512", "--signature", "theirs")
    }

    @Test(arguments: Peer.allCases) func `a key of one is renamed and deleted by the others`(maker: Peer) throws {
        for (index, peer) in Peer.allCases.enumerated() where peer != maker {
            let id = "1\(index)"
            try peers.generate(by: maker, label: "old", id: id)
            let label = try peers.rename(by: peer, from: id, label: "old", to: "2\(index)", label: "new name")
            let expected = Set([true, false].map { SeenObject(isPrivate: $0, label: label, id: "2\(index)") })
            for observer in Peer.allCases {
                #expect(try peers.objects(seenBy: observer) == expected, "renamed by \(peer), seen by \(observer)")
            }
            try peers.checkSignature(by: maker, id: "2\(index)", publicKey: try exported(id: "2\(index)"))
            try peers.delete(by: peer, id: "2\(index)")
            for observer in Peer.allCases {
                #expect(try peers.objects(seenBy: observer).isEmpty, "deleted by \(peer), seen by \(observer)")
            }
        }
    }

    private func exported(id: String) throws -> String {
        try peers.p11.check("key", "export", "id:\(id)", "--out", "\(id).pub")
        return "\(id).pub"
    }

    @Test func `a half that another program renamed or deleted is shown as it is`() throws {
        try peers.generate(by: .p11, label: "pair", id: "0d")
        let uri = try peers.uri(id: "0d")
        try peers.p11tool("--login", "--set-label", "half", "\(uri);type=public")
        let key = try #require(try peers.p11.json("key", "show", "pair")["key"] as? [String: Any])
        #expect(key["label"] as? String == "pair" && key["publicLabel"] as? String == "half")
        #expect(try peers.p11("key", "show", "half").exitCode == 0)
        try peers.pkcs11Tool("--delete-object", "--type", "privkey", "--id", "0d")
        let left = try #require(try peers.p11.json("key", "show", "half")["key"] as? [String: Any])
        #expect(left["parts"] as? [String] == ["public"])
        #expect(try peers.p11("sign", "half", "--algorithm", "rsa-pkcs1-sha256").exitCode == 8)
    }
}

/// URIs that one program prints are taken by the others, whatever is in the names.
@Suite struct URIInterchangeTests {
    let peers: Peers

    init() throws { peers = try Peers() }

    private static let labels = ["plain", "Größe; 100% a/b?c=d&e", "key: \"x\" <y>,'z'"]

    private func makeKeys() throws {
        for (index, label) in Self.labels.enumerated() {
            try peers.generate(by: Peer.allCases[index], label: label, id: "000\(index)fe20")
        }
    }

    @Test func `p11 takes what p11tool prints, and leads to the same object`() throws {
        try makeKeys()
        let tokens = try peers.p11tool("--list-token-urls").split(separator: "\n").map(String.init)
        let token = try #require(tokens.first { $0.contains("token=alpha") })
        let shown = try #require(
            try peers.p11.json("token", "show", "--token", token)["token"] as? [String: Any])
        #expect(shown["label"] as? String == "alpha")
        let uris = try peers.p11tool("--login", "--list-all", "--only-urls", token).split(separator: "\n")
        #expect(uris.count == 6)
        for (index, label) in Self.labels.enumerated() {
            let id = "000\(index)fe20"
            let own = uris.filter { $0.contains("id=\(peers.percentEncoded(id).uppercased())") }.map(String.init)
            #expect(own.count == 2)
            for uri in own {
                let key = try #require(try peers.p11.json("key", "show", uri)["key"] as? [String: Any])
                #expect(key["label"] as? String == label && key["id"] as? String == id)
            }
            let publicHalf = try #require(own.first { $0.contains("type=public") })
            #expect(
                try peers.p11.check("key", "export", publicHalf) == peers.p11.check("key", "export", "id:\(id)"))
            let privateHalf = try #require(own.first { $0.contains("type=private") })
            try peers.p11.check(
                "sign", privateHalf, "--algorithm", "rsa-pkcs1-sha256", "--out", "\(index)", input: Data([1]))
        }
    }

    @Test func `p11tool and certtool take what p11 prints, and lead to the same object`() throws {
        try makeKeys()
        let uris = try peers.p11.check("key", "list", "--output", "uri").split(separator: "\n").map(String.init)
        #expect(uris.count == 3)
        for (index, _) in Self.labels.enumerated() {
            let id = "000\(index)fe20"
            let uri = try #require(uris.first { $0.contains("id=\(peers.percentEncoded(id).uppercased())") })
            let listed = try peers.p11tool("--login", "--list-all", "--only-urls", uri).split(separator: "\n")
            // The path of ours, and each half named.
            #expect(Set(listed.map(String.init)) == [uri + ";type=private", uri + ";type=public"])
            let exported = try peers.p11.check("key", "export", uri, "--out", "\(index).pub")
            #expect(exported.isEmpty)
            try peers.checkSignature(by: .p11tool, id: id, publicKey: "\(index).pub")
        }
        let token = try peers.p11.check("token", "list", "--output", "uri").split(separator: "\n").map(String.init)
        let printed = try peers.p11tool("--list-token-urls").split(separator: "\n").map(String.init)
        #expect(token == printed.filter { $0.contains("token=alpha") })
        #expect(try peers.p11tool("--list-mechanisms", token[0]).contains("CKM_RSA_PKCS_PSS"))
    }

    @Test(.enabled(if: OpenSSLEngine.path != nil, "libp11's engine is not installed (libengine-pkcs11-openssl)"))
    func `OpenSSL's engine takes what p11 and p11tool print`() throws {
        try makeKeys()
        let engine = try OpenSSLEngine(peers.p11)
        let theirs = try peers.p11tool("--login", "--list-all", "--only-urls").split(separator: "\n")
        let ours = try peers.p11.check("key", "list", "--output", "uri").split(separator: "\n")
        #expect(ours.count == 3 && theirs.count == 6)
        try peers.p11.folder.write("message", to: "m")
        for uri in ours.map(String.init) + theirs.map(String.init).filter({ $0.contains("type=private") }) {
            try engine.openssl(
                "dgst", "-sha256", "-engine", "pkcs11", "-keyform", "engine", "-sign", uri, "-out", "s", "m")
            try peers.p11.check(
                "verify", uri.replacingOccurrences(of: ";type=private", with: ""), "m", "--algorithm",
                "rsa-pkcs1-sha256", "--signature", "s")
        }
    }
}

/// OpenSSL with the engine that takes keys by their URIs.
struct OpenSSLEngine {
    private let p11: P11

    init(_ p11: P11) throws {
        self.p11 = p11
        try p11.folder.write(
            """
            openssl_conf = all
            [all]
            engines = engines
            [engines]
            pkcs11 = pkcs11
            [pkcs11]
            engine_id = pkcs11
            dynamic_path = \(Self.path ?? "")
            MODULE_PATH = \(try Provider.softHSM.required())
            PIN = \(p11.token.pin)
            init = 0

            """, to: "engine.cnf")
    }

    /// Where the engine is, if it is installed.
    static let path = ["x86_64-linux-gnu", "aarch64-linux-gnu", "."]
        .map { "/usr/lib/\($0)/engines-3/pkcs11.so" }.first(where: FileManager.default.fileExists(atPath:))

    func openssl(_ arguments: String...) throws {
        let variables = p11.token.environment.merging(["OPENSSL_CONF": p11.folder.file("engine.cnf")]) { $1 }
        try Command.check("openssl", arguments, environment: variables, directory: p11.folder.path)
    }
}
