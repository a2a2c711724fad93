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

extension Module {
    /// Loads a copy of a library, so that the library itself can be in use beside it with a state of its own: the dynamic linker
    /// tells libraries apart by inode. (`dlmopen`, made for this, crashes at exit.)
    ///
    /// - Parameters:
    ///   - path: of the library.
    ///   - folder: of mode 0700, where the copy is for a moment if it cannot be in memory (no `memfd`, no `/proc`).
    ///   - variable: set in the environment during `C_Initialize`.
    package static func loadPrivateCopy(
        of path: String, folder: String, variable: EnvironmentVariable
    ) throws(PKCS11Error) -> Module {
        var options = LoadOptions()
        options.variable = variable
        options.describedPath = path
        guard let library = FileManager.default.contents(atPath: path) else {
            throw PKCS11Error(code: .moduleNotLoadable, message: "\(path) cannot be read")
        }
        if let copy = memoryFile(holding: library) {
            // The descriptor stays open: were its number used again, the dynamic linker would take the next copy for this one.
            do throws(PKCS11Error) {
                return try load(path: copy, options: options)
            } catch {
                guard error.code == .moduleNotLoadable else { throw error }
            }
        }
        let copy = folder + "/library-\(UUID().uuidString).so"
        defer { unlink(copy) }
        guard FileManager.default.createFile(atPath: copy, contents: library, attributes: [.posixPermissions: 0o700])
        else {
            throw PKCS11Error(code: .moduleNotLoadable, message: "no copy of \(path) can be made in \(folder)")
        }
        return try load(path: copy, options: options)
    }

    /// The path of a file in memory with these contents, or nil.
    private static func memoryFile(holding contents: Data) -> String? {
        let descriptor = cpkcs11_memory_file("pkcs11-module")
        guard descriptor >= 0 else { return nil }
        var rest = contents[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else {
                close(descriptor)
                return nil
            }
            rest = rest.dropFirst(written)
        }
        return "/proc/self/fd/\(descriptor)"
    }
}
