import Foundation

/// What the command line asks for.
struct Options {
    let command: String
    var seconds = 30.0
    var times = 10
    var threads = 8
    var seed = UInt64.random(in: 1...999_999_999)
    /// What follows the options.
    var operands: [String] = []

    init(_ arguments: [String]) throws {
        guard let first = arguments.first else { throw UsageError("a command is missing") }
        command = first
        var rest = arguments.dropFirst()
        while let name = rest.popFirst() {
            guard name.hasPrefix("--") else {
                operands.append(name)
                continue
            }
            guard let text = rest.popFirst() else { throw UsageError("\(name): a value is missing") }
            switch name {
            case "--seconds": seconds = try Self.number(text, name)
            case "--times": times = try Self.number(text, name)
            case "--threads": threads = try Self.number(text, name)
            case "--seed": seed = try Self.number(text, name)
            default: throw UsageError("no such option: \(name)")
            }
        }
        guard threads >= 1, threads <= 64 else { throw UsageError("--threads: 1 to 64") }
    }

    private static func number<Number: LosslessStringConvertible>(_ text: String, _ name: String) throws -> Number {
        guard let number = Number(text) else { throw UsageError("\(name): \(text) is no number") }
        return number
    }
}

struct UsageError: Error {
    let description: String
    init(_ description: String) { self.description = description }
}

/// What went wrong with the run itself, not with what it tries.
struct SoakError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
