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
    ///   - path: of the file, which is made where it is not there, and is removed by the last who has it, unless that is killed.
    ///     Asked again where its folder is gone by the time the file is made.
    ///   - isShared: whether others that say the same may hold it too.
    ///   - body: is told whether the lock was had: not after a minute in vain, as when its holder is stopped, nor where
    ///     the file system has no locks.
    static func hold<R>(
        _ path: @autoclosure () throws -> String, isShared: Bool = false, _ body: (_ isHeld: Bool) throws -> R
    ) throws -> R {
        var file = try LockFile(path)
        var isHeld = false
        for pause in [1000, 2000, 5000, 10_000] + Array(repeating: 20_000, count: 3000) as [UInt32] {
            isHeld = flock(file.descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
            if isHeld, !file.isInPlace {
                // Removed by who had it before: whoever comes now takes another one.
                isHeld = false
                close(file.descriptor)
                file = try LockFile(path)
                continue
            }
            guard !isHeld, errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(pause)
        }
        defer { close(file.descriptor) }
        defer { if isHeld { file.release() } }
        return try body(isHeld)
    }

    /// The name of the file for something, in characters that a file name may have: the texts that tell it from others, hashed (FNV-1a, 64
    /// bits). Two that meet in one file would wait for each other a little more than they need to.
    static func fileName(_ kind: String, for texts: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for text in texts {
            for byte in Array(text.utf8) + [0] {
                hash ^= UInt64(byte)
                hash &*= 0x0100_0000_01b3
            }
        }
        return "\(kind)-\(String(hash, radix: 16)).lock"
    }
}

private struct LockFile {
    let path: String
    let descriptor: Int32

    init(_ makePath: () throws -> String) throws {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        var path = try makePath()
        var descriptor = open(path, flags, 0o600)
        if descriptor < 0, errno == ENOENT {
            path = try makePath()
            descriptor = open(path, flags, 0o600)
        }
        guard descriptor >= 0 else {
            throw KeyStoreError(
                .fileError, "the lock file \(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Whether the file is the one that others find by its path.
    var isInPlace: Bool {
        var (mine, found) = (stat(), stat())
        return fstat(descriptor, &mine) == 0 && lstat(path, &found) == 0 && mine.st_dev == found.st_dev
            && mine.st_ino == found.st_ino
    }

    /// Removes the file where nobody else holds it, and lets go of it.
    func release() {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isInPlace { unlink(path) }
        // Said, and not left to the close: a child forked meanwhile has the descriptor too, and would keep the lock.
        flock(descriptor, LOCK_UN)
    }
}
