import Foundation
import TestSupport
import Testing
import TokenKeyStore

@testable import TokenSecurity

/// Tokens that go away, keys that others delete, flags that forbid.
@Suite struct `Keys in trouble` {
    private static let signing = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
    private static let encryption = SecKeyAlgorithm.rsaEncryptionOAEPSHA256

    /// A token behind a provider that can fail.
    private struct Faulty {
        let token: SoftHSMToken
        let faults: FaultProvider
        let store: KeyStore

        init() throws {
            token = try SoftHSMToken()
            faults = try FaultProvider(on: token)
            store = try token.openStore(module: faults.path)
        }

        func use(_ body: () throws -> Void) rethrows { try TokenStores.$override.withValue(store, operation: body) }
    }

    @Test func `a token that takes short IDs only gives one to the half that has no tag`() throws {
        let faulty = try Faulty()
        try faulty.faults.plan("template:maxlen:CKA_ID=2")
        try faulty.use {
            // Odd bytes, which only a change after the generation can give the public half.
            let label = Data([0xFF, 0xFE])
            for (more, tagged) in [
                (["private": ["atag": "ab"], "public": ["labl": label]], kSecAttrKeyClassPrivate),
                (["public": ["atag": "cd", "labl": label]], kSecAttrKeyClassPublic),
            ] as [([String: Any], CFString)] {
                let pair = try SecKey.makePair(bits: 1024, more.merging(["perm": true]) { $1 })
                let tag = tagged == kSecAttrKeyClassPrivate ? "ab" : "cd"
                var result: CFTypeRef?
                let query: [CFString: Any] = [
                    kSecClass: kSecClassKey, kSecAttrApplicationTag: tag, kSecReturnRef: true,
                    kSecMatchLimit: kSecMatchLimitAll,
                ]
                #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
                #expect(
                    result as? [SecKey]
                        == [tagged == kSecAttrKeyClassPrivate ? pair.privateKey : pair.publicKey])
                #expect(pair.publicKey.attributes?.labelBytes == label)
                #expect(pair.publicKey.attributes?.id.count == 2)
            }
        }
        #expect(try faulty.store.privateKeys().count == 2)
        #expect(try faulty.store.publicKeys().count == 2)
    }

    private func expectStatus(
        _ status: OSStatus, ofUsing key: SecKey, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ciphertext = try ciphertext(for: key)
        expectFailure(status, sourceLocation: sourceLocation) {
            SecKeyCreateSignature(key, Self.signing, Data() as CFData, $0)
        }
        expectFailure(status, sourceLocation: sourceLocation) {
            SecKeyCreateDecryptedData(key, Self.encryption, ciphertext, $0)
        }
        var buffer = [UInt8](repeating: 0, count: 512)
        var length = 512
        let digest = [UInt8](repeating: 1, count: 32)
        #expect(
            SecKeyRawSign(key, .PKCS1SHA256, digest, 32, &buffer, &length) == status, sourceLocation: sourceLocation)
        #expect(
            SecKeyDecrypt(key, .OAEP, [UInt8](ciphertext as Data), ciphertext.length, &buffer, &length) == status,
            sourceLocation: sourceLocation)
    }

    private func ciphertext(for key: SecKey) throws -> CFData {
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        return try value { SecKeyCreateEncryptedData(publicKey, Self.encryption, Data() as CFData, $0) }
    }

    @Test(.freshToken) func `a key that another program deleted`() throws {
        let pair = try SecKey.makePair(bits: 1024, ["perm": true, "atag": "tag"])
        let token = try #require(FreshToken.token)
        try token.pkcs11Tool(
            token.loginArguments + ["--delete-object", "--type", "privkey", "--id", "746167"])
        try expectStatus(errSecInvalidItemRef, ofUsing: pair.privateKey)
        // What is known of it stays known.
        #expect(SecKeyCopyPublicKey(pair.privateKey) == pair.publicKey)
        #expect(try pair.privateKey.attributeDictionary["bsiz"] as? Int == 1024)
        #expect(SecKeyGetBlockSize(pair.privateKey) == 128)
    }

    @Test(.freshToken) func `a key that was deleted here, and one that was replaced by its like`() throws {
        let data = IndependentVectors.key1023
        let query = [kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeRSA] as [CFString: Any]
        let add = query.merging([
            kSecValueData: data, kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecReturnRef: true,
        ]) { $1 }
        var result: CFTypeRef?
        try #require(SecItemAdd(add as CFDictionary, &result) == errSecSuccess)
        let key = try #require(result as? SecKey)
        try #require(SecItemDelete(query as CFDictionary) == errSecSuccess)
        expectFailure(errSecInvalidItemRef) { SecKeyCreateSignature(key, Self.signing, Data() as CFData, $0) }
        // The same key is the same key, whichever object holds it.
        try #require(SecItemAdd(add as CFDictionary, nil) == errSecSuccess)
        _ = try value { SecKeyCreateSignature(key, Self.signing, Data() as CFData, $0) }
    }

    @Test func `a token that went away and came back`() throws {
        let faulty = try Faulty()
        try faulty.use {
            let stored = try SecKey.makePair(bits: 1024, ["perm": true])
            let session = try SecKey.makePair(bits: 1024)
            let signature = try value { SecKeyCreateSignature(stored.privateKey, Self.signing, Data() as CFData, $0) }
            try faulty.faults.plan("token:removed")
            try expectStatus(errSecNotAvailable, ofUsing: stored.privateKey)
            expectFailure(errSecNotAvailable) {
                SecKeyCreateRandomKey([kSecAttrKeyType: 42, kSecAttrKeySizeInBits: 1024] as CFDictionary, $0)
            }
            expectFailure(errSecNotAvailable) {
                SecKeyCreateWithData(
                    IndependentVectors.key1023 as CFData,
                    [kSecAttrKeyType: 42, kSecAttrKeyClass: 1] as CFDictionary, $0)
            }
            // The public half is used on this machine.
            #expect(SecKeyVerifySignature(stored.publicKey, Self.signing, Data() as CFData, signature, nil))
            try faulty.faults.plan("token:present")
            _ = try value { SecKeyCreateSignature(stored.privateKey, Self.signing, Data() as CFData, $0) }
            // It went with its session.
            try expectStatus(errSecInvalidItemRef, ofUsing: session.privateKey)
        }
    }

    @Test func `a session key is lost with the connection, a stored one is found again`() throws {
        let faulty = try Faulty()
        try faulty.use {
            let stored = try SecKey.makePair(bits: 1024, ["perm": true])
            let session = try SecKey.make(of: IndependentVectors.key1023, isPrivate: true)
            try faulty.faults.plan("sessions:forget")
            _ = try value { SecKeyCreateSignature(stored.privateKey, Self.signing, Data() as CFData, $0) }
            try expectStatus(errSecInvalidItemRef, ofUsing: session)
            #expect(SecKeyCopyPublicKey(session)?.sizeInBits == 1023)
        }
    }

    @Test func `answers of a token have their statuses`() throws {
        let faulty = try Faulty()
        try faulty.use {
            let pair = try SecKey.makePair(bits: 1024, ["perm": true])
            let answers: [(String, OSStatus)] = [
                ("CKR_DEVICE_ERROR", errSecDeviceFailed), ("CKR_HOST_MEMORY", errSecAllocate),
                ("CKR_GENERAL_ERROR", errSecParam), ("CKR_KEY_FUNCTION_NOT_PERMITTED", errSecKeyUsageIncorrect),
                ("CKR_FUNCTION_CANCELED", errSecUserCanceled), ("0x80000001", errSecInternalComponent),
            ]
            for (answer, status) in answers {
                try faulty.faults.plan("C_Sign:every=\(answer); C_SignInit:every=\(answer)")
                expectFailure(status, "\(answer)") {
                    SecKeyCreateSignature(pair.privateKey, Self.signing, Data() as CFData, $0)
                }
            }
            try faulty.faults.plan("C_Decrypt:every=CKR_GENERAL_ERROR")
            let ciphertext = try ciphertext(for: pair.privateKey)
            expectFailure(errSecParam) {
                SecKeyCreateDecryptedData(pair.privateKey, .rsaEncryptionOAEPSHA1, ciphertext, $0)
            }
        }
    }

    @Test(arguments: ["CKR_GENERAL_ERROR", "CKR_KEY_SIZE_RANGE", "CKR_ATTRIBUTE_VALUE_INVALID"])
    func `a size that the token does not make is a wrong argument`(answer: String) throws {
        let faulty = try Faulty()
        try faulty.use {
            try faulty.faults.plan("C_GenerateKeyPair:every=\(answer)")
            expectFailure(errSecParam, "\(answer)") {
                SecKeyCreateRandomKey([kSecAttrKeyType: 42, kSecAttrKeySizeInBits: 1023] as CFDictionary, $0)
            }
        }
    }

    @Test(arguments: ["CKR_TEMPLATE_INCONSISTENT", "CKR_FUNCTION_NOT_SUPPORTED", "CKR_ACTION_PROHIBITED"])
    func `a token that takes no private key from outside says so`(answer: String) throws {
        let faulty = try Faulty()
        try faulty.use {
            try faulty.faults.plan(
                "create:refuse:\(answer)=CKO_PRIVATE_KEY; mech:hide=CKM_AES_KEY_WRAP_PAD; C_UnwrapKey:every=\(answer)")
            expectFailure(errSecUnimplemented, "\(answer)") {
                SecKeyCreateWithData(
                    IndependentVectors.key1023 as CFData,
                    [kSecAttrKeyType: 42, kSecAttrKeyClass: 1] as CFDictionary, $0)
            }
        }
    }

    /// Each call on the way to a stored pair fails in turn: both halves are there, or nothing is.
    @Test(arguments: ["pair", "public half only", "odd label"])
    func `76: a generation that fails leaves nothing`(what: String) throws {
        let faulty = try Faulty()
        let requests: [String: [String: Any]] = [
            "pair": ["perm": true, "atag": "tag"],
            "public half only": ["perm": true, "private": ["perm": false]],
            "odd label": [
                "perm": true, "labl": Data([0xFF]), "public": ["labl": Data([0xFE])],
                "private": ["atag": "private"],
            ],
        ]
        let attributes = try #require(requests[what]).merging(["type": "42", "bsiz": 512]) { $1 }
        let stored = what == "public half only" ? 1 : 2
        try faulty.use {
            let failures = try faulty.faults.failEachCall(with: "CKR_DEVICE_MEMORY") { point in
                for key in try faulty.store.keys() { try faulty.store.delete(key) }
                var key: SecKey?
                _ = try point.during { key = SecKeyCreateRandomKey(attributes as CFDictionary, nil) }
                let keys = try faulty.store.privateKeys().count + faulty.store.publicKeys().count
                #expect(keys == (key == nil ? 0 : stored), "\(point)")
            }
            #expect(failures > 4)
        }
    }

    @Test(.freshToken) func `flags that were refused when the key was made are kept to`() throws {
        let forbidden = try SecKey.makePair(
            bits: 2048, ["perm": true, "sign": false, "decr": false, "vrfy": false, "encr": false])
        try expectStatus(errSecKeyUsageIncorrect, ofUsing: forbidden.privateKey)
        for algorithm in [SecKeyAlgorithm.rsaEncryptionRaw, .rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA1] {
            expectFailure(errSecKeyUsageIncorrect) {
                SecKeyCreateDecryptedData(forbidden.privateKey, algorithm, Data(count: 256) as CFData, $0)
            }
        }
        let data = Data(count: 32) as CFData
        expectFailure(errSecKeyUsageIncorrect) {
            SecKeyCreateEncryptedData(forbidden.publicKey, Self.encryption, data, $0)
        }
        expectFailure(errSecKeyUsageIncorrect) {
            trueOrNil(SecKeyVerifySignature(forbidden.publicKey, Self.signing, data, Data(count: 256) as CFData, $0))
        }
        for (key, operation, algorithm) in [
            (forbidden.privateKey, SecKeyOperationType.sign, Self.signing),
            (forbidden.privateKey, .decrypt, Self.encryption),
            (forbidden.publicKey, .verify, Self.signing), (forbidden.publicKey, .encrypt, Self.encryption),
        ] {
            #expect(!SecKeyIsAlgorithmSupported(key, operation, algorithm))
        }
        // The flags are those of the objects: a public key by itself is free.
        let free = try #require(SecKeyCopyPublicKey(forbidden.privateKey))
        _ = try value { SecKeyCreateEncryptedData(free, Self.encryption, data, $0) }
    }

    @Test(.freshToken) func `huge inputs are refused or taken whole`() throws {
        let pair = try SecKey.makePair(bits: 1024)
        let huge = Data(count: 16 << 20) as CFData
        for algorithm in [
            SecKeyAlgorithm.rsaSignatureRaw, .rsaSignatureDigestPKCS1v15SHA256, .rsaSignatureDigestPKCS1v15Raw,
        ] {
            expectFailure(errSecParam) { SecKeyCreateSignature(pair.privateKey, algorithm, huge, $0) }
        }
        for algorithm in [SecKeyAlgorithm.rsaEncryptionRaw, .rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA1] {
            expectFailure(errSecParam) { SecKeyCreateEncryptedData(pair.publicKey, algorithm, huge, $0) }
            expectFailure(errSecParam) { SecKeyCreateDecryptedData(pair.privateKey, algorithm, huge, $0) }
        }
        for keyClass in [0, 1] {
            expectFailure(errSecParam) {
                SecKeyCreateWithData(huge, [kSecAttrKeyType: 42, kSecAttrKeyClass: keyClass] as CFDictionary, $0)
            }
        }
        let sealed = try value {
            SecKeyCreateEncryptedData(pair.publicKey, .rsaEncryptionOAEPSHA256AESGCM, huge, $0)
        }
        #expect(
            try value { SecKeyCreateDecryptedData(pair.privateKey, .rsaEncryptionOAEPSHA256AESGCM, sealed, $0) } == huge
        )
        expectFailure(errSecParam) {
            trueOrNil(SecKeyVerifySignature(pair.publicKey, Self.signing, Data() as CFData, huge, $0))
        }
    }
}
