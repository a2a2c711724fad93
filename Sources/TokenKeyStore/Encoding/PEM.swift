internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// PEM (RFC 7468), and the encapsulated headers of RFC 1421 that old encrypted keys have.
enum PEM {
    /// One object of a PEM file.
    struct Block {
        /// What stands after BEGIN.
        let label: String
        /// The headers, such as `DEK-Info`; there are some only in old encrypted keys.
        let headers: [String: String]
        let content: SecureBytes
    }

    /// Public data as PEM, with a final newline.
    static func encode(_ content: Data, label: String) -> String {
        let base64 = Array(content.base64EncodedString().utf8)
        var text = "-----BEGIN \(label)-----\n"
        for start in stride(from: 0, to: base64.count, by: 64) {
            text += String(decoding: base64[start..<min(start + 64, base64.count)], as: UTF8.self) + "\n"
        }
        return text + "-----END \(label)-----\n"
    }
}
