internal import PKCS11

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

/// The folder of the embedded token: `embedded` in `$XDG_DATA_HOME/swift-pkcs11`, mode 0700.
///
///     embedded/pin              the user PIN and a newline, mode 0600
///     embedded/serial           the serial number of the token
///     embedded/softhsm2.conf    SoftHSM's configuration, so that other programs can use the token too
///     embedded/tokens/          SoftHSM's own
///     embedded/backup/          see ``TokenObjectBackup``
struct EmbeddedTokenFolder: Sendable {
    /// The absolute path of `swift-pkcs11`.
    let parent: String

    /// The absolute path of the folder.
    var path: String { parent + "/embedded" }
    var pinFile: String { path + "/pin" }
    var serialFile: String { path + "/serial" }
    var configurationFile: String { path + "/softhsm2.conf" }

    /// By the XDG base directory specification: relative paths in `XDG_DATA_HOME` do not count.
    ///
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/invalidConfiguration`` where there is no home, or SoftHSM could not
    ///   read the path in its configuration.
    init(_ environment: Environment) throws {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            parent = Self.joined(data, "swift-pkcs11")
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            parent = Self.joined(home, ".local/share/swift-pkcs11")
        } else {
            throw KeyStoreError(
                .invalidConfiguration,
                "HOME is not set to an absolute path, so there is no place for the embedded token",
                hint: "Set HOME or XDG_DATA_HOME, or name a module: PKCS11_MODULE.")
        }
        // Put there for bytes that are not UTF-8: it would be another folder.
        guard !path.unicodeScalars.contains("\u{FFFD}") else {
            throw KeyStoreError(
                .invalidConfiguration, "the embedded token cannot be at \(escaped(path)): the path is not UTF-8",
                hint: "Set XDG_DATA_HOME to another folder.")
        }
        // SoftHSM reads lines of at most 1,023 bytes, ends a value at "#" and trims blanks.
        guard path.utf8.count < 900, !path.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "#") }) else {
            throw KeyStoreError(
                .invalidConfiguration,
                "the embedded token cannot be at \(escaped(path)): SoftHSM does not take such a path",
                hint: "Set XDG_DATA_HOME to a shorter path without \"#\" and control characters.")
        }
    }

    private static func joined(_ folder: String, _ name: String) -> String {
        var folder = folder
        while folder.hasSuffix("/") { folder.removeLast() }
        return folder + "/" + name
    }

    /// Whether the token was made. A link counts as something that is there, and is refused later.
    var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// What `softhsm2.conf` has to say for tokens in a folder.
    static func configuration(tokensIn folder: String) -> String {
        """
        # Written by swift-pkcs11 for its embedded token; changes are overwritten.
        directories.tokendir = \(folder)
        objectstore.backend = file
        log.level = ERROR
        slots.removable = false

        """
    }

    /// The recorded serial number.
    ///
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/invalidConfiguration`` where it is missing.
    func serial() throws -> String {
        let contents = FileManager.default.contents(atPath: serialFile) ?? Data()
        let serial = String(decoding: contents.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard !serial.isEmpty, serial.utf8.count <= 16 else {
            throw damaged("\(serialFile) does not name it")
        }
        return serial
    }

    /// Writes SoftHSM's configuration anew if the folder was moved since.
    func updateConfiguration() throws {
        let wanted = Data(Self.configuration(tokensIn: path + "/tokens").utf8)
        guard FileManager.default.contents(atPath: configurationFile) != wanted else { return }
        try Self.replace(configurationFile, with: wanted)
    }

    /// A failed system call, with the words of `errno`.
    static func systemError(_ action: String, _ code: Int32 = errno) -> KeyStoreError {
        let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return KeyStoreError(
            .fileError, "cannot \(action): \(reason)",
            hint: "The embedded token lives there; XDG_DATA_HOME chooses another place.")
    }
}
