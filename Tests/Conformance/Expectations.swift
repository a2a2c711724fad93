import Foundation

/// What one provider is known not to do, from the table that all share.
struct Expectations {
    /// One line of the table: `provider | check | code | reason`.
    struct Line {
        /// A name, or a pattern as file names have them.
        let check: String
        /// How the failure shows: the code of the error, `wrong` for a wrong result, `not-reached` where an earlier check would have had to
        /// pass.
        let code: String
        /// Why, in a few words: what the table of the documentation says.
        let reason: String

        fileprivate func concerns(_ name: String) -> Bool { fnmatch(check, name, 0) == 0 }
    }

    private let lines: [Line]

    /// Reads the lines of one provider.
    ///
    /// - Throws: where the file has a line that cannot be read, or one that names no check.
    init(of provider: String, inFile path: String) throws {
        var lines: [Line] = []
        let table = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        for (index, text) in table.enumerated() {
            guard !text.hasPrefix("#"), !text.allSatisfy(\.isWhitespace) else { continue }
            let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard parts.count == 4, parts.allSatisfy({ !$0.isEmpty }) else {
                throw Failure("\(path):\(index + 1) is not: provider | check | code | reason")
            }
            let line = Line(check: parts[1], code: parts[2], reason: parts[3])
            guard Check.all.contains(where: { line.concerns($0.name) }) else {
                throw Failure("\(path):\(index + 1): there is no check \(line.check)")
            }
            if fnmatch(parts[0], provider, 0) == 0 { lines.append(line) }
        }
        self.lines = lines
    }

    /// Why a check is expected to fail; nil where it has to pass. The first line that concerns it counts.
    subscript(_ name: String) -> Line? { lines.first { $0.concerns(name) } }
}

/// Why a check or the run failed.
struct Failure: Error, CustomStringConvertible {
    let description: String
    /// For the table of expectations.
    let code: String

    init(_ description: String, code: String = "wrong") {
        self.description = description
        self.code = code
    }
}
