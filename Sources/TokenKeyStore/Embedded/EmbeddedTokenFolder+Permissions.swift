#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What is looked at each time the embedded token is opened: that nobody else could have read or changed anything of it.
extension EmbeddedTokenFolder {
    /// Refuses a folder or file of the token that others may use, that is another user's, or that is a link to elsewhere.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration``, which names the file and says how to mend it.
    func checkPermissions() throws {
        try Self.check(parent, isFolder: true)
        try Self.check(path, isFolder: true)
        for part in [pinFile, path + "/tokens"] {
            var status = stat()
            if lstat(part, &status) != 0, errno == ENOENT { throw damaged("\(part) is missing") }
        }
        for file in [pinFile, serialFile, configurationFile] { try Self.checkIfThere(file) }
        for folder in [path + "/tokens", path + "/backup"] { try Self.checkIfThere(folder, depth: 2) }
    }

    func damaged(_ reason: String) -> KeyStoreError {
        KeyStoreError(
            .invalidConfiguration, "the embedded token at \(path) is damaged: \(reason)",
            hint: "Restore the folder from a copy, or move it away to have a new token made.")
    }

    /// Refuses what is not a folder or file of this user's own, closed to others.
    static func check(_ path: String, isFolder: Bool) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw systemError("look at \(path)") }
        try check(path, status, isFolder: isFolder)
    }

    /// The same for what may be missing, such as an object that another process deletes meanwhile, and for all that is in it.
    ///
    /// - Parameter depth: how many levels of folders it may have, itself the first; nil for a file.
    private static func checkIfThere(_ path: String, depth: Int? = nil) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw systemError("look at \(path)")
        }
        try check(path, status, isFolder: depth != nil)
        guard let depth else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            let part = path + "/" + name
            var status = stat()
            guard lstat(part, &status) == 0 else { continue }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            try checkIfThere(part, depth: isFolder && depth > 1 ? depth - 1 : nil)
        }
    }

    private static func check(_ path: String, _ status: stat, isFolder: Bool) throws {
        let kind = isFolder ? S_IFDIR : S_IFREG
        guard status.st_mode & S_IFMT == kind else {
            let isLink = status.st_mode & S_IFMT == S_IFLNK
            throw refused(
                path, "it is not a \(isFolder ? "folder" : "regular file")",
                hint: isLink ? "Put what it leads to in its place." : "Move it away.")
        }
        guard status.st_uid == geteuid() else {
            throw refused(
                path, "it belongs to another user (\(status.st_uid))",
                hint: "If you know what is in it, make it yours: chown \(geteuid()) '\(path)'")
        }
        guard status.st_mode & 0o077 == 0 else {
            let command = "chmod \(isFolder ? "700" : "600") '\(path)'"
            throw refused(path, "others may use it", hint: "If nobody did, close it: \(command)")
        }
    }

    private static func refused(_ path: String, _ reason: String, hint: String) -> KeyStoreError {
        KeyStoreError(
            .invalidConfiguration, "the embedded token is refused because of \(path): \(reason)", hint: hint)
    }

    /// Puts a file of mode 0600 in the place of another, whole or not at all. It is never open to others, not even for a moment: another process
    /// may be looking at its permissions.
    ///
    /// - Throws: ``KeyStoreError/Code/fileError``.
    static func replace(_ path: String, with content: Data) throws {
        let temporary = path + "." + UUID().uuidString
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw systemError("write \(path)") }
        do {
            defer { close(descriptor) }
            try content.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw systemError("write \(path)") }
                    rest = rest.dropFirst(count)
                }
            }
            // Before the rename, or a power cut could leave the name and not the content.
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
                throw systemError("write \(path)")
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }
}
