#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

internal import PKCS11

/// Opening a SoftHSM token while programs that know nothing of ``SoftHSMLock``, or other users, log in to it.
///
/// A process that initialises SoftHSM in that moment does not see the token, or sees one without a PIN, and will for as long as it
/// lives. So the module is initialised anew, where nobody uses it yet, and asked again.
enum OpeningRetry {
    private static let mostAttempts = 10

    /// Runs `body`, which looks for a token and may open one session and log in; for SoftHSM, again where it failed in this way.
    static func run<Result>(on module: Module, _ body: () throws -> Result) throws -> Result {
        for attempt in 1..<mostAttempts {
            let wasUnused = module.openedSessionCount == 0
            do {
                return try body()
            } catch let error as KeyStoreError where mayPass(error) {
                guard (try? module.info())?.manufacturer == "SoftHSM" else { throw error }
                usleep(.random(in: 2_000..<20_000))
                // The one session is that of `body`, which has closed it.
                let isNew = wasUnused ? (try? initializeAnew(module)) : false
                guard isNew == true || attempt < 3 else { throw error }
            }
        }
        return try body()
    }

    private static func initializeAnew(_ module: Module) throws(PKCS11Error) -> Bool {
        try SoftHSMLock.hold(for: module.path) { () throws(PKCS11Error) in
            try module.initializeAnew(ifNoMoreSessionsThan: 1)
        }
    }

    private static func mayPass(_ error: KeyStoreError) -> Bool {
        switch error.code {
        case .tokenNotFound, .tokenRemoved, .tokenNotInitialized: return true
        default: return error.underlying?.returnValue == .generalError
        }
    }
}
