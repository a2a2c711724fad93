internal import PKCS11

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Keeps the logins and the starts of SoftHSM apart, between the processes and threads of one user.
///
/// At every login SoftHSM 2.6 writes the file of the token anew, and empties it before it takes its lock. A process that
/// initialises the library in that moment does not see the token, now or later; of 20 programs that were started at once and logged in,
/// 4 to 15 failed (`pkcs11-tool` as well). Other providers are not held up.
enum SoftHSMLock {
    /// Runs the C_Initialize or the C_Login of a module: alone if it is SoftHSM, and after a minute in vain in any case.
    static func hold<Result, Failure: Error>(
        for path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard path.split(separator: "/").last?.contains("softhsm") == true, let folder = try? TokenLock.directory()
        else { return try body() }
        var outcome: Swift.Result<Result, Failure>?
        // Where no lock can be had, things are as they are with every other program.
        try? ProcessLock.hold(folder + "/softhsm.lock") { _ in
            do throws(Failure) {
                outcome = .success(try body())
            } catch {
                outcome = .failure(error)
            }
        }
        if let outcome { return try outcome.get() }
        return try body()
    }
}

extension Slot {
    /// What the token says of itself, asked again where a login of another process is in the way for a moment.
    func steadyTokenInfo() throws(PKCS11Error) -> TokenInfo {
        for pause in [2000, 5000, 10_000, 20_000] as [UInt32] {
            do throws(PKCS11Error) {
                return try tokenInfo()
            } catch {
                guard error.returnValue == .generalError else { throw error }
                usleep(pause)
            }
        }
        return try tokenInfo()
    }
}
