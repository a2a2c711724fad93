import PKCS11
import TokenKeyStore

/// What the security officer of a token does with PINs, in a session of its own.
struct OfficerWork {
    let token: TokenReport

    /// A wrong PIN may lock the officer out for good, so a locked one and the last try are refused before any is read.
    func check(_ invocation: Invocation) throws {
        if token.info.flags.contains(.soPINLocked) {
            throw KeyStoreError(.pinLocked, "the PIN of the security officer of \(token.name) is locked")
        }
        if token.info.flags.contains(.soPINFinalTry), !invocation.arguments.has(Options.allowFinalTry) {
            throw KeyStoreError(
                .pinFinalTry, "one more wrong PIN locks the security officer out of \(token.name), so none was sent")
        }
    }

    /// Logs in, does the work, and logs out.
    ///
    /// - Throws: ``CommandFailure`` that says whose PIN is wrong; else what the token answers.
    func run(_ soPIN: SecureBytes?, _ body: (borrowing Session) throws(PKCS11Error) -> Void) throws {
        try Interruption.whole { try work(soPIN, body) }
    }

    private func work(_ soPIN: SecureBytes?, _ body: (borrowing Session) throws(PKCS11Error) -> Void) throws {
        let session = try token.slot.openSession(readWrite: true)
        do {
            try session.login(.so, pin: soPIN)
        } catch {
            throw failure(error) ?? error
        }
        try body(session)
        // What comes now does not undo the work.
        try? session.logout()
        try? session.close()
    }

    /// The error for the officer's PIN, where the token rejected that one; nil for an error that is about something else.
    func failure(_ error: PKCS11Error) -> CommandFailure? {
        let what: String
        switch error.returnValue {
        case .pinIncorrect?, .pinInvalid?, .pinLenRange?: what = "wrong"
        case .pinLocked?: what = "locked"
        default: return nil
        }
        var failure = CommandFailure(error)
        failure.message = "the PIN of the security officer of \(token.name) is \(what)"
        failure.hint = Invocation.pinHint(Options.soPINSource)
        return failure
    }
}
