import Foundation

/// The macros of a C header whose values are integer constant expressions.
struct ConstantsHeader: CustomStringConvertible {
    let path: String
    /// Every `CK?_` macro that has a number as value.
    private(set) var values: [String: UInt] = [:]

    var description: String { path }

    /// Nil where there is no such file.
    init?(path: String) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        self.path = path
        var definitions: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            guard let match = line.wholeMatch(of: #/\s*#\s*define\s+(CK[A-Z]_\w+)\s+(.+)/#) else { continue }
            let expression = String(match.2).replacing(#/\s*(/\*|//).*/#, with: "")
            definitions[String(match.1)] = expression
        }
        for (name, expression) in definitions {
            var parser = ExpressionParser(expression, definitions: definitions)
            if let value = parser.parse() { values[name] = value }
        }
    }

    /// The header that p11-kit's package installs, where pkg-config says it is.
    static let p11kit = directory(of: "p11-kit-1", variable: "includedir").flatMap {
        ConstantsHeader(path: $0 + "/p11-kit-1/p11-kit/pkcs11.h")
    }

    /// NSS's header, which has the names of version 3.0.
    static let nss: ConstantsHeader? = {
        let directories = [directory(of: "nss", variable: "includedir"), "/usr/include/nss", "/usr/include/nss3"]
        return directories.lazy.compactMap { $0 }.compactMap { ConstantsHeader(path: $0 + "/pkcs11t.h") }.first
    }()

    private static func directory(of package: String, variable: String) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--variable=\(variable)", package]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }
}

/// The expressions that the headers use: numbers, other macros, `|`, `+`, `<<`, parentheses and casts to a type.
private struct ExpressionParser {
    private var tokens: ArraySlice<String>
    private let definitions: [String: String]

    init(_ text: String, definitions: [String: String]) {
        tokens = text.matches(of: #/\w+|<<|\S/#).map { String($0.0) }[...]
        self.definitions = definitions
    }

    /// The value of the whole text; nil where it is anything else than such an expression.
    mutating func parse() -> UInt? {
        guard let value = sum(), tokens.isEmpty else { return nil }
        return value
    }

    private mutating func sum() -> UInt? {
        guard var value = operand() else { return nil }
        while let sign = tokens.first, sign != ")" {
            tokens.removeFirst()
            guard let next = operand() else { return nil }
            switch sign {
            case "|": value |= next
            case "+": value &+= next
            case "<<": value <<= next
            default: return nil
            }
        }
        return value
    }

    private mutating func operand() -> UInt? {
        guard let token = tokens.popFirst() else { return nil }
        if token == "(" {
            if tokens.first == "unsigned" || tokens.first == "CK_ULONG" {
                while let word = tokens.popFirst(), word != ")" {}
                return operand()
            }
            guard let value = sum(), tokens.popFirst() == ")" else { return nil }
            return value
        }
        if let definition = definitions[token] {
            var parser = ExpressionParser(definition, definitions: definitions.filter { $0.key != token })
            return parser.parse()
        }
        let digits = token.lowercased().replacing(#/[ul]+$/#, with: "")
        return digits.hasPrefix("0x") ? UInt(digits.dropFirst(2), radix: 16) : UInt(digits)
    }
}
