#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A line of `authorized_keys` or of an OpenSSH `.pub` file (RFC 4253, section 6.6).
enum SSHPublicKeyLine {
    /// The RSA key of the only entry; nil where there is no entry of OpenSSH's form at all.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData`` for several entries, another type of key, or a damaged one.
    static func rsaKey(in data: Data) throws -> RSAPublicKey? {
        // Longer than any key of 16,384 bits with a comment; junk need not be searched.
        guard data.count <= 65_536, let text = String(data: data, encoding: .utf8) else { return nil }
        let entries = text.split(whereSeparator: \.isNewline).compactMap { entry(in: $0) }
        guard let entry = entries.first else { return nil }
        guard entries.count == 1 else {
            throw KeyStoreError.invalidKeyData("there are \(entries.count) SSH keys where one is expected")
        }
        guard entry.type == "ssh-rsa" else {
            throw KeyStoreError(
                .keyTypeUnsupported,
                "this is an SSH public key of type \(entry.type), where an RSA public key is expected")
        }
        guard let blob = Data(base64Encoded: entry.base64), let key = try rsaKey(blob: blob) else {
            throw KeyStoreError.invalidKeyData(
                "the SSH public key is damaged", hint: "Copy the line again, as one line.")
        }
        return key
    }

    /// Type and base64 of an entry, which options may precede.
    private static func entry(in line: Substring) -> (type: String, base64: String)? {
        let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard let first = fields.first, !first.hasPrefix("#"), let type = fields.firstIndex(where: isKeyType),
            type + 1 < fields.count
        else { return nil }
        return (String(fields[type]), String(fields[type + 1]))
    }

    private static func isKeyType(_ field: Substring) -> Bool {
        let families = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"]
        return field.utf8.count < 64 && families.contains { field.hasPrefix($0) }
            && field.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
    }

    /// nil for a blob that is not exactly the three strings.
    private static func rsaKey(blob: Data) throws -> RSAPublicKey? {
        var rest = blob
        guard let type = string(from: &rest), type == Data("ssh-rsa".utf8), let exponent = string(from: &rest),
            let modulus = string(from: &rest), rest.isEmpty,
            // mpint: the highest bit of the first byte is the sign (RFC 4251, section 5).
            let exponentStart = exponent.first, exponentStart < 0x80, let modulusStart = modulus.first,
            modulusStart < 0x80
        else { return nil }
        return try RSAPublicKey(modulus: modulus, publicExponent: [0] + exponent)
    }

    private static func string(from rest: inout Data) -> Data? {
        guard rest.count >= 4 else { return nil }
        let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
