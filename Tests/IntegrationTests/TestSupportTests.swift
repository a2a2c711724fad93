import Foundation
import TestSupport
import Testing

@Suite struct `Running other programs` {
    @Test func `large input and output do not block each other`() throws {
        let input = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
        let result = try Command.run("cat", input: input)
        #expect(result.exitCode == 0)
        #expect(result.stdout == input)
    }

    @Test func `large outputs on both streams arrive whole`() throws {
        let script = "head -c 1000000 /dev/zero >&2; head -c 2000000 /dev/zero; exit 7"
        let result = try Command.run("sh", ["-c", script])
        #expect(result.exitCode == 7)
        #expect(result.stdout.count == 2_000_000)
        #expect(result.stderr.count == 1_000_000)
    }

    @Test func `a program that does not read its input is no error`() throws {
        #expect(try Command.run("true", input: Data(count: 1_000_000)).exitCode == 0)
    }

    @Test func `a signal is reported as a shell reports it`() throws {
        #expect(try Command.run("sh", ["-c", "kill -9 $$"]).exitCode == 137)
    }

    @Test func `the time limit ends the program and its children`() throws {
        let start = Date()
        #expect(throws: CommandError.self) { try Command.run("sh", ["-c", "sleep 30; true"], timeout: 0.2) }
        #expect(Date().timeIntervalSince(start) < 10)
    }

    @Test func `a daemon that holds the pipes open is not waited for`() throws {
        let start = Date()
        #expect(try Command.run("sh", ["-c", "sleep 5 & echo started"]).output == "started\n")
        #expect(Date().timeIntervalSince(start) < 4)
    }

    @Test func `environment and directory are the child's`() throws {
        let folder = try TemporaryDirectory()
        let result = try Command.run(
            "sh", ["-c", "pwd; echo $P11_TEST_WORD"], environment: ["P11_TEST_WORD": "ümlaut"],
            directory: folder.path)
        #expect(result.output == "\(folder.path)\nümlaut\n")
        #expect(throws: CommandError.self) { try Command.run("no-such-program-here") }
    }

    @Test func `the command of this build is found beside the tests`() throws {
        let p11 = try Repository.product("p11")
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        #expect(
            URL(fileURLWithPath: p11).resolvingSymlinksInPath().deletingLastPathComponent().path
                == bundle.resolvingSymlinksInPath().path)
        #expect(try Command.run(p11, ["--version"]).exitCode == 0)
    }

    @Test func `a temporary folder goes with its last reference`() throws {
        var folder: TemporaryDirectory? = try TemporaryDirectory()
        let path = try folder?.write("x", to: "a/b") ?? ""
        #expect(FileManager.default.contents(atPath: path) == Data("x".utf8))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
