import Foundation
import TestSupport
import Testing
import TokenKeyStore

@Suite struct `Concurrency and memory` {
    /// In a process of its own; the bound is far above what an allocator keeps for itself and far below a leak of 64 bytes each.
    @Test(.disabled(if: Sanitizer.isAddress, "the address sanitizer keeps what was freed"))
    func `20000 signatures leave memory where it was`() throws {
        let token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 0, workingKey: false)
        try StoredKeys.generate(on: token, bits: 1024)
        let result = try Command.check(
            Repository.product("TestProgram"),
            ["memory", Provider.softHSM.required(), token.label, token.pin, "20000"], environment: token.environment,
            timeout: 600)
        let grown = try #require(Int(result.output.split(separator: " ").dropFirst(2).first ?? ""), "\(result)")
        #expect(grown < 1 << 20, "\(result.output)")
    }

    @Test func `1000 pairs are listed and each is found`() throws {
        let token = try SoftHSMToken()
        try StoredKeys.fill(token, pairs: 1000, workingKey: false)
        let store = try KeyStore(
            module: .path(token.modulePath), token: .label(token.label), pin: .value(SecureBytes(utf8: token.pin)))
        let keys = try store.keys()
        #expect(keys.count == 1000)
        #expect(keys.allSatisfy { $0.privateKey != nil && $0.publicKey != nil && $0.warnings.isEmpty })
        #expect(Set(keys.map(\.label)) == Set((0..<1000).map { "pair \($0)" }))
        #expect(try store.privateKey(label: "pair 999").publicKey == store.publicKey(tag: Data("id 999".utf8)))
    }
}
