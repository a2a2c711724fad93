#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A lock between the processes and threads of one user that make, rename, replace or delete keys on one token.
///
/// PKCS #11 has none, and no way to create an object only if there is none of its name. The lock keeps out this library's own
/// users only: what other programs and other users do is looked for after the fact.
enum TokenLock {
    /// Runs `body` with the lock of a token held; after a minute in vain, without it.
    ///
    /// - Parameter isShared: whether others that change nothing may hold it too.
    /// - Throws: ``KeyStoreError/Code/fileError`` where no lock file can be made, and what `body` throws.
    static func withLock<Result>(
        on token: TokenDescription, isShared: Bool = false, _ body: () throws -> Result
    ) throws -> Result {
        try ProcessLock.hold(try directory() + "/" + fileName(token), isShared: isShared) { _ in try body() }
    }

    private static func fileName(_ token: TokenDescription) -> String {
        // Everything that tells tokens apart.
        ProcessLock.fileName(
            "token", for: [token.manufacturer, token.model, token.serialNumber, token.label])
    }

    /// A folder of the user's own, the same for every process of the user's, whatever its environment.
    static func directory() throws -> String {
        let path = "/tmp/swift-pkcs11-\(geteuid())"
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw KeyStoreError(
                .fileError,
                "the folder \(path), where lock files belong, cannot be made: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else {
            throw KeyStoreError(
                .fileError, "\(path), where lock files belong, is not a folder that only this user can write to",
                hint: "Somebody else made it: have it removed.")
        }
        return path
    }
}
