import Foundation

/// A program that was started. One thread uses it at a time.
///
/// `Foundation.Process` is not used: on Linux its pipes are inherited by whatever another thread starts in the same
/// moment, so that end of file comes late or never, and its waiting needs a run loop.
public final class RunningCommand {
    /// The process id, which is also that of its process group.
    public let processID: Int32
    private let line: [String]
    private var status: Int32?
    private var input: Data
    private var standardInput: Int32
    private var standardOutput: Int32
    private var standardError: Int32
    private var stdout = Data()
    private var stderr = Data()

    init(path: String, line: [String], input: Data, variables: [String: String], directory: String?) throws {
        let stdinPipe = try GNUExtensions.pipe()
        let stdoutPipe = try GNUExtensions.pipe()
        let stderrPipe = try GNUExtensions.pipe()

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, stdinPipe.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, stdoutPipe.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, stderrPipe.writing, 2)
        if let directory { try GNUExtensions.changeDirectory(directory, in: &actions) }

        // A group of its own, so that a time limit ends its children too; signals as a shell would give them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        var defaultSignals = sigset_t()
        sigemptyset(&defaultSignals)
        sigaddset(&defaultSignals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaultSignals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var child: pid_t = 0
        let code = withCStrings(line) { arguments in
            withCStrings(variables.map { "\($0.key)=\($0.value)" }) { environment in
                posix_spawn(&child, path, &actions, &attributes, arguments, environment)
            }
        }
        close(stdinPipe.reading)
        close(stdoutPipe.writing)
        close(stderrPipe.writing)
        guard code == 0 else {
            for descriptor in [stdinPipe.writing, stdoutPipe.reading, stderrPipe.reading] { close(descriptor) }
            throw CommandError(line, SystemCallError("posix_spawn", code: code).description)
        }

        processID = child
        self.line = line
        self.input = input
        standardInput = stdinPipe.writing
        standardOutput = stdoutPipe.reading
        standardError = stderrPipe.reading
        _ = fcntl(standardInput, F_SETFL, O_NONBLOCK)
    }

    deinit {
        if status == nil {
            kill(-processID, SIGKILL)
            reap(blocking: true)
        }
        closeAll()
    }

    /// Sends a signal to the program, not to its children.
    public func signal(_ number: Int32) {
        if status == nil { kill(processID, number) }
    }

    /// Whether the program has not ended yet.
    public var isRunning: Bool {
        reap(blocking: false)
        return status == nil
    }

    /// Feeds the input, collects the output and waits for the end.
    ///
    /// - Parameter timeout: seconds after which the program and its children are killed.
    /// - Throws: ``CommandError`` when the time limit was reached.
    public func wait(timeout: Double = 120) throws -> CommandResult {
        let deadline = Date(timeIntervalSinceNow: timeout)
        while standardOutput >= 0 || standardError >= 0 {
            let moved = exchange()
            // A daemon that the program left running may hold the pipes open for ever.
            if !moved, !isRunning { break }
            try enforce(deadline, timeout)
        }
        while isRunning {
            usleep(1000)
            try enforce(deadline, timeout)
        }
        closeAll()
        return result
    }

    private var result: CommandResult {
        let raw = status ?? 0
        let signal = raw & 0x7f
        return CommandResult(exitCode: signal == 0 ? (raw >> 8) & 0xff : 128 + signal, stdout: stdout, stderr: stderr)
    }

    private func enforce(_ deadline: Date, _ timeout: Double) throws {
        guard Date() > deadline else { return }
        kill(-processID, SIGKILL)
        reap(blocking: true)
        closeAll()
        throw CommandError(line, "did not end within \(timeout) s\n\(result)")
    }

    private func reap(blocking: Bool) {
        guard status == nil else { return }
        var raw: Int32 = 0
        var answer: pid_t
        repeat { answer = waitpid(processID, &raw, blocking ? 0 : WNOHANG) } while answer == -1 && errno == EINTR
        // ECHILD: somebody else in this process collected it, and its exit code with it.
        if answer != 0 { status = answer == processID ? raw : 255 << 8 }
    }

    private func closeAll() {
        for descriptor in [standardInput, standardOutput, standardError] where descriptor >= 0 { close(descriptor) }
        (standardInput, standardOutput, standardError) = (-1, -1, -1)
    }
}

// The three pipes, served by one thread so that none can fill up while another is waited for.
extension RunningCommand {
    /// Waits up to 50 ms for a pipe that is ready and serves those that are.
    private func exchange() -> Bool {
        if standardInput >= 0, input.isEmpty {
            close(standardInput)
            standardInput = -1
        }
        var descriptors = [
            pollfd(fd: standardOutput, events: Int16(POLLIN), revents: 0),
            pollfd(fd: standardError, events: Int16(POLLIN), revents: 0),
            pollfd(fd: standardInput, events: Int16(POLLOUT), revents: 0),
        ]
        guard poll(&descriptors, nfds_t(descriptors.count), 50) > 0 else { return false }
        if descriptors[0].revents != 0 { Self.read(&standardOutput, into: &stdout) }
        if descriptors[1].revents != 0 { Self.read(&standardError, into: &stderr) }
        if descriptors[2].revents != 0 { writeInput() }
        return true
    }

    private static func read(_ descriptor: inout Int32, into data: inout Data) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            data.append(contentsOf: buffer[..<count])
        } else if count == 0 || errno != EINTR {
            close(descriptor)
            descriptor = -1
        }
    }

    private func writeInput() {
        let count = withoutBrokenPipeSignal {
            input.withUnsafeBytes { Foundation.write(standardInput, $0.baseAddress, min($0.count, 65536)) }
        }
        if count >= 0 {
            input = input.dropFirst(count)
        } else if errno != EINTR, errno != EAGAIN {
            // The program does not want the rest.
            input = Data()
        }
    }
}

/// Runs a write with SIGPIPE held back for this thread, and takes the signal away if it came.
private func withoutBrokenPipeSignal(_ body: () -> Int) -> Int {
    var brokenPipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    let count = body()
    let code = errno
    if count < 0, code == EPIPE {
        var now = timespec(tv_sec: 0, tv_nsec: 0)
        sigtimedwait(&brokenPipe, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return count
}

private func withCStrings<R>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
