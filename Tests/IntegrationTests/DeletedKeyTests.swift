import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// What a program sees whose key somebody else deletes or replaces. SoftHSM 2.6 answers for a key that is going with return values that say
/// something else: `CKR_KEY_FUNCTION_NOT_PERMITTED`, `CKR_GENERAL_ERROR`.
@Suite struct `A key that somebody else deletes` {
    private let place: FaultyToken
    private let store: KeyStore
    private let keys: [KnownKey]
    private let tag = Data([1])
    private let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)

    init() throws { (place, store, keys) = try FaultyToken.withStore() }

    /// A key whose handle is known to the store.
    private func usedKey(usage: KeyUsage = .sign) throws -> PrivateKey {
        let key = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), tag: tag, label: "key", usage: usage,
            options: KeyOptions(allowsWeakKeys: true))
        if usage.contains(.sign) { _ = try key.signature(for: KnownKey.message, using: algorithm) }
        return key
    }

    private static let answers = [
        ("C_SignInit", "CKR_KEY_FUNCTION_NOT_PERMITTED", KeyStoreError.Code.notPermitted),
        ("C_SignInit", "CKR_KEY_TYPE_INCONSISTENT", .notPermitted), ("C_SignInit", "CKR_GENERAL_ERROR", .tokenError),
        ("C_Sign", "CKR_GENERAL_ERROR", .tokenError), ("C_Sign", "CKR_FUNCTION_FAILED", .tokenError),
    ]

    @Test(arguments: answers)
    func `is not found, whatever the token says of it`(
        function: String, answer: String, code: KeyStoreError.Code
    ) throws {
        let key = try usedKey()
        try place.witness.clear()
        try place.faults.plan("\(function):every=\(answer)")
        let error = try #require(throws: KeyStoreError.self) {
            try key.signature(for: KnownKey.message, using: algorithm)
        }
        #expect(error.code == .keyNotFound && error.hint?.contains("deleted or replaced") == true, "\(error)")
        // SoftHSM itself refuses a handle that is void: where only C_Sign is to answer otherwise, it is not asked.
        if function == "C_SignInit" { #expect(error.underlying?.returnValue?.description == answer, "\(error)") }
    }

    @Test(arguments: answers)
    func `while it is there, what the token says is what the caller gets`(
        function: String, answer: String, code: KeyStoreError.Code
    ) throws {
        let key = try usedKey()
        try place.faults.plan("\(function):every=\(answer)")
        let error = try #require(throws: KeyStoreError.self) {
            try key.signature(for: KnownKey.message, using: algorithm)
        }
        #expect(error.code == code, "\(error)")
        try place.faults.plan("")
        #expect(try key.signature(for: KnownKey.message, using: algorithm) == keys[0].signature)
    }

    /// What follows must not take longer for one ciphertext than for another.
    @Test func `is not looked for when a decryption fails`() throws {
        let key = try usedKey(usage: [.sign, .decrypt])
        let ciphertext = try key.publicKey.encrypt(Data("m".utf8), using: .rsaOAEP(.sha1))
        try place.faults.plan("C_Decrypt:every=CKR_GENERAL_ERROR")
        let functions = place.calls {
            #expect(throws: KeyStoreError.self) { try key.decrypt(ciphertext, using: .rsaOAEP(.sha1)) }
        }.functions
        #expect(functions.contains("C_Decrypt"))
        #expect(functions.filter { $0.hasPrefix("C_Find") }.isEmpty, "\(functions)")
    }

    /// Without the search that waits for writers, which would hide the moment (``Quirk/searchBesideWrites``).
    @Test(.timeLimit(.minutes(20)))
    func `to put another in its place is not found twice by who looks at that moment`() async throws {
        _ = try usedKey()
        try place.faults.plan("token:manufacturer=Somebody; block:C_DestroyObject")
        let (writer, reader) = try (place.open(), place.open())
        let pkcs8 = try SecureBytes(copying: keys[1].pkcs8)
        let (tag, faults) = (tag, place.faults)
        let replacement = Task {
            try await writer.importPrivateKey(
                pkcs8, tag: tag, label: "key", usage: .sign,
                options: KeyOptions(existing: .replace, allowsWeakKeys: true))
        }
        while faults.count(of: "C_DestroyObject") == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let both = try await reader.privateKeys(matching: KeyQuery(tag: tag))
        #expect(both.count == 2)
        let searches = faults.count(of: "C_FindObjectsFinal")
        let found = Task { try await reader.privateKey(tag: tag) }
        while faults.count(of: "C_FindObjectsFinal") == searches { try await Task.sleep(for: .milliseconds(1)) }
        try faults.plan("token:manufacturer=Somebody")
        let (new, only) = try await (replacement.value, found.value)
        #expect(only == new)
    }
}

@Suite struct `A query by fingerprint` {
    @Test func `tells apart what has the same names`() throws {
        let (place, store, keys) = try FaultyToken.withStore()
        for key in keys.prefix(2) { try place.witness.add(key, id: Data([1]), label: "key") }
        #expect(throws: KeyStoreError.self) { try store.privateKey(tag: Data([1])) }
        for key in keys.prefix(2) {
            let spki = try Command.check(
                "openssl", ["pkey", "-pubin", "-outform", "DER"], input: Data(key.publicPEM.utf8))
            let digest = try Command.check("openssl", ["dgst", "-sha256", "-binary"], input: spki.stdout).stdout
            for fingerprint in [digest, digest.prefix(8)] {
                let query = KeyQuery(tag: Data([1]), fingerprint: fingerprint)
                #expect(try store.privateKey(matching: query).publicKey.pemRepresentation == key.publicPEM)
                #expect(try store.publicKey(matching: query).pemRepresentation == key.publicPEM)
                #expect(try store.keys(matching: query).count == 1)
            }
        }
        #expect(try store.keys(matching: KeyQuery(fingerprint: Data(count: 4))).isEmpty)
    }
}
