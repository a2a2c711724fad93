import PKCS11
import TokenKeyStore

/// `p11 token set-pin` and `p11 token change-pin`
enum PINCommands {
    static let setPIN = CommandDescription(
        "token", "set-pin", summary: "Set the user PIN of a token, as its security officer",
        details: [
            "For a user who forgot the PIN or locked it, or a token without one. No key is lost. The officer's PIN comes from --so-pin-source, "
                + "the new one from --new-pin-source, else from where the PIN comes from otherwise (--pin-source, PKCS11_PIN_SOURCE, PKCS11_PIN); "
                + "what is not given is asked at the terminal. Both are read before anything is done."
        ],
        options: [Options.soPINSource, Options.newPINSource, Options.dryRun],
        examples: [
            Example("both PINs asked at the terminal", "p11 token set-pin --token payments"),
            Example(
                "in a script",
                "p11 token set-pin --token payments --so-pin-source file:so.pin --new-pin-source file:user.pin"),
        ],
        body: { try setPIN($0) })

    static let changePIN = CommandDescription(
        "token", "change-pin", summary: "Change the PIN of a token",
        details: [
            "The present PIN is the one that every other command takes (--pin-source, PKCS11_PIN_SOURCE, PKCS11_PIN), the new one comes from "
                + "--new-pin-source; what is not given is asked at the terminal. The present one is sent once.",
            "With --so it is the PIN of the security officer; the present one then comes from --so-pin-source.",
        ],
        options: [
            Options.newPINSource.saying("where the new PIN is, as for --pin-source"), Options.so, Options.soPINSource,
            Options.dryRun,
        ],
        examples: [
            Example("both PINs asked at the terminal", "p11 token change-pin --token payments"),
            Example(
                "in a script",
                "p11 token change-pin --token payments --pin-source file:old.pin --new-pin-source file:new.pin"),
        ],
        body: { try changePIN($0) })

    private static func setPIN(_ invocation: Invocation) throws {
        try asOfficer(invocation, PINInput.newUserPIN(invocation), "set the user PIN") {
            session, _, new throws(PKCS11Error) in
            try session.initializePIN(new)
        }
    }

    private static func changePIN(_ invocation: Invocation) throws {
        guard !invocation.arguments.has(Options.so) else { return try changeOfficerPIN(invocation) }
        guard !invocation.arguments.has(Options.soPINSource) else {
            throw CommandFailure.usage(
                "--\(Options.soPINSource.name) goes with --\(Options.so.name)",
                hint: "p11 token set-pin sets the user PIN with the PIN of the security officer")
        }
        let replacement = try PINInput.replacement(of: .user, invocation)
        let (token, isEmbedded) = try invocation.selectedToken()
        try check(token, isEmbedded)
        // Before the login: where it cannot be had, no PIN is sent.
        let known = try replacement.readWithoutAsking(for: token)
        let store = try invocation.store(login: .required)
        defer { store.close() }
        guard token.info.flags.contains(.loginRequired) else {
            throw CommandFailure(.notAllowed, "not-permitted", "\(token.name) has no PIN: it needs no login")
        }
        if invocation.arguments.has(Options.dryRun) {
            return try dryRun(invocation, "change the user PIN", token, isEmbedded)
        }
        let pin = try known ?? replacement.read(for: token)
        try Interruption.whole { try store.changePIN(to: pin) }
        try report(invocation, token, isEmbedded)
    }

    private static func changeOfficerPIN(_ invocation: Invocation) throws {
        try asOfficer(
            invocation, PINInput.replacement(of: .officer, invocation), "change the PIN of the security officer"
        ) {
            session, old, new throws(PKCS11Error) in try session.setPIN(old: old, new: new)
        }
    }

    /// Sets a PIN with the security officer logged in; the officer's PIN and the new one are read before.
    private static func asOfficer(
        _ invocation: Invocation, _ replacement: PINInput, _ action: String,
        _ body: (borrowing Session, SecureBytes?, SecureBytes?) throws(PKCS11Error) -> Void
    ) throws {
        let officer = try PINInput.officer(invocation)
        let (token, isEmbedded) = try invocation.selectedToken()
        try check(token, isEmbedded)
        let work = OfficerWork(token: token)
        try work.check(invocation)
        if invocation.arguments.has(Options.dryRun) {
            try officer.readWithoutAsking(for: token)
            try replacement.readWithoutAsking(for: token)
            return try dryRun(invocation, action, token, isEmbedded)
        }
        let present = try officer.read(for: token)
        let new = try replacement.read(for: token)
        sayReader(invocation, token, present == nil || new == nil)
        try work.run(present) { session throws(PKCS11Error) in try body(session, present, new) }
        try report(invocation, token, isEmbedded)
    }

    private static func dryRun(
        _ invocation: Invocation, _ action: String, _ token: TokenReport, _ isEmbedded: Bool
    ) throws {
        try invocation.write(
            Report(
                schema: "p11.token/1",
                members: [("token", token.json), ("dryRun", .bool(true)), ("embedded", .bool(isEmbedded))],
                body: .properties([("would \(action) of", token.name)]), uris: token.uri.map { [$0] } ?? []))
    }

    private static func check(_ token: TokenReport, _ isEmbedded: Bool) throws {
        guard token.isInitialized else {
            throw KeyStoreError(
                .tokenNotInitialized, "\(token.name) has no PIN yet", hint: "p11 token init initialises it")
        }
        guard !isEmbedded else {
            throw CommandFailure(
                .notAllowed, "not-permitted",
                "the PIN of the software token of your own was drawn at random and is in a file beside it",
                hint: "--module and --token name another token")
        }
    }

    private static func sayReader(_ invocation: Invocation, _ token: TokenReport, _ asks: Bool) {
        if asks { invocation.notice("note: enter the PINs on the reader of \(token.name)") }
    }

    /// The token as it is now.
    private static func report(_ invocation: Invocation, _ token: TokenReport, _ isEmbedded: Bool) throws {
        try invocation.reporting("the PIN was set") {
            let now = TokenReport(slot: token.slot, info: try token.slot.tokenInfo())
            try invocation.write(TokenCommands.report(now, isEmbedded: isEmbedded))
        }
    }
}
