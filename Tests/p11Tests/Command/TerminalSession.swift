import Foundation
import TestSupport
import Testing

/// A program at a terminal of its own: its controlling terminal, and its standard input, output and error.
final class TerminalSession {
    private let person: Int32
    private let process: pid_t
    private(set) var shown = ""
    // How much of it was expected already.
    private var expectedCount = 0
    private var status: Int32?

    // Its token is there for as long as the program runs.
    private let owner: P11

    /// Starts `p11`.
    ///
    /// - Parameter redirections: what a shell does with its standard streams, such as `>out`. One descriptor has to stay at the terminal, or it
    ///   hangs up.
    init(_ owner: P11, _ arguments: [String], redirections: String = "") throws {
        self.owner = owner
        // posix_openpt and its kin are not imported, as Swift does not define _XOPEN_SOURCE.
        person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: UInt32 = 0
        var unlocked: Int32 = 0
        let getNumber: UInt = 0x8004_5430  // TIOCGPTN
        let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
        guard person >= 0, ioctl(person, getNumber, &number) == 0, ioctl(person, setLock, &unlocked) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR | O_NOCTTY, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C must work although a runner of tests may ignore or block it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // Starts a session whose terminal is this one; posix_spawn alone could not, as Swift does not define _GNU_SOURCE.
        let line =
            [
                "setsid", "--ctty", "env", "--chdir=\(owner.folder.path)", "sh", "-c",
                "exec \"$0\" \"$@\" \(redirections)",
            ]
            + [try Repository.product("p11")] + arguments
        let argv = line.map { strdup($0) }
        let envp = owner.variables.merging(Sanitizer.environment) { $1 }.map { strdup("\($0)=\($1)") }
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, "setsid", &actions, &attributes, argv + [nil], envp + [nil]) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        process = child
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(person)
    }

    /// Waits until the terminal shows a text, after what was expected before.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let end = Date(timeIntervalSinceNow: 60)
        while true {
            let rest = String(shown.dropFirst(expectedCount))
            if let found = rest.range(of: text) {
                expectedCount += rest[..<found.upperBound].count
                return
            }
            guard Date() < end, take() else {
                Issue.record("\(text) is not in: \(shown)", sourceLocation: sourceLocation)
                throw CancellationError()
            }
        }
    }

    /// Types a text; `\u{3}` is Ctrl-C.
    func type(_ text: String) { _ = write(person, text, text.utf8.count) }

    /// Sends a signal to the program, which is the one that was started: each before it became the next.
    func signal(_ number: Int32) { kill(process, number) }

    /// Waits for the end of the program.
    ///
    /// - Returns: its exit code; 128 + the signal where a signal ended it.
    func exitCode() -> Int32 {
        while take() {}
        var raw: Int32 = 0
        var isOver = false
        for _ in 0..<500 where !isOver {
            isOver = waitpid(process, &raw, WNOHANG) != 0
            if !isOver { usleep(20_000) }
        }
        if !isOver {
            kill(process, SIGKILL)  // stuck: then it is an exit code that no test expects
            waitpid(process, &raw, 0)
        }
        status = raw
        let signal = raw & 0x7F
        return signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
    }

    /// Whether the terminal echoes what is typed.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(person, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Takes what the terminal shows next; false at the end.
    private func take() -> Bool {
        var source = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, 60_000) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(person, &buffer, buffer.count)
        guard count > 0 else { return false }
        shown += String(decoding: buffer.prefix(count), as: UTF8.self)
        return true
    }
}
