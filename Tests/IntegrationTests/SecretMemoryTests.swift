import Foundation
import TestSupport
import Testing

/// What of a PIN and of a key is in the memory of a process after use: a process of its own searches all its memory.
///
/// SoftHSM and NSS softokn keep no copy of their own, so whatever is found there would be this library's.
@Suite(
    .disabled(
        if: Sanitizer.isAddress || Sanitizer.isThread,
        "a sanitizer keeps terabytes of notes on the memory in it, and what was freed"))
struct `In the memory of a process` {
    private let folder: TemporaryDirectory
    private let pin: String
    private let secrets: [String: [UInt8]]

    init() throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        // A first byte that is rare, and enough of the rest to be nowhere by chance.
        pin = "~" + UUID().uuidString.filter { $0 != "-" }
        try folder.write(pin + "\n", to: "pin")
        func openssl(_ arguments: String...) throws -> String {
            try Command.check("openssl", arguments, directory: folder.path).output
        }
        _ = try openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "key.pem")
        _ = try openssl("pkey", "-in", "key.pem", "-outform", "DER", "-out", "key.der")
        _ = try openssl("rsa", "-in", "key.pem", "-traditional", "-out", "traditional.pem")
        let text = try openssl("pkey", "-in", "key.pem", "-noout", "-text")
        var secrets = ["PIN": Array(pin.utf8)]
        for name in ["prime1", "prime2", "privateExponent"] {
            let part = try Self.number(name, in: text).dropFirst(20).prefix(32)
            secrets[name] = Array(part)
            // As libcrypto keeps its numbers.
            secrets[name + "-reversed"] = part.reversed()
        }
        let lines = try String(decoding: folder.read("key.pem"), as: UTF8.self).split(separator: "\n")
        secrets["PEM"] = Array(lines[8].utf8)
        self.secrets = secrets
    }

    /// The bytes of a number in what `openssl pkey -text` prints.
    private static func number(_ name: String, in text: String) throws -> [UInt8] {
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix(name + ":") }.dropFirst()
        let digits = lines.prefix { $0.hasPrefix(" ") }.joined().split { " :".contains($0) }
        return try digits.map { try #require(UInt8($0, radix: 16)) }
    }

    private struct Place {
        let module: String
        let reserved: String
        let label: String
        let environment: [String: String]
    }

    /// Runs the search; gives what was found, without the addresses.
    private func search(
        _ place: Place, _ source: String, key: String = "key.der", _ extras: String..., input: Data? = nil
    ) throws -> [String] {
        let masked = secrets.map { name, bytes in
            "\(name)=" + bytes.map { String(format: "%02x", $0 ^ 0x5A) }.joined()
        }
        let arguments = ["memory-search", place.module, place.reserved, place.label, source, folder.file(key)]
        let result = try Command.check(
            Repository.product("TestProgram"), arguments + masked + extras, input: input,
            environment: place.environment)
        return result.output.split(separator: "\n").map { line in
            String(line.prefix(upTo: line.range(of: " at ")?.lowerBound ?? line.endIndex))
        }
    }

    private func softHSM() throws -> (SoftHSMToken, Place) {
        let token = try SoftHSMToken(pin: pin)
        let module = try Provider.softHSM.required()
        return (token, Place(module: module, reserved: "", label: token.label, environment: token.environment))
    }

    private func nss() throws -> Place {
        try Command.check(
            "certutil", ["-N", "-d", "sql:\(folder.path)", "-f", folder.file("pin")],
            environment: ["NSS_MAX_MP_PBE_ITERATION_COUNT": "1"])
        return Place(
            module: try Provider.nss.required(),
            reserved: "configdir='sql:\(folder.path)' certPrefix='' keyPrefix='' secmod='secmod.db' flags=",
            label: "NSS Certificate DB", environment: [:])
    }

    private static let ways = [("file", "key.der"), ("fd", "key.pem"), ("fd", "traditional.pem")]

    @Test(arguments: ways) func `neither PIN nor key are left, after any step, on SoftHSM`(
        source: String, key: String
    ) throws {
        let (token, place) = try softHSM()
        let found = try withExtendedLifetime(token) { try left(place, source, key) }
        #expect(found == [])
    }

    @Test(.enabled(if: Provider.nss.isAvailable, Comment(rawValue: Provider.nss.missingReason)), arguments: ways)
    func `neither PIN nor key are left, after any step, on NSS`(source: String, key: String) throws {
        #expect(try left(nss(), source, key) == [])
    }

    private func left(_ place: Place, _ source: String, _ key: String) throws -> [String] {
        source == "fd"
            ? try search(place, "fd:0", key: key, input: Data((pin + "\n").utf8))
            : try search(place, "file:\(folder.file("pin"))", key: key)
    }

    @Test func `every copy would be found`() throws {
        let (token, place) = try softHSM()
        let found = try withExtendedLifetime(token) {
            try search(place, "file:\(folder.file("pin"))", "control").filter { $0.hasPrefix("control: ") }
        }
        for name in secrets.keys {
            #expect(found.contains { $0.hasPrefix("control: \(name) in ") }, "\(name)")
        }
    }

    @Test func `a PIN that the store was told to keep is there once, until it is closed`() throws {
        let (token, place) = try softHSM()
        let found = try withExtendedLifetime(token) { try search(place, "file:\(folder.file("pin"))", "keep") }
        #expect(found == ["login", "import", "signature"].map { "\($0): PIN in anonymous" })
    }

    /// What no program can take back: see `PINSource.environment(_:)`.
    @Test func `a PIN of the environment stays there`() throws {
        let (token, place) = try softHSM()
        let withPIN = Place(
            module: place.module, reserved: "", label: place.label,
            environment: place.environment.merging(["SECRET": pin]) { $1 })
        let found = try withExtendedLifetime(token) { try search(withPIN, "env:SECRET") }
        #expect(Set(found) == Set(["start", "login", "import", "signature", "close"].map { "\($0): PIN in [stack]" }))
    }
}
