#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A name of the holder of a certificate beside its subject (RFC 5280, section 4.2.1.6).
public struct SubjectAlternativeName: Hashable, Sendable {
    /// The context tag in `GeneralName`, and the content.
    private let tag: UInt8
    private let content: [UInt8]

    /// Reads a name of some kind: `dns:www.example.com`, `ip:192.0.2.1` or `ip:2001:db8::1`, `email:a@example.com`, `uri:https://example.com/`.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidParameter`` for another kind, and for a value that is none of its kind. Names are ASCII: what is not
    ///   is written in its ASCII form (`xn--…`) by whoever asks.
    public init(parsing text: String) throws {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw Self.unknownKind(text) }
        let value = Array(bytes[(colon + 1)...])
        let kind = String(decoding: bytes[..<colon], as: UTF8.self)
        guard ["dns", "ip", "email", "uri"].contains(kind) else { throw Self.unknownKind(text) }
        guard !value.isEmpty, value.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Self.invalid("\(kind) is empty, or has a blank or something that is not ASCII", kind)
        }
        switch kind {
        case "dns":
            guard Self.isHostName(value) else { throw Self.invalid("that is no host name", kind) }
            (tag, content) = (0x82, value)
        case "ip":
            guard let address = Self.address(String(decoding: value, as: UTF8.self)) else {
                throw Self.invalid("that is no IPv4 or IPv6 address", kind)
            }
            (tag, content) = (0x87, address)
        case "email":
            let at = value.firstIndex(of: UInt8(ascii: "@")) ?? value.startIndex
            guard at > 0, Self.isHostName(Array(value[(at + 1)...])) else {
                throw Self.invalid("that is no address", kind)
            }
            (tag, content) = (0x81, value)
        default:
            guard let scheme = value.firstIndex(of: UInt8(ascii: ":")), scheme > 0 else {
                throw Self.invalid("it has no scheme", kind)
            }
            (tag, content) = (0x86, value)
        }
    }

    /// As a `GeneralName` in DER.
    var derRepresentation: Data { DER.element(tag, content) }

    /// Labels of letters, digits, hyphens and underscores; the first may be `*`.
    private static func isHostName(_ bytes: [UInt8]) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes.count <= 253
            && labels.enumerated().allSatisfy { index, label in
                (1...63).contains(label.count)
                    && (label.elementsEqual("*".utf8) && index == 0 && labels.count > 1
                        || label.allSatisfy { byte in
                            Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                        })
            }
    }

    private static func address(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }

    private static func unknownKind(_ text: String) -> KeyStoreError {
        KeyStoreError(
            .invalidParameter, "\"\(escaped(text))\" does not say which kind of name it is",
            hint: "It begins with dns:, ip:, email: or uri:.")
    }

    private static func invalid(_ reason: String, _ kind: String) -> KeyStoreError {
        KeyStoreError(.invalidParameter, "a name of the kind \(kind) cannot be taken: \(reason)")
    }
}
