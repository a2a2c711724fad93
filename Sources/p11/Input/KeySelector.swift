import PKCS11

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which key a command means.
///
/// A label as it is; `label:…` where it begins like one of the others; `id:0a0b` in hexadecimal; `tag:…`, the ID as text;
/// `sha256:…`, the fingerprint of the public key or how it begins; or a `pkcs11:` URI.
enum KeySelector: Sendable {
    case label(String)
    case id(Data)
    case tag(String)
    case fingerprint(Data)
    case uri(PKCS11URI)

    /// The fewest digits of a fingerprint.
    private static let leastDigits = 8

    /// Reads the operand `KEY`, or another one that is written in the same way.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    init(parsing text: String, operand: String = Operands.key.name) throws(CommandFailure) {
        if text.hasPrefix("label:") {
            self = .label(String(text.dropFirst("label:".count)))
        } else if text.hasPrefix("tag:") {
            self = .tag(String(text.dropFirst("tag:".count)))
        } else if text.hasPrefix("id:") {
            self = .id(try Self.identifier(parsing: String(text.dropFirst("id:".count)), of: operand))
        } else if text.hasPrefix("sha256:") {
            self = .fingerprint(try Self.fingerprint(parsing: String(text.dropFirst("sha256:".count))))
        } else if text.lowercased().hasPrefix("pkcs11:") {
            do {
                self = .uri(try PKCS11URI(parsing: text))
            } catch {
                throw CommandFailure(error)
            }
        } else {
            guard !text.isEmpty else {
                throw .usage("\(operand) is empty", hint: "an empty label is written label:, an empty ID id:")
            }
            self = .label(text)
        }
    }

    /// The half of a pair that is meant alone: the type of a URI.
    var half: PKCS11URI.ObjectType? {
        guard case .uri(let uri) = self else { return nil }
        return uri.type
    }

    private static func fingerprint(parsing text: String) throws(CommandFailure) -> Data {
        let digits = text.filter { $0 != ":" }
        guard let bytes = Data(hexadecimal: digits.utf8), digits.count >= leastDigits, bytes.count <= 32 else {
            throw .usage(
                "a fingerprint has an even number of hexadecimal digits: at least \(leastDigits), at most 64",
                hint: "a label that begins so is written label:sha256:\(escapedForTerminal(text))")
        }
        return bytes
    }

    /// Reads an ID: hexadecimal digits, with `0x` before and colons between bytes where one likes.
    ///
    /// - Throws: ``CommandFailure`` with exit 64 for an odd number of digits and for anything that is none.
    static func identifier(parsing text: String, of place: String) throws(CommandFailure) -> Data {
        let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
        let groups = digits.split(separator: ":", omittingEmptySubsequences: false)
        let isGrouped = groups.count > 1
        guard digits.utf8.allSatisfy({ $0 == UInt8(ascii: ":") || Character(Unicode.Scalar($0)).isHexDigit }) else {
            throw .usage(
                "the ID in \(place) is not hexadecimal",
                hint: "for an ID that is text, use "
                    + (place.hasPrefix("--") ? "--\(Options.tag.name) " : "tag:") + escapedForTerminal(text))
        }
        guard !isGrouped || groups.allSatisfy({ $0.count == 2 }) else {
            throw .usage("the ID in \(place) must have two digits between colons")
        }
        guard let bytes = Data(hexadecimal: groups.joined().utf8) else {
            throw .usage("the ID in \(place) has an odd number of digits", hint: "write a leading zero")
        }
        return bytes
    }
}
