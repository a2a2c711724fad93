#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What is known of the terminal behind a file descriptor.
enum Terminal {
    /// Whether the descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether there is somebody to ask, whatever standard input and output are.
    static var canAsk: Bool {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// The columns of the terminal behind a descriptor; nil where it is none. Where the terminal does not say, those of `COLUMNS`, else 80.
    static func width(_ descriptor: Int32) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
        }
        return Int(size.ws_col)
    }

    /// What removes a line of so many columns that was written without a newline.
    static func erasing(_ columns: Int) -> String {
        isDumb ? "\r" + String(repeating: " ", count: columns) + "\r" : "\r\u{1B}[K"
    }

    /// Whether the terminal obeys no escape sequences, or nobody knows.
    private static var isDumb: Bool { environment("TERM") ?? "dumb" == "dumb" }

    /// Whether text on the descriptor may be bold: on a terminal that can, unless the user forbids it (no-color.org).
    static func allowsStyle(_ descriptor: Int32) -> Bool {
        guard isTerminal(descriptor), !isDumb else { return false }
        return (environment("NO_COLOR") ?? "").isEmpty
    }
}

/// A variable of the environment; nil where it is not set.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// What the last failed system call says, in the words of the C library.
func systemErrorText(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
