// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "swift-pkcs11",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "PKCS11", targets: ["PKCS11"]),
        .library(name: "TokenKeyStore", targets: ["TokenKeyStore"]),
        .library(name: "TokenSecurity", targets: ["TokenSecurity"]),
        // In a build that has it, canImport(Security) is true for whatever is compiled after it.
        .library(name: "Security", targets: ["Security"]),
        .executable(name: "p11", targets: ["p11"]),
    ],
    targets: [
        // C: the header and the loader of PKCS #11 modules; PKCS #11 URIs and configured modules; libcrypto.
        .systemLibrary(name: "CP11Kit", pkgConfig: "p11-kit-1", providers: [.apt(["libp11-kit-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CPKCS11", dependencies: ["CP11Kit"]),

        // Cryptoki in typed Swift, the key store above it, and the command.
        .target(name: "PKCS11", dependencies: ["CPKCS11", "CP11Kit"]),
        .target(name: "TokenKeyStore", dependencies: ["PKCS11", "COpenSSL"]),
        .executableTarget(name: "p11", dependencies: ["TokenKeyStore", "PKCS11"]),

        // The names of Apple's keychain on the key store, and a module that gives them under Apple's own module name.
        .target(name: "TokenSecurity", dependencies: ["TokenKeyStore", "PKCS11"]),
        .target(name: "Security", dependencies: ["TokenSecurity"]),

        // Real tokens, other tools and the fault-injecting provider for the tests; never part of a product.
        .target(name: "TestSupport", dependencies: ["PKCS11"], path: "Tests/TestSupport"),
        // What has to be tried in a process of its own: a fork, the spy, the memory that stays in use.
        .executableTarget(
            name: "TestProgram", dependencies: ["TokenSecurity", "TokenKeyStore", "PKCS11", "TestSupport"],
            path: "Tests/TestProgram"),
        // The same checks on every provider there is; see Scripts/conformance.sh.
        .executableTarget(
            name: "Conformance", dependencies: ["TokenKeyStore", "PKCS11", "TestSupport"], path: "Tests/Conformance",
            exclude: ["README.md", "expectations.txt", "piv_card.py"]),
        // Faults at random for minutes, and processes that are killed at random: Scripts/soak.sh, Scripts/crash.sh.
        .executableTarget(
            name: "Soak", dependencies: ["TokenKeyStore", "PKCS11", "TestSupport"], path: "Tests/Soak"),
        .testTarget(name: "PKCS11Tests", dependencies: ["PKCS11", "CPKCS11", "TestSupport"]),
        .testTarget(name: "TokenKeyStoreTests", dependencies: ["TokenKeyStore", "TestSupport"]),
        .testTarget(
            name: "TokenSecurityTests", dependencies: ["TokenSecurity", "TokenKeyStore", "PKCS11", "TestSupport"],
            exclude: ["Conformance/README.md"]),
        .testTarget(name: "p11Tests", dependencies: ["p11", "TestSupport"]),
        .testTarget(name: "IntegrationTests", dependencies: ["TokenKeyStore", "PKCS11", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
