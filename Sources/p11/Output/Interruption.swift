#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Synchronization

/// What happens on Ctrl-C and its like: a half-written file is removed, and the process ends with 128 and the signal's number.
enum Interruption {
    // A C string that is never freed, so that the handler may use it whenever it comes. Empty: none.
    private static let path = Atomic<UInt>(0)

    // Swift's runtime takes SIGQUIT for a crash: it would print a backtrace at the prompt of a PIN, and ask what to do next.
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Installs the handler, unless the signal is ignored, as `nohup` wants it.
    static func install() {
        removeOnSignal(nil)  // so that nothing is initialised lazily in a handler
        for number in signals {
            let previous = signal(number) { number in
                // Only calls that are safe in a handler.
                if let path = UnsafePointer<CChar>(bitPattern: Interruption.path.load(ordering: .relaxed)) {
                    unlink(path)
                }
                _exit(128 + number)
            }
            if unsafeBitCast(previous, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Runs `body` first where such a signal comes meanwhile, for what must not be left half done. For the only thread that there is.
    static func delayed<Result>(_ body: () -> Result) -> Result {
        var (held, before) = (sigset_t(), sigset_t())
        sigemptyset(&held)
        for number in signals { sigaddset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }

    /// Names the file that a signal shall remove; nil for none.
    static func removeOnSignal(_ newPath: String?) {
        path.store(newPath.flatMap { strdup($0) }.map { UInt(bitPattern: $0) } ?? 0, ordering: .relaxed)
    }
}
