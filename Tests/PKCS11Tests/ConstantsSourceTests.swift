import Foundation
import Testing

@testable import PKCS11

/// The dictionaries would swallow a row that is there twice, and no test can list static members, so these read the
/// source.
@Suite struct ConstantsSourceTests {
    /// The files of `Sources/PKCS11/Constants` that hold a table.
    static let files: [URL] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/PKCS11/Constants").standardizedFileURL
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map(folder.appendingPathComponent).filter {
            ((try? String(contentsOf: $0, encoding: .utf8)) ?? "").contains("standardNames = ")
        }
    }()

    @Test func `every type with a table is tested`() {
        #expect(Self.files.map { $0.deletingPathExtension().lastPathComponent } == ConstantsTests.tables.map(\.type))
    }

    @Test(arguments: files)
    func `every name has one row and one member with the same value`(file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = text.components(separatedBy: "aliases: [")
        let rows = Self.rows(of: parts[0])
        let aliases = parts.count > 1 ? Self.rows(of: parts[1]) : []

        #expect(!rows.isEmpty)
        #expect(Set((rows + aliases).map(\.name)).count == rows.count + aliases.count, "a name twice")
        #expect(Set(rows.map(\.value)).count == rows.count, "a value twice")
        #expect(aliases.allSatisfy { alias in rows.contains { $0.value == alias.value } }, "an alias of nothing")

        let members = text.matches(
            of: #/`(CK[A-Z]_\w+)`[^\n]*\n    public static var `?(\w+)`?: Self \{ Self\(rawValue: 0x([0-9A-F]+)\) \}/#)
        let described = members.map { Row(name: String($0.1), value: UInt($0.3, radix: 16)) }
        let different = Set(described).symmetricDifference(rows).map(\.name)
        #expect(different.isEmpty, "members and table differ")
        #expect(described.count == rows.count)
        #expect(Set(members.map(\.2)).count == members.count)
        #expect(text.matches(of: #/public static var /#).count == members.count, "a member without its standard name")
    }

    private struct Row: Hashable {
        var name: String
        var value: UInt?
    }

    private static func rows(of text: String) -> [Row] {
        text.matches(of: #/\(0x([0-9A-F]+), "(\w+)"\)/#).map {
            Row(name: String($0.2), value: UInt($0.1, radix: 16))
        }
    }
}
