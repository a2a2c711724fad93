#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Invocation {
    /// Opens what an operand or option names, `-` and nothing being standard input.
    ///
    /// - Throws: ``CommandFailure`` with exit 64 or 74.
    func input(_ path: String?, as name: String) throws(CommandFailure) -> InputFile {
        guard let path, path != "-" else {
            try claimStandardInput(for: name)
            return .standardInput
        }
        guard !path.isEmpty else { throw .usage("\(name) is empty", hint: "- is standard input") }
        return try InputFile(path: path)
    }

    /// Lends a function that gives the parts of a file one after the other, while showing how far it is.
    func withParts<Result>(
        of input: InputFile, _ action: String, _ body: (_ next: () throws -> Data?) throws -> Result
    ) throws -> Result {
        let progress = Progress("\(action) \(input.name)", total: input.size)
        defer { progress.finish() }
        return try body {
            guard let part = try input.read() else { return nil }
            progress.advance(by: part.count)
            return part
        }
    }

    /// Goes through the parts of a file, while showing how far it is.
    func forEachPart(of input: InputFile, _ action: String, _ body: (Data) throws -> Void) throws {
        try withParts(of: input, action) { next in
            while let part = try next() { try body(part) }
        }
    }

    /// Goes through the parts of a file that is in the encoding of `--encoding`.
    func forEachDecodedPart(of input: InputFile, _ action: String, _ body: (Data) throws -> Void) throws {
        var stream = DecodingStream(encoding, name: input.name)
        try forEachPart(of: input, action) { try body(try stream.decode($0)) }
        try body(try stream.finish())
    }
}
