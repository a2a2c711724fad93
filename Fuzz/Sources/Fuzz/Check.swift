#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends the process where something that must hold does not: libFuzzer keeps the input then.
func check(_ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line, file: String = #fileID) {
    guard !condition else { return }
    let text = Array("broken: \(message()) (\(file):\(line))\n".utf8)
    _ = write(2, text, text.count)
    abort()
}

/// Checks that something does not throw.
func check<Result>(
    _ message: @autoclosure () -> String, line: Int = #line, file: String = #fileID, _ body: () throws -> Result
) -> Result {
    do {
        return try body()
    } catch {
        check(false, "\(message()): \(error)", line: line, file: file)
        abort()
    }
}
