#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that appears under its name only when it is complete, and never replaces another unless told so.
///
/// The bytes go to a temporary file beside it, which takes its name at the end and is removed on any failure.
final class NewFile: ByteSink {
    private let path: String
    private let replaces: Bool
    private let temporaryPath: String
    private var descriptor: Int32

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: where it shall be.
    ///   - replaces: whether a file of that name is replaced.
    ///   - isSecret: whether only the owner may read it; otherwise the umask decides.
    /// - Throws: ``CommandFailure`` with exit 7 where the file exists and may not be replaced, 74 where it cannot be made.
    init(path: String, replaces: Bool, isSecret: Bool) throws(CommandFailure) {
        var status = stat()
        guard replaces || lstat(path, &status) != 0 else { throw Self.exists(path) }
        guard !path.hasSuffix("/"), stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
            throw .file("\(path) is a folder", hint: "name a file in it")
        }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        var template = Array("\(path[..<slash]).p11-XXXXXX".utf8CString)
        // A signal between the two would leave the file.
        let (made, name) = Interruption.delayed {
            let made = mkstemp(&template)
            let name = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            if made >= 0 { Interruption.removeOnSignal(name) }
            return (made, name)
        }
        guard made >= 0 else { throw .file("\(path) cannot be created: \(systemErrorText())") }
        descriptor = made
        temporaryPath = name
        self.path = path
        self.replaces = replaces
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard !isSecret else { return }  // mkstemp makes it 0600
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporaryPath)
        Interruption.removeOnSignal(nil)
    }

    func write(_ data: Data) throws(CommandFailure) { try writeAll(data, to: descriptor, name: path) }

    func commit() throws(CommandFailure) {
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw .file("writing to \(path) failed: \(systemErrorText())")
        }
        // A signal between reserving the name and taking it would leave an empty file.
        if let failure = Interruption.delayed({ takeName() }) { throw failure }
        close(descriptor)
        descriptor = -1
        Interruption.removeOnSignal(nil)
    }

    private func takeName() -> CommandFailure? {
        if !replaces {
            // Takes the name only if nobody else has; the rename below then replaces our own empty file.
            let reserved = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard reserved >= 0 else {
                return errno == EEXIST ? Self.exists(path) : .file("\(path) cannot be created: \(systemErrorText())")
            }
            close(reserved)
        }
        guard rename(temporaryPath, path) == 0 else {
            let reason = systemErrorText()
            if !replaces { unlink(path) }
            return .file("\(path) cannot be created: \(reason)")
        }
        return nil
    }

    private static func exists(_ path: String) -> CommandFailure {
        CommandFailure(.exists, "file-exists", "the file \(path) exists already", hint: "--force replaces it")
    }
}
