internal import PKCS11

/// Keeps the logins and the starts of SoftHSM apart, between the processes and threads of one user.
///
/// At every login SoftHSM 2.6 writes the file of the token anew: it empties it, gives back its lock on it, and only then writes. A
/// process that initialises the library in between does not see the token, now or later; of 20 programs that were started at
/// once and logged in, 4 to 15 failed (`pkcs11-tool` as well). Other providers are not held up.
enum SoftHSMLock {
    /// Whether a module is SoftHSM, as far as its file name tells: it has to be known before anything can be asked.
    static func concerns(_ path: String) -> Bool { path.split(separator: "/").last?.contains("softhsm") == true }

    /// Runs the C_Initialize or the C_Login of a module: alone if it is SoftHSM, and after a minute in vain in any case.
    static func hold<Result, Failure: Error>(
        for path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard concerns(path), let folder = try? TokenLock.directory() else { return try body() }
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
    /// What the token says of itself, asked again while nobody logs in where it fails without a reason or is not all there.
    func steadyTokenInfo() throws(PKCS11Error) -> TokenInfo {
        do throws(PKCS11Error) {
            let info = try tokenInfo()
            // SoftHSM reads its file once for each field, and leaves out what it could not read. Its tokens have serial numbers.
            let isWhole = !info.label.isEmpty && !info.serialNumber.isEmpty
            if isWhole || !info.flags.contains(.tokenInitialized) || !SoftHSMLock.concerns(module.path) { return info }
        } catch {
            guard error.returnValue == .generalError else { throw error }
        }
        return try SoftHSMLock.hold(for: module.path) { () throws(PKCS11Error) in try tokenInfo() }
    }
}
