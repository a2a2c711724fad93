#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

internal import PKCS11

/// Keeps the starts of a module apart from the logins to its tokens, between the processes and threads of one user, for tokens that cannot
/// bear both (``Quirk/loginRewritesToken``).
///
/// What a module is can only be asked once it was started, so every start shares the lock; starts do not hold up each other. A login to a
/// token that has the quirk has it alone, other logins do without.
enum ModuleLock {
    /// Runs the C_Initialize of a module.
    static func whileStarting<Result, Failure: Error>(
        _ path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try hold(path, isShared: true, body)
    }

    /// Runs what no start may see the middle of. Signals that would end the process there, or stop it, are held back from the thread:
    /// SoftHSM writes the file of the token anew, and one that is cut short is a token no more.
    static func alone<Result, Failure: Error>(
        on path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try hold(path, isShared: false) { () throws(Failure) in try HeldSignals.during(body) }
    }

    /// After a minute in vain, and where no lock can be had, things are as they are with every other program.
    private static func hold<Result, Failure: Error>(
        _ path: String, isShared: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        try? ProcessLock.hold(TokenLock.directory() + "/" + fileName(path), isShared: isShared) { _ in
            do throws(Failure) {
                outcome = .success(try body())
            } catch {
                outcome = .failure(error)
            }
        }
        if let outcome { return try outcome.get() }
        return try body()
    }

    /// By the name of the library without its folders: links and a private copy are the same module.
    static func fileName(_ path: String) -> String {
        var name = path
        if path.contains("/"), let real = realpath(path, nil) {
            name = String(cString: real)
            free(real)
        }
        return ProcessLock.fileName("module", for: [String(name.split(separator: "/").last ?? "")])
    }
}
