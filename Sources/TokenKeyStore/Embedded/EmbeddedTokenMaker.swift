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

/// Makes the embedded token, whole or not at all: everything is made in a temporary folder that is then renamed.
///
/// When several processes meet, a lock lets one work while the others wait; and should the lock fail them, the
/// rename still does not, since a folder cannot take the place of one that is not empty.
struct EmbeddedTokenMaker {
    let folder: EmbeddedTokenFolder
    let softHSM: SoftHSMInstallation
    let environment: Environment

    static let label = "swift-pkcs11"
    private static let temporaryPrefix = ".embedded-"

    /// Makes the token unless it is there by now.
    ///
    /// - Returns: whether this call made it.
    func make() throws -> Bool {
        try makeParent()
        return try ProcessLock.hold(folder.parent + "/.lock") { isHeld in
            if folder.exists { return false }
            if isHeld { removeLeftovers() }
            return try makeInTemporaryFolder()
        }
    }

    func makeParent() throws {
        // mkdir and not FileManager, which sets the mode a moment after the folder is there.
        var status = mkdir(folder.parent, 0o700)
        if status != 0, errno == ENOENT {
            let above = folder.parent.split(separator: "/").dropLast().joined(separator: "/")
            try? FileManager.default.createDirectory(
                atPath: "/" + above, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            status = mkdir(folder.parent, 0o700)
        }
        guard status == 0 || errno == EEXIST else { throw EmbeddedTokenFolder.systemError("make \(folder.parent)") }
        try EmbeddedTokenFolder.check(folder.parent, isFolder: true)
    }

    func makeInTemporaryFolder() throws -> Bool {
        let temporary = folder.parent + "/" + Self.temporaryPrefix + UUID().uuidString
        guard mkdir(temporary, 0o700) == 0, chmod(temporary, 0o700) == 0 else {
            throw EmbeddedTokenFolder.systemError("make \(temporary)")
        }
        var isRenamed = false
        defer { if !isRenamed { try? FileManager.default.removeItem(atPath: temporary) } }

        let pin = try SecureBytes(randomHexadecimalOf: 24)
        do {
            try pin.write(toNewFile: temporary + "/pin")
        } catch let error as SecretReadingError {
            throw KeyStoreError(
                .fileError, "the PIN of the embedded token cannot be written: \(error.reason ?? "\(error)")")
        }
        let serial = try initializeToken(in: temporary, pin: pin)
        try TokenObjectBackup(folder: temporary).make()
        try write(serial + "\n", to: temporary + "/serial")
        try write(
            EmbeddedTokenFolder.configuration(tokensIn: folder.path + "/tokens"), to: temporary + "/softhsm2.conf")
        try synchronize(temporary)

        guard rename(temporary, folder.path) == 0 else {
            // Somebody else was faster.
            if errno == ENOTEMPTY || errno == EEXIST { return false }
            throw EmbeddedTokenFolder.systemError("rename \(temporary) to \(folder.path)")
        }
        isRenamed = true
        try? synchronize(folder.parent, deeply: false)
        return true
    }

    /// Has `softhsm2-util` initialise a token in a child process, so that the SoftHSM of this process knows nothing of it.
    ///
    /// The PINs are typed at a terminal made for it, as its arguments would show in every list of processes. The security
    /// officer's PIN is random and thrown away: nothing here needs it, and with it the user's PIN could be set anew.
    ///
    /// - Returns: the serial number.
    private func initializeToken(in temporary: String, pin: SecureBytes) throws -> String {
        guard mkdir(temporary + "/tokens", 0o700) == 0 else {
            throw EmbeddedTokenFolder.systemError("make \(temporary)/tokens")
        }
        let configuration = temporary + "/making.conf"
        try write(EmbeddedTokenFolder.configuration(tokensIn: temporary + "/tokens"), to: configuration)
        defer { unlink(configuration) }
        let officerPIN = try SecureBytes(randomHexadecimalOf: 24)
        let made = try run(
            ["--init-token", "--free", "--label", Self.label], configuration, [officerPIN, officerPIN, pin, pin])
        // The exit code may be lost to a program that collects every child; what counts is that the token is there.
        let listed = try run(["--show-slots"], configuration, [])
        guard let serial = Self.serial(in: listed.output) else {
            throw KeyStoreError(
                .internalError,
                "softhsm2-util did not make the embedded token (exit code \(made.exitCode.map { "\($0)" } ?? "unknown")): "
                    + escaped(made.output.split(whereSeparator: \.isNewline).joined(separator: " ")))
        }
        return serial
    }

    private func run(
        _ arguments: [String], _ configuration: String, _ answers: [SecureBytes]
    ) throws -> TerminalProgram.Result {
        // Only what it needs: the environment may hold PINs.
        let kept = ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR"].compactMap { name in
            environment[name].map { "\(name)=\($0)" }
        }
        let program = TerminalProgram(
            path: softHSM.utility, arguments: arguments + ["--module", softHSM.library],
            environment: kept + ["SOFTHSM2_CONF=\(configuration)", "LC_ALL=C"])
        do {
            return try program.run(answering: answers)
        } catch TerminalProgram.Failure.system(let code) {
            throw EmbeddedTokenFolder.systemError("run \(softHSM.utility) to make the embedded token", code)
        }
    }

    /// The serial number of the slot whose token is initialised, has our label and a user PIN.
    static func serial(in listing: String) -> String? {
        var serial: String?
        var fields: [String: String] = [:]
        // One line more, which ends the last slot.
        for line in (listing + "\nSlot end").split(whereSeparator: \.isNewline) {
            if line.hasPrefix("Slot ") {
                if fields["Initialized"] == "yes", fields["User PIN init."] == "yes", fields["Label"] == label {
                    serial = fields["Serial number"]
                }
                fields = [:]
            } else if let colon = line.firstIndex(of: ":") {
                fields[trimmed(line[..<colon])] = trimmed(line[line.index(after: colon)...])
            }
        }
        return serial.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func trimmed(_ text: Substring) -> String {
        let rest = text.drop(while: \.isWhitespace)
        return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex)])
    }

    // MARK: Files

    private func write(_ text: String, to path: String) throws {
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw EmbeddedTokenFolder.systemError("write \(path)") }
    }

    /// Has a folder and what is in it on the disk, so that the rename is not there before its contents after a power cut.
    private func synchronize(_ path: String, deeply: Bool = true) throws {
        if deeply, let names = try? FileManager.default.contentsOfDirectory(atPath: path) {
            for name in names { try synchronize(path + "/" + name) }
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw EmbeddedTokenFolder.systemError("open \(path)") }
        defer { close(descriptor) }
        // Some file systems cannot synchronise a folder; that is no reason to have no token.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw EmbeddedTokenFolder.systemError("write \(path) to the disk")
        }
    }

    /// Temporary folders of processes that were killed: nobody else is making one while the lock is held.
    private func removeLeftovers() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.parent)) ?? []
        where name.hasPrefix(Self.temporaryPrefix) {
            try? FileManager.default.removeItem(atPath: folder.parent + "/" + name)
        }
    }
}
