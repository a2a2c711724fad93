internal import CPKCS11

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A program that takes secrets at a terminal only, run on one made for it. Command lines are no place for them: every user
/// of the machine can list those.
package struct TerminalProgram: Sendable {
    /// The path of the executable.
    package var path: String
    package var arguments: [String]
    /// All the variables it gets, as `NAME=value`.
    package var environment: [String]

    package init(path: String, arguments: [String], environment: [String]) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
    }

    /// Why a program did not run to its end.
    package enum Failure: Error, Hashable {
        /// A system call failed with this `errno`; `ETIMEDOUT` when the program was killed for taking too long.
        case system(Int32)
    }

    /// What a program left behind.
    package struct Result: Sendable {
        /// What it printed, both outputs together, at most 64 KiB.
        package let output: String
        /// The exit code; nil where it was ended by a signal or somebody else in the process collected it.
        package let exitCode: Int32?
    }

    /// Runs the program and answers its prompts for secrets, in order.
    ///
    /// - Parameters:
    ///   - answers: each typed when the program waits for a line with the echo off.
    ///   - seconds: after which it is killed.
    package func run(answering answers: [SecureBytes] = [], seconds: Int = 60) throws -> Result {
        var output = [CChar](repeating: 0, count: 65536)
        var status: Int32 = 0
        let code = withCStrings([path] + arguments) { arguments in
            withCStrings(environment) { environment in
                withLines(answers[...]) { lines in
                    lines.withUnsafeBufferPointer { lines in
                        cpkcs11_run_on_terminal(
                            path, arguments, environment, lines.baseAddress, lines.count,
                            Int32(clamping: seconds * 1000), &output, output.count, &status)
                    }
                }
            }
        }
        guard code == 0 else { throw Failure.system(code) }
        let text = String(decoding: output.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // WIFEXITED and WEXITSTATUS are macros that Swift does not import.
        let exited = status >= 0 && status & 0x7F == 0
        return Result(output: text, exitCode: exited ? (status >> 8) & 0xFF : nil)
    }

    /// Lends the answers to C, each one inside the closure of the one before.
    private func withLines<R>(
        _ answers: ArraySlice<SecureBytes>, _ lines: [cpkcs11_answer] = [], _ body: ([cpkcs11_answer]) -> R
    ) -> R {
        guard let first = answers.first else { return body(lines) }
        return first.withUnsafeBytes { bytes in
            let line = cpkcs11_answer(bytes: bytes.baseAddress, length: bytes.count)
            return withLines(answers.dropFirst(), lines + [line], body)
        }
    }

    /// Lends a NULL-terminated array of C strings.
    private func withCStrings<R>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { buffer in
            var end: UnsafeMutablePointer<CChar>?
            guard let base = buffer.baseAddress else { return withUnsafePointer(to: &end, body) }
            return body(base)
        }
    }
}
