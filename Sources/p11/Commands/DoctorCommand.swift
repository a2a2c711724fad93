import PKCS11
import TokenKeyStore

/// `p11 doctor`
enum DoctorCommand {
    static let command = CommandDescription(
        "doctor", summary: "Try what a token can do, and look for what a crash left on it",
        details: [
            "Loads the module, logs in, and tries each operation with a key that the token forgets with the session. A token that keeps no "
                + "such keys is only tried with --write, which makes a key and deletes it again.",
            "Then lists what an interrupted program may have left: objects without key material, public halves alone, and keys that are there "
                + "twice. --delete-leftovers offers to delete them, one question each. With --yes only objects without key material are deleted: "
                + "the others may be there on purpose. An object without key material may also be a key that another program makes at this moment; "
                + "one that was finished meanwhile is not deleted.",
            "Also says where each setting comes from (an option, the environment, a profile, the embedded token), and which quirks of the token "
                + "are allowed for, and why; a profile can set and clear them (quirks = +NAME -NAME).",
        ],
        options: [Options.write, Options.deleteLeftovers],
        examples: [
            Example("what the token can do", "p11 doctor"),
            Example("remove what a crash left", "p11 doctor --delete-leftovers"),
        ],
        body: { try run($0) })

    private static func run(_ invocation: Invocation) throws {
        let store = try invocation.store(login: .required)
        defer { store.close() }
        let (module, _) = try invocation.module()
        let trials = DoctorTrials(store: store, writes: invocation.arguments.has(Options.write)).run()
        let leftovers = try DoctorLeftovers(store: store)
        let settings = try DoctorSettings(invocation.configuration())
        try invocation.write(report(module, store, settings, trials, leftovers))
        if leftovers.items.isEmpty { return }
        guard invocation.arguments.has(Options.deleteLeftovers) else {
            return invocation.notice("note: \(leftovers.summary); p11 doctor --delete-leftovers offers to delete it")
        }
        try leftovers.delete(invocation)
    }

    private static func report(
        _ module: Module, _ store: KeyStore, _ settings: DoctorSettings, _ trials: [DoctorTrial],
        _ leftovers: DoctorLeftovers
    ) throws -> Report {
        let info = try module.info()
        var table = Table("CHECK", "RESULT", "DETAIL")
        table.wrapsLast = true
        table.append([
            "module", "works", "\(info.description) \(info.libraryVersion), Cryptoki \(info.cryptokiVersion)",
        ])
        table.append(["token", "works", store.token.uri.description])
        table.append([
            "login", "works",
            store.loginState.isVerified ? "the token checked the PIN" : "the token needs none, or had one",
        ])
        for setting in settings.all {
            let detail = setting.detail.map { " (\($0))" } ?? ""
            table.append(["setting \(setting.name)", settings.place(setting), setting.value + detail])
        }
        for note in settings.notes { table.append(["note", note.code, note.message]) }
        for quirk in store.quirks() {
            let (known, reason) = (quirk.description, quirk.reason)
            table.append(["quirk \(quirk.quirk)", "in force", "\(reason): \(known.habit) \(known.report)"])
        }
        for trial in trials { table.append([trial.name, trial.outcome.word, trial.outcome.detail ?? ""]) }
        for item in leftovers.items { table.append(["leftover", item.kind.words, item.report.uri]) }
        return Report(
            schema: "p11.doctor/1",
            members: [
                (
                    "module",
                    .object([("path", .string(module.path)), ("description", .string(info.description))])
                ),
                ("token", .string(store.token.uri.description)), ("loggedIn", .bool(store.loginState.isLoggedIn)),
                ("checks", .array(trials.map(\.json))), ("leftovers", .array(leftovers.items.map(\.json))),
                ("embedded", .bool(store.isEmbedded)), ("settings", settings.json),
                (
                    "notes",
                    .array(
                        settings.notes.map { note in
                            .object([("code", .string(note.code)), ("message", .string(note.message))])
                        })
                ),
                ("quirks", .array(store.quirks().map(DoctorSettings.json))),
            ], body: .list(table))
    }
}
