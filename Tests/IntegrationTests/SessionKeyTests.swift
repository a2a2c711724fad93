import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Keys that are not kept on the token: objects of a session of their own.
@Suite struct `A session key` {
    static let options = KeyOptions(allowsWeakKeys: true, isPermanent: false)

    private let place: FaultyToken
    private let store: KeyStore
    private let keys: [KnownKey]

    init() throws { (place, store, keys) = try FaultyToken.withStore() }

    private func importKey(_ usage: KeyUsage = [.sign, .decrypt], _ index: Int = 0) throws -> PrivateKey {
        try store.importPrivateKey(SecureBytes(copying: keys[index].pkcs8), usage: usage, options: Self.options)
    }

    private func expectSignature(_ key: PrivateKey, _ index: Int = 0) throws {
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[index].signature)
    }

    /// What OpenSSL encrypts to the first key by PKCS#1 v1.5.
    private func ciphertext(of message: Data) throws -> Data {
        let folder = try TemporaryDirectory()
        let path = folder.file("public.pem")
        try Data(keys[0].publicPEM.utf8).write(to: URL(fileURLWithPath: path))
        return try Command.check(
            "openssl", ["pkeyutl", "-encrypt", "-pubin", "-inkey", path, "-pkeyopt", "rsa_padding_mode:pkcs1"],
            input: message
        ).stdout
    }

    @Test func `is imported, signs as OpenSSL does, and leaves nothing on the token`() throws {
        let before = store.sessionCount
        do {
            let key = try importKey()
            #expect(store.sessionCount == before + 1)
            try expectSignature(key)
            #expect(key.attributes.isTokenObject == false && key.attributes.isSensitive == true)
            #expect(key.attributes.isExtractable == false && key.attributes.isPrivate == true)
            #expect(try place.witness.objects().isEmpty)
        }
        #expect(store.sessionCount <= before + 1)
        #expect(place.faults.openSessions == store.sessionCount)
        #expect(try place.witness.objects().isEmpty)
    }

    @Test func `is generated, and signs what OpenSSL verifies`() throws {
        let key = try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: Self.options)
        let signature = try key.signature(for: KnownKey.message, using: .rsaPSS(.sha256))
        let peer = try OpenSSLPublicKey(key.publicKey)
        let options = ["rsa_padding_mode:pss", "rsa_pss_saltlen:32"]
        #expect(try peer.verifiesMessage(signature, of: KnownKey.message, .sha256, options))
        #expect(key.attributes.isTokenObject == false && key.warnings.isEmpty && key.tag == nil)
        #expect(try place.witness.objects().isEmpty)
        // The public half is not left in the session either.
        #expect(place.faults.count(of: "C_DestroyObject") == 1)
    }

    @Test func `costs as many calls as another key`() throws {
        let key = try importKey()
        try expectSignature(key)
        let calls = try place.calls { try expectSignature(key) }
        #expect(calls.functions == ["C_SignInit", "C_Sign"])
        let made = try place.calls { _ = try importKey() }
        #expect(made.functions.filter { $0 != "C_GetAttributeValue" } == ["C_CreateObject", "C_CloseSession"])
    }

    @Test func `is found by no search, and in nobody's way`() throws {
        let key = try importKey()
        #expect(try store.keys().isEmpty && store.privateKeys().isEmpty && store.publicKeys().isEmpty)
        #expect(try store.keys(matching: KeyQuery(tag: key.attributes.id)).isEmpty)
        let twin = try importKey()
        let kept = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        try expectSignature(twin)
        try store.delete(kept)
        try expectSignature(key)
        try store.delete(key)
        expectError(.keyNotFound) { try expectSignature(key) }
        expectError(.keyNotFound) { try store.delete(key) }
        try expectSignature(twin)
    }

    @Test func `outlives operations that fail`() throws {
        let key = try importKey()
        let message = Data("a".utf8)
        let good = try ciphertext(of: message)
        for _ in 0..<3 {
            expectError(.decryptionFailed) { _ = try key.decrypt(Data(count: 127) + [1], using: .rsaPKCS1) }
            #expect(try key.decrypt(good, using: .rsaPKCS1) == message)
        }
        for code in ["CKR_DEVICE_ERROR", "CKR_SESSION_HANDLE_INVALID", "CKR_GENERAL_ERROR"] {
            for function in ["C_SignInit", "C_Sign"] {
                try place.faults.plan("\(function):1=\(code)")
                _ = try? key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
                #expect(place.faults.fired == 1)
                try expectSignature(key)
            }
        }
    }

    @Test func `more than the store may have sessions leave room for operations`() throws {
        let store = try place.open(options: KeyStore.Options(maximumSessions: 2, sessionTimeout: .seconds(5)))
        let made = try (0..<6).map { _ in
            try store.importPrivateKey(SecureBytes(copying: keys[0].pkcs8), usage: .sign, options: Self.options)
        }
        #expect(store.sessionCount >= 7)
        try Threads.run(4) { index in
            for key in made.dropFirst(index) {
                guard try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature else {
                    throw KeyStoreError(.internalError, "another signature")
                }
            }
        }
        _ = try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        store.close()
        #expect(place.faults.openSessions == self.store.sessionCount)
    }

    @Test func `a token that is full says so`() throws {
        try place.faults.plan("sessions:max=3")
        var made = [try importKey()]
        let error = #expect(throws: KeyStoreError.self) { for _ in 0..<3 { made.append(try importKey()) } }
        #expect(error?.code == .sessionsExhausted)
        made = []
        try expectSignature(try importKey())
    }

    @Test func `ends with the store`() throws {
        let key = try importKey()
        store.close()
        #expect(place.faults.openSessions == 0)
        expectError(.closed) { try expectSignature(key) }
        expectError(.closed) { _ = try importKey() }
    }

    @Test func `ends with its session, and says so`() throws {
        let key = try importKey()
        try place.faults.amend("sessions:forget")
        expectError(.keyNotFound) { try expectSignature(key) }
        expectError(.keyNotFound) { try expectSignature(key) }
        expectError(.keyNotFound) { try store.delete(key) }
        try expectSignature(try importKey())
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `needs a login`() throws {
        self.store.close()
        let store = try place.open(pin: PINSource.none)
        expectError(.notLoggedIn) {
            _ = try store.importPrivateKey(
                SecureBytes(copying: keys[0].pkcs8), usage: .sign, options: Self.options)
        }
        expectError(.notLoggedIn) {
            _ = try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: Self.options)
        }
        #expect(place.faults.openSessions == store.sessionCount)
    }

    @Test func `that the token makes otherwise is refused`() throws {
        for (lie, code) in [
            ("CKA_SENSITIVE=false", KeyStoreError.Code.tokenDisobeyed), ("CKA_EXTRACTABLE=true", .tokenDisobeyed),
            ("CKA_TOKEN=true", .tokenDisobeyed), ("CKA_SIGN=false", .tokenDisobeyed),
        ] {
            try place.faults.plan("readback:\(lie)")
            expectError(code, "\(lie)") { _ = try importKey() }
            expectError(code, "\(lie)") {
                _ = try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: Self.options)
            }
            #expect(place.faults.openSessions == store.sessionCount, "\(lie)")
        }
        try place.faults.plan("template:refuse:CKA_DECRYPT=false")
        try expectSignature(try importKey(.sign))
    }

    @Test func `is not changed, and a public key is not kept`() throws {
        let key = try importKey()
        expectError(.notPermitted) { _ = try store.rename(key, label: "name") }
        expectError(.notPermitted) { _ = try store.change(key, to: KeyChanges(label: "name")) }
        let publicKey = try PublicKey(representation: Data(keys[0].publicPEM.utf8))
        let imported = try store.importPublicKey(publicKey, usage: .verify, options: Self.options)
        #expect(imported == publicKey && imported.attributes == nil)
        #expect(try place.witness.objects().isEmpty)
    }

    @Test func `all of it works in tasks`() async throws {
        let options = Self.options
        let pkcs8 = keys[0].pkcs8
        let key = try await store.importPrivateKey(SecureBytes(copying: pkcs8), usage: .sign, options: options)
        #expect(try await key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        let stored = try await store.storeCopy(of: key, tag: Data([1]), label: "kept")
        let changed = try await store.change(stored, to: KeyChanges(label: "changed"))
        #expect(try place.witness.objects().map(\.label) == ["changed"])
        try await store.delete(changed, includingPublicHalf: true)
        try await store.delete(key)
        #expect(try place.witness.objects().isEmpty)
    }
}

/// The same with every call in turn failing.
@Suite struct `A session key with every call in turn failing` {
    private let place: FaultyToken
    private let keys: [KnownKey]

    init() throws {
        place = try FaultyToken()
        keys = try KnownKey.small.get()
    }

    /// Nothing is left on the token, and no session once the key is gone; `StoreSweep` sees to the sessions.
    @Test(arguments: [true, false]) func `is there or not`(isGenerated: Bool) throws {
        try StoreSweep(place: place).run { _ in
        } operate: { store in
            isGenerated
                ? try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: `A session key`.options)
                : try store.importPrivateKey(
                    SecureBytes(copying: keys[0].pkcs8), usage: .sign, options: `A session key`.options)
        } check: { outcome, point, witness in
            #expect(try witness.objects().isEmpty, "\(point)")
            guard let key = outcome else { return }
            let signature = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
            #expect(try key.publicKey.isValidSignature(signature, for: KnownKey.message, using: .rsaPKCS1(.sha256)))
            if !isGenerated { #expect(signature == keys[0].signature, "\(point)") }
            #expect(place.faults.openSessions <= key.store.sessionCount + 1, "\(point)")
        }
    }

    @Test func `a copy of it is on the token, or not`() throws {
        // After another login a session key is taken to be gone.
        let codes = StoreSweep.codes.filter { $0 != .userNotLoggedIn }
        try StoreSweep(place: place, codes: codes).run { witness in
            try witness.clear()
        } operate: { store in
            let key = try store.importPrivateKey(
                SecureBytes(copying: keys[0].pkcs8), usage: .sign, options: `A session key`.options)
            return try store.storeCopy(
                of: key, tag: Data([1]), label: "kept", options: KeyOptions(existing: .refuseIdentical))
        } check: { outcome, point, witness in
            let objects = try witness.objects()
            #expect(objects.count == (outcome == nil ? 0 : 1), "\(point): \(objects)")
            guard let object = objects.first else { return }
            #expect(object.isProtected && object.label == "kept" && object.id == Data([1]), "\(point)")
            #expect(try witness.signature(with: object) == keys[0].signature, "\(point)")
        }
    }
}
