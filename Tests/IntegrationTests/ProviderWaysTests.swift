import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// What single providers do in their own way, as `Tests/Conformance` met it on the real ones, shown on the fault-injecting one.
@Suite struct `Ways of single providers` {
    private let place: FaultyToken
    private let keys: [KnownKey]

    init() throws {
        place = try FaultyToken()
        keys = try KnownKey.small.get()
    }

    private func open(_ quirks: String = "") throws -> KeyStore {
        try place.open(options: KeyStore.Options(quirks: QuirkSettings(parsing: quirks)))
    }

    private static let alone = KeyOptions(allowsWeakKeys: true, includesPublicHalf: false)

    /// tpm2-pkcs11 makes no object of a session.
    @Test func `a private half alone is generated where no object of a session can be made`() throws {
        let store = try open()
        try place.faults.plan("template:refuse:CKA_TOKEN=false")
        let key = try store.generateKeyPair(.rsa(bits: 1024), label: "alone", usage: .sign, options: Self.alone)
        let signature = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
        #expect(try OpenSSLPublicKey(key.publicKey).verifiesMessage(signature, of: KnownKey.message, .sha256, []))
        #expect(try place.witness.objects().map(\.objectClass) == [.privateKey])
    }

    @Test func `neither half is left where the public one cannot be destroyed at once`() throws {
        let store = try open()
        try place.faults.plan("template:refuse:CKA_TOKEN=false; C_DestroyObject:1=CKR_FUNCTION_FAILED")
        #expect(throws: KeyStoreError.self) {
            try store.generateKeyPair(.rsa(bits: 1024), label: "alone", usage: .sign, options: Self.alone)
        }
        #expect(try place.witness.objects().isEmpty)
    }

    @Test(arguments: [("", 2), ("+fails-at-refused-usage", 1)], [true, false])
    func `a template that is refused is sent once more only without what was in it`(
        way: (quirks: String, attempts: Int), isPermanent: Bool
    ) throws {
        let store = try open(way.quirks)
        try place.faults.plan("C_GenerateKeyPair:every=CKR_TEMPLATE_INCONSISTENT")
        #expect(throws: KeyStoreError.self) {
            try store.generateKeyPair(
                .rsa(bits: 1024), tag: Data([1]), usage: .sign,
                options: KeyOptions(allowsWeakKeys: true, isPermanent: isPermanent))
        }
        #expect(place.faults.count(of: "C_GenerateKeyPair") == way.attempts)
    }

    /// tpm2-pkcs11 looks at the kind of the session before anything else.
    @Test func `a key of a session is made in a read-write session where the token wants that`() throws {
        let store = try open()
        try place.faults.plan("C_CreateObject:1=CKR_SESSION_READ_ONLY")
        let key = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), usage: .sign,
            options: KeyOptions(allowsWeakKeys: true, isPermanent: false))
        #expect(try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256)) == keys[0].signature)
        #expect(place.faults.count(of: "C_CreateObject") == 2)
    }

    /// The token with the root certificates in NSS.
    @Test func `a token that can only be read is opened though nobody initialised it`() throws {
        try place.faults.plan(
            "token:flags-=CKF_TOKEN_INITIALIZED|CKF_LOGIN_REQUIRED; token:flags+=CKF_WRITE_PROTECTED")
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        let store = try place.open(pin: PINSource.none)
        #expect(try store.publicKeys().map(\.attributes?.label) == ["key"])
        try place.faults.plan("token:flags-=CKF_TOKEN_INITIALIZED")
        expectError(.tokenNotInitialized) { _ = try place.open() }
    }

    /// YKCS11 says so to a user who deletes a key.
    @Test func `what only the security officer may do is said to be so`() throws {
        let store = try open()
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        let key = try store.privateKey(label: "key")
        try place.faults.plan("C_DestroyObject:every=CKR_USER_TYPE_INVALID")
        let error = expectError(.notPermitted) { try store.delete(key) }
        #expect(error?.message.contains("security officer") == true)
        #expect(try place.witness.objects().count == 2)
    }

    /// YKCS11 takes SHA-224 at C_DecryptInit, and then fails with every ciphertext.
    @Test func `OAEP with SHA-224 is not left to the token`() throws {
        let store = try open()
        let key = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), usage: .decrypt, options: KeyOptions(allowsWeakKeys: true))
        let ciphertext = try OpenSSLPublicKey(key.publicKey).encrypt(
            Data("message".utf8), ["rsa_padding_mode:oaep", "rsa_oaep_md:sha224", "rsa_mgf1_md:sha224"])
        try place.faults.plan("mech:refuse:CKM_RSA_PKCS_OAEP=CKR_FUNCTION_FAILED")
        #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha224)) == Data("message".utf8))
        #expect(place.faults.count(of: "C_DecryptInit") == 1)
    }

    @Test(arguments: [("", 0), ("+failed-decryption-goes-on", 1)])
    func `failed-decryption-goes-on: a decryption that failed is ended with it, and not without`(
        quirks: String, count: Int
    ) throws {
        let store = try open(quirks)
        let key = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), usage: .decrypt, options: KeyOptions(allowsWeakKeys: true))
        let ciphertext = try key.publicKey.encrypt(Data("message".utf8), using: .rsaPKCS1)
        try place.faults.plan("C_Decrypt:1=CKR_GENERAL_ERROR")
        expectError(.decryptionFailed) { _ = try key.decrypt(ciphertext, using: .rsaPKCS1) }
        #expect(place.faults.count(of: "C_DecryptFinal") == count)
        #expect(try key.decrypt(ciphertext, using: .rsaPKCS1) == Data("message".utf8))
        #expect(place.faults.count(of: "C_DecryptFinal") == count)
    }

    @Test(arguments: [("", 2), ("+fails-at-refused-usage", 1)])
    func `fails-at-refused-usage: a template refuses no usage with it, and does without`(
        quirks: String, generations: Int
    ) throws {
        let store = try open(quirks)
        try place.faults.plan("template:refuse:CKA_UNWRAP=false")
        let key = try store.generateKeyPair(
            .rsa(bits: 1024), usage: .sign, options: KeyOptions(allowsWeakKeys: true))
        #expect(place.faults.count(of: "C_GenerateKeyPair") == generations)
        // SoftHSM allows what it is not told to refuse.
        #expect(key.warnings == [.usageWider])
    }
}
