import Foundation

/// The fault-injecting provider of `Tests/FaultProvider`, built once for all test runs that have the same sources.
enum FaultLibrary {
    /// The path of the built library.
    ///
    /// - Throws: ``CommandError`` with the compiler's words when it cannot be built.
    static func path() throws -> String { try built.get() }

    private static let built = Result { try build() }

    private static func build() throws -> String {
        let folder = "\(Repository.root)/Tests/FaultProvider"
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter {
            $0.hasSuffix(".c") || $0.hasSuffix(".h")
        }
        var contents = Data()
        for source in sources { contents += try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(source)")) }
        contents += Data(Sanitizer.flags.joined(separator: " ").utf8)
        let library = try "\(cacheFolder())/libfault-\(fingerprint(contents)).so"
        let lock = open("\(library).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw SystemCallError("locking \(library).lock") }
        defer { close(lock) }
        if FileManager.default.fileExists(atPath: library) { return library }

        let header = try Command.run("pkg-config", ["--cflags", "p11-kit-1"])
        let headerFlags = header.succeeded ? header.output.split(whereSeparator: \.isWhitespace).map(String.init) : []
        let flags =
            ["-shared", "-fPIC", "-O1", "-g", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"] + Sanitizer.flags
        let files = sources.filter { $0.hasSuffix(".c") }.map { "\(folder)/\($0)" }
        let compiler = Command.find("cc") == nil || !Sanitizer.flags.isEmpty ? "clang" : "cc"
        try Command.check(
            compiler, flags + headerFlags + files + ["-o", "\(library).new", "-lpthread", "-ldl"], timeout: 300)
        guard rename("\(library).new", library) == 0 else { throw SystemCallError("rename to \(library)") }
        return library
    }

    /// The build folder, or a folder of this process where that cannot be written to.
    private static func cacheFolder() throws -> String {
        let folder = "\(Repository.root)/.build/fault-provider"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try FileManager.default.isWritableFile(atPath: folder) ? folder : fallback.get().path
    }

    private static let fallback = Result { try TemporaryDirectory() }

    /// FNV-1a: it only has to notice that a source was edited.
    private static func fingerprint(_ contents: Data) -> String {
        let hash = contents.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
