import Foundation
import TestSupport
import Testing

@Suite struct EncryptionTests {
    private func makeKey() throws -> P11 {
        let p11 = try P11()
        try p11.tool("openssl", "genrsa", "-out", "k.pem", "2048")
        try p11.check("key", "import", "k.pem", "--label", "k", "--usage", "decrypt")
        try p11.check("key", "export", "k", "--out", "k.pub")
        return p11
    }

    private static let algorithms =
        ["sha1", "sha224", "sha256", "sha384", "sha512"].map {
            (
                "rsa-oaep-" + $0,
                [
                    "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:" + $0, "-pkeyopt",
                    "rsa_mgf1_md:" + $0,
                ]
            )
        } + [("rsa-pkcs1", ["-pkeyopt", "rsa_padding_mode:pkcs1"])]

    @Test func `OpenSSL and p11 decrypt what the other encrypted`() throws {
        let p11 = try makeKey()
        let secret = Data("the secret\n\u{0}".utf8)
        try p11.folder.write(secret, to: "secret")
        for (algorithm, options) in Self.algorithms {
            try Command.check(
                "openssl",
                ["pkeyutl", "-encrypt", "-pubin", "-inkey", "k.pub", "-in", "secret", "-out", "c"] + options,
                directory: p11.folder.path)
            #expect(try p11("decrypt", "k", "c", "--algorithm", algorithm).stdout == secret, "\(algorithm)")
            try p11.check("encrypt", "k", "secret", "--algorithm", algorithm, "--out", "d", "--force")
            let decrypted = try Command.check(
                "openssl", ["pkeyutl", "-decrypt", "-inkey", "k.pem", "-in", "d"] + options, directory: p11.folder.path)
            #expect(decrypted.stdout == secret, "\(algorithm)")
        }
    }

    @Test func `the longest message fits, and one byte more is refused with the limit`() throws {
        let p11 = try makeKey()
        for (algorithm, longest) in [("rsa-oaep-sha1", 214), ("rsa-oaep-sha256", 190), ("rsa-pkcs1", 245)] {
            let message = Data(repeating: 7, count: longest)
            let ciphertext = try p11("encrypt", "k", "--algorithm", algorithm, input: message)
            #expect(ciphertext.stdout.count == 256)
            #expect(try p11("decrypt", "k", "--algorithm", algorithm, input: ciphertext.stdout).stdout == message)
            let refused = try p11("encrypt", "k", "--algorithm", algorithm, input: message + [7])
            #expect(refused.exitCode == 1)
            #expect(refused.stdout.isEmpty && refused.errorOutput.contains("\(longest)"))
            for size in [5000, 65536, 65537, 1_000_000] {
                let result = try p11("encrypt", "k", "--algorithm", algorithm, "--json", input: Data(count: size))
                #expect(result.exitCode == 1, "\(size): \(result)")
                #expect(try errorObject(result)["code"] as? String == "invalid-length")
                #expect((try errorObject(result)["hint"] as? String)?.contains("rsa-oaep-sha256-aes-gcm") == true)
            }
        }
    }

    @Test(arguments: ["rsa-oaep-sha256", "rsa-pkcs1", "rsa-oaep-sha256-aes-gcm"])
    func `nothing is encrypted that nobody could decrypt`(algorithm: String) throws {
        let p11 = try makeKey()
        try p11.check("key", "generate", "--type", "rsa:2048", "--label", "signs")
        try p11.check("key", "import", "k.pub", "--label", "public", "--id", "01")
        try p11.check("key", "import", "k.pub", "--label", "mail", "--id", "02", "--usage", "encrypt")
        try p11.token.pkcs11Tool(
            p11.token.loginArguments + [
                "--write-object", p11.folder.file("k.pub"), "--type", "pubkey", "--id", "03", "--label", "other tool",
            ])
        let stranger = p11.with(["PKCS11_PIN": nil])
        for (key, exit) in [("signs", 8), ("public", 8), ("mail", 0), ("k", 0), ("other tool", 0)] as [(String, Int32)]
        {
            for p11 in [p11, stranger] {
                let result = try p11("encrypt", key, "--algorithm", algorithm, "--json", input: Data("m".utf8))
                #expect(result.exitCode == exit, "\(key): \(result)")
                guard exit != 0 else { continue }
                #expect(result.stdout.isEmpty)
                #expect((try errorObject(result)["hint"] as? String)?.contains("--usage decrypt") == true)
            }
        }
        #expect(
            try p11("encrypt", "signs", "--algorithm", algorithm, input: Data("m".utf8)).errorOutput
                .contains("nobody could read"))
    }

    @Test(arguments: [0, 1, 15, 16, 255, 256, 300_000, 3_000_000])
    func `files of any size make the way there and back`(size: Int) throws {
        let p11 = try makeKey()
        let message = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 13) })
        try p11.folder.write(message, to: "m")
        for encoding in ["binary", "base64", "hex"] {
            let options = ["--algorithm", "rsa-oaep-sha256-aes-gcm", "--encoding", encoding]
            let ciphertext = try p11.run(["encrypt", "k", "m"] + options).stdout
            if encoding == "binary" { #expect(ciphertext.count == 256 + size + 16) }
            #expect(try p11.run(["decrypt", "k"] + options, input: ciphertext).stdout == message)
        }
    }

    @Test func `nothing of a damaged file appears`() throws {
        let p11 = try makeKey()
        try p11.folder.write(Data(repeating: 1, count: 2_000_000), to: "m")
        try p11.check("encrypt", "k", "m", "--algorithm", "rsa-oaep-sha256-aes-gcm", "--out", "c")
        let good = try p11.folder.read("c")
        #expect(try p11("decrypt", "k", "c", "--algorithm", "rsa-oaep-sha1-aes-gcm").exitCode == 2)
        var damaged: [Data] = [good.dropLast(), Data(), Data(good.prefix(271)), Data(good.prefix(256))]
        for place in [0, 300, 1_000_000, good.count - 1] {
            var copy = good
            copy[place] ^= 1
            damaged.append(copy)
        }
        for (index, data) in damaged.enumerated() {
            try p11.folder.write(data, to: "bad")
            let toStream = try p11("decrypt", "k", "bad", "--algorithm", "rsa-oaep-sha256-aes-gcm")
            #expect(toStream.exitCode == 2, "\(index)")
            #expect(toStream.stdout.isEmpty)
            let toFile = try p11("decrypt", "k", "bad", "--algorithm", "rsa-oaep-sha256-aes-gcm", "--out", "plain")
            #expect(toFile.exitCode == 2, "\(index)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: p11.folder.path).sorted()
        #expect(names == ["bad", "c", "k.pem", "k.pub", "m"])
    }

    @Test func `one error for every ciphertext of the right length that is not valid`() throws {
        let p11 = try makeKey()
        for data in [Data(count: 256), Data([0]) + Data(repeating: 9, count: 255)] {
            let result = try p11("decrypt", "k", "--algorithm", "rsa-oaep-sha256", "--json", input: data)
            #expect(result.exitCode == 2)
            #expect(try errorObject(result)["code"] as? String == "decryption-failed")
        }
        #expect(try p11("decrypt", "k", "--algorithm", "rsa-oaep-sha256", input: Data(count: 255)).exitCode == 2)
        #expect(try p11("decrypt", "k", "--algorithm", "rsa-oaep-sha256", input: Data(count: 100_000)).exitCode == 2)
        #expect(
            try p11("decrypt", "k", "--algorithm", "rsa-oaep-sha256", "--encoding", "hex", input: Data("0g".utf8))
                .exitCode
                == 2)
        #expect(try p11("decrypt", "k", "--algorithm", "aes-gcm", input: Data()).exitCode == 8)
    }

    @Test func `a file with plaintext is for its owner only`() throws {
        let p11 = try makeKey()
        let ciphertext = try p11("encrypt", "k", "--algorithm", "rsa-oaep-sha256", input: Data("s".utf8)).stdout
        try p11.check("decrypt", "k", "--algorithm", "rsa-oaep-sha256", "--out", "plain", input: ciphertext)
        let attributes = try FileManager.default.attributesOfItem(atPath: p11.folder.file("plain"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(
            try p11("decrypt", "k", "--algorithm", "rsa-oaep-sha256", "--out", "plain", input: ciphertext).exitCode == 7
        )
        try p11.check("decrypt", "k", "--algorithm", "rsa-oaep-sha256", "--out", "plain", "--force", input: ciphertext)
    }

    @Test func `random bytes in any number and encoding`() throws {
        let p11 = try P11(loggingIn: false)
        #expect(try p11("random", "16").stdout.count == 16)
        #expect(try p11("random", "200000").stdout.count == 200_000)
        #expect(try p11.check("random", "8", "--encoding", "hex").count == 17)
        #expect(try p11.check("random", "8", "--encoding", "hex") != p11.check("random", "8", "--encoding", "hex"))
        for count in ["0", "-1", "x", "99999999999", "1.5"] { #expect(try p11("random", count).exitCode == 64) }
    }
}
