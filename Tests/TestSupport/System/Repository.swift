import Foundation

/// The checkout the tests were built from, and what was built of it.
public enum Repository {
    /// The absolute path of the folder with `Package.swift`.
    public static let root: String = {
        var path = URL(fileURLWithPath: #filePath)
        repeat { path.deleteLastPathComponent() } while !isRoot(path) && path.path != "/"
        return path.path
    }()

    /// The folder with the executables of this build: the one that holds the test bundle that is running.
    public static let productsDirectory: String = {
        let running = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let candidates = [
            ProcessInfo.processInfo.environment["P11_PRODUCTS_DIRECTORY"] ?? "", running,
            (executable as NSString).deletingLastPathComponent, "\(root)/.build/debug",
        ]
        return candidates.first { FileManager.default.isExecutableFile(atPath: "\($0)/p11") } ?? "\(root)/.build/debug"
    }()

    /// The path of an executable product of this package.
    ///
    /// - Throws: ``MissingProduct`` when it was not built; `swift build` makes it.
    public static func product(_ name: String) throws -> String {
        let path = "\(productsDirectory)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else { throw MissingProduct(path: path) }
        return path
    }

    private static func isRoot(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
    }
}

/// An executable of the package that the tests want to run and that was not built.
public struct MissingProduct: Error, CustomStringConvertible {
    /// Where it was looked for.
    public let path: String

    /// One sentence for the test report.
    public var description: String { "\(path) is not there; run `swift build` first" }
}
