// swift-tools-version: 6.0
import PackageDescription

// Built by Scripts/fuzz.sh, which passes what instruments this package and the libraries alike, and names libFuzzer without its
// own main. The provider, which the program loads, uses that one libFuzzer too.
let fuzzer = Context.environment["FUZZER_RUNTIME"].map {
    ["-Xlinker", $0, "-Xlinker", "--export-dynamic", "-lstdc++"]
}

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "fuzz", targets: ["Fuzz"]),
        .library(name: "FuzzProvider", type: .dynamic, targets: ["FuzzProvider"]),
    ],
    dependencies: [.package(name: "swift-pkcs11", path: "..")],
    targets: [
        // The entry of libFuzzer, which the toolchain brings without a header.
        .target(name: "CFuzzer"),
        // A PKCS #11 module that answers what the fuzzer makes up.
        .systemLibrary(name: "CryptokiHeader", pkgConfig: "p11-kit-1", providers: [.apt(["libp11-kit-dev"])]),
        .target(name: "FuzzProvider", dependencies: ["CryptokiHeader"]),
        // The sources of the command as a library: an executable of another package cannot be imported.
        .target(
            name: "P11Command",
            dependencies: [
                .product(name: "PKCS11", package: "swift-pkcs11"),
                .product(name: "TokenKeyStore", package: "swift-pkcs11"),
            ], exclude: ["main.swift"]),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CFuzzer", "P11Command", .product(name: "PKCS11", package: "swift-pkcs11"),
                .product(name: "TokenKeyStore", package: "swift-pkcs11"),
                .product(name: "TokenSecurity", package: "swift-pkcs11"),
            ], linkerSettings: [.unsafeFlags(fuzzer ?? [])]),
    ],
    swiftLanguageModes: [.v6]
)
