#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes text that comes in pieces. Blanks and line breaks are skipped.
struct DecodingStream {
    private let encoding: Encoding
    private let name: String
    // Characters that wait for the rest of their group.
    private var rest = Data()
    // Whether padding has come, which only stands at the end.
    private var isPadded = false

    /// - Parameter name: what is decoded, for messages.
    init(_ encoding: Encoding, name: String) {
        self.encoding = encoding
        self.name = name
    }

    /// The bytes that can be decoded so far.
    ///
    /// - Throws: ``CommandFailure`` with exit 2 for text that is not in the encoding.
    mutating func decode(_ part: Data) throws(CommandFailure) -> Data {
        guard encoding != .binary else { return part }
        rest.append(contentsOf: part.lazy.filter { !Encoding.isBlank($0) })
        let group = encoding == .hex ? 2 : 4
        let whole = rest.count - rest.count % group
        guard whole > 0 else { return Data() }
        defer { rest = Data(rest.dropFirst(whole)) }
        guard !isPadded else { throw invalid }
        isPadded = encoding == .base64 && rest.prefix(whole).last == UInt8(ascii: "=")
        return try decoded(rest.prefix(whole))
    }

    /// The bytes at the end.
    ///
    /// - Throws: ``CommandFailure`` with exit 2 for text that ended too soon.
    mutating func finish() throws(CommandFailure) -> Data { try decoded(rest) }

    private func decoded(_ text: Data) throws(CommandFailure) -> Data {
        guard let data = encoding.decode(text) else { throw invalid }
        return data
    }

    private var invalid: CommandFailure {
        CommandFailure(.invalid, "invalid-encoding", "\(name) is not \(encoding.rawValue)")
    }
}
