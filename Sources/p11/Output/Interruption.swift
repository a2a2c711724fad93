#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Synchronization

/// What happens on Ctrl-C and its like: what must not be left half done is finished, a half-written file is removed, and the process ends
/// with 128 and the signal's number.
enum Interruption {
    // A C string that is never freed, so that the handler may use it whenever it comes. Empty: none.
    private static let path = Atomic<UInt>(0)

    // Swift's runtime takes SIGQUIT for a crash: it would print a backtrace at the prompt of a PIN, and ask what to do next.
    /// How much is under way that must not be left half done.
    private static let changes = Atomic<Int>(0)
    /// The signal that came meanwhile; 0 for none.
    private static let postponed = Atomic<Int32>(0)

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Installs the handler, unless the signal is ignored, as `nohup` wants it.
    static func install() {
        // So that nothing is initialised lazily in a handler.
        removeOnSignal(nil)
        heed()
        whole {}
        for number in signals {
            let previous = signal(number) { number in
                // Only calls that are safe in a handler.
                if Interruption.changes.load(ordering: .acquiring) > 0,
                    Interruption.postponed.exchange(number, ordering: .acquiringAndReleasing) == 0
                {
                    let note: StaticString = "note: a change is being finished; a second signal stops it half done\n"
                    _ = write(STDERR_FILENO, note.utf8Start, note.utf8CodeUnitCount)
                    return
                }
                Interruption.end(number)
            }
            if unsafeBitCast(previous, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Removes what is half written, and ends. In a handler, too.
    private static func end(_ number: Int32) -> Never {
        if let path = UnsafePointer<CChar>(bitPattern: path.load(ordering: .relaxed)) { unlink(path) }
        _exit(128 + number)
    }

    /// Runs a change to a token to its end: the first signal that comes meanwhile is heeded when the report on it is written, or the next
    /// question asked; the second one at once.
    static func whole<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        heed()
        changes.add(1, ordering: .acquiringAndReleasing)
        defer { changes.subtract(1, ordering: .acquiringAndReleasing) }
        return try body()
    }

    /// Runs what a change waits for a person for: signals are heeded at once.
    static func beforeChange<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let held = changes.exchange(0, ordering: .acquiringAndReleasing)
        defer { changes.store(held, ordering: .releasing) }
        heed()
        return try body()
    }

    /// Ends the process where a signal was postponed.
    static func heed() {
        let number = postponed.load(ordering: .acquiring)
        if number != 0 { end(number) }
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
