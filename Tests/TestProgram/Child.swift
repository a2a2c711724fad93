import Foundation

/// A process forked from this one, which Swift knows no call for.
struct Child {
    let processID: pid_t

    private typealias Fork = @convention(c) () -> pid_t
    private static let systemFork: Fork? = dlsym(nil, "fork").map { unsafeBitCast($0, to: Fork.self) }

    /// Forks. The child runs `body`, prints what it throws, and ends; a child that hangs is ended by SIGALRM.
    ///
    /// - Parameter limit: seconds.
    init(limit: UInt32 = 30, _ body: () throws -> Void) throws {
        guard let fork = Self.systemFork else { throw ScenarioFailure("there is no fork") }
        let processID = fork()
        if processID == 0 {
            alarm(limit)
            do {
                try body()
                _exit(0)
            } catch {
                say("in the child: \(error)", to: 2)
                _exit(1)
            }
        }
        guard processID > 0 else { throw ScenarioFailure("fork failed") }
        self.processID = processID
    }

    /// Waits for the end.
    ///
    /// - Throws: ``ScenarioFailure`` unless the exit code was 0.
    func wait() throws {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 {
            guard errno == EINTR else { throw ScenarioFailure("waitpid failed") }
        }
        guard status == 0 else {
            let signal = status & 0x7f
            let end = signal == 0 ? "exit code \(status >> 8)" : "signal \(signal)"
            throw ScenarioFailure(signal == SIGALRM ? "the child hung" : "the child ended with \(end)")
        }
    }

    /// Forks and waits.
    static func run(limit: UInt32 = 30, _ body: () throws -> Void) throws {
        try Child(limit: limit, body).wait()
    }
}
