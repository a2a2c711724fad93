#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Keeps signals from the calling thread for a moment.
///
/// In a process with one thread they come after it. With more, another thread takes them, as it would have otherwise: a program that may be
/// ended by a signal handles it, or holds it back in all its threads.
enum HeldSignals {
    /// What says that the thread itself did something wrong: held back, it would end the process without a word.
    private static let ownFaults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]

    static func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var (held, before) = (sigset_t(), sigset_t())
        sigfillset(&held)
        for number in ownFaults { sigdelset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}
