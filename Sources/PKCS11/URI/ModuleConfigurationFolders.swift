internal import CPKCS11

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

/// Where p11-kit's configuration is, and how it is read (pkcs11.conf(5)).
struct ModuleConfigurationFolders: Sendable {
    /// Each overrides the ones before it.
    var modules: [String]
    /// Where a module with a relative path is; the first that has it.
    var libraries: [String]
    /// The base name of the executable, for `enable-in` and `disable-in`.
    var programName: String

    /// The folders that distributions build p11-kit with, since it does not tell its own.
    static func ofThisProcess() -> Self {
        let package = "/usr/share/p11-kit/modules"
        let system = "/etc/pkcs11/modules"
        var modules = [package, system]
        let mode = settings(ofFile: "/etc/pkcs11/pkcs11.conf")["user-config"] ?? "merge"
        // As p11-kit does: root's home may be somebody else's under sudo.
        if mode != "none", getuid() != 0, let user = userFolder() {
            modules = mode == "only" ? [user] : modules + [user]
        }
        var libraries = ["/usr/lib64/pkcs11", "/usr/lib/pkcs11", "/usr/local/lib/pkcs11"]
        if let folder = p11KitFolder() { libraries.insert(folder + "/pkcs11", at: 0) }
        let executable = CommandLine.arguments.first ?? ""
        return Self(
            modules: modules, libraries: libraries,
            programName: executable.split(separator: "/").last.map { String($0) } ?? "")
    }

    private static func userFolder() -> String? {
        if let configuration = environment("XDG_CONFIG_HOME") { return configuration + "/pkcs11/modules" }
        return environment("HOME").map { $0 + "/.config/pkcs11/modules" }
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder of the p11-kit library of this process: its module folder is beside it.
    private static func p11KitFolder() -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        guard cpkcs11_p11_kit_library(&buffer, buffer.count) == 0 else { return nil }
        let path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    /// The settings of every module, by its name.
    var settings: [String: [String: String]] {
        var all: [String: [String: String]] = [:]
        for folder in modules {
            for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                guard let name = Self.moduleName(ofFile: file) else { continue }
                all[name, default: [:]].merge(Self.settings(ofFile: folder + "/" + file)) { $1 }
            }
        }
        return all
    }

    /// The path of a library as the configuration names it. A relative one that is nowhere stays below the first folder, so
    /// that loading it says what is missing.
    func path(ofModule file: String) -> String {
        if file.hasPrefix("/") { return file }
        return existingPath(ofModule: file) ?? libraries.first.map { $0 + "/" + file } ?? file
    }

    /// The path of a library in one of the folders for them; nil where there is none.
    func existingPath(ofModule file: String) -> String? {
        guard file.hasSuffix(".so") else { return nil }
        return libraries.map { $0 + "/" + file }.first { access($0, F_OK) == 0 }
    }

    /// Letters, digits, `_`, `,`, `-` and `.`, with a letter or digit first: backups of editors are not modules.
    private static func moduleName(ofFile file: String) -> String? {
        let isAlphanumeric = { (byte: UInt8) in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard let first = file.utf8.first, isAlphanumeric(first),
            file.utf8.allSatisfy({ isAlphanumeric($0) || "_,-.".utf8.contains($0) })
        else { return nil }
        return file.hasSuffix(".module") ? String(file.dropLast(".module".count)) : file
    }

    private static func settings(ofFile path: String) -> [String: String] {
        guard let contents = FileManager.default.contents(atPath: path), contents.count <= 1 << 20 else { return [:] }
        return settings(of: contents)
    }

    /// `name: value`, one to a line. A file with any other line is skipped whole, since half of a configuration may mean
    /// something else than all of it.
    static func settings(of contents: Data) -> [String: String] {
        var settings: [String: String] = [:]
        for line in contents.split(separator: UInt8(ascii: "\n")) {
            let line = trimmed(line)
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return [:] }
            let name = String(decoding: trimmed(line[..<colon]), as: UTF8.self)
            settings[name] = String(decoding: trimmed(line[(colon + 1)...]), as: UTF8.self)
        }
        return settings
    }

    private static func trimmed(_ bytes: Data) -> Data {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let rest = bytes.drop(while: isBlank)
        return rest.prefix(upTo: rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex)
    }
}
