import Foundation
import TestSupport
import Testing

/// The programs that share a token in ``InterchangeTests``: ours, OpenSC's and GnuTLS's.
enum Peer: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case p11
    case pkcs11Tool = "pkcs11-tool"
    case p11tool

    var testDescription: String { rawValue }

    static let others: [Peer] = [.pkcs11Tool, .p11tool]
}

/// An object, as any of them lists it; ours lists a pair in one row, which is two of these.
struct SeenObject: Hashable {
    let isPrivate: Bool
    let label: String
    let id: String
}

/// One token, and what the three programs do with it.
struct Peers {
    let p11: P11

    init() throws { p11 = try P11() }

    /// Runs `p11tool` on the token; it has to succeed.
    @discardableResult
    func p11tool(_ arguments: String...) throws -> String {
        let result = try gnutls("p11tool", ["--batch"] + arguments)
        guard result.succeeded else { throw P11.CommandFailed(arguments: arguments, result: result) }
        return result.output
    }

    private func gnutls(_ name: String, _ arguments: [String]) throws -> CommandResult {
        let variables = p11.token.environment.merging(["GNUTLS_PIN": p11.token.pin, "LC_ALL": "C.UTF-8"]) { $1 }
        return try Command.run(
            name, ["--provider", Provider.softHSM.required()] + arguments, environment: variables,
            directory: p11.folder.path)
    }

    /// Runs `pkcs11-tool` on the token, with the user logged in; it has to succeed.
    @discardableResult
    func pkcs11Tool(_ arguments: String...) throws -> String {
        try p11.token.pkcs11Tool(p11.token.loginArguments + arguments).output
    }

    private func file(_ name: String) -> String { p11.folder.file(name) }

    private var tokenURI: String { "pkcs11:token=\(p11.token.label)" }

    /// The one URI that p11 prints for the pair of an ID, without a type.
    func uri(id: String) throws -> String {
        let key = try #require(try p11.json("key", "show", "id:\(id)")["key"] as? [String: Any])
        return try #require(key["uri"] as? String)
    }
}

extension Peers {
    func generate(by peer: Peer, label: String, id: String) throws {
        switch peer {
        case .p11:
            try p11.check(
                "key", "generate", "--type", "rsa:2048", "--label", label, "--id", id, "--usage", "sign,decrypt")
        case .pkcs11Tool:
            try pkcs11Tool("--keypairgen", "--key-type", "rsa:2048", "--label", label, "--id", id)
        case .p11tool:
            try p11tool(
                "--login", "--generate-privkey=rsa", "--bits=2048", "--label", label, "--id", id, "--outfile",
                "generated.pub", tokenURI)
        }
    }

    /// Imports a private key from `name.pem`, in the form that each takes.
    func importKey(_ name: String, by peer: Peer, label: String, id: String) throws {
        switch peer {
        case .p11:
            try p11.check(
                "key", "import", "\(name).pem", "--label", label, "--id", id, "--usage", "sign,decrypt")
        case .pkcs11Tool:
            try p11.tool("openssl", "rsa", "-in", "\(name).pem", "-traditional", "-outform", "DER", "-out", "key.der")
            try p11.tool("openssl", "rsa", "-in", "\(name).pem", "-pubout", "-outform", "DER", "-out", "public.der")
            try pkcs11Tool("--write-object", file("key.der"), "--type", "privkey", "--label", label, "--id", id)
            try pkcs11Tool("--write-object", file("public.der"), "--type", "pubkey", "--label", label, "--id", id)
        case .p11tool:
            let names = ["--label", label, "--id", id, tokenURI]
            try p11.tool("openssl", "pkey", "-in", "\(name).pem", "-pubout", "-out", "public.pem")
            for half in [["--load-privkey", "\(name).pem"], ["--load-pubkey", "public.pem"]] {
                let result = try gnutls("p11tool", ["--batch", "--login", "--write"] + half + names)
                #expect(result.succeeded, "\(result)")
            }
        }
    }

    func objects(seenBy peer: Peer) throws -> Set<SeenObject> {
        switch peer {
        case .p11:
            let keys = try #require(try p11.json("key", "list")["keys"] as? [[String: Any]])
            var objects: Set<SeenObject> = []
            for key in keys {
                let parts = try #require(key["parts"] as? [String])
                let label = try #require(key["label"] as? String)
                let id = try #require(key["id"] as? String)
                if parts.contains("private") { objects.insert(SeenObject(isPrivate: true, label: label, id: id)) }
                if parts.contains("public") {
                    objects.insert(
                        SeenObject(
                            isPrivate: false, label: key["publicLabel"] as? String ?? label,
                            id: key["publicId"] as? String ?? id))
                }
            }
            return objects
        case .pkcs11Tool:
            return Set(
                blocks(try pkcs11Tool("--list-objects")).map {
                    SeenObject(isPrivate: $0.title.hasPrefix("Private"), label: $0["label"], id: $0["ID"])
                })
        case .p11tool:
            let result = try gnutls("p11tool", ["--batch", "--login", "--list-all", tokenURI])
            // No objects are a failure to it.
            if !result.succeeded { #expect(result.errorOutput.contains("No matching objects found"), "\(result)") }
            return Set(
                blocks(result.output).map {
                    SeenObject(
                        isPrivate: $0["Type"].hasPrefix("Private"), label: $0["Label"],
                        id: $0["ID"].replacingOccurrences(of: ":", with: ""))
                })
        }
    }

    /// What a list of one object after the other says: a title, and indented lines of names and values.
    private func blocks(_ text: String) -> [Block] {
        var blocks: [Block] = []
        for line in text.split(separator: "\n") {
            if !line.hasPrefix(" "), !line.hasPrefix("\t") {
                blocks.append(Block(title: String(line)))
            } else if let colon = line.firstIndex(of: ":"), !blocks.isEmpty {
                let name = line[..<colon].trimmingCharacters(in: .whitespaces)
                blocks[blocks.count - 1].fields[name] =
                    line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return blocks.filter { !$0.fields.isEmpty }
    }

    private struct Block {
        let title: String
        var fields: [String: String] = [:]
        subscript(name: String) -> String { fields[name] ?? "" }
    }

    /// What may be done with the private half, in the words of PKCS #11.
    func usage(seenBy peer: Peer, id: String) throws -> Set<String> {
        if peer == .pkcs11Tool {
            let block = try #require(
                blocks(try pkcs11Tool("--list-objects", "--type", "privkey", "--id", id)).first { $0["ID"] == id })
            return Set(block["Usage"].components(separatedBy: ", "))
        }
        let key = try #require(try p11.json("key", "show", "id:\(id)")["key"] as? [String: Any])
        // Of both halves; and pkcs11-tool has no word for the last.
        return Set(try #require(key["usage"] as? [String]))
            .subtracting(["verify", "encrypt", "wrap", "verify-recover", "sign-recover"])
    }

    func percentEncoded(_ id: String) -> String {
        stride(from: 0, to: id.count, by: 2).map { "%" + id.dropFirst($0).prefix(2) }.joined()
    }

    /// The public key of an ID as each of them gives it, in DER.
    func publicKey(readBy peer: Peer, id: String) throws -> Data {
        switch peer {
        case .p11: try p11.check("key", "export", "id:\(id)", "--out", "read.pem", "--force")
        case .pkcs11Tool:
            try pkcs11Tool("--read-object", "--type", "pubkey", "--id", id, "--output-file", file("read.der"))
            return try p11.folder.read("read.der")
        case .p11tool:
            try p11.folder.write(p11tool("--login", "--export-pubkey", uri(id: id)), to: "read.pem")
        }
        return try p11.tool("openssl", "pkey", "-pubin", "-in", "read.pem", "-outform", "DER").stdout
    }

    /// Removes both halves.
    func delete(by peer: Peer, id: String) throws {
        switch peer {
        case .p11: try p11.check("key", "delete", "id:\(id)", "--yes")
        case .pkcs11Tool:
            try pkcs11Tool("--delete-object", "--type", "privkey", "--id", id)
            try pkcs11Tool("--delete-object", "--type", "pubkey", "--id", id)
        case .p11tool: try p11tool("--login", "--delete", uri(id: id))
        }
    }

    /// Gives both halves another ID, and another label where the program can.
    ///
    /// - Returns: the label that they have then.
    func rename(by peer: Peer, from id: String, label old: String, to newID: String, label: String) throws -> String {
        switch peer {
        case .p11: try p11.check("key", "set", "id:\(id)", "--id", newID, "--label", label)
        case .pkcs11Tool:
            for type in ["privkey", "pubkey"] { try pkcs11Tool("--set-id", newID, "--type", type, "--id", id) }
            return old
        case .p11tool:
            let uri = try uri(id: id)
            for type in ["private", "public"] {
                try p11tool("--login", "--set-id", newID, "\(uri);type=\(type)")
                try p11tool(
                    "--login", "--set-label", label, "\(tokenURI);id=\(percentEncoded(newID));type=\(type)")
            }
        }
        return label
    }
}

extension Peers {
    /// Signs on the token; OpenSSL verifies with the public key in a file.
    func checkSignature(by peer: Peer, id: String, publicKey: String) throws {
        try p11.folder.write("message", to: "m")
        let verified = { (options: [String]) in
            try Command.check(
                "openssl", ["dgst", "-sha256", "-verify", publicKey, "-signature", "s"] + options + ["m"],
                directory: p11.folder.path
            ).output
        }
        switch peer {
        case .p11:
            try p11.check("sign", "id:\(id)", "m", "--algorithm", "rsa-pkcs1-sha256", "--out", "s", "--force")
            #expect(try verified([]) == "Verified OK\n")
            try p11.check("sign", "id:\(id)", "m", "--algorithm", "rsa-pss-sha256", "--out", "s", "--force")
            let pss = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"]
            #expect(try verified(pss) == "Verified OK\n")
        case .pkcs11Tool:
            try pkcs11Tool(
                "--sign", "--id", id, "--mechanism", "SHA256-RSA-PKCS", "--input-file", file("m"), "--output-file",
                file("s"))
            #expect(try verified([]) == "Verified OK\n")
        case .p11tool:
            // It signs no files itself; certtool does, a request, and takes the key by its URI.
            try p11tool("--login", "--test-sign", uri(id: id))
            try p11.folder.write("cn = gnutls\n", to: "template")
            let made = try gnutls(
                "certtool",
                [
                    "--generate-request", "--load-privkey", "\(uri(id: id));type=private", "--template", "template",
                    "--outfile", "request",
                ])
            #expect(made.succeeded, "\(made)")
            let result = try p11.tool("openssl", "req", "-in", "request", "-verify", "-noout", "-pubkey")
            #expect((result.output + result.errorOutput).contains("verify OK"))
            let requested = Data(result.output.utf8)
            let expected = try p11.tool("openssl", "pkey", "-pubin", "-in", publicKey, "-outform", "DER").stdout
            #expect(
                try p11.tool("openssl", "pkey", "-pubin", "-outform", "DER", input: requested).stdout == expected)
        }
    }

    /// Decrypts on the token what OpenSSL encrypted; GnuTLS's programs have no command for that.
    func checkDecryption(by peer: Peer, id: String, publicKey: String) throws {
        let encrypt = { (options: [String]) in
            try Command.check(
                "openssl", ["pkeyutl", "-encrypt", "-pubin", "-inkey", publicKey, "-out", "c"] + options,
                input: Data("secret".utf8), directory: p11.folder.path)
        }
        switch peer {
        case .p11:
            let options = ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"]
            _ = try encrypt(options.flatMap { ["-pkeyopt", $0] })
            #expect(try p11.check("decrypt", "id:\(id)", "c", "--algorithm", "rsa-oaep-sha256") == "secret")
        case .pkcs11Tool:
            _ = try encrypt([])
            try pkcs11Tool(
                "--decrypt", "--id", id, "--mechanism", "RSA-PKCS", "--input-file", file("c"), "--output-file",
                file("d"))
            #expect(try p11.folder.read("d") == Data("secret".utf8))
        case .p11tool: break
        }
    }
}
