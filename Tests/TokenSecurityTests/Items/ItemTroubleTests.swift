import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// Tokens that go away, keys that others delete, calls that fail half way.
@Suite struct `Items in trouble` {
    private let query: Keychain.Entries = [kSecClass: kSecClassKey]

    @Test func `a token that went away`() throws {
        let keychain = try Keychain(withFaults: true)
        let faults = try #require(keychain.faults)
        let sample = try SampleKey.first()
        #expect(keychain.add(Keychain.privateData(sample, [kSecAttrLabel: "key"])).status == errSecSuccess)
        try faults.plan("token:removed")
        let find = keychain.find(query.merging([kSecReturnRef: true]) { $1 })
        #expect(find.status == errSecNotAvailable)
        #expect(find.value == nil)
        #expect(keychain.add(Keychain.publicData(sample)).status == errSecNotAvailable)
        #expect(keychain.update(query, [kSecAttrLabel: "x"]) == errSecNotAvailable)
        #expect(keychain.delete(query) == errSecNotAvailable)
        try faults.plan("token:present")
        #expect(keychain.find(query.merging([kSecAttrLabel: "key"]) { $1 }).status == errSecSuccess)
    }

    @Test func `a closed store`() throws {
        let keychain = try Keychain()
        keychain.store.close()
        #expect(keychain.find(query).status == errSecNotAvailable)
        #expect(keychain.add(Keychain.publicData(try .first())).status == errSecNotAvailable)
        #expect(keychain.delete(query) == errSecNotAvailable)
    }

    @Test func `a key that somebody else deleted`() throws {
        let keychain = try Keychain()
        let sample = try SampleKey.first()
        let key = try #require(keychain.add(Keychain.privateData(sample, [kSecReturnRef: true])).key)
        try keychain.token.pkcs11Tool(
            keychain.token.loginArguments + ["--delete-object", "--type", "privkey", "--id", sample.hash.hex])
        #expect(keychain.find([kSecValueRef: key]).status == errSecItemNotFound)
        #expect(keychain.delete([kSecValueRef: key]) == errSecItemNotFound)
        #expect(keychain.update([kSecValueRef: key], [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.add([kSecValueRef: key]).status == errSecInvalidItemRef)
        var error: Unmanaged<CFError>?
        #expect(SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, Data() as CFData, &error) == nil)
        #expect(error?.takeRetainedValue().code == Int(errSecInvalidItemRef))
    }

    @Test func `without a PIN, private keys are hidden and public ones are found`() throws {
        let token = try SoftHSMToken()
        let sample = try SampleKey.first()
        try token.pkcs11Tool(
            token.loginArguments + ["--write-object", "/dev/stdin", "--type", "pubkey", "--label", "public"],
            input: sample.subjectPublicKeyInfo)
        let store = try token.withEnvironment {
            try KeyStore(module: .path(token.modulePath), token: .label(token.label), pin: PINSource.none)
        }
        TokenStores.$override.withValue(store) {
            func find(_ keyClass: CFString) -> OSStatus {
                SecItemCopyMatching([kSecClass: kSecClassKey, kSecAttrKeyClass: keyClass] as CFDictionary, nil)
            }
            #expect(find(kSecAttrKeyClassPublic) == errSecSuccess)
            #expect(find(kSecAttrKeyClassPrivate) == errSecInteractionNotAllowed)
            #expect(SecItemCopyMatching([kSecClass: kSecClassKey] as CFDictionary, nil) == errSecSuccess)
            // The public key is not it, and whether a private one is cannot be seen.
            let other = [kSecClass: kSecClassKey, kSecAttrLabel: "other"] as CFDictionary
            #expect(SecItemCopyMatching(other, nil) == errSecInteractionNotAllowed)
            #expect(SecItemDelete(other) == errSecInteractionNotAllowed)
            let flag = [kSecClass: kSecClassKey, kSecAttrCanSign: true] as CFDictionary
            #expect(SecItemCopyMatching(flag, nil) == errSecInteractionNotAllowed)
        }
    }

    /// Each call on the way to a new item fails in turn; the item is there whole, or nothing is.
    @Test func `an add that fails leaves nothing`() throws {
        let keychain = try Keychain(withFaults: true)
        let faults = try #require(keychain.faults)
        let sample = try SampleKey.first()
        let failures = try faults.failEachCall(with: "CKR_DEVICE_MEMORY") { point in
            let before = try keychain.isEmpty ? errSecItemNotFound : errSecSuccess
            #expect(keychain.delete(query) == before)
            var status = errSecSuccess
            _ = try point.during { status = keychain.add(Keychain.privateData(sample, [kSecAttrLabel: "new"])).status }
            let count = try keychain.count
            #expect(count == (status == errSecSuccess ? (1, 0) : (0, 0)), "\(status): \(point)")
        }
        #expect(failures > 4)
    }

    /// Each call of a change of two keys fails in turn: both have the new label, or both the old one.
    @Test func `an update that fails changes nothing`() throws {
        let keychain = try Keychain(withFaults: true)
        let faults = try #require(keychain.faults)
        let samples = [try SampleKey.first(), try SampleKey.second()]
        for sample in samples {
            #expect(keychain.add(Keychain.privateData(sample, [kSecAttrLabel: "0"])).status == errSecSuccess)
        }
        var round = 0
        let failures = try faults.failEachCall(with: "CKR_DEVICE_MEMORY") { point in
            round += 1
            let before = Set(try keychain.store.privateKeys().map(\.label))
            #expect(before.count == 1)
            var status = errSecSuccess
            _ = try point.during { status = keychain.update(query, [kSecAttrLabel: "\(round)"]) }
            let keys = try keychain.store.privateKeys()
            #expect(Set(keys.map(\.label)) == (status == errSecSuccess ? ["\(round)"] : before), "\(status): \(point)")
            #expect(keys.count == 2, "\(point)")
            if keys.count != 2 {
                // What this round left is not held against the next.
                _ = keychain.delete(query)
                for sample in samples { _ = keychain.add(Keychain.privateData(sample, [kSecAttrLabel: "\(round)"])) }
            }
        }
        #expect(failures > 10)
    }
}
