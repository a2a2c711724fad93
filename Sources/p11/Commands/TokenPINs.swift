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

    /// The PIN of the security officer, twice from a terminal where it is a new one; nil where the token asks for it itself.
    func securityOfficer(of token: TokenReport) throws -> SecureBytes? {
        try pin(soSource, of: token, user: .so, isNew: !token.isInitialized)
    }

    /// The user PIN to set; nil where the token asks for it itself.
    func user(of token: TokenReport) throws -> SecureBytes? {
        try pin(userSource, of: token, user: .user, isNew: true)
    }

    private func pin(_ source: PINSource, of token: TokenReport, user: UserType, isNew: Bool) throws -> SecureBytes? {
        if token.info.flags.contains(.protectedAuthenticationPath), isPrompt(source) { return nil }
        let whose = user == .so ? "security officer PIN" : "user PIN"
        let place = "for \(escapedForTerminal(token.name))"
        let pin = try read(source, isNew ? "New \(whose) \(place): " : "Present \(whose) \(place): ")
        guard isNew else { return pin }
        try check(pin, whose, token)
        if isPrompt(source), try !isEqual(pin, read(source, "The same again: ")) {
            throw CommandFailure(.notLoggedIn, "pin-mismatch", "the two PINs differ, so nothing was done")
        }
        return pin
    }

    private func read(_ source: PINSource, _ prompt: String) throws -> SecureBytes {
        guard mayAsk || !isPrompt(source) else {
            throw CommandFailure(
                .notLoggedIn, "pin-missing", "there is no source for a PIN, and asking is forbidden",
                hint: "--so-pin-source and --new-pin-source say where the PINs are")
        }
        return try source.read(prompt: prompt)
    }

    private func isPrompt(_ source: PINSource) -> Bool { source.description == PINSource.prompt.description }

    /// Before anything is done: a token that is half initialised is no use.
    private func check(_ pin: SecureBytes, _ whose: String, _ token: TokenReport) throws(CommandFailure) {
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
