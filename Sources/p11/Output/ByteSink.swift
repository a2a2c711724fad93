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

/// Where the result of a command goes.
protocol ByteSink: AnyObject {
    /// Takes the next bytes.
    ///
    /// - Throws: ``CommandFailure`` with exit 74.
    func write(_ data: Data) throws(CommandFailure)

    /// Says that the result is whole and right. What was written to a file or held back appears now, and not before.
    ///
    /// - Throws: ``CommandFailure`` with exit 74, or 7 where a file has appeared in the meantime.
    func commit() throws(CommandFailure)
}

/// Writes everything to a descriptor.
///
/// - Throws: ``CommandFailure`` with exit 74.
func writeAll(_ data: Data, to descriptor: Int32, name: String) throws(CommandFailure) {
    var rest = data[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            throw .file("writing to \(name) failed: \(systemErrorText())")
        }
    }
}

/// An open descriptor that takes bytes at once: standard output, a pipe, a device.
final class DescriptorSink: ByteSink {
    private let descriptor: Int32
    private let name: String
    private let closes: Bool

    /// Takes a descriptor; closes it at the end if told so.
    init(_ descriptor: Int32, name: String, closes: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.closes = closes
    }

    deinit { if closes { close(descriptor) } }

    func write(_ data: Data) throws(CommandFailure) { try writeAll(data, to: descriptor, name: name) }

    func commit() throws(CommandFailure) {}
}

/// Holds bytes back until they are known to be right, for a stream that cannot take anything back.
///
/// Up to a megabyte stays in memory; more goes to a file that has no name and so leaves nothing behind.
final class HoldingSink: ByteSink {
    private let target: any ByteSink
    private var memory = Data()
    private var file: Int32?

    private static let memoryLimit = 1 << 20

    init(_ target: any ByteSink) { self.target = target }

    deinit { if let file { close(file) } }

    func write(_ data: Data) throws(CommandFailure) {
        memory.append(data)
        guard memory.count > Self.memoryLimit else { return }
        let descriptor = if let file { file } else { try unnamedFile() }
        file = descriptor
        try writeAll(memory, to: descriptor, name: "a temporary file")
        memory.removeAll(keepingCapacity: true)
    }

    func commit() throws(CommandFailure) {
        if let file {
            guard lseek(file, 0, SEEK_SET) == 0 else { throw .file("reading a temporary file: \(systemErrorText())") }
            let source = InputFile(descriptor: file, name: "a temporary file", closes: false)
            while let part = try source.read() { try target.write(part) }
        }
        try target.write(memory)
        try target.commit()
    }

    private func unnamedFile() throws(CommandFailure) -> Int32 {
        let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var path = Array("\(folder)/p11-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw .file("a temporary file in \(folder) cannot be made: \(systemErrorText())") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
        return descriptor
    }
}
