import Foundation
import TestSupport
import Testing

/// A forked child uses the parent's stores (design, invariant 7). Swift has no call for that, and a test process has too many threads;
/// each case is a scenario of `TestProgram`, in a process of its own.
@Suite struct `Fork` {
    private func run(_ scenario: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        let token = try SoftHSMToken(moreLabels: ["other"])
        try StoredKeys.fill(token, pairs: 0, workingKey: true)
        try StoredKeys.fill(token, label: "other", pairs: 3, workingKey: true)
        let result = try Command.run(
            Repository.product("TestProgram"),
            [scenario, Provider.softHSM.required(), token.label, token.pin] + arguments,
            environment: token.environment.merging(environment) { $1 }, timeout: 300)
        #expect(result.succeeded, "\(result)")
        #expect(result.output.hasSuffix("ok\n"))
    }

    @Test func `the child signs with the parent's key, and the parent goes on`() throws {
        try run("fork-once")
    }

    @Test func `several children, at once, one after the other and from one another`() throws {
        try run("fork-several")
    }

    @Test func `a child that becomes another program leaves the parent alone`() throws {
        try run("fork-exec")
    }

    @Test func `threads of the child meet at the store`() throws {
        try run("fork-threads")
    }

    /// After the module was initialised anew, numbers of the one token's sessions and keys are those of the other's.
    @Test func `stores on two tokens of one module do not take each other's sessions in the child`() throws {
        try run("fork-two-stores", ["other"])
    }

    @Test func `a child that closes the store takes nothing from the parent`() throws {
        try run("fork-close")
    }

    @Test func `a store that the child opens has its own login`() throws {
        try run("fork-open")
    }

    @Test func `a PIN that the parent saw rejected is not sent by its children`() throws {
        try run("fork-rejected-pin")
    }

    @Test func `locks that another thread holds at the fork are free in the child`() throws {
        try run("fork-lock")
    }

    @Test func `a child forked while the user is asked for the PIN signs`() throws {
        try run("fork-in-prompt")
    }

    @Test func `a child that lives on does not keep the lock of the token`() throws {
        try run("fork-generating")
    }

    @Test func `a session key is the parent's alone`() throws {
        try run("fork-session-key")
    }

    @Test func `children forked while threads fight for the locks sign`() throws {
        try run("fork-amid-locks", ["100"])
    }

    @Test func `the embedded token and one by path sign in the child`() throws {
        let home = try TemporaryDirectory()
        try run("fork-embedded", environment: ["XDG_DATA_HOME": home.path])
    }
}
