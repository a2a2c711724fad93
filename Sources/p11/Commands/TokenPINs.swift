import PKCS11
import TokenKeyStore

/// The two PINs that `token init` sets, from wherever they come.
struct TokenPINs {
    private let soSource: PINSource
    private let userSource: PINSource
    private let mayAsk: Bool

    /// Finds out where the PINs come from; reads nothing yet.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    init(_ invocation: Invocation) throws {
        mayAsk = !invocation.arguments.has(Options.noInput)
        soSource = try invocation.pinSource(Options.soPINSource) ?? .prompt
        if let source = try invocation.pinSource(Options.newPINSource) {
            userSource = source
        } else if let source = invocation.pinSource {
            userSource = source
        } else {
            userSource = try invocation.pinSourceOfEnvironment() ?? .prompt
        }
    }

    /// Both PINs; nil for one that the token asks for itself. A new one is asked for twice at a terminal.
    ///
    /// - Throws: ``CommandFailure`` with exit 4.
    func read(for token: TokenReport) throws -> (securityOfficer: SecureBytes?, user: SecureBytes?) {
        (try pin(of: .so, for: token, asks: true), try pin(of: .user, for: token, asks: true))
    }

    /// Reads what needs nobody at a terminal, and makes sure that there is one for the rest.
    ///
    /// - Throws: as ``read(for:)``.
    func check(for token: TokenReport) throws {
        for user in [UserType.so, .user] { _ = try pin(of: user, for: token, asks: false) }
    }

    private func pin(of user: UserType, for token: TokenReport, asks: Bool) throws -> SecureBytes? {
        let source = user == .so ? soSource : userSource
        if isPrompt(source) {
            if token.info.flags.contains(.protectedAuthenticationPath) { return nil }
            guard mayAsk, Terminal.canAsk else {
                throw missing(
                    user, mayAsk ? "there is no source for it and no terminal to ask at" : "asking for it is forbidden")
            }
            guard asks else { return nil }
        }
        let isNew = user != .so || !token.isInitialized
        let whose = user == .so ? "security officer PIN" : "user PIN"
        let prompt = "\(isNew ? "New" : "Present") \(whose) for \(escapedForTerminal(token.name)): "
        let pin = try read(source, prompt, user)
        guard isNew else { return pin }
        try checkLength(pin, whose, token)
        if isPrompt(source), try !isEqual(pin, read(source, "The same again: ", user)) {
            throw CommandFailure(.notLoggedIn, "pin-mismatch", "the two PINs differ, so nothing was done")
        }
        return pin
    }

    private func read(_ source: PINSource, _ prompt: String, _ user: UserType) throws -> SecureBytes {
        do {
            return try source.read(prompt: prompt)
        } catch let error as KeyStoreError where error.code == .pinMissing {
            throw missing(user, error.message)
        }
    }

    private func missing(_ user: UserType, _ reason: String) -> CommandFailure {
        let option = user == .so ? Options.soPINSource : Options.newPINSource
        return CommandFailure(
            .notLoggedIn, "pin-missing",
            (user == .so ? "the PIN of the security officer is missing: " : "the user PIN to set is missing: ")
                + reason,
            hint: Invocation.pinHint(option))
    }

    private func isPrompt(_ source: PINSource) -> Bool { source.description == PINSource.prompt.description }

    /// Before anything is done: a token that is half initialised is no use.
    private func checkLength(_ pin: SecureBytes, _ whose: String, _ token: TokenReport) throws(CommandFailure) {
        let least = token.info.minPINLength ?? 0
        let most = token.maximumPINLength ?? .max
        guard (least...max(least, most)).contains(UInt(pin.count)) else {
            throw CommandFailure(
                .notLoggedIn, "pin-length",
                "the \(whose) has \(pin.count) bytes, and this token takes \(least) to \(most), so nothing was done")
        }
    }

    private func isEqual(_ first: SecureBytes, _ second: SecureBytes) -> Bool {
        first.withUnsafeBytes { first in second.withUnsafeBytes { second in first.elementsEqual(second) } }
    }
}
