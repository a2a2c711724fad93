import Foundation
import Testing

/// Nothing of the conformance list is forgotten: each assertion has a test, or a reason why not yet.
@Suite struct `The conformance list` {
    private static let last = 87

    /// The numbers at the start of the tests' names, such as 3 and 4 of `` `3, 4: …` ``.
    private func testedNumbers() throws -> Set<Int> {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var numbers: Set<Int> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: #/func `(\d+(?:, \d+)*): /#) {
                numbers.formUnion(match.1.split(separator: ", ").compactMap { Int($0) })
            }
        }
        return numbers
    }

    @Test func `each assertion has a test or a reason, and none has both`() throws {
        let tested = try testedNumbers()
        let pending = Set(PendingAssertions.reasons.keys)
        let all = Set(1...Self.last)
        #expect(tested.intersection(pending).sorted() == [])
        #expect(all.subtracting(tested).subtracting(pending).sorted() == [])
        #expect(tested.union(pending).subtracting(all).sorted() == [])
        #expect(Set(PendingAssertions.partial.keys).subtracting(tested).sorted() == [])
        let reasons = Array(PendingAssertions.reasons.values) + Array(PendingAssertions.partial.values)
        #expect(reasons.allSatisfy { !$0.isEmpty })
    }

    @Test func `each assertion is in the list, once and in order`() throws {
        let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("README.md")
        let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
        let numbers = lines.compactMap { line in line.prefixMatch(of: #/(\d+)\. /#).flatMap { Int($0.1) } }
        #expect(numbers == Array(1...Self.last))
    }
}
