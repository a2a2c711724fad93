#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

internal import PKCS11

/// Opening a token that is not all there during a login (``Quirk/loginRewritesToken``), while programs that know nothing of ``ModuleLock``,
/// or other users, log in to it.
///
/// A process that initialises the module in that moment does not see the token, or sees one without a PIN, and will for as long as it
/// lives. So the module is initialised anew, where nobody uses it yet, and asked again.
enum OpeningRetry {
    private static let mostAttempts = 6

    /// Runs `body`, which looks for a token and may log in; with the quirk, again where it failed in this way. A module that has lost
    /// everything is started anew, once.
    ///
    /// Of a login that failed nobody knows whether the token counted the PIN: it is not sent again here, but to SoftHSM, which does not count.
    ///
    /// - Parameter body: counts the sessions that it opens; has closed them where it throws.
    static func run<Result>(
        on module: Module, _ quirks: QuirkSettings, _ body: (inout UInt) throws -> Result
    ) throws -> Result {
        try ModuleRevival.visiting(module) {
            var seen: UInt = 0
            do {
                return try attempts(on: module, quirks, &seen, body)
            } catch let error as KeyStoreError where error.mayBeOutage && !error.isOfLogin {
                // Another store may have started it anew between the failure and the question.
                var mayTryAgain =
                    try ModuleRevival.isDue(module)
                    ? ModuleRevival.revive(module, since: seen) : ModuleRevival.wasRevived(module, since: seen)
                if !mayTryAgain, error.underlying?.returnValue == .cryptokiNotInitialized {
                    mayTryAgain = ModuleRevival.wasFalseAlarm(module)
                }
                guard mayTryAgain else { throw error }
                return try attempts(on: module, quirks, &seen, body)
            }
        }
    }

    /// - Parameter seen: gets the `processGeneration` of the module before the last attempt.
    private static func attempts<Result>(
        on module: Module, _ quirks: QuirkSettings, _ seen: inout UInt, _ body: (inout UInt) throws -> Result
    ) throws -> Result {
        var opened: UInt = 0
        for attempt in 1..<mostAttempts {
            seen = module.processGeneration
            opened = 0
            do {
                return try body(&opened)
            } catch let error as KeyStoreError where mayPass(error) && (!error.isOfLogin || isKnown(module)) {
                // Where SoftHSM is behind a server, that may be what is missing.
                guard Quirk.loginRewritesToken.isActive(quirks, for: nil, of: module), !ModuleRevival.isDue(module)
                else {
                    throw error
                }
                let isNew = try? ModuleRevival.restart(module, since: seen, opened: opened) {
                    usleep(.random(in: 2_000..<20_000))
                }
                guard isNew == true || attempt < 3 else { throw error }
            }
        }
        seen = module.processGeneration
        return try body(&opened)
    }

    /// Whether the module says of itself that it has the quirk, which somebody may have set by hand for another.
    private static func isKnown(_ module: Module) -> Bool {
        Quirk.loginRewritesToken.isActive(QuirkSettings(), for: nil, of: module)
    }

    private static func mayPass(_ error: KeyStoreError) -> Bool {
        switch error.code {
        case .tokenNotFound, .tokenRemoved, .tokenNotInitialized: return true
        default: return error.underlying?.returnValue == .generalError
        }
    }
}

extension KeyStoreError {
    /// Whether an attempt to reach a token may have failed since the module has nothing to speak to any more.
    var mayBeOutage: Bool {
        switch code {
        case .tokenNotFound, .tokenRemoved, .deviceError, .tokenError: true
        default: false
        }
    }

    /// Whether it was the sending of a PIN that failed.
    var isOfLogin: Bool { underlying?.function == "C_Login" }
}
