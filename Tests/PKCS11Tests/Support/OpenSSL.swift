import Foundation
import TestSupport

/// The `openssl` program: what expected values come from.
enum OpenSSL {
    /// Runs it with files in a folder of their own, and gives its standard output.
    ///
    /// - Parameters:
    ///   - arguments: a name of `files` stands for its path.
    ///   - files: name and content of each.
    static func output(
        _ arguments: [String], input: Data? = nil, files: [String: Data] = [:]
    ) throws -> Data {
        let folder = try TemporaryDirectory()
        for (name, content) in files { try folder.write(content, to: name) }
        return try Command.check("openssl", arguments, input: input, directory: folder.path).stdout
    }

    /// Whether a signature is good: `openssl dgst` for a message, `openssl pkeyutl` for a digest.
    static func verifies(
        _ signature: Data, of message: Data, by publicKey: Data, hash: String, options: [String] = [],
        isDigest: Bool = false
    ) throws -> Bool {
        let folder = try TemporaryDirectory()
        try folder.write(signature, to: "signature")
        try folder.write(message, to: "message")
        try folder.write(publicKey, to: "key")
        let options = options.flatMap { [isDigest ? "-pkeyopt" : "-sigopt", $0] }
        var line = ["dgst", "-\(hash)", "-verify", "key", "-keyform", "DER"] + options
        line += ["-signature", "signature", "message"]
        if isDigest {
            line = ["pkeyutl", "-verify", "-pubin", "-inkey", "key", "-keyform", "DER"]
            line += ["-pkeyopt", "digest:\(hash)"] + options + ["-sigfile", "signature", "-in", "message"]
        }
        return try Command.run("openssl", line, directory: folder.path).succeeded
    }

    /// The digest of a message.
    static func digest(_ message: Data, _ hash: String) throws -> Data {
        try output(["dgst", "-\(hash)", "-binary"], input: message)
    }

    /// Encrypts or decrypts with a symmetric cipher, without padding unless asked for.
    static func cipher(
        _ name: String, key: Data, iv: Data? = nil, _ input: Data, decrypt: Bool = false, padding: Bool = false
    ) throws -> Data {
        var line = ["enc", "-\(name)", "-K", key.hexadecimal] + (decrypt ? ["-d"] : ["-e"])
        if let iv { line += ["-iv", iv.hexadecimal] }
        if !padding { line += ["-nopad"] }
        return try output(line, input: input)
    }
}

extension Data {
    /// Lower-case digits.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes of hexadecimal digits; what is not a digit is skipped.
    init(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue).map { UInt8($0) }
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }
}
