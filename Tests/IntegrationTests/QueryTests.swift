import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// Eight keys of which each query finds the right ones.
@Suite(.queriedKeys) struct `Queries` {
    @Test(
        arguments: [
            (KeyQuery(), ["both", "decrypt", "imported", "same 1", "same 2", "sign"]),
            (KeyQuery(tag: Data("sign".utf8)), ["sign"]),
            (KeyQuery(tag: Data("sig".utf8)), []),
            (KeyQuery(tag: Data("signs".utf8)), []),
            (KeyQuery(label: "sign"), ["sign"]),
            (KeyQuery(label: "Sign"), []),
            (KeyQuery(label: "sign "), []),
            (KeyQuery(tag: Data("sign".utf8), label: "sign"), ["sign"]),
            (KeyQuery(tag: Data("sign".utf8), label: "decrypt"), []),
            (KeyQuery(tag: Data("same".utf8)), ["same 1", "same 2"]),
            (KeyQuery(tag: Data("same".utf8), label: "same 2"), ["same 2"]),
            (KeyQuery(objectClass: .privateKey), ["both", "decrypt", "same 1", "same 2", "sign"]),
            (KeyQuery(objectClass: .publicKey), ["both", "decrypt", "imported", "same 1", "same 2", "sign"]),
            (KeyQuery(objectClass: .secretKey), []),
            (KeyQuery(keyType: .rsa), ["both", "decrypt", "imported", "same 1", "same 2", "sign"]),
            (KeyQuery(keyType: .ec), []),
            (KeyQuery(sizeInBits: 2050), ["decrypt"]),
            (KeyQuery(sizeInBits: 2056), []),
            (KeyQuery(keyType: .rsa, sizeInBits: 3072), ["imported"]),
            (KeyQuery(usage: .sign), ["both", "same 1", "same 2", "sign"]),
            (KeyQuery(usage: .decrypt), ["both", "decrypt"]),
            (KeyQuery(usage: [.sign, .decrypt]), ["both"]),
            (KeyQuery(usage: .verify), ["both", "imported", "same 1", "same 2", "sign"]),
            (KeyQuery(usage: .encrypt), ["both", "decrypt"]),
            (KeyQuery(usage: .unwrap), []),
            (
                KeyQuery(label: "both", objectClass: .privateKey, keyType: .rsa, sizeInBits: 2048, usage: .sign),
                ["both"]
            ),
            (KeyQuery(label: "both", objectClass: .privateKey, keyType: .rsa, sizeInBits: 2050, usage: .sign), []),
            (KeyQuery(label: "decrypt", usage: .sign), []),
        ] as [(KeyQuery, [String])])
    func `any mix of criteria`(query: KeyQuery, expected: [String]) throws {
        let store = try QueriedKeys.store()
        #expect(try store.keys(matching: query).map(\.label).sorted() == expected)
    }

    @Test func `several matches where one is wanted are an error that lists them`() throws {
        let store = try QueriedKeys.store()
        let error = expectError(.keyAmbiguous) { _ = try store.privateKey(tag: Data("same".utf8)) }
        let candidates = try #require(error?.candidates)
        #expect(candidates.count == 2)
        #expect(candidates.contains { $0.contains("same 1") })
        #expect(candidates.contains { $0.contains("same 2") })
        #expect(candidates.allSatisfy { $0.contains("2048 bits") && $0.contains(Data("same".utf8).hexadecimalDigits) })
        #expect(error?.hint != nil)
        expectError(.keyAmbiguous) { _ = try store.publicKey(tag: Data("same".utf8)) }
        expectError(.keyAmbiguous) { _ = try store.privateKey(matching: KeyQuery(usage: .sign)) }
        #expect(try store.privateKey(matching: KeyQuery(usage: [.sign, .decrypt])).label == "both")
        #expect(try store.privateKey(matching: KeyQuery(tag: Data("same".utf8), label: "same 1")).label == "same 1")
    }

    @Test func `no match names what was asked for`() throws {
        let store = try QueriedKeys.store()
        let error = expectError(.keyNotFound) {
            _ = try store.privateKey(matching: KeyQuery(tag: Data([0xAB, 0]), label: "no\nsuch", sizeInBits: 4096))
        }
        let message = error?.message ?? ""
        #expect(message.contains("ab00") && message.contains("no\\x0asuch") && message.contains("4096 bits"))
    }

    @Test func `pairs that share an ID carry a warning`() throws {
        let store = try QueriedKeys.store()
        for key in try store.keys() {
            #expect(key.warnings == (key.label.hasPrefix("same") ? [.duplicateID] : []))
        }
    }

    @Test func `lists of one class`() throws {
        let store = try QueriedKeys.store()
        #expect(try store.privateKeys().map(\.label).sorted() == ["both", "decrypt", "same 1", "same 2", "sign"])
        #expect(try store.publicKeys().count == 6)
        #expect(try store.publicKeys(matching: KeyQuery(usage: .encrypt)).count == 2)
        #expect(try store.privateKeys(matching: KeyQuery(objectClass: .publicKey, sizeInBits: 2050)).count == 1)
    }

    @Test func `the async twins find the same`() async throws {
        let store = try QueriedKeys.store()
        let both = try await store.privateKey(label: "both")
        #expect(both.label == "both" && both.attributes.usage == [.sign, .decrypt])
        let keys = try await store.keys(matching: KeyQuery(usage: .decrypt))
        #expect(keys.map(\.label).sorted() == ["both", "decrypt"])
        let publicKey = try await store.publicKey(tag: Data("sign".utf8))
        #expect(publicKey.attributes?.label == "sign")
    }

    @Test func `who is not logged in sees public keys, and is told what is hidden`() throws {
        let keys = try #require(QueriedKeys.current)
        let store = try KeyStore(module: .path(keys.token.anotherModulePath()), token: .label(keys.token.label))
        #expect(!store.loginState.isLoggedIn)
        #expect(try store.keys().count == 6)
        #expect(try store.keys().allSatisfy { $0.privateKey == nil })
        #expect(try store.publicKey(label: "sign") == keys.store.publicKey(label: "sign"))
        let error = expectError(.keyNotFound) { _ = try store.privateKey(label: "sign") }
        #expect(error?.hint?.contains("PIN") == true)
    }
}

/// The keys that ``Queries`` look for.
final class QueriedKeys: Sendable {
    @TaskLocal static var current: QueriedKeys?

    let token: SoftHSMToken
    let store: KeyStore

    init() throws {
        token = try SoftHSMToken(label: "queries")
        store = try token.openStore()
        for (tag, label, bits, usage) in [
            ("sign", "sign", 2048, .sign), ("decrypt", "decrypt", 2050, .decrypt),
            ("both", "both", 2048, [.sign, .decrypt]), ("same", "same 1", 2048, .sign),
            ("same", "same 2", 2048, .sign),
        ] as [(String, String, Int, KeyUsage)] {
            try store.generateKeyPair(
                .rsa(bits: bits), tag: Data(tag.utf8), label: label, usage: usage,
                options: KeyOptions(existing: .keepBoth))
        }
        try store.importPublicKey(
            PublicKey(representation: OpenSSLKey(bits: 3072).publicPEM), label: "imported", usage: .verify)
    }

    static func store() throws -> KeyStore { try #require(current).store }
}

/// Makes the keys before the first test of a suite and removes them after the last.
struct QueriedKeysTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await QueriedKeys.$current.withValue(try QueriedKeys()) { try await function() }
    }
}

extension Trait where Self == QueriedKeysTrait {
    static var queriedKeys: Self { Self() }
}
