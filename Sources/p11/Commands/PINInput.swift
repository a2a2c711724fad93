import PKCS11
import TokenKeyStore

/// A PIN that a command about the PINs of a token reads from wherever it comes: the officer's present one, or one that is to be set.
struct PINInput {
    enum Owner: String {
        case officer = "security officer"
        case user
    }

    private let owner: Owner
    /// nil where that depends on the token: the officer's PIN is a new one on a token that is not initialised yet.
    private let isNew: Bool?
    private let source: PINSource
    /// The option that names the source.
    private let option: OptionDescription
    private let mayAsk: Bool

    private init(
        _ owner: Owner, isNew: Bool?, _ source: PINSource?, _ option: OptionDescription, _ invocation: Invocation
    ) {
        self.owner = owner
        self.isNew = isNew
        self.source = source ?? .prompt
        self.option = option
        mayAsk = !invocation.arguments.has(Options.noInput)
    }

    /// The PIN of the security officer; a new one for a token that is not initialised yet.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    static func officer(_ invocation: Invocation) throws -> Self {
        Self(.officer, isNew: nil, try invocation.pinSource(Options.soPINSource), Options.soPINSource, invocation)
    }

    /// The PIN that the officer gives the user.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    static func newUserPIN(_ invocation: Invocation) throws -> Self {
        let source =
            try invocation.pinSource(Options.newPINSource) ?? invocation.pinSource
            ?? invocation.pinSourceOfEnvironment()
        return Self(.user, isNew: true, source, Options.newPINSource, invocation)
    }

    /// The PIN that is to take the place of another.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    static func replacement(of owner: Owner, _ invocation: Invocation) throws -> Self {
        Self(owner, isNew: true, try invocation.pinSource(Options.newPINSource), Options.newPINSource, invocation)
    }

    /// Reads what needs nobody at a terminal, and makes sure that there is one for the rest.
    ///
    /// - Returns: nil where somebody will be asked.
    /// - Throws: as ``read(for:)``.
    @discardableResult
    func readWithoutAsking(for token: TokenReport) throws -> SecureBytes? { try read(for: token, asks: false) }

    /// The PIN; nil where the token asks for it itself. A new one is asked for twice at a terminal.
    ///
    /// - Throws: ``CommandFailure`` with exit 4.
    func read(for token: TokenReport) throws -> SecureBytes? { try read(for: token, asks: true) }

    private func read(for token: TokenReport, asks: Bool) throws -> SecureBytes? {
        if isPrompt {
            if token.info.flags.contains(.protectedAuthenticationPath) { return nil }
            guard mayAsk, Terminal.canAsk else {
                throw missing(
                    mayAsk ? "there is no source for it and no terminal to ask at" : "asking for it is forbidden")
            }
            guard asks else { return nil }
        }
        let isNew = isNew ?? !token.isInitialized
        let pin = try read("\(isNew ? "New" : "Present") \(owner.rawValue) PIN for \(escapedForTerminal(token.name)): ")
        guard isNew else { return pin }
        try checkLength(pin, token)
        if isPrompt, try !isEqual(pin, read("The same again: ")) {
            throw CommandFailure(.notLoggedIn, "pin-mismatch", "the two PINs differ, so nothing was done")
        }
        return pin
    }

    private func read(_ prompt: String) throws -> SecureBytes {
        do {
            return try source.read(prompt: prompt)
        } catch let error as KeyStoreError where error.code == .pinMissing {
            throw missing(error.message)
        }
    }

    private func missing(_ reason: String) -> CommandFailure {
        CommandFailure(
            .notLoggedIn, "pin-missing",
            (owner == .officer ? "the PIN of the security officer is missing: " : "the user PIN to set is missing: ")
                + reason,
            hint: Invocation.pinHint(option))
    }

    private var isPrompt: Bool { source.description == PINSource.prompt.description }

    /// Before anything is done: a token that is half initialised is no use.
    private func checkLength(_ pin: SecureBytes, _ token: TokenReport) throws(CommandFailure) {
        let least = token.info.minPINLength ?? 0
        let most = token.maximumPINLength ?? .max
        guard (least...max(least, most)).contains(UInt(pin.count)) else {
            throw CommandFailure(
                .notLoggedIn, "pin-length",
                "the \(owner.rawValue) PIN has \(pin.count) bytes, and this token takes \(least) to \(most), so nothing was done"
            )
        }
    }

    private func isEqual(_ first: SecureBytes, _ second: SecureBytes) -> Bool {
        first.withUnsafeBytes { first in second.withUnsafeBytes { second in first.elementsEqual(second) } }
    }
}
