import PKCS11

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

/// `read(2)`, under a name that a method of the same name does not hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

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
        guard let all = try read(upTo: limit) else { throw tooLong(limit) }
        return all
    }

    /// All that is left; nil where that is more than `limit` bytes, of which no more than one is read.
    ///
    /// - Throws: ``CommandFailure`` with exit 74.
    func read(upTo limit: Int) throws(CommandFailure) -> Data? {
        var all = Data()
        while let part = try read(atMost: min(Self.chunkLength, limit + 1 - all.count)) {
            all.append(part)
            guard all.count <= limit else { return nil }
        }
        return all
    }

    /// All that is left, in memory that is wiped.
    ///
    /// - Throws: ``CommandFailure`` with exit 74, also for more than `limit` bytes.
    func readSecret(limit: Int) throws -> SecureBytes {
        try SecureBytes(capacity: limit + 1) { buffer in
            var count = 0
            while case let length = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])),
                length > 0
            {
                count += length
            }
            guard count <= limit else { throw tooLong(limit) }
            return count
        }
    }

    private func read(atMost length: Int) throws(CommandFailure) -> Data? {
        var part = Data(count: length)
        let result = part.withUnsafeMutableBytes { buffer in
            Result { () throws(CommandFailure) in try read(into: buffer) }
        }
        let count = try result.get()
        guard count > 0 else { return nil }
        return count == length ? part : part.prefix(count)
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
        guard !buffer.isEmpty else { return 0 }
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .file("\(name) cannot be read: \(systemErrorText())") }
        }
    }

    private func tooLong(_ limit: Int) -> CommandFailure {
        .file("\(name) has more than \(limit) bytes, which is too much for this")
    }
}
