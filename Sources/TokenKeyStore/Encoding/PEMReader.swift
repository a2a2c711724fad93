internal import PKCS11

/// Finds the blocks of a PEM file in bytes that may be secret: contents go into ``SecureBytes`` without a copy on the
/// way, and no error repeats what a file holds, except labels.
struct PEMReader<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
    private let bytes: Bytes
    private var position: Int
    private var lineNumber = 0

    // A file of more objects than this is no key file, and each of them takes at least a page of locked memory.
    private static var maximumBlockCount: Int { 1_000 }

    init(_ bytes: Bytes) {
        self.bytes = bytes
        self.position = bytes.startIndex
    }

    /// Whether some line begins a block.
    static func isPEM(_ bytes: Bytes) -> Bool {
        var reader = PEMReader(bytes)
        while let line = reader.nextLine() {
            if reader.label(of: line, "-----BEGIN ") != nil { return true }
        }
        return false
    }

    /// All blocks, in order. Text around them is passed over, as RFC 7468 has it.
    static func blocks(of bytes: Bytes) throws -> [PEM.Block] {
        var reader = PEMReader(bytes)
        var blocks: [PEM.Block] = []
        while let block = try reader.nextBlock() {
            guard blocks.count < maximumBlockCount else {
                throw KeyStoreError.invalidKeyData(
                    "there are more than \(maximumBlockCount) PEM blocks: this is no key file")
            }
            blocks.append(block)
        }
        return blocks
    }

    private mutating func nextBlock() throws -> PEM.Block? {
        while let line = nextLine() {
            if let label = label(of: line, "-----BEGIN ") { return try readBlock(label) }
        }
        return nil
    }

    private mutating func readBlock(_ label: String) throws -> PEM.Block {
        let headers = try readHeaders(label)
        let firstLine = lineNumber + 1
        let start = position
        while true {
            let lineStart = position
            guard let line = nextLine() else {
                throw KeyStoreError.invalidKeyData(
                    "the PEM block \(label) has no END line", hint: "The file is cut off: copy it again.")
            }
            guard starts(line, "-----") else { continue }
            guard let endLabel = self.label(of: line, "-----END "), endLabel == label else {
                throw KeyStoreError.invalidKeyData(
                    "the PEM block \(label) is not ended by its own END line, but line \(lineNumber) is another marker")
            }
            return PEM.Block(label: label, headers: headers, content: try decode(start..<lineStart, label, firstLine))
        }
    }

    /// The headers of RFC 1421, if the block begins with such; ends after the empty line that follows them.
    private mutating func readHeaders(_ label: String) throws -> [String: String] {
        var headers: [String: String] = [:]
        while true {
            let saved = (position, lineNumber)
            guard let line = nextLine() else { return headers }
            guard let colon = line.first(where: { bytes[$0] == UInt8(ascii: ":") }) else {
                // The empty line after headers belongs to them; anything else does not.
                if !line.isEmpty || headers.isEmpty { (position, lineNumber) = saved }
                return headers
            }
            let name = text(line.lowerBound..<colon)
            let value = text((colon + 1)..<line.upperBound)
            guard let name, let value, headers.count < 16 else {
                throw KeyStoreError.invalidKeyData(
                    "the PEM block \(label) has a malformed header in line \(lineNumber)")
            }
            headers[name] = value
        }
    }

    private func decode(_ range: Range<Int>, _ label: String, _ firstLine: Int) throws -> SecureBytes {
        var line = firstLine
        return try SecureBytes.filled(capacity: range.count / 4 * 3 + 3) { buffer in
            var bits: UInt32 = 0
            var count = 0
            var padding = 0
            var written = 0
            for index in range {
                let byte = bytes[index]
                switch byte {
                case UInt8(ascii: "\n"): line += 1
                case UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"): continue
                case UInt8(ascii: "="):
                    padding += 1
                    count += 1
                    bits <<= 6
                default:
                    guard let value = base64Value(byte), padding == 0 else {
                        throw KeyStoreError.invalidKeyData("the PEM block \(label) is not base64 in line \(line)")
                    }
                    count += 1
                    bits = bits << 6 | value
                }
                guard count == 4 else { continue }
                // "xx==" and "xxx=" only; the bits that padding leaves over must be zero.
                guard padding <= 2, bits & (1 << UInt32(8 * padding) - 1) == 0 else {
                    throw KeyStoreError.invalidKeyData("the PEM block \(label) is not base64 in line \(line)")
                }
                for shift in [16, 8, 0] as [UInt32] where Int(shift) >= 8 * padding {
                    buffer[written] = UInt8(truncatingIfNeeded: bits >> shift)
                    written += 1
                }
                bits = 0
                count = 0
            }
            guard count == 0 else {
                throw KeyStoreError.invalidKeyData(
                    "the base64 of the PEM block \(label) is incomplete", hint: "The file is damaged: copy it again.")
            }
            return written
        }
    }

    // Comparisons rather than a table, which a secret would index.
    private func base64Value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    // MARK: Lines

    /// The next line without its end and without white space after it.
    private mutating func nextLine() -> Range<Int>? {
        guard position < bytes.endIndex else { return nil }
        let start = position
        var end = start
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        position = min(end + 1, bytes.endIndex)
        lineNumber += 1
        while end > start, [UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[end - 1]) {
            end -= 1
        }
        return start..<end
    }

    private func starts(_ line: Range<Int>, _ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard line.count >= count else { return false }
        return text.withUTF8Buffer { text in (0..<count).allSatisfy { bytes[line.lowerBound + $0] == text[$0] } }
    }

    /// The label of a marker line: capitals, digits, blanks and the few signs that labels have.
    private func label(of line: Range<Int>, _ start: StaticString) -> String? {
        guard starts(line, start) else { return nil }
        let rest = (line.lowerBound + start.utf8CodeUnitCount)..<line.upperBound
        guard rest.count > 5, rest.suffix(5).allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        let label = rest.dropLast(5)
        let isPlain = label.allSatisfy { index in
            switch bytes[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
        return isPlain && label.count <= 64 ? text(label.startIndex..<label.endIndex) : nil
    }

    /// Printable ASCII as text, without blanks at its ends; nil if there is anything else.
    private func text(_ range: Range<Int>) -> String? {
        var text = ""
        for index in range {
            guard (0x20..<0x7F).contains(bytes[index]) else { return nil }
            text.unicodeScalars.append(Unicode.Scalar(bytes[index]))
        }
        return String(text.drop { $0 == " " })
    }
}
