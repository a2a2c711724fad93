/// A JSON value that keeps the order of its members, so that output reads as it was composed.
enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case unsigned(UInt)
    case string(String)
    case array([JSON])
    case members([Member])

    struct Member: Equatable, Sendable {
        let name: String
        let value: JSON
    }

    /// An object with its members in this order.
    static func object(_ members: [(String, JSON)]) -> JSON {
        .members(members.map { Member(name: $0.0, value: $0.1) })
    }

    init(_ value: String?) { self = value.map(JSON.string) ?? .null }
    init(_ value: Bool?) { self = value.map(JSON.bool) ?? .null }
    init(_ value: UInt?) { self = value.map(JSON.unsigned) ?? .null }
    init(_ value: Int?) { self = value.map(JSON.integer) ?? .null }

    /// The value on one line, without blanks.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .unsigned(let value): text += String(value)
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .members(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Beyond what RFC 8259 demands: DEL, the C1 controls and the bidirectional controls must not reach a terminal either.
            case _ where isUnsafeOnTerminal(scalar): text += "\\u" + hexadecimal(scalar.value, digits: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
