// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "KeychainRSA",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-pkcs11", path: "../..")],
    targets: [
        .executableTarget(
            name: "KeychainRSA",
            dependencies: [
                // Apple's systems have the framework of their own.
                .product(name: "TokenSecurity", package: "swift-pkcs11", condition: .when(platforms: [.linux]))
            ])
    ]
)
