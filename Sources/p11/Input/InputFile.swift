#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file, or standard input, that is read from its beginning to its end in bounded memory.
final class InputFile {
    private let descriptor: Int32
    private let closes: Bool
    /// For messages: the path, or `standard input`.
    let name: String
    /// The size in bytes; nil for a pipe, a terminal or a device, whose end is not known beforehand.
    let size: Int?

    /// Bytes of one ``read()``.
    static let chunkLength = 256 * 1024

    /// Takes an open descriptor; closes it at the end if told so.
    init(descriptor: Int32, name: String, closes: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.closes = closes
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isRegular ? Int(status.st_size) : nil
    }

    /// Opens a file.
    ///
    /// - Throws: ``CommandFailure`` with exit 74.
    convenience init(path: String) throws(CommandFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file("\(path) cannot be read: \(systemErrorText())") }
        self.init(descriptor: descriptor, name: path, closes: true)
    }

    /// Standard input.
    static var standardInput: InputFile { InputFile(descriptor: 0, name: "standard input", closes: false) }

    deinit { if closes { close(descriptor) } }

    /// The next bytes, at most ``chunkLength``; nil at the end.
    ///
    /// - Throws: ``CommandFailure`` with exit 74.
    func read() throws(CommandFailure) -> Data? { try read(atMost: Self.chunkLength) }

    /// All that is left.
    ///
    /// - Parameter limit: the most bytes that make sense; more is an error and not read.
    /// - Throws: ``CommandFailure`` with exit 74.
    func readAll(limit: Int) throws(CommandFailure) -> Data {
        var all = Data()
        while let part = try read(atMost: min(Self.chunkLength, limit + 1 - all.count)) {
            all.append(part)
            guard all.count <= limit else {
                throw .file("\(name) has more than \(limit) bytes, which is too much for this")
            }
        }
        return all
    }

    private func read(atMost length: Int) throws(CommandFailure) -> Data? {
        var part = Data(count: length)
        while true {
            let count = part.withUnsafeMutableBytes { buffer in
                #if canImport(Glibc)
                Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                Musl.read(descriptor, buffer.baseAddress, buffer.count)
                #else
                Darwin.read(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count == 0 { return nil }
            if count > 0 { return count == length ? part : part.prefix(count) }
            guard errno == EINTR else { throw .file("\(name) cannot be read: \(systemErrorText())") }
        }
    }
}
