import Foundation

@testable import P11Command
@testable import TokenKeyStore

extension FuzzTarget {
    /// The words that people write: PIN sources, tokens, keys, IDs, uses, types and encodings.
    static let text = FuzzTarget(name: "text") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let source = try? PINSource(parsing: text) {
            let again = check("a PIN source is not read again") { try PINSource(parsing: source.description) }
            check(again.description == source.description, "a PIN source is another one when it is read again")
        }
        do {
            _ = try PINSource(parsing: text)
        } catch {
            // It may be a PIN in the place of its source.
            let said = "\(error)"
            check(text.utf8.count < 12 || !said.contains(text), "a text that may be a PIN is repeated")
        }
        _ = try? PINSource(uriAttribute: text)
        if let selector = try? TokenSelector(parsing: text) {
            check(!selector.description.contains("\n"), "a description of more than one line")
        }
        _ = ModuleSource(parsing: text)
        _ = try? KeyUse.list(parsing: text)
        if case .rsa(let bits)? = try? RequestedKeyType(parsing: text) { check(bits > 0, "a key of \(bits) bits") }
        _ = nearestMatch(to: String(text.prefix(40)), among: ["list", "generate", "delete"])
        check(!escapedForTerminal(text).unicodeScalars.contains(where: isUnsafeOnTerminal), "steers a terminal")
        checkJSON(.string(text))
        checkSelector(text)
        checkEncodings(bytes)
    }

    private static func checkSelector(_ text: String) {
        guard let selector = try? KeySelector(parsing: text), case .id(let id) = selector else { return }
        let again = check("an ID is not read again") { try KeySelector(parsing: "id:" + hexadecimal(id)) }
        guard case .id(id) = again else { return check(false, "an ID is another one when it is read again") }
    }

    /// JSON that Foundation reads, and reads the same.
    static func checkJSON(_ json: JSON) {
        guard case .string(let text) = json else { return }
        let written = JSON.array([json]).text
        check(!written.contains("\n"), "JSON of more than one line")
        let read = try? JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String]
        check(read?.first.map { Array($0.utf8) == Array(text.utf8) } == true, "JSON that is read as something else")
    }

    private static func checkEncodings(_ bytes: [UInt8]) {
        let data = Data(bytes)
        for encoding in Encoding.allCases {
            check(encoding.decode(encoding.encode(data)) == data, "\(encoding) is not read as it was written")
            let whole = encoding.decode(data)
            var stream = DecodingStream(encoding, name: "x")
            var decoded = Data()
            do {
                for start in stride(from: 0, to: data.count, by: 7) {
                    decoded += try stream.decode(data[start..<min(start + 7, data.count)])
                }
                decoded += try stream.finish()
                check(decoded == whole, "\(encoding) in pieces is something else")
            } catch {
                check(whole == nil, "\(encoding) in pieces is refused")
            }
        }
    }
}
