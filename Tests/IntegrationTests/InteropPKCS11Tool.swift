import Foundation
import TestSupport

/// What another program says of an object on a token.
struct ListedObject: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case privateKey, publicKey, secretKey, other }

    let kind: Kind
    /// The first line, such as "Public Key Object; RSA 2048 bits".
    let title: String
    let label: String
    let id: String
    let usage: Set<String>
    let access: Set<String>
}

extension SoftHSMToken {
    /// All objects of the first token, as `pkcs11-tool -O` lists them after a login.
    func listedObjects() throws -> [ListedObject] {
        ListedObject.parse(try pkcs11Tool(loginArguments + ["-O"]).output)
    }

    /// The public key with an ID, as `pkcs11-tool` reads it: SubjectPublicKeyInfo in DER.
    func publicKeyDER(id: Data) throws -> Data {
        let target = directory.file("public-\(UUID().uuidString).der")
        try pkcs11Tool(
            loginArguments + ["--read-object", "--type", "pubkey", "--id", id.hexadecimalDigits, "-o", target])
        return try Data(contentsOf: URL(fileURLWithPath: target))
    }
}

extension ListedObject {
    /// Reads the list that `pkcs11-tool -O` prints: a title, and indented lines of names and values.
    static func parse(_ text: String) -> [ListedObject] {
        var groups: [(title: String, fields: [String: String])] = []
        for line in text.split(separator: "\n") {
            if !line.hasPrefix(" ") {
                groups.append((String(line), [:]))
            } else if let colon = line.firstIndex(of: ":"), !groups.isEmpty {
                let name = line[..<colon].trimmingCharacters(in: .whitespaces)
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                groups[groups.count - 1].fields[name] = value
            }
        }
        return groups.filter { $0.title.contains("bject") }.map { group in
            let list = { (name: String) in
                Set((group.fields[name] ?? "").components(separatedBy: ", ").filter { !$0.isEmpty })
            }
            return ListedObject(
                kind: kind(group.title), title: group.title, label: group.fields["label"] ?? "",
                id: group.fields["ID"] ?? "", usage: list("Usage"), access: list("Access"))
        }
    }

    private static func kind(_ title: String) -> Kind {
        if title.hasPrefix("Private Key") { return .privateKey }
        if title.hasPrefix("Public Key") { return .publicKey }
        return title.hasPrefix("Secret Key") ? .secretKey : .other
    }
}

extension OpenSSLKey {
    /// One key for the tests that need any: made once.
    static let shared = Result { try OpenSSLKey(bits: 2048) }
    /// Another one.
    static let other = Result { try OpenSSLKey(bits: 2048) }

    /// PKCS#1 of the public half in DER.
    var publicPKCS1DER: Data {
        get throws { try OpenSSL.run(["rsa", "-pubin", "-RSAPublicKey_out", "-outform", "DER"], input: publicPEM) }
    }

    /// SubjectPublicKeyInfo of the public half in DER.
    var publicDER: Data {
        get throws { try OpenSSL.run(["pkey", "-pubin", "-outform", "DER"], input: publicPEM) }
    }
}
