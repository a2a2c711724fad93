import Foundation
import TestSupport
import Testing

@testable import p11

/// The contract of the command, line by line: what is typed, how it ends, and what it prints.
@Suite struct ContractTests {
    private static let groups = [
        ContractGroup.tokens, .keys, .importing, .certificates, .certificateChoice, .data, .usage, .choice, .pins,
        .faults, .terminal, .embedded,
    ]

    /// What one group came to.
    private struct Outcome: Sendable {
        var exits: Set<Int32> = []
        var printed = Data()
        var secrets: [String: String] = [:]
    }

    @Test func `every command does what the table says, ends in every way there is, and prints no PIN`() async throws {
        var exits: Set<Int32> = []
        try await withThrowingTaskGroup(of: Outcome.self) { tasks in
            for group in Self.groups { tasks.addTask { try Self.run(group) } }
            for try await outcome in tasks {
                exits.formUnion(outcome.exits)
                let search = SecretSearch(outcome.secrets)
                #expect(search.found(in: outcome.printed) == [])
                // It would be found: the same search in the same bytes and one secret more.
                for (name, secret) in outcome.secrets {
                    #expect(search.found(in: outcome.printed + Data(secret.utf8)).contains("\(name), as it is"))
                }
            }
        }
        let missing = ExitCode.allCases.filter { !exits.contains($0.rawValue) }
        #expect(missing.isEmpty, "no row ends with \(missing)")
    }

    private static func run(_ group: ContractGroup) throws -> Outcome {
        let (p11, owner) = try group.prepare()
        var outcome = Outcome()
        for row in group.rows {
            let place = "\(group.name): p11 \(row.arguments.joined(separator: " "))"
            let result = try run(row, p11.with(row.variables))
            #expect(result.exitCode == row.exit, "\(place): \(result)")
            outcome.exits.insert(result.exitCode)
            outcome.printed += result.stdout + Data("\n".utf8) + result.stderr + Data("\n".utf8)
            let objection = row.stdout.objection(to: result.stdout)
            #expect(objection == nil, "\(place): \(result.errorOutput)")
            if row.dialogue == nil { checkErrorOutput(result, row, place) }
        }
        let seen = group.alsoPrinted(p11)
        #expect(group.name != "embedded" || seen.contains(Data("--init-token".utf8)))
        outcome.printed += seen
        outcome.secrets = ContractSecrets.all.merging(group.secrets(p11)) { $1 }
        withExtendedLifetime(owner) {}
        return outcome
    }

    private static func run(_ row: ContractRow, _ p11: P11) throws -> CommandResult {
        guard let dialogue = row.dialogue else { return try p11.run(row.arguments, input: row.input) }
        let session = try TerminalSession(p11, row.arguments)
        for step in dialogue {
            try session.expect(step.shown)
            session.type(step.typed)
        }
        let exit = session.exitCode()
        return CommandResult(exitCode: exit, stdout: Data(session.shown.utf8), stderr: Data())
    }

    /// Errors are one line and a hint, or one object; what succeeds says nothing that the row does not expect.
    private static func checkErrorOutput(_ result: CommandResult, _ row: ContractRow, _ place: String) {
        for words in row.says { #expect(result.errorOutput.contains(words), "\(place): \(result)") }
        let lines = result.errorOutput.split(separator: "\n")
        if row.exit == 0 {
            #expect(row.says.isEmpty == lines.isEmpty, "\(place): \(result)")
            #expect(!lines.contains { $0.hasPrefix("error:") }, "\(place): \(result)")
        } else if row.isJSON {
            // Before it there may be warnings, one object on each line.
            let error = lines.last.flatMap { line in
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return object?["error"] as? [String: Any]
            }
            #expect(lines.dropLast().allSatisfy { $0.hasPrefix("{\"warning\":{") }, "\(place): \(result)")
            #expect(error?["exit"] as? Int == Int(row.exit), "\(place): \(result)")
            #expect(error?["message"] is String && error?["code"] is String, "\(place): \(result)")
            #expect(
                ["ckr", "function", "hint"].allSatisfy { error?[$0] is String || error?[$0] is NSNull },
                "\(place): \(result)")
        } else {
            #expect(lines.count { $0.hasPrefix("error: ") } == 1, "\(place): \(result)")
            #expect(
                lines.allSatisfy { line in
                    ["error: ", "hint: ", "warning: ", "note: ", "  "].contains { line.hasPrefix($0) }
                }, "\(place): \(result)")
        }
    }

    @Test func `every command has a row, and every option of it`() throws {
        let tree = CommandTree.p11
        var used: [[String]: Set<String>] = [:]
        var everywhere: Set<String> = []
        for row in Self.groups.flatMap(\.rows) {
            let options = Set(
                row.arguments.filter { $0.hasPrefix("--") }.map { option in
                    String(option.dropFirst(2).prefix { $0 != "=" })
                })
            everywhere.formUnion(options)
            guard case .command(let command, _)? = try? CommandLineParser.parse(row.arguments, tree: tree) else {
                continue
            }
            used[command.words, default: []].formUnion(options)
        }
        for command in tree.groups.flatMap(\.commands) + tree.verbs {
            let name = command.words.joined(separator: " ")
            guard let options = used[command.words] else {
                Issue.record("no row has p11 \(name)")
                continue
            }
            let missing = command.options.map(\.name).filter { !options.contains($0) }
            #expect(missing.isEmpty, "p11 \(name) has no row with them")
        }
        let missing = tree.globalOptions.map(\.name).filter { !everywhere.contains($0) }
        #expect(missing.isEmpty)
    }

    @Test func `the search for secrets finds each form of them`() throws {
        let secrets = ContractSecrets.all
        let search = SecretSearch(secrets)
        #expect(search.found(in: Data("nothing of the kind: 0123456789abcdef".utf8)).isEmpty)
        for (name, secret) in secrets {
            for (form, bytes) in SecretSearch.forms(of: secret) {
                #expect(
                    search.found(in: Data("before ".utf8) + bytes + Data(" after".utf8)).contains("\(name), \(form)"))
            }
        }
        // In the words of other programs.
        let user = ContractSecrets.user
        for (program, arguments) in [
            ("base64", ["-w0"]), ("od", ["-An", "-v", "-w64", "-tx1"]), ("xxd", ["-p"]), ("cat", []), ("rev", []),
        ] where Command.find(program) != nil {
            for front in ["", "a", "ab", "abc"] {
                let text = try Command.check(program, arguments, input: Data((front + user + "z").utf8)).stdout
                #expect(search.found(in: text).contains { $0.hasPrefix("user, ") }, "\(program) \(front)")
            }
        }
        // A program that prints it is caught in the way in which the rows are run.
        let p11 = try ContractSecrets.p11(nil)
        let caught = try Command.run("sh", ["-c", "echo \"$USER_PIN\" >&2"], environment: p11.variables)
        #expect(search.found(in: caught.stdout + caught.stderr) == ["user, as it is"])
    }
}
