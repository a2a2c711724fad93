#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A lock between processes, on a file. It ends with its holder, however that ends.
enum ProcessLock {
    /// Runs something while no other process does.
    ///
    /// - Parameters:
    ///   - path: of the file, which is made where it is not there, and stays.
    ///   - isShared: whether others that say the same may hold it too.
    ///   - body: is told whether the lock was had: not after a minute in vain, as when its holder is stopped, nor where
    ///     the file system has no locks.
    static func hold<R>(_ path: String, isShared: Bool = false, _ body: (_ isHeld: Bool) throws -> R) throws -> R {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw KeyStoreError(
                .fileError, "the lock file \(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var isHeld = false
        for pause in [1000, 2000, 5000, 10_000] + Array(repeating: 20_000, count: 3000) as [UInt32] {
            isHeld = flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
            guard !isHeld, errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(pause)
        }
        // Said, and not left to the close: a child forked meanwhile has the descriptor too, and would keep the lock.
        defer { if isHeld { flock(descriptor, LOCK_UN) } }
        return try body(isHeld)
    }
}
