import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// `Scripts/test.sh` runs this by itself, and under the sanitizers.
@Suite(.freshToken) struct `Concurrency of keys` {
    private static let signing = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
    private static let encryption = SecKeyAlgorithm.rsaEncryptionOAEPSHA256

    @Test func `8 threads use one key of each kind, and make their own`() throws {
        let store = try TokenStores.store()
        let stored = try SecKey.makePair(bits: 1024, ["perm": true])
        let session = try SecKey.makePair(bits: 1024)
        try Threads.run(8) { thread in
            // A thread of the system has none of the values of the task that started it.
            try TokenStores.$override.withValue(store) {
                for round in 0..<12 {
                    for pair in [stored, session] { try use(pair, Data("\(thread) \(round)".utf8)) }
                    let own = try SecKey.make(of: IndependentVectors.key1023, isPrivate: true)
                    _ = try value { SecKeyCreateSignature(own, Self.signing, Data() as CFData, $0) }
                }
            }
        }
        #expect(try FreshToken.count() == 2)
    }

    private func use(_ pair: (publicKey: SecKey, privateKey: SecKey), _ message: Data) throws {
        let message = message as CFData
        let signature = try value { SecKeyCreateSignature(pair.privateKey, Self.signing, message, $0) }
        #expect(SecKeyVerifySignature(pair.publicKey, Self.signing, message, signature, nil))
        let ciphertext = try value { SecKeyCreateEncryptedData(pair.publicKey, Self.encryption, message, $0) }
        let plaintext = try value { SecKeyCreateDecryptedData(pair.privateKey, Self.encryption, ciphertext, $0) }
        #expect(plaintext == message)
        #expect(SecKeyCopyPublicKey(pair.privateKey) == pair.publicKey)
        #expect(SecKeyIsAlgorithmSupported(pair.privateKey, .sign, Self.signing))
    }

    @Test func `any number of keys can be held that are not stored`() throws {
        let keys = try (0..<60).map { _ in try SecKey.make(of: IndependentVectors.key1023, isPrivate: true) }
        let message = Data("message".utf8) as CFData
        let signatures = try keys.map { key in
            try value { SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA1, message, $0) }
        }
        #expect(Set(signatures).count == 1)
        #expect(Set(keys).count == 1)
    }
}

@Suite struct `Which store is used` {
    /// In a process of its own, which nothing has set a store for.
    @Test func `the store of the configuration, a token of several, and one that was set`() async throws {
        await #expect(processExitsWith: .success) {
            let token = try SoftHSMToken(label: "standard", moreLabels: ["other"])
            setenv("P11_NO_EMBEDDED", "1", 1)
            for name in ["PKCS11_MODULE", "PKCS11_URI", "PKCS11_PIN", "PKCS11_TOKEN_LABEL"] { unsetenv(name) }
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 512, kSecAttrIsPermanent: true,
            ]
            func generate(tokenID: String? = nil) -> OSStatus {
                var attributes = attributes
                attributes[kSecAttrTokenID] = tokenID
                return SecKeyGeneratePair(attributes as CFDictionary, nil, nil)
            }
            // Nothing is configured; a failure is not kept.
            try #require(generate() == errSecNoDefaultKeychain)
            #expect(throws: NSError.self) { try SecTokenCopyKeyStore() }
            setenv("PKCS11_MODULE", token.modulePath, 1)
            setenv("PKCS11_PIN", token.pin, 1)
            try token.withEnvironment {
                // Of two tokens, the caller has to name one.
                try #require(generate() == errSecInvalidKeychain)
                try #require(generate(tokenID: "other") == errSecSuccess)
                let other = try TokenStores.store(tokenID: "other")
                try #require(try TokenStores.store(tokenID: "other") === other)
                try #require(try other.privateKeys().count == 1)
                try #require(generate(tokenID: other.token.serialNumber) == errSecSuccess)
                try #require(generate(tokenID: "absent") == errSecNoSuchKeychain)

                // Where the configuration names one, its PIN is for no other.
                setenv("PKCS11_TOKEN_LABEL", "standard", 1)
                try #require(generate() == errSecSuccess)
                let standard = try SecTokenCopyKeyStore()
                try #require(standard.token.label == "standard")
                try #require(try standard.privateKeys().count == 1)
                try #require(try SecTokenCopyKeyStore() === standard)
                try #require(generate(tokenID: "standard") == errSecSuccess)
                try #require(generate(tokenID: standard.token.serialNumber) == errSecSuccess)
                try #require(try standard.privateKeys().count == 3)
                try #require(generate(tokenID: "other") == errSecNoSuchKeychain)

                SecTokenSetKeyStore(other)
                try #require(try SecTokenCopyKeyStore() === other)
                try #require(generate() == errSecSuccess)
                try #require(generate(tokenID: "standard") == errSecNoSuchKeychain)
                SecTokenSetKeyStore(nil)
                try #require(try SecTokenCopyKeyStore() === standard)
                try #require(try standard.privateKeys().count == 3)
                try #require(try other.privateKeys().count == 3)
            }
        }
    }
}
