import Foundation

/// Looks for secrets in all memory of this process, without becoming a place where they are.
///
/// The secrets are given XORed with a byte and are compared so; what is read of the memory goes through one page-aligned buffer of its own that is
/// passed over and wiped.
final class MemorySearch {
    /// XORed with ``mask``; the first byte of each should be a rare one.
    private let needles: [(name: String, masked: [UInt8])]
    private let base: UnsafeMutableRawPointer
    private let memory: Int32

    static let mask: UInt8 = 0x5A
    private static let bufferSize = 1 << 20

    init(_ needles: [(name: String, masked: [UInt8])]) throws {
        self.needles = needles
        memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw ScenarioFailure("/proc/self/mem cannot be opened: \(errno)") }
        let start = mmap(nil, Self.bufferSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else { throw ScenarioFailure("no memory") }
        // A mapping of its own: what lies beside it is another one, or would be passed over with it.
        base = start
    }

    deinit {
        close(memory)
        munmap(base, Self.bufferSize)
    }

    /// The places where a secret is, such as `PIN in [heap]`.
    func places() throws -> [String] {
        var found: [String] = []
        for region in try regions() {
            for part in passingOverBuffer(region.range) { search(part, region.name, &found) }
        }
        return found
    }

    private struct Region {
        let range: Range<UInt>
        let name: String
    }

    /// What can be read and written: a secret is in nothing that is mapped from a file and was not written to.
    private func regions() throws -> [Region] {
        let text = try String(decoding: Self.contents("/proc/self/maps"), as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard bounds.count == 2, fields[1].hasPrefix("rw") else { return nil }
            return Region(range: bounds[0]..<bounds[1], name: fields.count > 5 ? String(fields[5]) : "anonymous")
        }
    }

    /// To its end: the file has no size, and each read gives no more than some lines of it.
    private static func contents(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ScenarioFailure("\(path) cannot be opened: \(errno)") }
        defer { close(descriptor) }
        var contents: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { break }
            contents += part.prefix(count)
        }
        guard contents.count > 0 else { throw ScenarioFailure("\(path) is empty") }
        return contents
    }

    private func passingOverBuffer(_ range: Range<UInt>) -> [Range<UInt>] {
        let start = UInt(bitPattern: base)
        let own = start..<start + UInt(Self.bufferSize)
        guard range.overlaps(own) else { return [range] }
        return [
            range.lowerBound..<max(range.lowerBound, own.lowerBound),
            min(own.upperBound, range.upperBound)..<range.upperBound,
        ]
        .filter { !$0.isEmpty }
    }

    private func search(_ range: Range<UInt>, _ name: String, _ found: inout [String]) {
        let overlap = (needles.map(\.masked.count).max() ?? 1) - 1
        var position = range.lowerBound
        while position < range.upperBound {
            let wanted = min(Self.bufferSize, Int(range.upperBound - position))
            let got = pread(memory, base, wanted, Int(bitPattern: position))
            // A part that was given back meanwhile.
            guard got > 0 else { return }
            for needle in needles { count(needle, got, name, position, &found) }
            memset(base, 0, got)
            guard got == Self.bufferSize else { return }
            position += UInt(got - overlap)
        }
    }

    private func count(
        _ needle: (name: String, masked: [UInt8]), _ size: Int, _ name: String, _ position: UInt,
        _ found: inout [String]
    ) {
        guard let first = needle.masked.first else { return }
        var offset = 0
        while offset <= size - needle.masked.count,
            let hit = memchr(base + offset, Int32(first ^ Self.mask), size - needle.masked.count + 1 - offset)
        {
            let start = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
            var matching = 1
            while matching < needle.masked.count,
                base.load(fromByteOffset: start + matching, as: UInt8.self) ^ Self.mask == needle.masked[matching]
            {
                matching += 1
            }
            if matching == needle.masked.count {
                found.append("\(needle.name) in \(name) at \(String(position + UInt(start), radix: 16))")
            }
            offset = start + 1
        }
    }
}
