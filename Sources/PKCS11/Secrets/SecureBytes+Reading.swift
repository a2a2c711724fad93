internal import CPKCS11

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Why a secret could not be read. The caller knows what it is for and puts it into words.
package enum SecretReadingError: Error, Hashable {
    /// A system call failed with this `errno`.
    case system(Int32)
    /// There are more bytes than a secret may have.
    case tooLong
    /// The path is not a regular file.
    case notRegular
    /// A terminal, which would show the secret while it is typed.
    case terminal
    /// A signal interrupted the prompt, and the program lives on.
    case interrupted
    /// A program that should print the secret did not end with 0.
    case programFailed

    /// The words of the system for a failed call; nil otherwise.
    package var reason: String? {
        guard case .system(let code) = self else { return nil }
        return strerror(code).map { String(cString: $0) }
    }
}

/// Secrets from outside the process go straight into locked memory: `String` and `Data` leave copies that nobody wipes.
extension SecureBytes {
    /// Reads a file as it is: a key that is to be imported, for example.
    ///
    /// For a PIN or a passphrase use a `PINSource`, which leaves out the newline at the end of a file.
    ///
    ///     let file = try SecureBytes(contentsOfFile: "server.pem")
    ///     let key = try store.importPrivateKey(file, label: "server", usage: .sign)
    ///
    /// - Parameters:
    ///   - path: of a regular file; links are followed. A pipe is not taken, since opening one waits for a writer.
    ///   - limit: the most bytes that make sense, 1 MiB unless another number is given. So much memory is locked while the file is read.
    /// - Throws: ``PKCS11Error`` with code ``PKCS11Error/Code/fileNotReadable``, also for a file of more than `limit` bytes, or
    ///   ``PKCS11Error/Code/outOfMemory``.
    public convenience init(contentsOfFile path: String, limit: Int = 1 << 20) throws {
        // Some room above: what cannot be had is an error of the allocation.
        let limit = min(max(limit, 0), 1 << 48)
        do {
            try self.init(file: path, limit: limit, dropsNewline: false)
        } catch let error as SecretReadingError {
            let reason =
                switch error {
                case .tooLong: "it has more than \(limit) bytes"
                case .notRegular: "it is not a regular file"
                default: error.reason ?? "unknown reason"
                }
            throw PKCS11Error(code: .fileNotReadable, message: "\(path) cannot be read: \(reason)")
        }
    }

    /// Reads a regular file, without the newline at its end.
    ///
    /// A pipe is not taken: opening one waits for a writer, and what was read from it cannot be read again.
    ///
    /// - Parameter limit: how many bytes are too many, without the newline.
    package convenience init(lineOfFile path: String, limit: Int) throws {
        try self.init(file: path, limit: limit, dropsNewline: true)
    }

    private convenience init(file path: String, limit: Int, dropsNewline: Bool) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SecretReadingError.system(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SecretReadingError.system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SecretReadingError.notRegular }
        try self.init(descriptor: descriptor, limit: limit, dropsNewline: dropsNewline)
    }

    /// Reads a descriptor to its end, without the newline there. The descriptor stays open.
    package convenience init(readingToEndOf descriptor: Int32, limit: Int) throws {
        guard isatty(descriptor) == 0 else { throw SecretReadingError.terminal }
        try self.init(descriptor: descriptor, limit: limit, dropsNewline: true)
    }

    private convenience init(descriptor: Int32, limit: Int, dropsNewline: Bool) throws {
        // Room for "\r\n" and for one byte more, which shows that there is too much.
        try self.init(capacity: limit + 3) { buffer in
            var count = 0
            while count < buffer.count {
                let got = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                if got < 0, errno == EINTR { continue }
                if got < 0, errno == EAGAIN {
                    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    _ = poll(&source, 1, -1)
                    continue
                }
                guard got >= 0 else { throw SecretReadingError.system(errno) }
                if got == 0 { break }
                count += got
            }
            if dropsNewline, count > 0, buffer[count - 1] == UInt8(ascii: "\n") {
                count -= 1
                if count > 0, buffer[count - 1] == UInt8(ascii: "\r") { count -= 1 }
            }
            guard count <= limit else { throw SecretReadingError.tooLong }
            return count
        }
    }

    /// Copies an environment variable, which stays where it is: a process cannot take its environment back, and everybody who
    /// may read `/proc/PID/environ` sees it.
    ///
    /// - Returns: nil when the variable is not set.
    package convenience init?(environmentVariable name: String, limit: Int) throws {
        guard let value = getenv(name) else { return nil }
        let length = strlen(value)
        guard length <= limit else { throw SecretReadingError.tooLong }
        try self.init(capacity: length) { buffer in
            buffer.copyMemory(from: UnsafeRawBufferPointer(start: value, count: length))
            return length
        }
    }

    /// Asks on the controlling terminal with the echo off. See `cpkcs11_prompt` for what signals do.
    ///
    /// - Parameter prompt: printed as it is; the caller has escaped control characters.
    package convenience init(prompt: String, limit: Int) throws {
        let terminal = cpkcs11_open_terminal()
        guard terminal >= 0 else { throw SecretReadingError.system(errno) }
        defer { close(terminal) }
        try self.init(prompt: prompt, terminal: terminal, limit: limit)
    }

    package convenience init(prompt: String, terminal: Int32, limit: Int) throws {
        try self.init(capacity: limit) { buffer in
            var prompt = prompt
            let result = prompt.withUTF8 { text in
                text.withMemoryRebound(to: CChar.self) { text in
                    cpkcs11_prompt(
                        terminal, text.baseAddress, text.count, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        buffer.count)
                }
            }
            switch result {
            case 0...: return result
            case Int(CPKCS11_PROMPT_INTERRUPTED.rawValue): throw SecretReadingError.interrupted
            case Int(CPKCS11_PROMPT_TOO_LONG.rawValue): throw SecretReadingError.tooLong
            default: throw SecretReadingError.system(errno)
            }
        }
    }
}
