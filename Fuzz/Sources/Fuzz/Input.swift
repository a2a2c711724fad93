/// Takes an input apart into numbers and bytes; zeros and nothing at its end.
struct Input {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    mutating func rest() -> [UInt8] { bytes(bytes.count) }

    var isEmpty: Bool { bytes.isEmpty }
}
