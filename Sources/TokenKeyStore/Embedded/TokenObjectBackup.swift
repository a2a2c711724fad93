#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A copy of the file in which SoftHSM keeps what makes a token: its label, its serial number, and the key of all private objects
/// under the PIN.
///
/// At every login SoftHSM 2.6 empties that file and writes it anew, with the same content but for a counter and flags. A process
/// that is killed in that moment leaves it empty, and with it every private key of the token would be lost. So a copy is
/// made with the token, and put back where the file is shorter than the copy.
struct TokenObjectBackup {
    /// The folder of the embedded token, or the one in which it is being made.
    let folder: String

    private static let name = "token.object"
    private var tokens: String { folder + "/tokens" }
    private var copies: String { folder + "/backup" }

    /// Copies the files of the tokens that have no copy yet.
    ///
    /// - Throws: ``KeyStoreError/Code/fileError``.
    func make() throws {
        for token in try directories(in: tokens) where size(copy(of: token)) == nil {
            guard let content = content(original(of: token)), !content.isEmpty else { continue }
            try? FileManager.default.createDirectory(
                atPath: copies, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try EmbeddedTokenFolder.replace(copy(of: token), with: content)
        }
    }

    /// Puts back what an interrupted login cut short. Nobody may be logging in meanwhile: see ``ModuleLock``.
    ///
    /// - Throws: ``KeyStoreError/Code/fileError``.
    func restore() throws {
        for token in try directories(in: tokens) {
            guard let content = content(copy(of: token)), (size(original(of: token)) ?? 0) < content.count else {
                continue
            }
            try EmbeddedTokenFolder.replace(original(of: token), with: content)
        }
    }

    private func original(of token: String) -> String { tokens + "/" + token + "/" + Self.name }

    private func copy(of token: String) -> String { copies + "/" + token + "." + Self.name }

    private func directories(in path: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw KeyStoreError(
                .fileError, "the folder \(path) of the embedded token cannot be read: \(reason(ofFileError: error))")
        }
    }

    private func content(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    private func size(_ path: String) -> Int? { content(path)?.count }
}
