import Foundation

/// Looks for secrets in what programs print, in every form that a program may give them by accident.
struct SecretSearch {
    /// The forms to look for, each with what it is called.
    private let forms: [(name: String, bytes: Data)]

    init(_ secrets: [String: String]) {
        forms = secrets.flatMap { name, secret in
            Self.forms(of: secret).map { ("\(name), \($0)", $1) }
        }
    }

    /// The names of the forms that are in the bytes.
    func found(in data: Data) -> [String] { forms.filter { data.range(of: $0.bytes) != nil }.map(\.name).sorted() }

    /// A secret as it is, as URIs, JSON and shells write it, in hexadecimal and in base64.
    static func forms(of secret: String) -> [(name: String, bytes: Data)] {
        let bytes = Array(secret.utf8)
        func hexadecimal(_ format: String, _ separator: String = "") -> String {
            bytes.map { String(format: format, $0) }.joined(separator: separator)
        }
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let reserved = unreserved.union(CharacterSet(charactersIn: ":[]@!$'()*+,=&/?"))
        var texts: [(String, String)] = [
            ("as it is", secret), ("reversed", String(secret.reversed())),
            ("in hexadecimal", hexadecimal("%02x")), ("in upper-case hexadecimal", hexadecimal("%02X")),
            ("in hexadecimal with colons", hexadecimal("%02x", ":")),
            ("in hexadecimal with blanks", hexadecimal("%02x", " ")),
            ("all percent-encoded", hexadecimal("%%%02X")), ("all percent-encoded, lower case", hexadecimal("%%%02x")),
            ("as numbers", bytes.map { String($0) }.joined(separator: ", ")),
        ]
        for (name, allowed) in [("percent-encoded", unreserved), ("percent-encoded where a URI must", reserved)] {
            texts.append((name, secret.addingPercentEncoding(withAllowedCharacters: allowed) ?? secret))
        }
        if let json = try? JSONSerialization.data(withJSONObject: secret, options: .fragmentsAllowed) {
            texts.append(("in JSON", String(decoding: json, as: UTF8.self)))
        }
        // In base64 it looks different by its place in groups of three; what its neighbours share is left out.
        for (place, front) in [0, 2, 3].enumerated() {
            let encoded = Data([UInt8](repeating: 0, count: place) + bytes).base64EncodedString()
            let whole = (place + bytes.count) * 8 / 6
            texts.append(("in base64 at \(place)", String(encoded.prefix(whole).dropFirst(front))))
            texts.append(
                (
                    "in base64url at \(place)",
                    String(encoded.prefix(whole).dropFirst(front)).replacing("+", with: "-").replacing("/", with: "_")
                ))
        }
        return texts.map { ($0.0, Data($0.1.utf8)) }
    }
}
