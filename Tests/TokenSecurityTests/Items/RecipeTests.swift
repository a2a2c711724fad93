import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// The recipe for RSA keys that countless articles have, in their words: two tags, a save dictionary with everything in it.
@Suite struct `The usual recipe` {
    private let keychain: Keychain
    private let sample: SampleKey

    init() throws {
        keychain = try Keychain()
        sample = try .large()
    }

    private func saveDictionary(_ data: Data, tag: String, isPublic: Bool) -> [String: Any] {
        var attributes = [String: Any]()
        attributes[kSecClass as String] = kSecClassKey
        attributes[kSecAttrKeyType as String] = kSecAttrKeyTypeRSA
        attributes[kSecAttrApplicationTag as String] = tag.data(using: .utf8)
        attributes[kSecAttrKeyClass as String] = isPublic ? kSecAttrKeyClassPublic : kSecAttrKeyClassPrivate
        attributes[kSecAttrApplicationLabel as String] = "com.example.application"
        attributes[kSecAttrKeySizeInBits as String] = 2048
        attributes[kSecAttrEffectiveKeySize as String] = 2048
        attributes[kSecAttrCanDerive as String] = kCFBooleanFalse
        attributes[kSecAttrCanEncrypt as String] = kCFBooleanTrue
        attributes[kSecAttrCanDecrypt as String] = kCFBooleanTrue
        attributes[kSecAttrCanVerify as String] = kCFBooleanTrue
        attributes[kSecAttrCanSign as String] = isPublic ? kCFBooleanFalse : kCFBooleanTrue
        attributes[kSecAttrCanWrap as String] = kCFBooleanTrue
        attributes[kSecAttrCanUnwrap as String] = kCFBooleanFalse
        attributes[kSecValueData as String] = data
        return attributes
    }

    private func save(_ data: Data, tag: String, isPublic: Bool) -> OSStatus {
        let dictionary = saveDictionary(data, tag: tag, isPublic: isPublic)
        SecItemDelete(dictionary as CFDictionary)
        return SecItemAdd(dictionary as CFDictionary, nil)
    }

    private func load(tag: String, isPublic: Bool) -> SecKey! {
        var query = [String: Any]()
        query[kSecClass as String] = kSecClassKey
        query[kSecAttrKeyType as String] = kSecAttrKeyTypeRSA
        query[kSecAttrApplicationTag as String] = tag.data(using: .utf8)
        query[kSecAttrKeyClass as String] = isPublic ? kSecAttrKeyClassPublic : kSecAttrKeyClassPrivate
        query[kSecAttrApplicationLabel as String] = "com.example.application"
        query[kSecReturnRef as String] = kCFBooleanTrue
        var result: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess, let key = result else { return nil }
        // The recipe casts by force, which is right there and refused here.
        return key as? SecKey
    }

    @Test func `keys are saved, saved again, loaded and used`() throws {
        try keychain.use {
            for _ in 0..<2 {
                #expect(save(sample.publicKey, tag: "com.example.public", isPublic: true) == errSecSuccess)
                #expect(save(sample.privateKey, tag: "com.example.private", isPublic: false) == errSecSuccess)
                #expect(try keychain.count == (1, 1))
            }
            let publicKey = try #require(load(tag: "com.example.public", isPublic: true))
            let privateKey = try #require(load(tag: "com.example.private", isPublic: false))
            #expect(load(tag: "com.example.public", isPublic: false) == nil)
            let message = Data("message".utf8) as CFData
            let signature = SecKeyCreateSignature(privateKey, .rsaSignatureMessagePKCS1v15SHA256, message, nil)
            #expect(
                SecKeyVerifySignature(
                    publicKey, .rsaSignatureMessagePKCS1v15SHA256, message, try #require(signature), nil))
            let secret = SecKeyCreateEncryptedData(publicKey, .rsaEncryptionPKCS1, message, nil)
            #expect(SecKeyCreateDecryptedData(privateKey, .rsaEncryptionPKCS1, try #require(secret), nil) == message)
        }
        // No flag came to the token that its class does not have, and those that did are as said.
        let usages =
            try keychain.store.privateKeys().map(\.attributes.usage)
            + keychain.store.publicKeys().map { $0.attributes?.usage ?? [] }
        #expect(usages == [[.sign, .decrypt], [.verify, .encrypt, .wrap]])
    }

    /// Key to data: into the keychain with the data asked for, and out again.
    private func data(of key: SecKey, tag: String) -> (status: OSStatus, data: Data?) {
        var query = [String: Any]()
        query[kSecClass as String] = kSecClassKey
        query[kSecAttrKeyType as String] = kSecAttrKeyTypeRSA
        query[kSecAttrApplicationTag as String] = tag
        var attributes = query
        attributes[kSecValueRef as String] = key
        attributes[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = SecItemAdd(attributes as CFDictionary, &result)
        SecItemDelete(query as CFDictionary)
        return (status, result as? Data)
    }

    @Test func `a public key becomes data, and a private one does not`() throws {
        try keychain.use {
            let publicKey = data(of: try keychain.publicKey(sample), tag: "com.example.temporary")
            #expect(publicKey.status == errSecSuccess)
            #expect(publicKey.data == sample.publicKey)
            let privateKey = data(of: try keychain.sessionKey(sample), tag: "com.example.temporary")
            #expect(privateKey.status == errSecDataNotAvailable)
            #expect(privateKey.data == nil)
        }
        #expect(try keychain.objects().isEmpty)
    }

    @Test func `a private key saved without the right to sign does not`() throws {
        try keychain.use {
            var dictionary = saveDictionary(sample.privateKey, tag: "tag", isPublic: false)
            dictionary[kSecAttrCanSign as String] = kCFBooleanFalse
            #expect(SecItemAdd(dictionary as CFDictionary, nil) == errSecSuccess)
            let key = try #require(load(tag: "tag", isPublic: false))
            expectFailure(errSecKeyUsageIncorrect) {
                SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, Data() as CFData, $0)
            }
        }
    }
}
