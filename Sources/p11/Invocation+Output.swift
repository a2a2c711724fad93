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

extension Invocation {
    /// The encoding of `--encoding`.
    var encoding: Encoding { arguments[Options.encoding].flatMap(Encoding.init(rawValue:)) ?? .binary }

    /// Where the result goes: the file of `--out`, or standard output.
    ///
    /// - Parameters:
    ///   - encoding: how the bytes are written; bytes as they are do not go to a terminal.
    ///   - isText: whether the bytes are text of their own.
    ///   - isSecret: whether only the owner may read the file.
    ///   - isHeld: whether nothing may appear before the end. For files that is always so.
    /// - Throws: ``CommandFailure`` with exit 7, 64 or 74, before anything else was done.
    func sink(
        _ encoding: Encoding, isText: Bool = false, isSecret: Bool = false, isHeld: Bool = false
    ) throws(CommandFailure) -> any ByteSink {
        let raw = try rawSink(isText: isText || encoding != .binary, isSecret: isSecret, isHeld: isHeld)
        return encoding == .binary ? raw : EncodingSink(encoding, target: raw)
    }

    private func rawSink(isText: Bool, isSecret: Bool, isHeld: Bool) throws(CommandFailure) -> any ByteSink {
        guard let path = arguments[Options.out], path != "-" else {
            guard isText || !Terminal.isTerminal(1) else {
                throw .usage(
                    "the result is bytes, which would garble the terminal",
                    hint: "--out FILE writes them to a file, --encoding base64 makes text of them")
            }
            return hold(DescriptorSink(1, name: "standard output", closes: false), isHeld)
        }
        guard !path.isEmpty else { throw .usage("--out is empty") }
        var status = stat()
        let special = [S_IFCHR, S_IFIFO, S_IFSOCK, S_IFBLK]
        if stat(path, &status) == 0, special.contains(status.st_mode & S_IFMT) {
            // /dev/null, /dev/stdout, a named pipe: nothing that could be created or replaced.
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .file("\(path) cannot be written: \(systemErrorText())") }
            return hold(DescriptorSink(descriptor, name: path, closes: true), isHeld)
        }
        return try NewFile(path: path, replaces: arguments.has(Options.force), isSecret: isSecret)
    }

    private func hold(_ sink: any ByteSink, _ isHeld: Bool) -> any ByteSink { isHeld ? HoldingSink(sink) : sink }
}
