import Foundation
import TestSupport
import Testing

@Suite struct SignatureTests {
    private static let hashes = ["sha1", "sha224", "sha256", "sha384", "sha512"]
    private static let algorithms = hashes.map { ("rsa-pkcs1-" + $0, $0) } + hashes.map { ("rsa-pss-" + $0, $0) }

    private func openSSLOptions(_ algorithm: String) -> [String] {
        algorithm.hasPrefix("rsa-pss") ? ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"] : []
    }

    private func openSSL(_ p11: P11, _ arguments: [String]) throws -> CommandResult {
        try Command.run("openssl", arguments, directory: p11.folder.path)
    }

    @Test func `OpenSSL verifies what was signed, and the other way round`() throws {
        let p11 = try P11()
        try p11.tool("openssl", "genrsa", "-out", "k.pem", "2048")
        try p11.check("key", "import", "k.pem", "--label", "k")
        try p11.check("key", "export", "k", "--out", "k.pub")
        for size in [0, 5, 65536, 65537, 200_000] {
            try p11.folder.write(Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }), to: "m")
            for (algorithm, hash) in size == 5
                ? Self.algorithms : [("rsa-pkcs1-sha256", "sha256"), ("rsa-pss-sha512", "sha512")]
            {
                try p11.check("sign", "k", "m", "--algorithm", algorithm, "--out", "s", "--force")
                let verified = try openSSL(
                    p11,
                    ["dgst", "-\(hash)", "-verify", "k.pub", "-signature", "s"] + openSSLOptions(algorithm) + ["m"])
                #expect(verified.output == "Verified OK\n", "\(algorithm) \(size)")
                _ = try openSSL(
                    p11, ["dgst", "-\(hash)", "-sign", "k.pem", "-out", "t"] + openSSLOptions(algorithm) + ["m"])
                #expect(
                    try p11.check("verify", "k", "m", "--algorithm", algorithm, "--signature", "t") == "valid: yes\n")
            }
        }
    }

    @Test func `a pipe gives the same signature as a file`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        let message = Data("hello".utf8)
        try p11.folder.write(message, to: "m")
        let file = try p11("sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256").stdout
        #expect(file.count == 256)
        #expect(try p11("sign", "k", "--algorithm", "rsa-pkcs1-sha256", input: message).stdout == file)
        #expect(try p11("sign", "k", "-", "--algorithm=rsa-pkcs1-sha256", input: message).stdout == file)
        let base64 = try p11.check("sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "base64")
        #expect(base64 == file.base64EncodedString() + "\n")
        let hex = try p11.check("sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex")
        #expect(hex == file.map { String(format: "%02x", $0) }.joined() + "\n")
        try p11.folder.write(hex, to: "s.hex")
        try p11.check(
            "verify", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--signature", "s.hex", "--encoding", "hex")
        let digest = try p11.tool("openssl", "dgst", "-sha256", "-binary", "m").stdout
        #expect(try p11("sign", "k", "--prehashed", "--algorithm", "rsa-pkcs1-sha256", input: digest).stdout == file)
    }

    @Test func `what is not valid ends with 2 and says so on both streams`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        try p11.folder.write("hello", to: "m")
        try p11.folder.write("hellO", to: "other")
        try p11.check("sign", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--out", "s")
        try p11.folder.write("short", to: "short")
        let valid = try p11.json("verify", "k", "m", "--algorithm", "rsa-pkcs1-sha256", "--signature", "s")
        #expect(valid as NSDictionary == ["schema": "p11.verify/1", "valid": true])
        for (message, signature, algorithm) in [
            ("other", "s", "rsa-pkcs1-sha256"), ("m", "s", "rsa-pss-sha256"), ("m", "s", "rsa-pkcs1-sha512"),
            ("m", "short", "rsa-pkcs1-sha256"), ("m", "/dev/null", "rsa-pkcs1-sha256"),
        ] {
            let result = try p11("verify", "k", message, "--algorithm", algorithm, "--signature", signature, "--json")
            #expect(result.exitCode == 2)
            #expect(try p11.object(result.stdout)["valid"] as? Bool == false)
            #expect(try errorObject(result)["code"] as? String == "signature-invalid")
        }
    }

    @Test func `what cannot be signed, and why`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "d", "--usage", "decrypt")
        try p11.check("key", "export", "k", "--out", "k.pub")
        try p11.check("key", "import", "k.pub", "--label", "public", "--id", "99")
        try p11.folder.write("hello", to: "m")
        func exit(_ arguments: String...) throws -> Int32 {
            let result = try p11.run(["sign"] + arguments)
            #expect(result.output.isEmpty)
            #expect(result.errorOutput.hasPrefix("error: "))
            return result.exitCode
        }
        #expect(try exit("nobody", "m", "--algorithm", "rsa-pkcs1-sha256") == 3)
        #expect(try exit("d", "m", "--algorithm", "rsa-pkcs1-sha256") == 8)
        #expect(try exit("k", "m", "--algorithm", "rsa-pkcs1-sha256", "--prehashed") == 64)
        #expect(try exit("k", "m", "--algorithm", "rsa-pkcs1-md5") == 64)
        #expect(try exit("k", "m", "--algorithm", "ed25519") == 8)
        #expect(try exit("k", "m") == 64)
        #expect(try exit("k", "nothing", "--algorithm", "rsa-pkcs1-sha256") == 74)
        #expect(try exit("k", ".", "--algorithm", "rsa-pkcs1-sha256") == 74)
        #expect(try exit("k", "m", "--algorithm", "rsa-pkcs1-sha256", "--out", "no/where") == 74)
        #expect(try exit("k", "m", "--algorithm", "rsa-pkcs1-sha256", "--out", "m") == 7)
        #expect(try p11.folder.read("m") == Data("hello".utf8))
    }

    @Test func `a key of which only the public half is there does not sign`() throws {
        let p11 = try P11()
        try p11.tool("openssl", "genrsa", "-out", "k.pem", "2048")
        try p11.tool("openssl", "rsa", "-in", "k.pem", "-pubout", "-out", "k.pub")
        let made = try p11.json("key", "import", "k.pub", "--label", "public")
        #expect((made["key"] as? [String: Any])?["parts"] as? [String] == ["public"])
        let result = try p11("sign", "public", "--algorithm", "rsa-pkcs1-sha256", input: Data("m".utf8))
        #expect(result.exitCode == 8)
        #expect(result.errorOutput.contains("only the public half"))
    }

    @Test(
        .disabled(
            if: Sanitizer.isThread || Sanitizer.isAddress, "a sanitizer takes more address space than that for itself"))
    func `a file of 1 GiB is signed in less address space than that`() throws {
        let p11 = try P11()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "k")
        try p11.tool("truncate", "--size", "1G", "big")
        let line =
            "ulimit -v 700000; exec '\(try Repository.product("p11"))' sign k big --algorithm rsa-pkcs1-sha256 --out s"
        let result = try Command.run(
            "setsid", ["--wait", "sh", "-c", line], environment: p11.variables, inheritingEnvironment: false,
            directory: p11.folder.path, timeout: 300)
        #expect(result.exitCode == 0, "\(result)")
        try p11.check("key", "export", "k", "--out", "k.pub")
        #expect(
            try p11.tool("openssl", "dgst", "-sha256", "-verify", "k.pub", "-signature", "s", "big").output
                == "Verified OK\n")
    }
}
