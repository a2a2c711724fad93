import Foundation

/// A PKCS #11 library of the system that tests use when it is there.
public struct Provider: Sendable {
    /// Its usual name, such as "SoftHSM".
    public let name: String
    /// The Debian package that brings it.
    public let package: String
    /// The path of the library, or nil where it is not installed.
    public let path: String?

    /// Whether the library is installed.
    public var isAvailable: Bool { path != nil }

    /// Why a test that needs it does not run, for `@Test(.enabled(if: …, …))`.
    public var missingReason: String { "\(name) is not installed (Debian package \(package))" }

    /// The path of a library without which the tests make no sense.
    ///
    /// - Throws: ``MissingProvider`` where it is not installed: the test fails instead of passing untested.
    public func required() throws -> String {
        guard let path else { throw MissingProvider(reason: missingReason) }
        return path
    }

    init(_ name: String, package: String, variable: String? = nil, candidates: [String]) {
        self.name = name
        self.package = package
        let chosen = variable.flatMap { ProcessInfo.processInfo.environment[$0] }.map { [$0] }
        let expanded = (chosen ?? candidates).flatMap(Self.expand)
        path = expanded.first(where: FileManager.default.fileExists(atPath:))
    }

    /// `{lib}` stands for the library folders of the distributions, multiarch ones included.
    private static func expand(_ candidate: String) -> [String] {
        guard candidate.hasPrefix("{lib}") else { return [candidate] }
        return libraryFolders.map { $0 + candidate.dropFirst(5) }
    }

    private static let libraryFolders: [String] = {
        let multiarch = ["x86_64-linux-gnu", "aarch64-linux-gnu", "arm-linux-gnueabihf", "riscv64-linux-gnu"]
        let common = ["/usr/lib64", "/usr/lib", "/usr/local/lib", "/opt/homebrew/lib"]
        return multiarch.map { "/usr/lib/\($0)" } + common
    }()
}

extension Provider {
    /// SoftHSM 2; `Scripts/test.sh` installs it. `P11_TEST_SOFTHSM` names another copy.
    public static let softHSM = Provider(
        "SoftHSM", package: "softhsm2", variable: "P11_TEST_SOFTHSM",
        candidates: ["{lib}/softhsm/libsofthsm2.so", "{lib}/pkcs11/libsofthsm2.so", "{lib}/libsofthsm2.so"])

    /// The logging provider of OpenSC; `Scripts/test.sh` installs it.
    public static let spy = Provider(
        "pkcs11-spy", package: "opensc-pkcs11", candidates: ["{lib}/pkcs11/pkcs11-spy.so", "{lib}/pkcs11-spy.so"])

    /// The remote end of p11-kit: a module that forwards to a `p11-kit server`.
    public static let p11KitClient = Provider(
        "p11-kit-client", package: "p11-kit-modules", candidates: ["{lib}/pkcs11/p11-kit-client.so"])

    /// The module that shows all configured modules as one.
    public static let p11KitProxy = Provider(
        "p11-kit-proxy", package: "p11-kit-modules",
        candidates: ["{lib}/p11-kit-proxy.so", "{lib}/pkcs11/p11-kit-proxy.so"])

    /// The software token of Mozilla's NSS.
    public static let nss = Provider("NSS softokn", package: "libnss3", candidates: ["{lib}/libsoftokn3.so"])

    /// The read-only module of p11-kit with the trusted certificates of the system.
    public static let p11KitTrust = Provider(
        "p11-kit-trust", package: "p11-kit-modules", candidates: ["{lib}/pkcs11/p11-kit-trust.so"])
}

/// A provider that the tests need and that is not installed.
public struct MissingProvider: Error, CustomStringConvertible {
    /// What is missing.
    public let reason: String

    /// What is missing and what to do.
    public var description: String { "\(reason); Scripts/test.sh installs what the tests need" }
}
