import TestSupport
import Testing

@testable import p11

@Suite struct ManualPageTests {
    @Test(arguments: ["p11"] + CommandTree.p11.groups.map { "p11-\($0.noun)" })
    func `a page renders without a warning and has every command and option`(page: String) throws {
        let text = try #require(ManualPage.text(for: page, tree: .p11))
        let folder = try TemporaryDirectory()
        try folder.write(text, to: "page.1")
        let result = try Command.check(
            "groff", ["-man", "-Tutf8", "-ww", "-rLL=200n", "-P-cbou", "page.1"], directory: folder.path)
        #expect(result.errorOutput.isEmpty, "\(result)")
        let rendered = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let commands =
            page == "p11" ? CommandTree.p11.verbs : CommandTree.p11.groups.first { "p11-\($0.noun)" == page }?.commands
        for command in try #require(commands) {
            #expect(rendered.contains(command.usage), "\(command.usage)")
            for option in command.options { #expect(rendered.contains(option.usage), "\(option.usage)") }
            for example in command.examples { #expect(rendered.contains(example.line), "\(example.line)") }
        }
    }

    @Test func `there is one page for each noun, and none for anything else`() throws {
        let names = try #require(ManualPage.text(for: "--list", tree: .p11)).split(separator: "\n").map(String.init)
        #expect(names == ["p11"] + CommandTree.p11.groups.map { "p11-\($0.noun)" })
        #expect(ManualPage.text(for: "nonsense", tree: .p11) == nil)
    }
}
