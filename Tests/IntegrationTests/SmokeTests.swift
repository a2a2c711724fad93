import Foundation
import Testing
import TestSupport
import TokenKeyStore

@Test func `generate, sign, verify with OpenSSL, rename, delete`() throws {
    let token = try SoftHSMToken()
    let store = try token.withEnvironment {
        try KeyStore(
            module: .path(token.modulePath), token: .label(token.label), pin: .value(SecureBytes(utf8: token.pin)))
    }
    let key = try store.generateKeyPair(.rsa(bits: 2048), tag: Data("tag1".utf8), label: "k1", usage: .sign)
    let message = Data("hello".utf8)
    for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256), .rsaPSS(.sha512), .rsaRaw, .rsaPKCS1Raw] {
        let signature = try key.signature(for: message, using: algorithm)
        #expect(try key.publicKey.isValidSignature(signature, for: message, using: algorithm))
    }
    print(try store.keys().map { ($0.label, $0.tag as Any, $0.warnings, $0.privateKey?.attributes as Any) })
    let renamed = try store.rename(key, label: "k2")
    print(renamed.attributes)
    #expect(try store.privateKey(label: "k2") == renamed)
    #expect(throws: KeyStoreError.self) { try store.privateKey(label: "k1") }
    #expect(try store.keys().count == 1)
    try store.delete(renamed)
    #expect(try store.keys().isEmpty)
    print(store.sessionCount)
}
