import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `p11 token init`
enum TokenInitialization {
    static let command = CommandDescription(
        "token", "init", summary: "Initialise a token, and set its two PINs",
        details: [
            "The token is named by --slot, --serial or --token; none is ever picked. The security officer's PIN comes from "
                + "--so-pin-source, and the user's from --new-pin-source, else from where the PIN comes from otherwise "
                + "(--pin-source, PKCS11_PIN_SOURCE, PKCS11_PIN); what is not given is asked at the terminal. Both are "
                + "read before anything is done.",
            "A token that is initialised already loses all its keys: that takes --reinitialize, the present PIN of the "
                + "security officer, and the label typed again (or --yes).",
        ],
        options: [
            Options.label.required, Options.soPINSource, Options.newPINSource, Options.reinitialize, Options.dryRun,
        ],
        examples: [
            Example(
                "an empty SoftHSM slot, the PINs asked at the terminal",
                "p11 token init --module softhsm2 --slot 0 --label payments"),
            Example(
                "the same in a script",
                "p11 token init --module softhsm2 --slot 0 --label payments --so-pin-source file:so.pin "
                    + "--new-pin-source file:user.pin"
            ),
        ],
        body: { try run($0) })

    private static func run(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let label = arguments[Options.label] ?? ""
        guard !label.isEmpty, label.utf8.count <= 32 else {
            throw CommandFailure.usage("--label has \(label.utf8.count) bytes; the label of a token has 1 to 32")
        }
        guard [Options.slot, Options.serial, Options.token].contains(where: arguments.has) else {
            throw CommandFailure.usage(
                "token init picks no token by itself: name one by --slot, --serial or --token",
                hint: "p11 slot list shows the slots")
        }
        let officer = try PINInput.officer(invocation)
        let user = try PINInput.newUserPIN(invocation)
        let (token, isEmbedded) = try selectedToken(invocation)
        if token.isInitialized { try OfficerWork(token: token).check(invocation) }
        try confirm(invocation, token)
        if arguments.has(Options.dryRun) {
            try officer.readWithoutAsking(for: token)
            try user.readWithoutAsking(for: token)
            return try invocation.write(
                Report(
                    schema: "p11.token/1",
                    members: [("token", token.json), ("dryRun", .bool(true)), ("embedded", .bool(isEmbedded))],
                    body: .properties([("would initialise", token.name), ("label", label)]),
                    uris: token.uri.map { [$0] } ?? []))
        }
        let fresh = try initialize(
            token, label: label, soPIN: try officer.read(for: token), userPIN: try user.read(for: token))
        try invocation.reporting("the token was initialised, and its PINs were set") {
            let now = TokenReport(slot: fresh.slot, info: try fresh.slot.tokenInfo())
            try invocation.write(TokenCommands.report(now, isEmbedded: isEmbedded))
        }
    }

    /// The token that the options name, be it initialised or not. The environment's choice does not count here.
    private static func selectedToken(_ invocation: Invocation) throws -> (TokenReport, isEmbedded: Bool) {
        let (module, isEmbedded) = try invocation.module()
        let choice = try TokenChoice(invocation)
        let matches = try tokens(of: module).filter { try choice.includes($0) }
        guard let token = matches.first else {
            throw CommandFailure(
                .notFound, "token-not-found", "no slot with a token matches", hint: "p11 slot list shows the slots")
        }
        guard matches.count == 1 else {
            throw CommandFailure(
                .ambiguous, "token-ambiguous", "\(matches.count) tokens match, so nothing was done",
                hint: "--slot names one", candidates: matches.map(\.name))
        }
        return (token, isEmbedded)
    }

    private static func confirm(_ invocation: Invocation, _ token: TokenReport) throws {
        guard token.isInitialized else { return }
        guard invocation.arguments.has(Options.reinitialize) else {
            throw CommandFailure(
                .exists, "token-initialized", "\(token.name) is initialised already",
                hint: "--reinitialize destroys all keys on it and begins anew")
        }
        guard !invocation.arguments.has(Options.dryRun), !invocation.arguments.has(Options.yes) else { return }
        try invocation.question.confirm(
            "This destroys every key and certificate on \(token.name).\nType its label to go on: ",
            byTyping: token.info.label)
    }

    /// Initialises, finds the token again, since its slot may have another id now, and sets the user PIN.
    private static func initialize(
        _ token: TokenReport, label: String, soPIN: SecureBytes?, userPIN: SecureBytes?
    ) throws -> TokenReport {
        let module = token.slot.module
        let before = Set(try tokens(of: module).map(\.info.serialNumber))
        do {
            try Interruption.whole { () throws(PKCS11Error) in
                try token.slot.initializeToken(label: label, soPIN: soPIN)
            }
        } catch {
            throw OfficerWork(token: token).failure(error) ?? error
        }
        let named = try tokens(of: module).filter { $0.isInitialized && $0.info.label == label }
        // The one in the same slot; where the ids changed, the one with a serial number that was not there before.
        let same = named.filter { $0.slot == token.slot }
        let fresh = same.isEmpty ? named.filter { !before.contains($0.info.serialNumber) } : same
        guard let found = fresh.first ?? (named.count == 1 ? named.first : nil) else {
            throw CommandFailure(
                .failure, "token-not-found", "the token was initialised and does not show up under its label",
                hint: "p11 slot list shows what is there; its user PIN is not set yet")
        }
        do {
            try OfficerWork(token: found).run(soPIN) { session throws(PKCS11Error) in
                try session.initializePIN(userPIN)
            }
        } catch {
            var failure = CommandFailure(error)
            failure.message = "the token was initialised, and its user PIN is not set: \(failure.message)"
            failure.hint = "p11 token set-pin sets it"
            throw failure
        }
        return found
    }

    private static func tokens(of module: Module) throws -> [TokenReport] {
        try module.slots(withToken: true).compactMap { slot in
            (try? slot.tokenInfo()).map { TokenReport(slot: slot, info: $0) }
        }
    }
}
