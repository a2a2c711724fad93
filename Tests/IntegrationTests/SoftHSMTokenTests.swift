import Foundation
import TestSupport
import Testing

@Suite struct `SoftHSM tokens of a test` {
    @Test func `a private copy of the library finds its own tokens without the environment`() throws {
        let token = try SoftHSMToken(label: "first", moreLabels: ["second"])
        let other = try SoftHSMToken(label: "elsewhere")
        let elsewhere = ["SOFTHSM2_CONF": other.configurationPath]
        let list = try Command.check("pkcs11-tool", ["--module", token.modulePath, "-L"], environment: elsewhere)
        #expect(list.output.contains("token label        : first\n"))
        #expect(list.output.contains("token label        : second\n"))
        #expect(!list.output.contains("elsewhere"))
    }

    @Test func `the library of the system finds them by the environment`() throws {
        let token = try SoftHSMToken(label: "by environment")
        let answer = try token.pkcs11Tool(
            token.loginArguments + ["--keypairgen", "--key-type", "rsa:2048", "--id", "0a", "--label", "pair"])
        #expect(answer.output.contains("Private Key Object; RSA"))
    }

    @Test func `the spy lists the calls of a child process`() throws {
        let token = try SoftHSMToken()
        let spy = try Spy(on: token.modulePath)
        #expect(spy.calls.isEmpty)
        try Command.check("pkcs11-tool", ["--module", spy.modulePath, "-L"], environment: spy.environment)
        let calls = spy.calls
        #expect(calls.contains("C_Initialize"))
        #expect(calls.count { $0 == "C_GetTokenInfo" } >= 1)
        #expect(calls.last == "C_Finalize")
        try spy.reset()
        #expect(spy.calls.isEmpty)
    }
}
