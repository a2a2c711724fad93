import Foundation
import TestSupport
import Testing

/// One line of the table: what is typed, and what has to come of it.
struct ContractRow: Sendable {
    /// What one of the outputs has to be.
    enum Output: Sendable {
        case nothing
        case exactly(String)
        /// A regular expression for the whole of it, in which `.` is no newline.
        case like(String)
        /// One object with this schema, and these values at their paths, each as JSON.
        case json(String, [String: String] = [:])
        case bytes(Int)
        case anything
    }

    let arguments: [String]
    let exit: Int32
    var stdout = Output.nothing
    /// What standard error says among other things. A row that succeeds and names nothing leaves it empty.
    var says: [String] = []
    var input = Data()
    /// Variables on top of those of the group; nil removes one.
    var variables: [String: String?] = [:]
    /// What is typed at a terminal, each after what is shown before it; nil for a row without a terminal.
    var dialogue: [Step]?

    struct Step: Sendable {
        let shown: String
        let typed: String
    }

    /// A row, its arguments with blanks between; `·` is a blank in one of them.
    static func row(
        _ line: String, _ exit: Int32, _ stdout: Output = .nothing, says: String..., input: Data = Data(),
        with variables: [String: String?] = [:]
    ) -> ContractRow {
        ContractRow(
            arguments: words(line), exit: exit, stdout: stdout, says: says, input: input, variables: variables)
    }

    /// A row at a terminal, whose outputs are one.
    static func atTerminal(
        _ line: String, _ exit: Int32, _ stdout: Output = .anything, with variables: [String: String?] = [:],
        typing dialogue: (String, String)...
    ) -> ContractRow {
        ContractRow(
            arguments: words(line), exit: exit, stdout: stdout, variables: variables,
            dialogue: dialogue.map { Step(shown: $0.0, typed: $0.1) })
    }

    private static func words(_ line: String) -> [String] {
        line.split(separator: " ").map { $0 == "''" ? "" : String($0).replacing("·", with: " ") }
    }

    var isJSON: Bool { arguments.contains("--json") }
}

extension ContractRow.Output {
    /// Why the bytes are not what they have to be; nil where they are.
    func objection(to data: Data) -> String? {
        let text = String(decoding: data, as: UTF8.self)
        switch self {
        case .anything: return nil
        case .nothing: return data.isEmpty ? nil : "there should be nothing: \(text)"
        case .exactly(let expected): return text == expected ? nil : "should be \(expected) and is \(text)"
        case .bytes(let count): return data.count == count ? nil : "should be \(count) bytes and is \(data.count)"
        case .like(let pattern):
            guard let whole = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z") else { return "bad pattern" }
            let range = NSRange(text.startIndex..., in: text)
            return whole.firstMatch(in: text, range: range) == nil ? "is not like \(pattern): \(text)" : nil
        case .json(let schema, let values):
            guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
                return "is no JSON object: \(text)"
            }
            guard object["schema"] as? String == schema else { return "is not of \(schema): \(text)" }
            guard text.hasPrefix("{\"schema\":"), text.hasSuffix("}\n"), !text.dropLast().contains("\n") else {
                return "is not one line that begins with its schema: \(text)"
            }
            for (path, expected) in values.sorted(by: { $0.key < $1.key }) {
                let found = Self.value(at: path, in: object)
                guard found == expected else { return "\(path) should be \(expected) and is \(found): \(text)" }
            }
            return nil
        }
    }

    /// The value at a path such as `keys.0.label`, as JSON; `count` is the length of a list, `absent` what is not there.
    private static func value(at path: String, in object: Any) -> String {
        var value: Any? = object
        for name in path.split(separator: ".") {
            if let list = value as? [Any] {
                value = name == "count" ? list.count : Int(name).flatMap { list.indices.contains($0) ? list[$0] : nil }
            } else {
                value = (value as? [String: Any])?[String(name)]
            }
        }
        guard let value,
            let data = try? JSONSerialization.data(
                withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
        else { return "absent" }
        return String(decoding: data, as: UTF8.self)
    }
}
