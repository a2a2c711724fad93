import Foundation

/// The page of the documentation that says what each provider can do, made of the reports of one run.
struct CapabilityTable {
    /// What one provider reported.
    private struct Column {
        let provider: String
        let version: String
        let lines: [String: Report.Line]

        /// Whether it was tried as one without keys.
        var isPolite: Bool { lines["polite"] != nil }
    }

    private enum Use { case write, check }

    /// As the page names them, and in which order. Only what is here has a column.
    private static let titles = [
        "softhsm": "SoftHSM", "nss": "NSS softokn", "opencryptoki": "opencryptoki", "tpm2": "tpm2-pkcs11",
        "ykcs11": "YKCS11", "opensc": "OpenSC (PIV)", "p11-kit-proxy": "p11-kit proxy",
        "p11-kit-client": "p11-kit client",
    ]
    private static let order = [
        "softhsm", "nss", "opencryptoki", "tpm2", "ykcs11", "opensc", "p11-kit-proxy", "p11-kit-client",
    ]

    private let columns: [Column]
    private let use: Use
    private let path: String

    init(_ arguments: inout Arguments) throws {
        let folder = try arguments.required("the folder with the reports")
        if let path = arguments.option("--write") {
            (use, self.path) = (.write, path)
        } else if let path = arguments.option("--check") {
            (use, self.path) = (.check, path)
        } else {
            throw Failure("--write or --check is missing")
        }
        try arguments.end()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
        columns = try names.map { try Self.column("\(folder)/\($0)") }.sorted { left, right in
            Self.place(left.provider) < Self.place(right.provider)
        }
    }

    private static func place(_ provider: String) -> String {
        order.firstIndex(of: provider).map { "\($0)" } ?? "9 \(provider)"
    }

    private static func column(_ path: String) throws -> Column {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { Data($0.utf8) }
        guard let first = lines.first else { throw Failure("\(path) is empty") }
        let heading = try JSONDecoder().decode(Report.Heading.self, from: first)
        let reports = try lines.dropFirst().map { try JSONDecoder().decode(Report.Line.self, from: $0) }
        return Column(
            provider: heading.provider, version: heading.version,
            lines: Dictionary(reports.map { ($0.check, $0) }, uniquingKeysWith: { $1 }))
    }

    /// Writes the page, or compares it with the one that is there; the versions are not compared.
    func finish() throws {
        let page = try text()
        switch use {
        case .write:
            try Data(page.utf8).write(to: URL(fileURLWithPath: path))
        case .check:
            let committed = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            guard Self.comparable(committed) == Self.comparable(page) else {
                throw Failure("\(path) is not what this run shows: run Scripts/conformance.sh --write, and commit it")
            }
        }
    }

    private static let versionsHeading = "## Versions"

    private static func comparable(_ page: String) -> String {
        page.range(of: versionsHeading).map { String(page[..<$0.lowerBound]) } ?? page
    }

    // MARK: Text

    private func text() throws -> String {
        var notes: [String] = []
        let full = columns.filter { !$0.isPolite }
        let polite = columns.filter(\.isPolite)
        var lines = [
            "# What each provider can do", "",
            "The same checks, run by the library on each PKCS #11 provider that a Debian machine can have.", "",
            "Written by `Scripts/conformance.sh --write`, which runs `Tests/Conformance`: edit neither this page nor the numbers of its",
            "notes by hand. \"yes\" means that the result was right, with signatures checked and ciphertexts made by OpenSSL. What a",
            "provider cannot do fails with an error that says so; the notes say why. RSA keys have 2,048 bits; hashes are SHA-1, SHA-224,",
            "SHA-256, SHA-384 and SHA-512, and \"not SHA-1\" means all the others. Where a token lacks a padding or a hash and",
            "does the RSA operation, the library does the rest: see `p11 mechanism list` for what the token itself offers.",
            "",
            "## Providers with keys", "",
            row([""] + full.map { Self.titles[$0.provider] ?? $0.provider }), row(["---"] + full.map { _ in "---" }),
        ]
        for name in rows(Check.basic + Check.full) {
            let checks = (Check.basic + Check.full).filter { $0.row == name }
            lines.append(row([name] + (try full.map { try cell($0, checks, &notes) })))
        }
        lines += ["", "## Providers without keys", "", "They load, list their slots, and say what is missing.", ""]
        lines += [row(["provider"] + rows(Check.basic + Check.polite)), row(["---", "---", "---", "---"])]
        for column in polite {
            let cells = try rows(Check.basic + Check.polite).map { name in
                try cell(column, (Check.basic + Check.polite).filter { $0.row == name }, &notes)
            }
            lines.append(row([column.provider] + cells))
        }
        lines += ["", "## Notes", ""] + notes.enumerated().map { "\($0 + 1). \($1)." }
        lines += ["", Self.versionsHeading, "", "Of the run that wrote this page.", ""]
        lines += columns.map { "- \(Self.titles[$0.provider] ?? $0.provider): \($0.version)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    /// The names of the rows, once each.
    private func rows(_ checks: [Check]) -> [String] {
        var seen: Set<String> = []
        return checks.map(\.row).filter { seen.insert($0).inserted }
    }

    private func cell(_ column: Column, _ checks: [Check], _ notes: inout [String]) throws -> String {
        var refused: [Check] = []
        var numbers: [Int] = []
        for check in checks {
            guard let line = column.lines[check.name], line.result != .fail else {
                throw Failure("\(column.provider) failed at \(check.name): there is no page of such a run")
            }
            guard line.result == .cannot else { continue }
            refused.append(check)
            let number = notes.firstIndex(of: line.reason) ?? notes.count
            if number == notes.count { notes.append(line.reason) }
            if !numbers.contains(number + 1) { numbers.append(number + 1) }
        }
        guard !refused.isEmpty else { return "yes" }
        let marks = "(\(numbers.map(String.init).joined(separator: ", ")))"
        guard refused.count < checks.count else {
            let isTried = !refused.allSatisfy { column.lines[$0.name]?.reason.hasPrefix("Not tried") == true }
            return "\(isTried ? "no" : "not tried") \(marks)"
        }
        return "not \(refused.compactMap(\.variant).joined(separator: ", ")) \(marks)"
    }
}
