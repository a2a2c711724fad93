#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How bytes are written to, and read from, files and streams.
enum Encoding: String, CaseIterable, Sendable {
    case binary, base64, hex

    /// The encoded bytes; the text forms are one line, ended by a newline.
    func encode(_ data: Data) -> Data {
        switch self {
        case .binary: data
        case .base64: data.base64EncodedData() + [0x0A]
        case .hex: Data(hexadecimal(data).utf8) + [0x0A]
        }
    }

    /// The bytes that were encoded; nil where they are not in this encoding. Line breaks and blanks are skipped in the text forms.
    func decode(_ data: Data) -> Data? {
        switch self {
        case .binary: data
        case .base64: Self.decodeBase64(Data(data.filter { !Self.isBlank($0) }))
        case .hex: Data(hexadecimal: data.filter { !Self.isBlank($0) })
        }
    }

    /// Groups of four, with padding at the very end only (RFC 4648, section 4). Foundation's decoder also takes one more "=" than
    /// belongs there.
    private static func decodeBase64(_ text: Data) -> Data? {
        let padding = text.suffix(2).reduce(0) { $0 + ($1 == UInt8(ascii: "=") ? 1 : 0) }
        guard text.count.isMultiple(of: 4), !text.dropLast(padding).contains(UInt8(ascii: "=")) else { return nil }
        return Data(base64Encoded: text)
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension Data {
    /// Reads hexadecimal digits of either case; nil for an odd number of them or for anything else.
    init?(hexadecimal digits: some Sequence<UInt8>) {
        self.init()
        var high: UInt8?
        for byte in digits {
            guard let value = Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init), byte < 0x80 else {
                return nil
            }
            if let first = high {
                append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
    }
}
