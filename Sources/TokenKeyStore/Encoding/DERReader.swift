/// Why bytes are not the DER they should be.
enum DERError: Error, Hashable {
    /// An element says that it is longer than what is there.
    case truncated
    /// Not DER at all, or not what was expected at this place.
    case malformed
}

/// Steps through DER (X.690) without copying: elements are ranges of the bytes, which may be secret.
///
/// Definite lengths only, in their shortest form; tags of one byte, which is all that key files use.
struct DERReader<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
    struct Element {
        let tag: UInt8
        let content: Range<Int>
    }

    let bytes: Bytes
    private(set) var position: Int
    let end: Int

    init(_ bytes: Bytes, _ range: Range<Int>? = nil) {
        self.bytes = bytes
        self.position = range?.lowerBound ?? bytes.startIndex
        self.end = range?.upperBound ?? bytes.endIndex
    }

    var isAtEnd: Bool { position == end }

    /// The tag of the next element; nil at the end.
    var nextTag: UInt8? { isAtEnd ? nil : bytes[position] }

    /// The next element, whatever it is.
    mutating func read() throws(DERError) -> Element {
        let tag = try nextByte()
        guard tag & 0x1F != 0x1F else { throw .malformed }
        let first = try nextByte()
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...4).contains(count) else { throw .malformed }
            length = 0
            for _ in 0..<count { length = length << 8 | Int(try nextByte()) }
            let shortest = length < 0x80 ? 0 : (length.significantBitCount + 7) / 8
            guard count == shortest else { throw .malformed }
        }
        guard length <= end - position else { throw .truncated }
        let content = position..<(position + length)
        position = content.upperBound
        return Element(tag: tag, content: content)
    }

    /// The content of the next element, which must have this tag.
    mutating func read(_ tag: UInt8) throws(DERError) -> Range<Int> {
        guard !isAtEnd else { throw .malformed }
        guard bytes[position] == tag else { throw .malformed }
        return try read().content
    }

    /// A reader of the next element's content, which must have this tag.
    mutating func descend(_ tag: UInt8) throws(DERError) -> DERReader {
        DERReader(bytes, try read(tag))
    }

    /// The big-endian bytes of the next element, a non-negative INTEGER, without leading zeros: empty for 0.
    mutating func readUnsignedInteger() throws(DERError) -> Range<Int> {
        let content = try read(DERTag.integer)
        guard let first = content.first, bytes[first] < 0x80 else { throw .malformed }
        var start = content.lowerBound
        while start < content.upperBound, bytes[start] == 0 { start += 1 }
        return start..<content.upperBound
    }

    /// Nothing may be left.
    func finish() throws(DERError) {
        guard isAtEnd else { throw .malformed }
    }

    private mutating func nextByte() throws(DERError) -> UInt8 {
        guard position < end else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }
}

enum DERTag {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
}

extension FixedWidthInteger {
    /// The number of bits from the highest one that is set.
    var significantBitCount: Int { bitWidth - leadingZeroBitCount }
}
