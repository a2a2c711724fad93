internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The SoftHSM of this machine, which the embedded token needs.
struct SoftHSMInstallation: Sendable {
    /// The path of the library.
    let library: String
    /// The path of `softhsm2-util`.
    let utility: String

    /// Where distributions put the library.
    static var libraryPaths: [String] {
        #if arch(x86_64)
        let triple = "x86_64-linux-gnu"
        #elseif arch(arm64)
        let triple = "aarch64-linux-gnu"
        #else
        let triple = "linux-gnu"
        #endif
        return [
            "/usr/lib/\(triple)/softhsm", "/usr/lib/softhsm", "/usr/lib64/softhsm", "/usr/lib64/pkcs11",
            "/usr/lib/pkcs11", "/usr/local/lib/softhsm", "/opt/homebrew/lib/softhsm",
        ].map { $0 + "/libsofthsm2.so" }
    }

    /// Finds it: the library where distributions put it or where p11-kit's configuration says, the utility in `PATH`.
    ///
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/moduleNotLoadable``.
    static func find(
        _ environment: Environment, libraries: [String] = libraryPaths,
        moreFolders: [String] = ["/usr/bin", "/usr/local/bin"]
    ) throws -> Self {
        let manager = FileManager.default
        let configured = { ConfiguredModule.named("softhsm2")?.path }
        guard
            let library = libraries.first(where: { manager.isReadableFile(atPath: $0) })
                ?? configured().flatMap({ manager.isReadableFile(atPath: $0) ? $0 : nil })
        else { throw missing("its library libsofthsm2.so") }

        let searched = (environment["PATH"] ?? "").split(separator: ":").map { String($0) } + moreFolders
        let utilities = searched.filter { $0.hasPrefix("/") }.map { "\($0)/softhsm2-util" }
        guard let utility = utilities.first(where: { manager.isExecutableFile(atPath: $0) }) else {
            throw missing("its program softhsm2-util")
        }
        return Self(library: library, utility: utility)
    }

    private static func missing(_ what: String) -> KeyStoreError {
        KeyStoreError(
            .moduleNotLoadable, "the embedded token needs SoftHSM, and \(what) is not there",
            hint: "Install SoftHSM (Debian: softhsm2), or name another module: PKCS11_MODULE.")
    }
}
