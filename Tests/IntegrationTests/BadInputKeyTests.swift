import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// Keys that cannot be made or read; afterwards the token is as it was.
@Suite struct `Bad input, keys` {
    let token: SoftHSMToken
    let store: KeyStore

    init() throws {
        token = try SoftHSMToken(label: "keys")
        store = try token.openStore()
    }

    @Test(arguments: [Int.min, -1, 0, 1, 512, 1023, 1024, 2047, 8193, 100_000, Int.max])
    func `a size that is not allowed`(bits: Int) throws {
        let error = expectError(.invalidParameter) { try store.generateKeyPair(.rsa(bits: bits), usage: .sign) }
        #expect(error?.message.contains("\(bits)") == true)
        #expect(error?.message.contains("2048 to 8,192") == true || error?.message.contains("2,048 to 8,192") == true)
        #expect(try token.listedObjects().isEmpty)
    }

    @Test(arguments: [0, 1, 2, 4, 65_536, UInt.max - 1])
    func `a public exponent that is none`(exponent: UInt) throws {
        expectError(.invalidParameter) {
            try store.generateKeyPair(.rsa(bits: 2048, publicExponent: exponent), usage: .sign)
        }
        #expect(try token.listedObjects().isEmpty)
    }

    /// libcrypto, which SoftHSM uses, makes an even number of bits.
    @Test func `a size that the token makes otherwise is no success`() throws {
        let error = expectError(.tokenDisobeyed) {
            try store.generateKeyPair(.rsa(bits: 2049), label: "odd", usage: .sign)
        }
        #expect(error?.hint != nil)
        #expect(try token.listedObjects().isEmpty)
    }

    /// Files in which no RSA private key is, with a word that the error must have.
    static let privateFiles: [(String, String, @Sendable () throws -> Data)] = [
        ("nothing", "empty", { Data() }),
        ("text", "neither PEM nor", { Data("not a key\n".utf8) }),
        ("zeros", "neither PEM nor", { Data(count: 1000) }),
        ("a truncated PEM", "END", { try OpenSSLKey.shared.get().privatePEM.prefix(500) }),
        ("a PEM with garbage in it", "base64", { try garbled(OpenSSLKey.shared.get().privatePEM) }),
        ("a PEM of nothing", "empty", { Data("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n".utf8) }),
        (
            "a truncated DER", "cut off",
            { try OpenSSL.run(["pkey", "-outform", "DER"], input: OpenSSLKey.shared.get().privatePEM).dropLast(10) }
        ),
        (
            "a DER with bytes after it", "after",
            { try OpenSSL.run(["pkey", "-outform", "DER"], input: OpenSSLKey.shared.get().privatePEM) + [0] }
        ),
        ("an EC key", "EC private key", { try ecKey() }),
        (
            "an EC key in SEC 1", "EC private key",
            { try OpenSSL.run(["ec", "-outform", "DER"], input: ecKey()) }
        ),
        ("an Ed25519 key", "Ed25519", { try OpenSSL.run(["genpkey", "-algorithm", "ed25519"]) }),
        ("a certificate", "certificate", { try certificate() }),
        (
            "a certificate in DER", "certificate",
            { try OpenSSL.run(["x509", "-outform", "DER"], input: certificate()) }
        ),
        ("a public key", "public key", { try OpenSSLKey.shared.get().publicPEM }),
        (
            "two private keys", "2 private keys",
            { try OpenSSLKey.shared.get().privatePEM + OpenSSLKey.shared.get().privatePEM }
        ),
    ]

    private static func ecKey() throws -> Data {
        try OpenSSL.run(["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
    }

    private static func certificate() throws -> Data {
        try OpenSSL.run(
            ["req", "-x509", "-new", "-key", "key", "-subj", "/CN=test"],
            files: ["key": OpenSSLKey.shared.get().privatePEM])
    }

    private static func garbled(_ pem: Data) -> Data {
        var copy = pem
        copy.replaceSubrange(200..<204, with: Data("!ä?".utf8))
        return copy
    }

    @Test(arguments: privateFiles.indices)
    func `a file in which no RSA private key is`(index: Int) throws {
        let (name, word, contents) = Self.privateFiles[index]
        let file = try SecureBytes(copying: contents())
        let isOfAnotherType = ["EC private key", "Ed25519"].contains(word)
        let error = expectError(isOfAnotherType ? .keyTypeUnsupported : .invalidKeyData, "\(name)") {
            try store.importPrivateKey(file, label: "bad", usage: .sign)
        }
        #expect(error?.message.contains(word) == true, "\(name): \(error.map(String.init(describing:)) ?? "")")
        #expect(try token.listedObjects().isEmpty)
    }

    @Test func `a file in which no RSA public key is`() throws {
        for (word, contents) in [
            ("EC public key", try OpenSSL.run(["pkey", "-pubout"], input: Self.ecKey())),
            ("certificate", try Self.certificate()), ("empty", Data()), ("neither PEM nor", Data(count: 100)),
            ("private key", try OpenSSLKey.shared.get().privatePEM),
        ] {
            let error = expectError(word == "EC public key" ? .keyTypeUnsupported : .invalidKeyData) {
                _ = try PublicKey(representation: contents)
            }
            #expect(error?.message.contains(word) == true, "\(error.map(String.init(describing:)) ?? "")")
        }
    }

    @Test func `numbers that do not belong together are refused before the token sees them`() throws {
        let openssl = try OpenSSLKey.shared.get()
        var der = try OpenSSL.run(["rsa", "-traditional", "-outform", "DER"], input: openssl.privatePEM)
        // The last byte is the lowest of the CRT coefficient.
        der[der.endIndex - 1] ^= 2
        let error = expectError(.invalidKeyData) {
            try store.importPrivateKey(SecureBytes(copying: der), label: "bad", usage: .sign)
        }
        #expect(error?.description.contains(der.suffix(16).hexadecimalDigits) == false)
        #expect(try token.listedObjects().isEmpty)
    }

    @Test func `a name that is taken changes nothing`() throws {
        let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([1]), label: "taken", usage: .sign)
        let before = try Set(token.listedObjects())
        for (tag, label) in [(Data([1]), "free"), (Data([2]), "taken"), (Data([1]), "taken")] {
            let error = expectError(.keyExists) {
                try store.generateKeyPair(.rsa(bits: 2048), tag: tag, label: label, usage: .sign)
            }
            #expect(error?.hint != nil)
            #expect(error?.candidates.count == 1)
            expectError(.keyExists) {
                try store.importPrivateKey(
                    SecureBytes(copying: OpenSSLKey.shared.get().privatePEM), tag: tag, label: label, usage: .sign)
            }
        }
        let other = try store.generateKeyPair(.rsa(bits: 2048), tag: Data([3]), label: "other", usage: .sign)
        expectError(.keyExists) { try store.rename(other, label: "taken") }
        expectError(.keyExists) { try store.rename(other, tag: Data([1])) }
        try store.delete(other)
        #expect(try Set(token.listedObjects()) == before)
        #expect(try store.privateKey(label: "taken") == key)
    }

    /// Two programs, each with a library of its own, and the same moment.
    @Test func `two that generate the same label at once make one key`() async throws {
        let stores = try [store, token.openStore(module: token.anotherModulePath())]
        for round in 0..<5 {
            let outcomes = await withTaskGroup(of: Result<PrivateKey, any Error>.self) { group in
                for store in stores {
                    group.addTask {
                        do {
                            return .success(
                                try await store.generateKeyPair(.rsa(bits: 2048), label: "race \(round)", usage: .sign))
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let failures = outcomes.compactMap { outcome -> KeyStoreError? in
                if case .failure(let error) = outcome { error as? KeyStoreError } else { nil }
            }
            #expect(failures.map(\.code) == [.keyExists])
            #expect(try token.listedObjects().count == 2 * (round + 1))
        }
    }

    /// Two processes; in the second case of different users, which share no lock, and find out by looking again.
    @Test(arguments: [true, false])
    func `two processes that generate the same label at once make one key at most`(haveLock: Bool) async throws {
        let results = try TemporaryDirectory()
        async let first: Void = generateInChild("first", results.path, haveLock: haveLock)
        async let second: Void = generateInChild("second", results.path, haveLock: haveLock)
        _ = await (first, second)
        let outcomes = try ["first", "second"].map { String(decoding: try results.read($0), as: UTF8.self) }
        let made = outcomes.count { $0 == "made" }
        #expect(outcomes.allSatisfy { $0 == "made" || $0 == "exists" }, "\(outcomes)")
        #expect(haveLock ? made == 1 : made <= 1)
        #expect(try token.listedObjects().count == 2 * made)
        let keys = try await store.keys()
        #expect(keys.allSatisfy { $0.privateKey != nil && $0.publicKey != nil })
    }

    private func generateInChild(_ name: String, _ results: String, haveLock: Bool) async {
        await #expect(processExitsWith: .success) {
            [
                module = token.modulePath as String, pin = token.pin as String, name = name as String,
                results = results as String, haveLock = haveLock as Bool
            ] in
            // Where the locks are. Without one SoftHSM could not even be opened by two at once.
            setenv("XDG_RUNTIME_DIR", results, 1)
            var outcome = "made"
            do {
                let store = try KeyStore(module: .path(module), pin: .value(SecureBytes(utf8: pin)))
                if !haveLock {
                    let ownFolder = "\(results)/of-\(name)"
                    try FileManager.default.createDirectory(atPath: ownFolder, withIntermediateDirectories: true)
                    setenv("XDG_RUNTIME_DIR", ownFolder, 1)
                }
                try store.generateKeyPair(.rsa(bits: 2048), label: "race", usage: .sign)
            } catch {
                outcome = (error as? KeyStoreError)?.code == .keyExists ? "exists" : "\(error)"
            }
            try Data(outcome.utf8).write(to: URL(fileURLWithPath: "\(results)/\(name)"))
        }
    }

    @Test func `a key that was deleted, a store that was closed`() throws {
        let key = try store.generateKeyPair(.rsa(bits: 2048), label: "gone", usage: .sign)
        try store.delete(key)
        expectError(.keyNotFound) { _ = try key.signature(for: Data(), using: .rsaPKCS1(.sha256)) }
        expectError(.keyNotFound) { try store.delete(key) }
        expectError(.keyNotFound) { try store.rename(key, label: "new") }
        expectError(.keyNotFound) { _ = try store.attributeValues(of: key) }
        expectError(.keyNotFound) { try store.delete(key.publicKey) }
        let other = try store.generateKeyPair(.rsa(bits: 2048), label: "there", usage: .sign)
        store.close()
        store.close()
        expectError(.closed) { _ = try other.signature(for: Data(), using: .rsaPKCS1(.sha256)) }
        expectError(.closed) { _ = try store.keys() }
        expectError(.closed) { try store.delete(other) }
        #expect(try token.listedObjects().count == 2)
    }

    @Test func `random bytes in every number, and not in a negative one`() throws {
        for count in [0, 1, 65_536, 65_537, 200_000] { #expect(try store.randomBytes(count: count).count == count) }
        #expect(try store.randomBytes(count: 32) != store.randomBytes(count: 32))
        expectError(.invalidParameter) { _ = try store.randomBytes(count: -1) }
        expectError(.invalidParameter) { _ = try store.randomBytes(count: .min) }
    }
}
