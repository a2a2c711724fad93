import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

extension Suite {
    private static var ofSession: KeyOptions { KeyOptions(isPermanent: false) }

    /// Keys that end with their session.
    func useSessionKeys() {
        report.check("session.generated") {
            let key = try store().generateKeyPair(
                .rsa(bits: 2048), label: "session", usage: .sign, options: Self.ofSession)
            try checkSessionKey(key)
        }
        report.check("session.imported") { try checkSessionKey(importSessionKey()) }
        report.check("session.stored") {
            let key = try importSessionKey()
            defer { try? store().delete(key) }
            let copy = try store().storeCopy(of: key, tag: Data([0xA8]), label: "stored")
            defer { try? store().delete(copy) }
            try expect(copy.attributes.isTokenObject == true, "CKA_TOKEN")
            try checkSigning(copy)
        }
    }

    private func importSessionKey() throws -> PrivateKey {
        try store().importPrivateKey(
            SecureBytes(copying: foreignPEM()), label: "session", usage: .sign, options: Self.ofSession)
    }

    private func checkSessionKey(_ key: PrivateKey) throws {
        try expect(store().keys(matching: KeyQuery(label: "session")).isEmpty, "it is found")
        try checkSigning(key)
        try store().delete(key)
        try expect(.keyNotFound) { _ = try key.signature(for: message, using: .rsaPKCS1(.sha256)) }
    }

    /// Eight threads on one store, each of which signs and looks for the key.
    func shareAmongThreads() {
        report.check("concurrency") {
            let key = try key()
            let store = try store()
            let message = message
            try Threads.run(8) { thread in
                for round in 0..<6 {
                    let text = message + Data("\(thread) \(round)".utf8)
                    let signature = try key.signature(for: text, using: .rsaPKCS1(.sha256))
                    guard try key.publicKey.isValidSignature(signature, for: text, using: .rsaPKCS1(.sha256)) else {
                        throw Failure("a signature is not valid")
                    }
                    guard try store.privateKey(tag: key.attributes.id) == key else { throw Failure("another key") }
                }
            }
        }
    }
}
