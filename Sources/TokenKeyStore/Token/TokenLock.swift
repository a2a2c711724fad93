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
    /// Runs `body` with the lock of a token held.
    ///
    /// - Throws: ``KeyStoreError/Code/fileError`` where no lock file can be made, and what `body` throws.
    static func withLock<Result>(on token: TokenDescription, _ body: () throws -> Result) throws -> Result {
        let path = try directory() + "/" + fileName(token)
        // O_NOFOLLOW: the folder is the user's own, and still nothing may redirect the file.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("the lock file \(path) cannot be opened") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("the lock file \(path) cannot be locked") }
        }
        // Released by closing, also when the process is killed.
        return try body()
    }

    private static func fileName(_ token: TokenDescription) -> String {
        // Everything that tells tokens apart, in characters that a file name may have.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
        for text in [token.manufacturer, token.model, token.serialNumber, token.label] {
            for byte in Array(text.utf8) + [0] {
                hash ^= UInt64(byte)
                hash &*= 0x0100_0000_01b3
            }
        }
        return "token-\(String(hash, radix: 16)).lock"
    }

    /// A folder of the user's own: under `XDG_RUNTIME_DIR`, else under `/tmp`, where it must belong to the user.
    private static func directory() throws -> String {
        let path: String
        if let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), runtime.hasPrefix("/") {
            path = runtime + "/swift-pkcs11"
        } else {
            path = "/tmp/swift-pkcs11-\(geteuid())"
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("the folder \(path) cannot be made") }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else {
            throw KeyStoreError(
                .fileError, "\(path), where lock files belong, is not a folder that only this user can write to",
                hint: "Remove it, or set XDG_RUNTIME_DIR.")
        }
        return path
    }

    private static func failure(_ what: String) -> KeyStoreError {
        KeyStoreError(.fileError, "\(what): \(String(cString: strerror(errno)))")
    }
}
