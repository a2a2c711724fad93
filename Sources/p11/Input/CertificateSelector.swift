import PKCS11

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which certificate a command means: by what names a key too, or `sha256:…`, the beginning of its fingerprint.
///
/// A renewed certificate often has the label and the ID of the one before, and then the URI as well.
enum CertificateSelector: Sendable {
    case named(KeySelector)
    case fingerprint(Data)

    /// The fewest digits of a fingerprint.
    private static let leastDigits = 8

    /// Reads the operand `CERT`.
    ///
    /// - Throws: ``CommandFailure`` with exit 64, also for a URI of something else.
    init(parsing text: String) throws(CommandFailure) {
        guard text.hasPrefix("sha256:") else {
            let selector = try KeySelector(parsing: text, operand: Operands.certificate.name)
            if case .uri(let uri) = selector, let type = uri.type, type != .certificate {
                throw .usage(
                    "the URI names an object of type \(type.rawValue), and this takes a certificate",
                    hint: "p11 key … takes keys; without a type in the URI, or with type=cert, a certificate is meant")
            }
            self = .named(selector)
            return
        }
        let digits = text.dropFirst("sha256:".count).filter { $0 != ":" }
        guard let bytes = Data(hexadecimal: digits.utf8), digits.count >= Self.leastDigits, bytes.count <= 32 else {
            throw .usage(
                "a fingerprint has an even number of hexadecimal digits: at least \(Self.leastDigits), at most 64",
                hint: "a label that begins so is written label:\(escapedForTerminal(text))")
        }
        self = .fingerprint(bytes)
    }

    /// What names the token, where that is a URI.
    var keySelector: KeySelector? {
        guard case .named(let selector) = self else { return nil }
        return selector
    }
}
