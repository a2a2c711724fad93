import Foundation

@testable import PKCS11
@testable import TokenKeyStore

extension FuzzTarget {
    /// What a provider answers: lengths, return values and contents, as far as a provider can lie without damaging memory itself.
    static let provider = FuzzTarget(name: "provider") { bytes in
        let provider = try LoadedFuzzProvider.loaded.get()
        TokenState.registry.withLock { $0.removeAll() }
        bytes.dropFirst().withUnsafeBufferPointer { input in
            provider.feed(input.baseAddress, input.count)
            switch (bytes.first ?? 0) % 3 {
            case 0: readEverything(of: provider.module)
            case 1: useStore(on: provider.module, change: false)
            default: useStore(on: provider.module, change: true)
            }
            check(provider.openSessions() == 0, "\(provider.openSessions()) sessions stay open")
            // The bytes are gone when this returns.
            provider.feed(nil, 0)
        }
    }

    // MARK: The typed layer

    private static func readEverything(of module: Module) {
        _ = try? module.info()
        _ = module.interfaces()
        let slots = (try? module.slots()) ?? []
        check(slots.count <= 65_536, "\(slots.count) slots")
        guard let slot = slots.first else { return }
        _ = try? slot.info()
        if let info = try? slot.tokenInfo() {
            check(info.labelBytes.count <= 32 && info.label.unicodeScalars.count <= 32, "a long label")
            check(PKCS11URI(token: info).matches(info), "a token is not the one that its own URI means")
        }
        for mechanism in ((try? slot.mechanisms()) ?? []).prefix(4) { _ = try? slot.mechanismInfo(mechanism) }
        do throws(PKCS11Error) {
            let session = try slot.openSession()
            _ = try? session.info()
            readObjects(in: session)
            operate(in: session)
            try session.close()
        } catch {
            check(!error.message.isEmpty, "an error without words")
        }
    }

    private static func readObjects(in session: borrowing Session) {
        let reader = AttributeReader()
        for object in ((try? session.find()) ?? []).prefix(16) {
            if let values = try? session.attributes(KeyAttributes.allTypes, of: object) { checkValues(values) }
            if let values = try? reader.attributes(KeyAttributes.allTypes, of: object, in: session) {
                checkValues(values)
            }
        }
    }

    private static func checkValues(_ values: AttributeValues) {
        check(values.types == KeyAttributes.allTypes, "other attributes than were asked for")
        for type in values.types {
            let data = values.data(type)
            check((data != nil) == (values.status(type) == .value), "a value without a status, or the other way round")
            check((data?.count ?? 0) <= Int(Session.maximumAttributeLength), "a value of \(data?.count ?? 0) bytes")
            check(values.bool(type) == nil || data?.count == 1, "a truth value of \(data?.count ?? 0) bytes")
            check(values.number(type) != .max, "a number that is none")
            _ = values.mechanisms(type)
            _ = values.string(type)
        }
        guard let key = KeyAttributes(values) else { return }
        check((1...RSAPublicKey.maximumSizeInBits).contains(key.rsa?.sizeInBits ?? 1), "a key that is too large")
        check((key.sizeInBits ?? 1) > 0, "a key of no size")
        _ = (key.label, key.tag, key.publicKeyHash, key.isIncomplete)
    }

    private static func operate(in session: borrowing Session) {
        let key = ObjectHandle(rawValue: 1)
        let message = Data("message".utf8)
        if (try? session.signInit(Mechanism(.rsaPKCS), key: key)) != nil {
            let signature = try? session.sign(message, maximumLength: 128)
            check((signature?.count ?? 0) <= Int(Session.maximumOutputLength), "a signature that is too long")
        }
        if (try? session.decryptInit(Mechanism(.rsaX509), key: key)) != nil {
            let secret = try? session.decryptSecret(message, maximumLength: 128)
            check((secret?.count ?? 0) <= Int(Session.maximumOutputLength), "a plaintext that is too long")
        }
        if (try? session.digestInit(Mechanism(.sha256))) != nil { _ = try? session.digest(message) }
        if let random = try? session.randomBytes(count: 8) { check(random.count == 8, "\(random.count) random bytes") }
    }

    // MARK: The key store

    private static func useStore(on module: Module, change: Bool) {
        guard let pin = try? SecureBytes(utf8: "1234"),
            let store = try? KeyStore(
                module: module, selector: .only, pin: .value(pin),
                options: KeyStore.Options(maximumSessions: 4, sessionTimeout: .milliseconds(1)), isEmbedded: false)
        else { return }
        defer { store.close() }
        do {
            if change { try changeKeys(of: store) }
            for key in try store.keys().prefix(4) { check(key.attributes != nil, "a key without a half") }
            for key in try store.privateKeys().prefix(4) { useKey(key) }
            for key in try store.publicKeys().prefix(4) { FuzzTarget.checkPublicKey(key.rsa) }
        } catch {
            check(error is KeyStoreError, "an error of another kind: \(error)")
        }
    }

    private static func useKey(_ key: PrivateKey) {
        let message = Data("message".utf8)
        for algorithm in [SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256), .rsaPKCS1Raw] {
            do {
                let signature = try key.signature(for: message, using: algorithm)
                let length = key.attributes.rsa?.byteCount ?? signature.count
                check(signature.count == length, "a signature of another size")
            } catch {
                check(error is KeyStoreError, "an error of another kind: \(error)")
            }
        }
        guard let rsa = key.attributes.rsa else { return }
        for algorithm in [EncryptionAlgorithm.rsaOAEP(.sha256), .rsaPKCS1, .rsaRaw, .rsaOAEPAESGCM(.sha1)] {
            do {
                let length = rsa.byteCount + (algorithm == .rsaOAEPAESGCM(.sha1) ? 20 : 0)
                let message = try key.decrypt(Data(repeating: 1, count: length), using: algorithm)
                check(message.count <= length, "a message longer than its ciphertext")
            } catch {
                check(error is KeyStoreError, "an error of another kind: \(error)")
            }
        }
    }

    private static func changeKeys(of store: KeyStore) throws {
        let key = try store.generateKeyPair(.rsa(bits: 1024), tag: Data([1]), label: "new", usage: .sign)
        let renamed = try store.rename(key, label: "newer")
        try store.delete(renamed)
    }
}

/// The library of this package, which lies beside the program.
private struct LoadedFuzzProvider: Sendable {
    let module: Module
    let feed: @convention(c) @Sendable (UnsafePointer<UInt8>?, Int) -> Void
    let openSessions: @convention(c) @Sendable () -> Int

    static let loaded = Result { try LoadedFuzzProvider() }

    private init() throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(fileURLWithPath: program).deletingLastPathComponent().path + "/libFuzzProvider.so"
        module = try Module.load(path: path)
        guard let library = dlopen(path, RTLD_NOW), let feed = dlsym(library, "fuzz_provider_feed"),
            let openSessions = dlsym(library, "fuzz_provider_open_sessions")
        else { throw KeyStoreError(.internalError, "\(path) is not the fuzzing provider") }
        self.feed = unsafeBitCast(feed, to: (@convention(c) @Sendable (UnsafePointer<UInt8>?, Int) -> Void).self)
        self.openSessions = unsafeBitCast(openSessions, to: (@convention(c) @Sendable () -> Int).self)
    }
}
