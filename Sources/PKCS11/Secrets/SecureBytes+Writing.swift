#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension SecureBytes {
    /// Random bytes as lower-case hexadecimal digits: a PIN that can be typed.
    ///
    /// - Parameter bytes: how many bytes are random; there are two digits for each.
    package convenience init(randomHexadecimalOf bytes: Int) throws {
        try self.init(capacity: bytes * 2) { buffer in
            // The system's generator: getrandom(2) on Linux.
            var generator = SystemRandomNumberGenerator()
            for index in 0..<bytes {
                let byte = UInt8.random(in: .min ... .max, using: &generator)
                buffer[2 * index] = Self.digit(byte >> 4)
                buffer[2 * index + 1] = Self.digit(byte & 15)
            }
            return bytes * 2
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Writes the bytes and a newline into a new file of mode 0600, and has it on the disk before it returns.
    ///
    /// - Throws: ``SecretReadingError/system(_:)``, `EEXIST` where there is such a file.
    package func write(toNewFile path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SecretReadingError.system(errno) }
        defer { close(descriptor) }
        // The umask may have taken more than it should.
        guard fchmod(descriptor, 0o600) == 0 else { throw SecretReadingError.system(errno) }
        try withUnsafeBytes { bytes throws(SecretReadingError) in try Self.write(bytes, to: descriptor) }
        try "\n".utf8.withContiguousStorageIfAvailable { newline in
            try Self.write(UnsafeRawBufferPointer(newline), to: descriptor)
        }
        guard fsync(descriptor) == 0 else { throw SecretReadingError.system(errno) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SecretReadingError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = writeSome(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .system(errno) }
            rest = rest.dropFirst(written)
        }
    }

    private static func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
