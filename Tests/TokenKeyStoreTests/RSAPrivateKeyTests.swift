import Foundation
import PKCS11
import Testing

@testable import TokenKeyStore

@Suite struct RSAPrivateKeyTests {
    @Test(arguments: [1024, 2041, 2047, 2048, 3072, 4096])
    func `plain private keys are read in every form`(bits: Int) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: bits)
        let forms = try [
            pair.privatePEM,
            pair.openssl("pkcs8", "-topk8", "-nocrypt", "-outform", "DER"),
            pair.openssl("rsa", "-traditional"),
            pair.openssl("rsa", "-traditional", "-outform", "DER"),
            Data("Bag Attributes: none\r\n".utf8)
                + Data(String(decoding: pair.privatePEM, as: UTF8.self).replacing("\n", with: "\r\n").utf8),
            pair.publicPEM + pair.privatePEM + certificate(pair),
        ]
        let numbers = try numbers(pair)
        for form in forms {
            let key = try read(form) { throw Unwanted() }
            #expect(key.publicKey == pair.publicKey)
            #expect(key.privateExponent.revealed == numbers[3])
            #expect(key.prime1.revealed == numbers[4])
            #expect(key.prime2.revealed == numbers[5])
            #expect(key.exponent1.revealed == numbers[6])
            #expect(key.exponent2.revealed == numbers[7])
            #expect(key.coefficient.revealed == numbers[8])
            #expect(try key.pkcs8DER.revealed == pair.openssl("pkcs8", "-topk8", "-nocrypt", "-outform", "DER"))
        }
    }

    /// What old and new versions of OpenSSL encrypt with, and what Java and others do.
    static let encryptions: [[String]] = [
        ["pkcs8", "-topk8"], ["pkcs8", "-topk8", "-outform", "DER"],
        ["pkcs8", "-topk8", "-v2", "aes-128-cbc", "-v2prf", "hmacWithSHA1", "-iter", "1"],
        ["pkcs8", "-topk8", "-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512"], ["pkcs8", "-topk8", "-v2", "des3"],
        ["pkcs8", "-topk8", "-scrypt"], ["pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES"],
        ["pkcs8", "-topk8", "-v1", "PBE-MD5-DES", "-provider", "legacy", "-provider", "default"],
        ["pkcs8", "-topk8", "-v1", "PBE-SHA1-RC2-40", "-provider", "legacy", "-provider", "default"],
        ["rsa", "-traditional", "-aes128"], ["rsa", "-traditional", "-aes-256-cbc"], ["rsa", "-traditional", "-des3"],
        ["rsa", "-traditional", "-aes-128-cfb"],
        ["rsa", "-traditional", "-des", "-provider", "legacy", "-provider", "default"],
    ]

    @Test(arguments: encryptions)
    func `encrypted private keys are read with their passphrase and with no other`(encryption: [String]) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        for passphrase in ["right", "pässwörter 🔑", String(repeating: "long ", count: 50)] {
            let file = try pair.openssl(encryption + ["-passout", "pass:\(passphrase)"])
            var asked = 0
            let key = try read(file) {
                asked += 1
                return try SecureBytes(utf8: passphrase)
            }
            #expect(asked == 1)
            #expect(key.publicKey == pair.publicKey)
            #expect(try key.pkcs8DER.revealed == pair.openssl("pkcs8", "-topk8", "-nocrypt", "-outform", "DER"))

            for wrong in ["", "Right", "right ", passphrase + "\n", "\0"] {
                let error = expectError(.pinIncorrect) { try read(file) { try SecureBytes(utf8: wrong) } }
                #expect(error?.description.contains("passphrase") == true)
            }
            expectError(.pinMissing) { try read(file) { nil } }
            #expect(throws: Unwanted.self) { try read(file) { throw Unwanted() } }
        }
    }

    // Garbage is validly padded once in 256 times, and even then it is not DER.
    @Test(arguments: [["pkcs8", "-topk8", "-iter", "1"], ["rsa", "-traditional", "-aes128"]])
    func `a thousand wrong passphrases are wrong`(encryption: [String]) throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        let file = try SecureBytes(copying: pair.openssl(encryption + ["-passout", "pass:right"]))
        for number in 0..<1_000 {
            expectError(.pinIncorrect) {
                try RSAPrivateKeyComponents(anyRepresentation: file) { try SecureBytes(utf8: "\(number)") }
            }
        }
    }

    @Test func `an empty passphrase is one`() throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        let file = try pair.openssl(["pkcs8", "-topk8", "-passout", "pass:"])
        #expect(try read(file) { try SecureBytes(utf8: "") }.publicKey == pair.publicKey)
    }

    @Test func `another object is named in the error, and no passphrase is asked for`() throws {
        let rsa = try OpenSSLKeyPair.rsa(bits: 1024)
        func openssl(_ arguments: [String], _ input: Data? = nil) throws -> Data {
            try OpenSSLCommandLine.run(arguments, input: input)
        }
        let ec = try openssl(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
        let ed25519 = try openssl(["genpkey", "-algorithm", "ED25519"])
        let pss = try openssl(["genpkey", "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"])
        let cases: [(Data, String)] = try [
            (rsa.publicPEM, "an RSA public key"),
            (rsa.publicKey.derRepresentation, "an RSA public key"),
            (Data(rsa.publicKey.pkcs1PEMRepresentation.utf8), "an RSA public key"),
            (rsa.publicKey.pkcs1DERRepresentation, "an RSA public key"),
            (Data(rsa.publicKey.sshRepresentation().utf8), "an SSH public key"),
            (certificate(rsa), "a certificate"),
            (openssl(["x509", "-outform", "DER"], certificate(rsa)), "a certificate"),
            (openssl(["crl2pkcs7", "-nocrl", "-certfile", "/dev/stdin"], certificate(rsa)), "a CMS"),
            (ec, "an EC private key"),
            (openssl(["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"], ec), "an EC private key"),
            (openssl(["ec"], ec), "an EC private key"),
            (openssl(["ec", "-outform", "DER"], ec), "an EC private key"),
            (openssl(["ecparam", "-name", "prime256v1", "-genkey"]), "an EC private key"),
            (openssl(["ec", "-aes128", "-passout", "pass:x"], ec), "an EC private key"),
            (ed25519, "an Ed25519 private key"),
            (pss, "PSS only"),
            (
                OpenSSLCommandLine.run(
                    ["pkcs12", "-export", "-inkey", "key", "-nocerts", "-passout", "pass:x"],
                    files: ["key": rsa.privatePEM]), "a PKCS#12 file"
            ),
        ]
        for (file, words) in cases {
            let isOfAnotherType = ["EC", "Ed25519", "PSS"].contains { words.contains($0) }
            let error = expectError(isOfAnotherType ? .keyTypeUnsupported : .invalidKeyData) {
                try read(file) { throw Unwanted() }
            }
            #expect(error?.message.contains(words) == true, "\(words): \(error?.message ?? "")")
            #expect(error?.message.contains("where an RSA private key is expected") == true)
        }
    }

    @Test func `an encrypted EC key is named after its decryption`() throws {
        let ec = try OpenSSLCommandLine.run(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
        let file = try OpenSSLCommandLine.run(["pkcs8", "-topk8", "-passout", "pass:x"], input: ec)
        let error = expectError(.keyTypeUnsupported) { try read(file) { try SecureBytes(utf8: "x") } }
        #expect(error?.message.contains("an EC private key") == true)
    }

    @Test func `exactly one private key is taken`() throws {
        let one = try OpenSSLKeyPair.rsa(bits: 1024)
        let two = try OpenSSLKeyPair.rsa(bits: 2048)
        let error = expectError(.invalidKeyData) { try read(one.privatePEM + two.privatePEM) }
        #expect(error?.message.contains("2 private keys") == true)
        expectError(.invalidKeyData) { try read(one.privatePEM + one.openssl("rsa", "-traditional")) }
    }

    @Test func `a key of three primes is refused by name`() throws {
        let file = try OpenSSLCommandLine.run([
            "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-pkeyopt", "rsa_keygen_primes:3",
        ])
        let error = expectError(.invalidKeyData) { try read(file) }
        #expect(error?.message.contains("more than two primes") == true)
    }

    @Test func `a key in the format of OpenSSH is refused with a way out`() throws {
        let file = Data("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n".utf8)
        let error = expectError(.invalidKeyData) { try read(file) }
        #expect(error?.hint?.contains("ssh-keygen") == true)
    }

    // MARK: Damage

    @Test func `a private key cut off anywhere is refused`() throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        let forms = try [
            pair.openssl("pkcs8", "-topk8", "-nocrypt", "-outform", "DER"),
            pair.openssl("rsa", "-traditional", "-outform", "DER"),
            pair.openssl(["pkcs8", "-topk8", "-outform", "DER", "-iter", "1", "-passout", "pass:x"]),
            pair.privatePEM.dropLast(), pair.openssl("rsa", "-traditional").dropLast(),
        ]
        for form in forms {
            for count in 0..<form.count {
                expectError(.invalidKeyData) { try read(form.prefix(count)) { try SecureBytes(utf8: "x") } }
            }
            if form.first == 0x30 {
                let error = expectError(.invalidKeyData) { try read(form + [0]) }
                #expect(error?.message.contains("after the DER") == true)
            }
        }
    }

    @Test func `a changed number is found`() throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        let der = try pair.openssl("rsa", "-traditional", "-outform", "DER")
        let numbers = try numbers(pair)
        for (index, number) in numbers.enumerated() where index > 0 {
            let range = try #require(der.range(of: Data([0x02]) + length(number) + number))
            for offset in [1, number.count / 2, number.count] {
                var changed = der
                changed[range.upperBound - offset] ^= 2
                let error = expectError(.invalidKeyData) { try read(changed) }
                #expect(error?.message.contains("belong together") == true, "number \(index): \(error?.message ?? "")")
            }
        }
        // d is not used by a token that has the primes, and some do not look at it: it is checked all the same.
        let d = try BigNumberText.add(numbers[3], 2)
        expectError(.invalidKeyData) { try read(encode(numbers, replacing: 3, with: d)) }
    }

    @Test func `numbers that are zero, swapped or huge are refused`() throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        let numbers = try numbers(pair)
        #expect(try read(encode(numbers)).publicKey == pair.publicKey)
        for index in 1..<9 {
            expectError(.invalidKeyData) { try read(encode(numbers, replacing: index, with: Data([0]))) }
            expectError(.invalidKeyData) { try read(encode(numbers, replacing: index, with: Data([1]))) }
            expectError(.invalidKeyData) {
                try read(encode(numbers, replacing: index, with: Data([1]) + Data(count: 100_000) + [1]))
            }
        }
        var swapped = numbers
        swapped.swapAt(4, 5)
        swapped.swapAt(6, 7)
        expectError(.invalidKeyData) { try read(encode(swapped)) }
        var square = numbers
        square[5] = square[4]
        expectError(.invalidKeyData) { try read(encode(square)) }
    }

    // Made in Python: p is prime, q is the product of two primes, and all relations between the numbers hold.
    @Test func `a composite prime is found`() throws {
        let key = """
            3082013a02010002410093b649bf11158fd6a1a88dcecd0f4764feeeb5118754a5ce80cf7cda031cbb1dc4cf86adff49\
            ff8abb1a0691fe136b98d606b036f9622bbc3402f8a5a31c4a470203010001024011fa156f937cb44cc2cfe8b24a7299\
            95c910f42875f7ef55fa874602a26e54b752ae41f135fd5e48d9a1ed60c9ddaefca4c6b4a1fdb31a97095a24ca1dbf57\
            41022100e868e05dc825f0b1ce06a714d4860e5ea2836db34dc2a0c16a4030a65ec48aab022100a2b48f38983ee1b685\
            8212a09ef1fda2544596f82b54d03d2a44c443fffebed5022067bc08095400bb4261b74e7459b7cc4a2937888b73b5df\
            92f51dd99928cb892902200a4cee08423330ecf234d2e3124cf5a6b239199eaa779b1b5432b84e29c5c1e5022100a96b\
            d24d74d5e41b51caa942be647bcfa54fc0530f3385941689ac5cdebfec31
            """
        let error = expectError(.invalidKeyData) { try read(Data(hex: key)) }
        #expect(error?.message.contains("belong together") == true)
    }

    @Test func `junk is refused and not repeated`() throws {
        var generator = SystemRandomNumberGenerator()
        let random = Data((0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let marker = "SECRETSECRETSECRET"
        let begin = "-----BEGIN RSA PRIVATE KEY-----\n"
        let bodies = [
            "", marker, "!\(marker)!", "Proc-Type: 4,ENCRYPTED\n\n\(marker)AA",
            "Proc-Type: 4,ENCRYPTED\nDEK-Info: \(marker)\n\nAAAA",
            "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA",
            "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-GCM,000000000000000000000000\n\nAAAA",
            "Proc-Type: 4,ENCRYPTED\nDEK-Info: NO-SUCH,00000000000000000000000000000000\n\nAAAA",
        ]
        let junk: [Data] =
            [
                Data(), Data([0x30]), random, [0x30] + random, Data([0x30, 0x83, 0x10, 0, 0]) + random,
                Data(repeating: 0x30, count: 1 << 20), Data(count: 1 << 20), Data(begin.utf8) + random,
                Data(begin.utf8), Data((begin + marker).utf8), Data(marker.utf8),
                Data((begin + marker + "\n-----END PRIVATE KEY-----\n").utf8),
            ] + bodies.map { Data((begin + $0 + "\n-----END RSA PRIVATE KEY-----\n").utf8) }
        for data in junk {
            let error = expectError(.invalidKeyData) { try read(data) { try SecureBytes(utf8: "x") } }
            #expect(error?.description.contains("SECRET") == false)
        }
    }

    @Test func `an encrypted key changed anywhere gives an error and no crash`() throws {
        let pair = try OpenSSLKeyPair.rsa(bits: 1024)
        let file = try pair.openssl(["pkcs8", "-topk8", "-outform", "DER", "-iter", "1", "-passout", "pass:x"])
        for position in 0..<file.count {
            var changed = file
            // Not the bits that make the iteration count a number of hours.
            changed[position] ^= 0x01
            do {
                _ = try read(changed) { try SecureBytes(utf8: "x") }
                // Unused parameters, as the NULL of a PRF.
            } catch let error as KeyStoreError {
                #expect([.invalidKeyData, .keyTypeUnsupported, .pinIncorrect].contains(error.code), "\(error)")
            }
        }
    }

    // MARK: What the tests need

    private struct Unwanted: Error {}

    private func read(
        _ file: Data, _ passphrase: () throws -> SecureBytes? = { nil }
    ) throws -> RSAPrivateKeyComponents {
        try RSAPrivateKeyComponents(anyRepresentation: SecureBytes(copying: file), passphrase: passphrase)
    }

    private func certificate(_ pair: OpenSSLKeyPair) throws -> Data {
        try pair.openssl("req", "-new", "-x509", "-key", "/dev/stdin", "-subj", "/CN=test")
    }

    /// Version, n, e, d, p, q, dp, dq and qInv without leading zeros, as `openssl asn1parse` prints them.
    private func numbers(_ pair: OpenSSLKeyPair) throws -> [Data] {
        let der = try pair.openssl("rsa", "-traditional", "-outform", "DER")
        let text = try OpenSSLCommandLine.run(["asn1parse", "-inform", "DER"], input: der)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
            line.split(separator: ":").last.map { Data(hex: String($0)) }
        }
    }

    private func encode(_ numbers: [Data], replacing index: Int = -1, with number: Data = Data()) throws -> Data {
        var numbers = numbers
        if index >= 0 { numbers[index] = number }
        return numbers.reduce(into: Data()) { $0.append(DER.unsignedInteger($1)) }.wrapped
    }

    private func length(_ number: Data) -> Data {
        let count = number.count + (number[0] >= 0x80 ? 1 : 0)
        return Data(DER.header(0, count: count).dropFirst()) + (number[0] >= 0x80 ? [0] : [])
    }
}

extension Data {
    fileprivate var wrapped: Data { DER.element(DERTag.sequence, self) }
}

enum BigNumberText {
    static func add(_ number: Data, _ increment: UInt8) throws -> Data {
        var sum = number
        var carry = UInt16(increment)
        for index in sum.indices.reversed() {
            carry += UInt16(sum[index])
            sum[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
        return sum
    }
}
