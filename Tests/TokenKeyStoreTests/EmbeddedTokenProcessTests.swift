import Foundation
import TestSupport
import Testing

@testable import TokenKeyStore

/// Several processes, as a build server that starts many of them has: `p11` is the program in each.
@Suite(.serialized) struct `The embedded token of several processes` {
    private let home: EmbeddedHome

    init() throws { home = try EmbeddedHome() }

    private func start(_ arguments: [String]) throws -> RunningCommand {
        try Command.start(
            try Repository.product("p11"), arguments,
            environment: ["XDG_DATA_HOME": home.data, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
            inheritingEnvironment: false)
    }

    private struct Keys: Decodable {
        let token: String?
        let loggedIn: Bool
    }

    private func keys(_ result: CommandResult) throws -> Keys {
        #expect(result.succeeded, "\(result)")
        return try JSONDecoder().decode(Keys.self, from: result.stdout)
    }

    @Test func `twenty that meet at first use end up with one token`() throws {
        let running = try (0..<20).map { _ in try start(["key", "list", "--json"]) }
        let found = try running.map { try keys($0.wait()) }
        #expect(Set(found.map(\.token)).count == 1 && found.allSatisfy { $0.token != nil && $0.loggedIn })
        #expect(try home.entries == ["embedded"])
    }

    @Test func `killed at random moments leave the whole token or none`() throws {
        // How long it takes here and now, undisturbed.
        let time = try ContinuousClock().measure { _ = try keys(start(["key", "list", "--json"]).wait()) }
        try FileManager.default.removeItem(atPath: home.folder)
        let latest = UInt32(time / .microseconds(1))
        var made = 0
        for _ in 0..<40 {
            let running = try start(["key", "list", "--json"])
            usleep(.random(in: 0...latest))
            running.signal(SIGKILL)
            _ = try? running.wait()
            if FileManager.default.fileExists(atPath: home.folder) {
                made += 1
                let files = try FileManager.default.contentsOfDirectory(atPath: home.folder).sorted()
                #expect(files == ["backup", "pin", "serial", "softhsm2.conf", "tokens"])
                #expect(try keys(start(["key", "list", "--json"]).wait()).loggedIn)
                try FileManager.default.removeItem(atPath: home.folder)
            }
        }
        #expect(try keys(start(["key", "list", "--json"]).wait()).loggedIn)
        #expect(try home.entries == ["embedded"])
        // Neither always too early nor always too late, else the test shows nothing.
        #expect(made > 0 && made < 40, "\(made) of 40 were done before they were killed")
    }

    /// What `ps` shows while the token is made.
    @Test func `no PIN is on a command line`() throws {
        let running = try start(["key", "list"])
        var seen: Set<String> = []
        while running.isRunning {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(name) != nil {
                let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
                let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                // Other tests make tokens too, with other labels.
                if words.contains(EmbeddedTokenMaker.label) { seen.insert(words.joined(separator: " ")) }
            }
        }
        _ = try running.wait()
        let pin = try String(contentsOfFile: home.folder + "/pin", encoding: .utf8).dropLast()
        #expect(seen.contains { $0.contains("--init-token") })
        #expect(!seen.contains { $0.contains(pin) || $0.contains("--pin") || $0.contains("--so-pin") })
    }
}
