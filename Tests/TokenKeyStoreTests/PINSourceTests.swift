import Foundation
import PKCS11
import TestSupport
import Testing

@testable import TokenKeyStore

@Suite struct `PIN sources` {
    private let request = PINRequest(tokenLabel: "payments", serialNumber: "4f2a0c11")
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func bytes(_ source: PINSource) throws -> [UInt8]? {
        try PINSupply(source).pin(for: request).map { pin in pin.withUnsafeBytes { Array($0) } }
    }

    private func file(_ contents: String, mode: Int = 0o600) throws -> PINSource {
        .file(try folder.write(contents, to: "pin", mode: mode))
    }

    private func failure(_ source: PINSource) -> KeyStoreError? {
        do {
            _ = try bytes(source)
            return nil
        } catch {
            return error as? KeyStoreError
        }
    }

    @Test(arguments: [
        ("1234", "1234"), ("1234\n", "1234"), ("1234\r\n", "1234"), ("1234\n\n", "1234\n"), ("1234\r", "1234\r"),
        (" 12 34 \n", " 12 34 "), ("12\n34", "12\n34"), ("\r\n1\r\n", "\r\n1"), ("ü€\n", "ü€"), ("1\0002\n", "1\0002"),
    ])
    func `one newline at the end of a file is removed and nothing else`(contents: String, pin: String) throws {
        #expect(try bytes(file(contents)) == Array(pin.utf8))
    }

    @Test func `bytes that are no UTF-8 pass unchanged`() throws {
        let path = try folder.write(Data([0xFF, 0x00, 0xC3, 0x0A]), to: "raw")
        #expect(try bytes(.file(path)) == [0xFF, 0x00, 0xC3])
    }

    @Test(arguments: ["", "\n", "\r\n"])
    func `an empty PIN is no attempt`(contents: String) throws {
        let error = try #require(failure(try file(contents)))
        #expect(error.code == .pinMissing)
        #expect(error.message.contains("empty"))
        let empty = try SecureBytes(utf8: "")
        #expect(failure(.value(empty))?.code == .pinMissing)
        #expect(failure(.callback { _ in empty })?.code == .pinMissing)
    }

    @Test func `a file of 4,096 bytes is a PIN, a longer one is not`() throws {
        let most = String(repeating: "x", count: 4096)
        #expect(try bytes(file(most + "\r\n")) == Array(most.utf8))
        for contents in [most + "x", most + "x\n", most + "\n\n", String(repeating: "x", count: 100_000)] {
            let error = try #require(failure(try file(contents)))
            #expect(error.code == .pinMissing)
            #expect(error.message.contains("4096"))
        }
    }

    @Test func `a file that is missing, a folder, a pipe or a device is refused with the reason`() throws {
        let missing = try #require(failure(.file(folder.file("missing"))))
        #expect(missing.code == .pinMissing)
        #expect(missing.message.contains("No such file") && missing.message.contains("missing"))
        #expect(failure(.file(folder.path))?.message.contains("not a regular file") == true)
        #expect(failure(.file("/dev/null"))?.message.contains("not a regular file") == true)
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let error = try #require(failure(.file(pipe)))
        #expect(error.message.contains("not a regular file"))
        #expect(error.hint?.contains("fd:") == true)
    }

    @Test(.disabled(if: geteuid() == 0, "root reads every file"))
    func `a file without read permission is refused with the reason`() throws {
        let error = try #require(failure(try file("1234", mode: 0o000)))
        #expect(error.code == .pinMissing)
        #expect(error.message.contains("Permission denied"))
    }

    @Test func `a file may be a link, as secrets of container systems are`() throws {
        let target = try folder.write("1234\n", to: "target")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: target)
        #expect(try bytes(.file(folder.file("link"))) == Array("1234".utf8))
    }

    @Test func `an environment variable is read when it is asked for, and an unset one is no prompt`() throws {
        let name = "P11_TEST_PIN_\(UUID().uuidString.prefix(8))"
        let error = try #require(failure(.environment(name)))
        #expect(error.code == .pinMissing)
        #expect(error.message.contains(name))
        setenv(name, "se cret\n", 1)
        #expect(try bytes(.environment(name)) == Array("se cret\n".utf8))
        setenv(name, "", 1)
        #expect(failure(.environment(name))?.message.contains("empty") == true)
    }

    @Test func `a descriptor is read to its end, once, and stays open`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(write(ends[1], "12", 2) == 2 && write(ends[1], "34\n", 3) == 3)
        close(ends[1])
        let supply = PINSupply(.fileDescriptor(ends[0]))
        #expect(try supply.pin(for: request)?.withUnsafeBytes { Array($0) } == Array("1234".utf8))
        #expect(fcntl(ends[0], F_GETFD) >= 0)
        #expect { try supply.pin(for: request) } throws: { error in
            (error as? KeyStoreError)?.code == .pinMissing && "\(error)".contains("once")
        }
    }

    @Test func `a descriptor that is not open is refused with the reason`() {
        #expect(failure(.fileDescriptor(9999))?.message.contains("Bad file descriptor") == true)
    }

    @Test func `a kept PIN is given again until it is forgotten`() throws {
        let count = Counter()
        let source = PINSource.callback { _ in
            count.increment()
            return try SecureBytes(utf8: "1234")
        }
        let asking = PINSupply(source)
        for _ in 0..<3 { _ = try asking.pin(for: request) }
        #expect(count.value == 3)
        let keeping = PINSupply(source.keepingPIN())
        for _ in 0..<3 { _ = try keeping.pin(for: request) }
        #expect(count.value == 4)
        keeping.forget()
        _ = try keeping.pin(for: request)
        #expect(count.value == 5)
    }

    @Test func `the security officer's PIN is kept apart from the user's`() throws {
        let source = PINSource.callback { try SecureBytes(utf8: $0.user == .so ? "so" : "user") }
        let supply = PINSupply(source.keepingPIN())
        let officer = PINRequest(tokenLabel: "", serialNumber: "", user: .so)
        let context = PINRequest(tokenLabel: "", serialNumber: "", user: .contextSpecific)
        for _ in 0..<2 {
            #expect(try supply.pin(for: request)?.withUnsafeBytes { Array($0) } == Array("user".utf8))
            #expect(try supply.pin(for: officer)?.withUnsafeBytes { Array($0) } == Array("so".utf8))
            #expect(try supply.pin(for: context)?.withUnsafeBytes { Array($0) } == Array("user".utf8))
        }
    }

    @Test func `no source and a callback without a PIN give none`() throws {
        #expect(try bytes(.none) == nil)
        #expect(try bytes(.callback { _ in nil }) == nil)
    }

    @Test func `what a callback throws arrives`() {
        struct Refused: Error {}
        #expect(throws: Refused.self) { try bytes(.callback { _ in throw Refused() }) }
    }

    @Test(arguments: ["1234", "1234\n", "1234\r\n"])
    func `a program prints the PIN, and one newline at the end is removed`(printed: String) throws {
        let path = try folder.write(printed, to: "p i n")
        #expect(try bytes(.command("/bin/cat", arguments: [path])) == Array("1234".utf8))
        // Blanks part the arguments, and no shell takes part.
        #expect(try bytes(PINSource(parsing: "cmd:/usr/bin/printf %s|%s $HOME  'x")) == Array("$HOME|'x".utf8))
    }

    @Test func `a program that fails, prints nothing or too much, or is not there, gives no PIN`() throws {
        for (source, words) in [
            (PINSource.command("/bin/sh", arguments: ["-c", "echo 1234; exit 1"]), "failed"),
            (.command("/bin/sh", arguments: ["-c", "echo 1234; kill -9 $$"]), "failed"),
            (.command("/bin/true"), "empty"), (.command("/bin/cat", arguments: ["/dev/zero"]), "more than 4096 bytes"),
            (.command("/nowhere/program"), "No such file"), (.command("/"), "Permission denied"),
        ] {
            let error = failure(source)
            #expect(error?.code == .pinMissing && error?.message.contains(words) == true, "\(words): \(error as Any)")
        }
        // Its standard input is empty: it must not eat what the program is to sign.
        #expect(failure(.command("/bin/cat"))?.message.contains("empty") == true)
        for text in ["cmd:", "cmd:cat", "cmd: ", "cmd:./cat", "credential:", "credential:..", "credential:a/b"] {
            #expect(throws: KeyStoreError.self) { try PINSource(parsing: text) }
        }
        #expect(try PINSource(parsing: "cmd:/bin/echo 1234").description == "cmd:/bin/echo")
        #expect(try PINSource(parsing: "credential:pin").description == "credential:pin")
    }

    @Test func `no description and no dump shows a PIN`() throws {
        let source = PINSource.value(try SecureBytes(utf8: "geheim"))
        var dumped = ""
        dump(source, to: &dumped)
        dump(Configuration(pin: source), to: &dumped)
        #expect(!dumped.contains("geheim") && !"\(source)".contains("geheim"))
    }

    // MARK: The words of a command line

    @Test(arguments: [
        ("prompt", "prompt"), ("-", "-"), ("fd:7", "fd:7"), ("fd:0", "-"), ("env:A_B", "env:A_B"),
        ("file:/a:b c", "file:/a:b c"),
        ("file:relative", "file:relative"),
    ])
    func `a source is read from its words`(text: String, description: String) throws {
        #expect(try PINSource(parsing: text).description == description)
    }

    @Test(arguments: [
        "", "geheim", "geheim:1", "file:", "env:", "env:A=B", "fd:", "fd:-1", "fd:x", "fd:99999999999", "prompt:", "-:",
        "PROMPT", "cmd:geheim",
    ])
    func `what is no source is refused without repeating it`(text: String) {
        #expect { try PINSource(parsing: text) } throws: { error in
            (error as? KeyStoreError)?.code == .invalidConfiguration && !"\(error)".contains("geheim")
        }
    }

    @Test(arguments: [
        ("file:/run/pin", "file:/run/pin"), ("file:///run/pin", "file:/run/pin"), ("/run/pin", "file:/run/pin"),
        ("file://localhost/run/pin", "file:/run/pin"),
    ])
    func `the pin-source of a URI is a file`(text: String, description: String) throws {
        #expect(try PINSource(uriAttribute: text).description == description)
    }

    @Test(arguments: [
        "|cat /run/pin", "relative", "file:relative", "file://host/run/pin", "env:PIN", "//host/pin", "prompt",
    ])
    func `the pin-source of a URI is nothing but a file`(text: String) {
        #expect(throws: KeyStoreError.self) { try PINSource(uriAttribute: text) }
    }
}

/// Counts from any thread.
final class Counter: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var count = 0

    func increment() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
}
