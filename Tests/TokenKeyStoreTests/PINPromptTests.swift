import Foundation
import PKCS11
import Synchronization
import TestSupport
import Testing

@testable import TokenKeyStore

/// The prompt on a terminal made for the test; `p11` on its controlling terminal is tested with the command.
@Suite(.serialized) struct `PIN prompts` {
    /// A pseudo-terminal: what a person types into and sees, and what the program has open.
    private final class Terminal: Sendable {
        let person: Int32
        let program: Int32

        init() throws {
            // posix_openpt and its kin are not imported, as Swift does not define _XOPEN_SOURCE.
            person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var number: UInt32 = 0
            var unlocked: Int32 = 0
            let getNumber: UInt = 0x8004_5430  // TIOCGPTN
            let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
            guard person >= 0, ioctl(person, getNumber, &number) == 0, ioctl(person, setLock, &unlocked) == 0 else {
                throw CocoaError(.fileReadUnknown)
            }
            program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        }

        deinit {
            close(program)
            close(person)
        }

        var echoes: Bool {
            var settings = termios()
            return tcgetattr(program, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
        }

        func type(_ text: String) { _ = write(person, text, text.utf8.count) }

        /// What a person sees until the text appears.
        func waitUntilShown(_ text: String) -> String {
            var seen = ""
            for _ in 0..<500 {
                var source = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
                if poll(&source, 1, 10) > 0 {
                    var buffer = [UInt8](repeating: 0, count: 1024)
                    let got = read(person, &buffer, buffer.count)
                    if got > 0 { seen += String(decoding: buffer.prefix(got), as: UTF8.self) }
                }
                if seen.contains(text) { break }
            }
            return seen
        }
    }

    /// A prompt on a thread of its own: the threads that tests run on may all be taken by tests that wait for something.
    private final class Prompt: Sendable {
        private let done = DispatchSemaphore(value: 0)
        private let result = ForkSafeLock<Result<[UInt8], any Error>?>(nil)

        init(on terminal: Terminal, limit: Int, leavingSignalsToOthers: Bool) {
            Thread.detachNewThread {
                var signals = sigset_t()
                sigfillset(&signals)
                pthread_sigmask(leavingSignalsToOthers ? SIG_BLOCK : SIG_UNBLOCK, &signals, nil)
                let result = Result {
                    try SecureBytes(prompt: "PIN: ", terminal: terminal.program, limit: limit).withUnsafeBytes {
                        Array($0)
                    }
                }
                self.result.withLock { $0 = result }
                self.done.signal()
            }
        }

        /// What was typed; fails after ten seconds, so that a failing test ends.
        func answer() throws -> [UInt8] {
            guard done.wait(timeout: .now() + 10) == .success, let result = result.withLock({ $0 }) else {
                throw CocoaError(.userCancelled)
            }
            return try result.get()
        }
    }

    private func prompt(on terminal: Terminal, limit: Int = 64, leavingSignalsToOthers: Bool = false) -> Prompt {
        Prompt(on: terminal, limit: limit, leavingSignalsToOthers: leavingSignalsToOthers)
    }

    @Test func `a line is read without echo, and the echo comes back`() throws {
        let terminal = try Terminal()
        #expect(terminal.echoes)
        let answer = prompt(on: terminal)
        _ = terminal.waitUntilShown("PIN: ")
        #expect(!terminal.echoes)
        terminal.type("12 ü4\n")
        #expect(try answer.answer() == Array("12 ü4".utf8))
        #expect(terminal.echoes)
        #expect(!terminal.waitUntilShown("\n").contains("12"))
    }

    @Test func `what was typed before the prompt is no answer`() throws {
        let terminal = try Terminal()
        terminal.type("early\n")
        _ = terminal.waitUntilShown("early")
        let answer = prompt(on: terminal)
        _ = terminal.waitUntilShown("PIN: ")
        terminal.type("1234\n")
        #expect(try answer.answer() == Array("1234".utf8))
    }

    @Test func `a line that is too long is no PIN`() throws {
        let terminal = try Terminal()
        let answer = prompt(on: terminal, limit: 8)
        _ = terminal.waitUntilShown("PIN: ")
        terminal.type("123456789\n")
        #expect(throws: SecretReadingError.tooLong) { try answer.answer() }
        #expect(terminal.echoes)
    }

    @Test func `nothing typed is empty, and so no attempt`() throws {
        let terminal = try Terminal()
        let answer = prompt(on: terminal)
        _ = terminal.waitUntilShown("PIN: ")
        terminal.type("\n")
        #expect(try answer.answer() == [])
    }

    /// The program under test has a handler, so it survives: the echo must be back when the handler runs.
    @Test(
        .disabled(if: Sanitizer.isThread, "the thread sanitizer delivers signals late"),
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT], [false, true])
    func `a signal gives the echo back before the program's own handler runs`(
        signal number: Int32, leavingSignalsToOthers: Bool
    ) throws {
        let terminal = try Terminal()
        SignalNote.watch(terminal.program, number)
        defer { SignalNote.unwatch(number) }
        let answer = prompt(on: terminal, leavingSignalsToOthers: leavingSignalsToOthers)
        _ = terminal.waitUntilShown("PIN: ")
        terminal.type("half a PIN")
        #expect(kill(getpid(), number) == 0)
        #expect(throws: SecretReadingError.interrupted) { try answer.answer() }
        #expect(SignalNote.echoWhenHandled == 1)
        #expect(terminal.echoes)
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer delivers signals late"))
    func `after a stop the prompt comes again`() throws {
        let terminal = try Terminal()
        SignalNote.watch(terminal.program, SIGTSTP)
        defer { SignalNote.unwatch(SIGTSTP) }
        let answer = prompt(on: terminal)
        _ = terminal.waitUntilShown("PIN: ")
        terminal.type("12")
        #expect(kill(getpid(), SIGTSTP) == 0)
        _ = terminal.waitUntilShown("PIN: ")
        #expect(SignalNote.echoWhenHandled == 1)
        #expect(!terminal.echoes)
        terminal.type("34\n")
        #expect(try answer.answer() == Array("34".utf8))
    }

    @Test(.disabled(if: Sanitizer.isThread, "the thread sanitizer delivers signals late"))
    func `an ignored signal stays ignored`() throws {
        let terminal = try Terminal()
        signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, SIG_DFL) }
        let answer = prompt(on: terminal)
        _ = terminal.waitUntilShown("PIN: ")
        #expect(kill(getpid(), SIGHUP) == 0)
        terminal.type("1234\n")
        #expect(try answer.answer() == Array("1234".utf8))
    }

    @Test func `the prompt names the token and shows no control characters`() {
        let request = PINRequest(tokenLabel: "pay\u{1B}[2J\n", serialNumber: "4f2a", user: .user)
        #expect(request.prompt == "PIN for token \"pay\\x1b[2J\\x0a\" (serial 4f2a): ")
        let officer = PINRequest(tokenLabel: "a", serialNumber: "", user: .so)
        #expect(officer.prompt == "Security officer PIN for token \"a\": ")
    }
}

/// What a signal handler saw. One test at a time.
private enum SignalNote {
    private static let terminal = Atomic<Int32>(-1)
    private static let echo = Atomic<Int32>(-1)

    /// 1 where the terminal echoed when the handler ran, 0 where it did not, -1 where it did not run.
    static var echoWhenHandled: Int32 {
        // The handler runs on whichever thread takes signals, soon.
        for _ in 0..<5000 where echo.load(ordering: .acquiring) < 0 { usleep(1000) }
        return echo.load(ordering: .acquiring)
    }

    static func watch(_ descriptor: Int32, _ number: Int32) {
        terminal.store(descriptor, ordering: .releasing)
        echo.store(-1, ordering: .releasing)
        signal(number) { _ in
            var settings = termios()
            let echoes =
                tcgetattr(SignalNote.terminal.load(ordering: .acquiring), &settings) == 0
                && settings.c_lflag & tcflag_t(ECHO) != 0
            SignalNote.echo.store(echoes ? 1 : 0, ordering: .releasing)
        }
    }

    static func unwatch(_ number: Int32) { signal(number, SIG_DFL) }
}
