import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// A key store keeps working on a token with a way of its own, as public reports describe them.
@Suite struct `A token that` {
    private static let options = KeyOptions(allowsWeakKeys: true)
    private static let message = Data("message".utf8)

    /// A token with two known pairs, `usual` under ID 1 and `other` under ID 2.
    private struct Stocked {
        let place: FaultyToken
        let store: KeyStore
        let known: [KnownKey]

        init(plan: String = "") throws {
            (place, store, known) = try FaultyToken.withStore()
            try place.witness.add(known[0], id: Data([1]), label: "usual")
            try place.witness.add(known[1], id: Data([2]), label: "other")
            try place.faults.plan(plan)
        }

        /// Both pairs are whole, and the keys sign.
        func check(_ comment: Comment) throws {
            let keys = try store.keys()
            #expect(Set(keys.map(\.id)) == [Data([1]), Data([2])], comment)
            #expect(keys.allSatisfy { $0.privateKey != nil && $0.publicKey != nil }, comment)
            for (known, label) in zip(known, ["usual", "other"]) {
                let key = try store.privateKey(label: label)
                #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == known.signature, comment)
                #expect(try store.publicKey(label: label) == key.publicKey, comment)
            }
        }
    }

    // MARK: Attributes

    /// Everything that the standard lets a token leave out, or gives a default.
    private static let optional: [(name: String, type: AttributeType)] = [
        ("MODIFIABLE", .modifiable), ("LOCAL", .local), ("ALWAYS_SENSITIVE", .alwaysSensitive),
        ("NEVER_EXTRACTABLE", .neverExtractable), ("ALWAYS_AUTHENTICATE", .alwaysAuthenticate),
        ("SIGN_RECOVER", .signRecover), ("VERIFY_RECOVER", .verifyRecover), ("DERIVE", .derive),
        ("ALLOWED_MECHANISMS", .allowedMechanisms),
    ]

    @Test(arguments: ["absent", "sensitive", "unavailable", "untouched", "unset", "uninitialised", "empty"])
    func `has no optional attribute is used with the defaults of the standard`(lie: String) throws {
        let stocked = try Stocked()
        // Once without lies: the reader must trust the token with buffers to see what it makes of them.
        try stocked.check("before")
        try stocked.place.faults.plan(Self.optional.map { "attr:CKA_\($0.name)=\(lie)" }.joined(separator: ";"))
        try stocked.check("\(lie)")
        let reopened = try stocked.place.open()
        for store in [stocked.store, reopened] {
            let attributes = try store.privateKey(label: "usual").attributes
            #expect(attributes.isModifiable == nil && attributes.isLocal == nil)
            #expect(attributes.isAlwaysSensitive == nil && attributes.isNeverExtractable == nil)
            #expect(!attributes.alwaysAuthenticate && attributes.allowedMechanisms.isEmpty)
            #expect(attributes.usage == [.sign, .decrypt])
        }
        // A login for each use would be a third call.
        let key = try reopened.privateKey(label: "usual")
        let calls = try stocked.place.calls { try key.signature(for: Self.message, using: .rsaPKCS1(.sha256)) }
        #expect(calls.functions == ["C_SignInit", "C_Sign"])
    }

    @Test func `fails the whole read when a public key is asked for what private ones have, hides no key`() throws {
        let stocked = try Stocked(plan: "attr:CKA_ALWAYS_AUTHENTICATE:CKO_PUBLIC_KEY=fatal")
        try stocked.check("public")
        // Where the class is known the attribute is not asked for.
        let calls = try stocked.place.calls { try stocked.store.publicKeys(matching: KeyQuery(tag: Data([1]))) }
        #expect(calls.result.count == 1)
        #expect(calls.functions.filter { $0 == "C_GetAttributeValue" }.count <= 2)
        try stocked.place.faults.plan(
            "attr:CKA_ALWAYS_AUTHENTICATE:CKO_PUBLIC_KEY=fatal; attr:CKA_VERIFY:CKO_PRIVATE_KEY=fatal")
        try stocked.check("public and private")
    }

    @Test func `gives an empty list of mechanisms at no address lets a key use all of them`() throws {
        let stocked = try Stocked(plan: "attr:CKA_ALLOWED_MECHANISMS=dangling")
        try stocked.check("dangling")
        let key = try stocked.store.privateKey(label: "usual")
        #expect(key.attributes.allowedMechanisms.isEmpty)
        _ = try key.signature(for: Self.message, using: .rsaPSS(.sha256))
    }

    @Test(arguments: [
        "attr:CKA_PUBLIC_EXPONENT=padded", "attr:CKA_PUBLIC_EXPONENT:CKO_PUBLIC_KEY=padded",
        "readback:CKA_PUBLIC_EXPONENT:CKO_PUBLIC_KEY=hex:00010001",
        "readback:CKA_PUBLIC_EXPONENT:CKO_PUBLIC_KEY=hex:0100010000000000",
        "readback:CKA_PUBLIC_EXPONENT:CKO_PRIVATE_KEY=hex:0000000000010001",
        "attr:CKA_MODULUS:CKO_PUBLIC_KEY=padded", "attr:CKA_MODULUS:CKO_PRIVATE_KEY=padded",
    ]) func `writes numbers in another way has whole pairs`(plan: String) throws {
        let stocked = try Stocked(plan: plan)
        try stocked.check("\(plan)")
        let key = try stocked.store.privateKey(label: "usual")
        #expect(key.attributes.sizeInBits == 1024)
        #expect(try Data(key.publicKey.pemRepresentation.utf8) == Data(stocked.known[0].publicPEM.utf8))
        // Another key is not taken for it.
        #expect(try key.publicKey != stocked.store.publicKey(label: "other"))
    }

    @Test func `says that a secret key is 0 bytes long is not believed`() throws {
        let place = try FaultyToken()
        try place.witness.withSession { session in
            _ = try session.createObject([
                .objectClass(.secretKey), .keyType(.aes), Attribute(.token, true), Attribute(.label, "aes"),
                Attribute(.value, Data(count: 32)),
            ])
        }
        let store = try place.open()
        #expect(try store.keys().map(\.sizeInBits) == [256])
        for plan in ["readback:CKA_VALUE_LEN=0", "attr:CKA_VALUE_LEN=absent", "attr:CKA_VALUE_LEN=untouched"] {
            try place.faults.plan(plan)
            #expect(try store.keys().map(\.sizeInBits) == [nil], "\(plan)")
        }
    }

    @Test func `has a unique ID of its own for an object shows it`() throws {
        let stocked = try Stocked(plan: "readback:0x4=text:7b1c-04")
        let key = try stocked.store.privateKey(label: "usual")
        #expect(try stocked.store.attributeValues(of: key).string(.uniqueID) == "7b1c-04")
        try stocked.place.faults.plan("")
        #expect(try stocked.store.attributeValues(of: key).status(.uniqueID) == .absent)
        try stocked.check("afterwards")
    }

    // MARK: Lists

    @Test func `lists objects twice has each key once`() throws {
        let stocked = try Stocked(plan: "find:twice")
        try stocked.check("twice")
        let replacing = KeyOptions(existing: .replace, allowsWeakKeys: true)
        let new = try stocked.store.generateKeyPair(
            .rsa(bits: 1024), tag: Data([1]), label: "usual", usage: .sign, options: replacing)
        #expect(try stocked.store.privateKey(label: "usual") == new)
        #expect(try stocked.place.witness.objects().count == 4)
        try stocked.store.delete(stocked.store.privateKey(label: "other"))
        #expect(try stocked.place.witness.objects().allSatisfy { $0.label == "usual" })
    }

    @Test func `lists an object for ever is given up, and changes nothing`() throws {
        let stocked = try Stocked()
        let key = try stocked.store.privateKey(label: "usual")
        try stocked.place.faults.plan("find:endless")
        let error = #expect(throws: KeyStoreError.self) { _ = try stocked.store.keys() }
        #expect(error?.underlying?.message.contains("again and again") == true)
        #expect(throws: KeyStoreError.self) {
            try stocked.store.generateKeyPair(.rsa(bits: 1024), label: "usual", usage: .sign, options: Self.options)
        }
        #expect(try stocked.place.witness.objects().count == 4)
        // What needs no search goes on.
        #expect(
            try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == stocked.known[0].signature)
        try stocked.place.faults.plan("")
        try stocked.check("afterwards")
    }

    // MARK: Operations

    @Test func `has no operations in parts signs messages of any length and in any pieces`() throws {
        let stocked = try Stocked(
            plan: "C_SignUpdate:every=CKR_FUNCTION_FAILED; C_DecryptUpdate:every=CKR_FUNCTION_NOT_SUPPORTED")
        let key = try stocked.store.privateKey(label: "usual")
        for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256)] {
            for count in [0, 1, 100_000] {
                let message = Data.sample(count)
                #expect(
                    try key.publicKey.isValidSignature(
                        key.signature(for: message, using: algorithm), for: message, using: algorithm))
                var rest = message[...]
                let streamed = try key.signature(using: algorithm) {
                    defer { rest = rest.dropFirst(9999) }
                    return rest.isEmpty ? nil : Data(rest.prefix(9999))
                }
                #expect(try key.publicKey.isValidSignature(streamed, for: message, using: algorithm))
            }
        }
        #expect(stocked.place.faults.openSessions == stocked.store.sessionCount)
    }

    @Test func `takes no salt of the length that was asked for says so`() throws {
        let stocked = try Stocked(
            plan: """
                mech:refuse:CKM_RSA_PKCS_PSS=CKR_MECHANISM_PARAM_INVALID; mech:hide=CKM_RSA_X_509
                mech:refuse:CKM_SHA256_RSA_PKCS_PSS=CKR_MECHANISM_PARAM_INVALID
                """)
        let reopened = try stocked.place.open()
        let key = try reopened.privateKey(label: "usual")
        for saltLength in [0, 20, 62] {
            let error = expectError(.mechanismUnsupported, "\(saltLength)") {
                _ = try key.signature(for: Self.message, using: .rsaPSS(.sha256, saltLength: saltLength))
            }
            #expect(error?.message.contains("PSS") == true)
        }
        // No other salt is taken instead, and the other padding still works.
        #expect(
            try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == stocked.known[0].signature)
    }

    @Test func `drops the zeros in front of a signature gets them back`() throws {
        let stocked = try Stocked()
        let key = try stocked.store.privateKey(label: "usual")
        var found: (message: Data, signature: Data)?
        for number in 0..<5000 where found == nil {
            let message = Data("\(number)".utf8)
            let signature = try key.signature(for: message, using: .rsaPKCS1(.sha256))
            if signature.first == 0 { found = (message, signature) }
        }
        let (message, signature) = try #require(found)
        try stocked.place.faults.plan("output:C_Sign=strip")
        #expect(try key.signature(for: message, using: .rsaPKCS1(.sha256)) == signature)
        #expect(signature.count == 128)
    }

    @Test func `drops the zeros in front of a plaintext gets them back`() throws {
        let stocked = try Stocked(plan: "output:C_Decrypt=strip")
        let key = try stocked.store.privateKey(label: "usual")
        let publicKey = try key.publicKey
        // A padded block begins with a zero byte; what is sent as it is, with more of them.
        let block = Data(count: 100) + Data.sample(28)
        #expect(try key.decrypt(publicKey.encrypt(block, using: .rsaRaw), using: .rsaRaw) == block)
        for algorithm in [EncryptionAlgorithm.rsaOAEP(.sha256), .rsaOAEP(.sha256, label: Data([1])), .rsaOAEP(.sha1)] {
            let message = Data([9]) + Data.sample(20)
            #expect(try key.decrypt(publicKey.encrypt(message, using: algorithm), using: algorithm) == message)
        }
    }

    @Test(arguments: ["C_Sign", "C_Decrypt"], ["overlong", "toosmall"])
    func `lies about the length of an output is not believed, and asked again another time`(
        function: String, lie: String
    ) throws {
        let stocked = try Stocked()
        let key = try stocked.store.privateKey(label: "usual")
        let ciphertext = try key.publicKey.encrypt(Self.message, using: .rsaOAEP(.sha256))
        func work() throws {
            let signature = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
            #expect(signature == stocked.known[0].signature)
            #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha256)) == Self.message)
        }
        try work()
        try stocked.place.faults.plan("output:\(function)=\(lie)")
        for _ in 0..<5 { #expect(throws: KeyStoreError.self) { try work() } }
        try stocked.place.faults.plan("")
        try work()
        #expect(stocked.place.faults.openSessions == stocked.store.sessionCount)
    }

    /// SoftHSM never learns of the call that fails, and stays in the operation.
    @Test(arguments: [
        "CKR_FUNCTION_FAILED", "CKR_GENERAL_ERROR", "CKR_DEVICE_ERROR", "CKR_DATA_LEN_RANGE", "CKR_ARGUMENTS_BAD",
        "CKR_KEY_FUNCTION_NOT_PERMITTED", "CKR_OPERATION_ACTIVE", "0x80000001",
    ]) func `leaves an operation active that failed does the next one`(code: String) throws {
        let stocked = try Stocked()
        let key = try stocked.store.privateKey(label: "usual")
        let ciphertext = try key.publicKey.encrypt(Self.message, using: .rsaOAEP(.sha1))
        for function in ["C_Sign", "C_Decrypt", "C_FindObjects"] {
            try stocked.place.faults.plan("\(function):1=\(code)")
            for attempt in 0..<4 {
                do {
                    #expect(
                        try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
                            == stocked.known[0].signature)
                    #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha1)) == Self.message)
                    #expect(try stocked.store.keys().count == 2)
                } catch let error as KeyStoreError {
                    #expect(attempt == 0, "\(function): \(error)")
                }
            }
            #expect(stocked.place.faults.fired == 1)
            #expect(stocked.place.faults.openSessions == stocked.store.sessionCount)
        }
    }

    // MARK: Templates

    @Test func `refuses to hear of CKA_MODIFIABLE and of a public key that is not private gets its key`() throws {
        let place = try FaultyToken()
        let store = try place.open()
        try place.faults.plan(
            """
            template:refuse:CKA_MODIFIABLE=true; template:refuse:CKA_MODIFIABLE=false
            template:refuse:CKA_PRIVATE=false; template:refuse:CKA_COPYABLE=true
            """)
        let key = try store.generateKeyPair(
            .rsa(bits: 1024), tag: Data([1]), label: "new", usage: .sign, options: Self.options)
        #expect(place.faults.count(of: "C_GenerateKeyPair") == 2)
        _ = try key.signature(for: Self.message, using: .rsaPKCS1(.sha256))
        let imported = try store.importPublicKey(
            PublicKey(representation: Data(KnownKey.small.get()[0].publicPEM.utf8)), tag: Data([2]), usage: .verify,
            options: Self.options)
        #expect(imported.attributes?.id == Data([2]))
        #expect(try place.witness.objects().count == 3)
    }

    @Test func `has room for 40 bytes of label and 2 of ID says which was too long`() throws {
        let place = try FaultyToken()
        let store = try place.open()
        try place.faults.plan("template:maxlen:CKA_LABEL=40; template:maxlen:CKA_ID=2")
        let longest = String(repeating: "l", count: 40)
        let key = try store.generateKeyPair(
            .rsa(bits: 1024), tag: Data([1, 2]), label: longest, usage: .sign, options: Self.options)
        #expect(key.label == longest && key.attributes.id == Data([1, 2]))
        let error = expectError(.notPermitted) {
            try store.generateKeyPair(.rsa(bits: 1024), label: longest + "l", usage: .sign, options: Self.options)
        }
        #expect(error?.underlying?.returnValue == .attributeValueInvalid)
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `gives keys IDs of its own choosing is asked which it chose`() throws {
        let place = try FaultyToken()
        let store = try place.open()
        try place.faults.plan("template:force:CKA_ID=hex:0042")
        let key = try store.generateKeyPair(.rsa(bits: 1024), label: "pair", usage: .sign, options: Self.options)
        #expect(key.attributes.id == Data([0, 0x42]))
        #expect(try place.witness.objects().map(\.id) == [Data([0, 0x42]), Data([0, 0x42])])
        #expect(try store.keys().map(\.privateKey) == [key])
        // One that was chosen has to come out as it was.
        expectError(.tokenDisobeyed) {
            try store.generateKeyPair(.rsa(bits: 1024), tag: Data([0x42]), usage: .sign, options: Self.options)
        }
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `wants each object to have an ID of its own gets them on request`() throws {
        let place = try FaultyToken()
        let store = try place.open()
        var options = Self.options
        options.publicTag = [9]
        let key = try store.generateKeyPair(
            .rsa(bits: 1024), tag: Data([8]), label: "pair", usage: .sign, options: options)
        #expect(Set(try place.witness.objects().map(\.id)) == [Data([8]), Data([9])])
        #expect(try store.keys().map(\.privateKey) == [key])
        #expect(try store.publicKey(tag: Data([9])) == key.publicKey)
    }

    @Test func `means another padding by the number of key wrap takes no wrapped key, and says so`() throws {
        let place = try FaultyToken()
        let store = try place.open()
        try place.faults.plan("create:refuse=CKO_PRIVATE_KEY; C_UnwrapKey:every=CKR_WRAPPED_KEY_INVALID")
        let error = expectError(.notPermitted) {
            _ = try store.importPrivateKey(
                SecureBytes(copying: KnownKey.small.get()[0].pkcs8), tag: Data([7]), usage: .sign,
                options: Self.options)
        }
        #expect(error?.underlying?.function == "C_CreateObject")
        #expect(try place.witness.objects().isEmpty)
        #expect(place.faults.openSessions == store.sessionCount)
    }
}
