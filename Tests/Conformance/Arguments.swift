import Foundation
import TestSupport

/// The command line, taken apart by who needs a part of it.
struct Arguments {
    private var rest: [String]

    init(_ arguments: some Sequence<String>) { rest = Array(arguments) }

    /// The next one.
    mutating func next() -> String? { rest.isEmpty ? nil : rest.removeFirst() }

    mutating func required(_ what: String) throws -> String {
        guard let next = next() else { throw Failure("\(what) is missing") }
        return next
    }

    /// Whether an option without a value is there.
    mutating func flag(_ name: String) -> Bool {
        guard let index = rest.firstIndex(of: name) else { return false }
        rest.remove(at: index)
        return true
    }

    /// The value of an option.
    mutating func option(_ name: String) -> String? {
        guard let index = rest.firstIndex(of: name), index + 1 < rest.count else { return nil }
        defer { rest.removeSubrange(index...(index + 1)) }
        return rest[index + 1]
    }

    /// A tag in hexadecimal digits.
    mutating func tag(_ name: String) throws -> Data? { try option(name).map { try Self.tag($0) } }

    static func tag(_ digits: String) throws -> Data {
        let bytes = stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(digits.dropFirst(index).prefix(2), radix: 16)
        }
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 != nil }) else { throw Failure("\(digits) is no tag") }
        return Data(bytes.compactMap(\.self))
    }

    /// - Throws: where something is left.
    func end() throws {
        guard rest.isEmpty else { throw Failure("what is \(rest.joined(separator: " "))?") }
    }
}

extension Expectations {
    /// The table of the checkout that this was built from.
    static var committedPath: String { Repository.root + "/Tests/Conformance/expectations.txt" }
}
