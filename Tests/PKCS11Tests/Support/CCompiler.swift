import Foundation
import TestSupport

/// Makes shared libraries of C, for providers that misbehave in ways no real one can be made to.
enum CCompiler {
    /// Compiles and links a shared library.
    ///
    /// - Parameters:
    ///   - source: C, which may include `p11-kit/pkcs11.h`.
    ///   - path: of the library.
    ///   - arguments: more arguments for the compiler, such as `-DNAME`, or libraries to link to.
    static func library(_ source: String, at path: String, _ arguments: [String] = []) throws {
        guard let compiler = ["clang", "cc", "gcc"].lazy.compactMap({ Command.find($0) }).first else {
            throw NoCompiler()
        }
        let includes = try Command.check("pkg-config", ["--cflags", "p11-kit-1"]).output
            .split(whereSeparator: \.isWhitespace)
        try Command.check(
            compiler,
            ["-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wno-unused-parameter", "-O1", "-x", "c", "-"]
                + ["-x", "none", "-o", path] + Sanitizer.flags + includes.map(String.init) + arguments,
            input: Data(source.utf8))
    }

    struct NoCompiler: Error, CustomStringConvertible {
        var description: String { "there is no C compiler: clang comes with Swift, cc with the package gcc" }
    }
}
