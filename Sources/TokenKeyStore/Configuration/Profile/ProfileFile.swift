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

/// The file of profiles: `P11_CONFIG`, else `$XDG_CONFIG_HOME/swift-pkcs11/profiles.conf`, else
/// `~/.config/swift-pkcs11/profiles.conf`.
struct ProfileFile: Sendable {
    let path: String
    /// Whether somebody named the file, so that it has to be there.
    let isNamed: Bool

    /// Where the file is, or would be; nil where there is no home.
    static func find(_ environment: Environment) throws -> Self? {
        if let path = try environment.nonEmpty("P11_CONFIG") { return Self(path: path, isNamed: true) }
        // By the XDG base directory specification: relative paths do not count.
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return Self(path: joined(folder, "swift-pkcs11/profiles.conf"), isNamed: false)
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return Self(path: joined(home, ".config/swift-pkcs11/profiles.conf"), isNamed: false)
    }

    private static func joined(_ folder: String, _ name: String) -> String {
        var folder = folder
        while folder.hasSuffix("/") { folder.removeLast() }
        return folder + "/" + name
    }

    /// The profile of a name.
    ///
    /// - Parameter name: nil for the default one, which need not be there.
    /// - Throws: ``KeyStoreError/Code/invalidConfiguration`` for a file with a mistake or one that others can write, and for a profile that
    ///   was named and is not there; ``KeyStoreError/Code/fileError`` for a file that cannot be read.
    func profile(named name: String?) throws -> Profile? {
        let profiles = try ProfileParser(path: path).profiles(in: try contents(isWanted: name != nil) ?? [])
        guard let profile = profiles.first(where: { $0.name == name ?? Profile.defaultName }) else {
            guard let name else { return nil }
            throw KeyStoreError(
                .invalidConfiguration, "there is no profile [\(escaped(name))] in \(escaped(path))",
                hint: profiles.isEmpty
                    ? "There is none at all." : "There are: \(profiles.map(\.name).joined(separator: ", ")).")
        }
        try profile.check()
        return profile
    }

    /// The names of all profiles.
    func names() throws -> [String] {
        try ProfileParser(path: path).profiles(in: try contents(isWanted: false) ?? []).map(\.name)
    }

    /// nil for a file that is not there and need not be.
    private func contents(isWanted: Bool) throws -> [UInt8]? {
        // Not waiting, should it be a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let code = errno
            // A profile that was named is looked for, and its absence is told, in a file that is not there.
            if code == ENOENT || code == ENOTDIR, !isNamed { return nil }
            throw systemError("open", code)
        }
        defer { close(descriptor) }
        try check(descriptor)
        var bytes = [UInt8](repeating: 0, count: ProfileParser.sizeLimit + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw systemError("read", errno) }
            if got == 0 { break }
            count += got
        }
        return Array(bytes.prefix(count))
    }

    /// A profile loads code and names files that PINs are read from: whoever can write it is the user.
    private func check(_ descriptor: Int32) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw systemError("look at", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeyStoreError(.invalidConfiguration, "the profile file \(escaped(path)) is not a regular file")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw KeyStoreError(
                .invalidConfiguration,
                "the profile file \(escaped(path)) belongs to another user (\(status.st_uid)), who could have it load code",
                hint: "Make it yours: chown \(geteuid()) '\(escaped(path))'; or name another file: P11_CONFIG.")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw KeyStoreError(
                .invalidConfiguration,
                "the profile file \(escaped(path)) can be written by others, who could have it load code",
                hint: "If nobody did, close it: chmod go-w '\(escaped(path))'")
        }
    }

    private func systemError(_ action: String, _ code: Int32) -> KeyStoreError {
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return KeyStoreError(.fileError, "cannot \(action) the profile file \(escaped(path)): \(reason)")
    }
}
