import Foundation
import TestSupport
import Testing

@Suite struct `The end` {
    /// The destructors of a module may have run by then: https://github.com/openssl-projects/pkcs11-provider/issues/291
    @Test func `a process that ends with an open store calls nothing any more`() throws {
        let token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 0, workingKey: true)
        let faults = try FaultProvider(on: token)
        let log = token.directory.file("log")
        let result = try Command.run(
            Repository.product("TestProgram"), ["leave", faults.path, token.label, token.pin],
            environment: faults.environment(log: log))
        #expect(result.succeeded, "\(result)")
        #expect(result.output == "ok\n")
        let calls = FaultProvider.calls(inLog: log)
        #expect(calls.last == "C_Sign")
        #expect(!calls.contains("C_Finalize"))
        withExtendedLifetime(faults) {}
    }
}
