internal import CPKCS11

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension SecureBytes {
    /// Runs a program and reads what it prints, without the newline at its end. No shell takes part.
    ///
    /// - Parameters:
    ///   - path: of the executable; nothing is looked for in `PATH`.
    ///   - limit: how many bytes are too many, without the newline.
    /// - Throws: ``SecretReadingError``, also for a program that does not end with 0: what it printed may be half a secret.
    package convenience init(outputOf path: String, arguments: [String], limit: Int) throws {
        var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var output: Int32 = -1
        var child: pid_t = 0
        let code = pointers.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { cpkcs11_start_program(path, $0, &output, &child) } ?? EINVAL
        }
        guard code == 0 else { throw SecretReadingError.system(code) }
        do {
            try self.init(readingToEndOf: output, limit: limit)
        } catch {
            // It may still be printing: without a reader that ends it.
            close(output)
            _ = cpkcs11_wait_for_program(child)
            throw error
        }
        close(output)
        guard cpkcs11_wait_for_program(child) == 0 else { throw SecretReadingError.programFailed }
    }
}
