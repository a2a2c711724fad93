import Foundation
import TestSupport
import Testing

/// Nothing of what happened to others is forgotten: `Tests/FieldNotes/README.md` names the test of each report, or why it has none.
@Suite struct `The field notes` {
    private struct Row {
        let reports: [String]
        let behaviour: String
        let last: String

        /// The tests that the row names, each by its file below `Tests` and its own name.
        var tests: [(file: String, name: String)] {
            last.matches(of: #/([A-Za-z0-9\/+]+\.swift): `([^`]+)`/#).map { (String($0.1), String($0.2)) }
        }

        var description: String { "\(behaviour) \(reports.first ?? "")" }
    }

    private struct Section {
        let title: String
        let rowCount: Int
        let reportCount: Int
        var rows: [Row] = []
    }

    private let folder = "\(Repository.root)/Tests"
    private let sections: [Section]

    init() throws {
        let text = try String(contentsOfFile: "\(folder)/FieldNotes/README.md", encoding: .utf8)
        var sections: [Section] = []
        for line in text.split(separator: "\n") {
            if let heading = line.wholeMatch(of: #/## (.+) \((\d+) rows, (\d+) reports\)/#) {
                sections.append(
                    Section(
                        title: String(heading.1), rowCount: try #require(Int(heading.2)),
                        reportCount: try #require(Int(heading.3))))
            } else if line.hasPrefix("|"), !line.hasPrefix("| ---"), !line.contains("| what happens |") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                try #require(cells.count == 5 && !sections.isEmpty, "\(line)")
                let reports = cells[1].split(separator: " ").map(String.init)
                sections[sections.count - 1].rows.append(Row(reports: reports, behaviour: cells[2], last: cells[3]))
            }
        }
        self.sections = sections
    }

    @Test func `each report is there, and in one row only`() throws {
        #expect(sections.count == 14)
        for section in sections {
            #expect(section.rows.count == section.rowCount, "\(section.title)")
            #expect(section.rows.flatMap(\.reports).count == section.reportCount, "\(section.title)")
        }
        let reports = sections.flatMap(\.rows).flatMap(\.reports)
        #expect(reports.count >= 216)
        let twice = Dictionary(grouping: reports) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(twice.sorted() == [])
        let address = #/https:\/\/github\.com\/[\w.\-]+\/[\w.\-]+\/(issues|pull)\/\d+/#
        for report in reports { #expect(report.wholeMatch(of: address) != nil, "\(report)") }
    }

    @Test func `each row has a test or says why it has none`() {
        for row in sections.flatMap(\.rows) where row.tests.isEmpty {
            let isReason = row.last.hasPrefix("None") && row.last.count > 40
            #expect(isReason, "\(row.description)")
        }
    }

    @Test func `each test that is named exists`() throws {
        var sources: [String: String] = [:]
        for row in sections.flatMap(\.rows) {
            for test in row.tests {
                if sources[test.file] == nil {
                    sources[test.file] = try? String(contentsOfFile: "\(folder)/\(test.file)", encoding: .utf8)
                }
                let source = try #require(sources[test.file], "no file \(test.file) for: \(row.description)")
                #expect(source.contains("func `\(test.name)`("), "\(test.file) has no test \(test.name)")
            }
            // What looks like the name of a test has to be one: a slip in the file's name would go unnoticed.
            #expect(row.last.matches(of: #/\.swift/#).count == row.tests.count, "\(row.description)")
        }
    }
}
