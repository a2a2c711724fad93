import Foundation
import TestSupport
import Testing

/// What the library's own tests of the embedded token leave out: programs that are not `p11`, and many of them at first use.
@Suite struct `Embedded token in programs` {
    @Test func `two programs that meet at first use make keys on one token`() throws {
        let home = try TemporaryDirectory()
        let program = try Repository.product("TestProgram")
        let running = try (0..<2).map { _ in
            try Command.start(program, ["embedded"], environment: ["XDG_DATA_HOME": home.path])
        }
        let results = try running.map { try $0.wait() }
        #expect(results.allSatisfy { $0.succeeded }, "\(results)")
        #expect(Set(results.map(\.output)).count == 1)
    }

    @Test func `signs beside a token by path, on several threads`() throws {
        let home = try TemporaryDirectory()
        let token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 0, workingKey: true)
        let result = try Command.run(
            Repository.product("TestProgram"),
            ["embedded-beside", Provider.softHSM.required(), token.label, token.pin],
            environment: token.environment.merging(["XDG_DATA_HOME": home.path]) { $1 })
        #expect(result.succeeded, "\(result)")
    }
}
