import Foundation
import TestSupport
import Testing

/// SoftHSM empties the file of a token at every login and writes it anew; a kill in between must not cost the keys.
@Suite struct `Embedded token after an interrupted login` {
    private func p11(_ arguments: [String], _ data: TemporaryDirectory) throws -> CommandResult {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PKCS11_") }
        environment["XDG_DATA_HOME"] = data.path
        environment["P11_NO_EMBEDDED"] = nil
        return try Command.run(try Repository.product("p11"), arguments, environment: environment)
    }

    @Test(arguments: [0, 1, 100]) func `the file of the token is put back where it was cut short`(length: Int) throws {
        let data = try TemporaryDirectory()
        let made = try p11(["key", "generate", "--type", "rsa:2048", "--label", "kept"], data)
        #expect(made.exitCode == 0, "\(made)")
        let before = try p11(["key", "export", "kept"], data)

        let tokens = data.path + "/swift-pkcs11/embedded/tokens"
        let token = try #require(try FileManager.default.contentsOfDirectory(atPath: tokens).first)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(tokens)/\(token)/token.object"))
        try file.truncate(atOffset: UInt64(length))
        try file.close()

        let signed = try p11(
            ["sign", "kept", "/dev/null", "--algorithm", "rsa-pkcs1-sha256", "--encoding", "hex"], data)
        #expect(signed.exitCode == 0, "\(signed)")
        #expect(try p11(["key", "export", "kept"], data).stdout == before.stdout)
    }
}
