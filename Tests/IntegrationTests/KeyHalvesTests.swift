import Foundation
import PKCS11
import TestSupport
import Testing
import TokenKeyStore

/// Halves that are kept, named, used and deleted each by itself.
@Suite struct `Halves of a key` {
    private let place: FaultyToken
    private let store: KeyStore
    private let keys: [KnownKey]

    init() throws { (place, store, keys) = try FaultyToken.withStore() }

    private func options(_ change: (inout KeyOptions) -> Void) -> KeyOptions {
        var options = KeyOptions(allowsWeakKeys: true)
        change(&options)
        return options
    }

    private func half(_ objectClass: ObjectClass) throws -> Witness.Object {
        try #require(try place.witness.objects().first { $0.objectClass == objectClass })
    }

    @Test func `the private half alone is imported or generated`() throws {
        let alone = options { $0.includesPublicHalf = false }
        _ = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), tag: Data([1]), label: "alone", usage: .sign, options: alone)
        let imported = try half(.privateKey)
        #expect(try place.witness.objects().count == 1 && imported.isProtected)
        #expect(try place.witness.signature(with: imported) == keys[0].signature)
        try place.witness.clear()

        let key = try store.generateKeyPair(.rsa(bits: 1024), tag: Data([2]), usage: .sign, options: alone)
        let generated = try half(.privateKey)
        #expect(try place.witness.objects().count == 1 && generated.isProtected)
        #expect(try key.publicKey.modulus == generated.modulus)
        let signature = try place.witness.signature(with: generated)
        #expect(try OpenSSLPublicKey(key.publicKey).verifiesMessage(signature, of: KnownKey.message, .sha256, []))
        // It is a key as others are.
        #expect(try store.publicKey(tag: Data([2])) == key.publicKey)
        try store.delete(key)
        #expect(try place.witness.objects().isEmpty)
    }

    @Test func `the private half is deleted and the public one stays`() throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        try store.delete(store.privateKey(tag: Data([1])), includingPublicHalf: false)
        #expect(try place.witness.objects().map(\.objectClass) == [.publicKey])
        try place.witness.add(keys[0], id: Data([1]), label: "key", halves: [.privateKey])
        try store.delete(store.privateKey(tag: Data([1])), includingPublicHalf: true)
        #expect(try place.witness.objects().isEmpty)
    }

    @Test func `each may do exactly what was said`() throws {
        // As recipes for Apple's keychain save keys.
        let exact = options { $0.publicUsage = [.encrypt, .wrap] }
        _ = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), usage: [.sign, .verify, .encrypt], options: exact)
        var flags = try half(.privateKey).flags
        for (flag, expected) in [
            (.sign, true), (.decrypt, false), (.unwrap, false), (.derive, false), (.signRecover, false),
        ] as [(AttributeType, Bool)] {
            #expect(flags[flag] == expected, "\(flag)")
        }
        flags = try half(.publicKey).flags
        for (flag, expected) in [
            (.verify, false), (.encrypt, true), (.wrap, true), (.derive, false), (.verifyRecover, false),
        ] as [(AttributeType, Bool)] {
            #expect(flags[flag] == expected, "\(flag)")
        }
        try place.witness.clear()
        try store.generateKeyPair(
            .rsa(bits: 1024), usage: [.decrypt], options: options { $0.publicUsage = [.verify, .derive] })
        #expect(try half(.privateKey).flags[.decrypt] == true && half(.privateKey).flags[.sign] == false)
        flags = try half(.publicKey).flags
        #expect(flags[.verify] == true && flags[.derive] == true && flags[.encrypt] == false)
        try place.witness.clear()
        let publicKey = try PublicKey(representation: Data(keys[0].publicPEM.utf8))
        try store.importPublicKey(publicKey, usage: .sign, options: options { $0.publicUsage = .encrypt })
        #expect(try half(.publicKey).flags[.encrypt] == true && half(.publicKey).flags[.verify] == false)
        #expect(try place.witness.objects().count == 1)
    }

    @Test func `an extractable key leaves the token wrapped, and is not read`() throws {
        let key = try store.generateKeyPair(
            .rsa(bits: 1024), label: "movable", usage: .sign, options: options { $0.isExtractable = true })
        #expect(key.attributes.isExtractable == true && key.attributes.isSensitive == true)
        let object = try half(.privateKey)
        #expect(object.flags[.extractable] == true && object.flags[.sensitive] == true)
        let status = try place.witness.withSession { session in
            try session.attributes([.privateExponent], of: object.handle).status(.privateExponent)
        }
        #expect(status == .sensitive)
        // A token that does not let it is told so.
        try place.faults.plan("readback:CKA_EXTRACTABLE=false")
        expectError(.tokenDisobeyed) {
            try store.generateKeyPair(
                .rsa(bits: 1024), label: "other", usage: .sign, options: options { $0.isExtractable = true })
        }
        #expect(try place.witness.objects().count == 2)
    }

    @Test func `a label that is no text is kept byte for byte`() throws {
        let label = Data([0xFF, 0x00, 0xFE])
        let key = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), usage: .sign, options: options { $0.labelBytes = label })
        #expect(key.attributes.labelBytes == label)
        #expect(try store.privateKeys(matching: KeyQuery(labelBytes: label)) == [key])
        #expect(try store.publicKeys(matching: KeyQuery(labelBytes: label)).count == 1)
        #expect(try store.privateKeys(matching: KeyQuery(labelBytes: Data([0xFF]))).isEmpty)
        expectError(.keyExists) {
            try store.generateKeyPair(.rsa(bits: 1024), usage: .sign, options: options { $0.labelBytes = label })
        }
        expectError(.invalidParameter) {
            try store.generateKeyPair(
                .rsa(bits: 1024), label: "twice", usage: .sign, options: options { $0.labelBytes = label })
        }
        #expect(try place.witness.objects().count == 2)
    }

    @Test(arguments: [512, 768, 1023, 1024, 2056]) func `keys of odd sizes are generated where weak ones are allowed`(
        bits: Int
    ) throws {
        let key = try store.generateKeyPair(.rsa(bits: bits), usage: .sign, options: options { _ in })
        #expect(key.attributes.sizeInBits == bits)
        let signature = try key.signature(for: KnownKey.message, using: .rsaPKCS1(.sha256))
        #expect(try OpenSSLPublicKey(key.publicKey).verifiesMessage(signature, of: KnownKey.message, .sha256, []))
        guard bits < 2048 else { return }
        expectError(.invalidParameter) { try store.generateKeyPair(.rsa(bits: bits), usage: .sign) }
    }

    @Test func `no key is smaller than 512 bits`() throws {
        expectError(.invalidParameter) {
            try store.generateKeyPair(.rsa(bits: 511), usage: .sign, options: options { _ in })
        }
    }

    // MARK: What a key supports

    private static let signatures: [SignatureAlgorithm] = [
        .rsaPKCS1(.sha1), .rsaPKCS1(.sha256), .rsaPKCS1(.sha512), .rsaPSS(.sha1), .rsaPSS(.sha224), .rsaPSS(.sha512),
        .rsaPKCS1Raw, .rsaRaw,
    ]
    private static let encryptions: [EncryptionAlgorithm] = [
        .rsaPKCS1, .rsaRaw, .rsaOAEP(.sha1), .rsaOAEP(.sha256), .rsaOAEP(.sha512), .rsaOAEP(.sha256, label: Data([1])),
        .rsaOAEPAESGCM(.sha256), .rsaOAEPAESGCM(.sha512),
    ]

    /// What is said beforehand is what happens.
    @Test(arguments: [
        "", "mech:hide=CKM_RSA_X_509", "mech:hide=CKM_RSA_PKCS", "mech:hide=CKM_RSA_PKCS_PSS",
        "mech:hide=CKM_RSA_PKCS_OAEP", "mech:hide=CKM_RSA_X_509; mech:hide=CKM_RSA_PKCS_OAEP",
        "mech:hide=CKM_RSA_X_509; mech:hide=CKM_RSA_PKCS_PSS; mech:hide=CKM_SHA1_RSA_PKCS_PSS",
    ])
    func `a key supports what it does`(plan: String) throws {
        try place.witness.add(keys[0], id: Data([1]), label: "key")
        try place.faults.plan(plan)
        let store = try place.open()
        let key = try store.privateKey(tag: Data([1]))
        let publicKey = try key.publicKey
        for algorithm in Self.signatures {
            let input = algorithm.hash == nil ? Data([1, 2, 3]) : KnownKey.message
            let signature = try? key.signature(for: input, using: algorithm)
            #expect(key.supports(algorithm) == (signature != nil), "\(plan): \(algorithm)")
            #expect(!publicKey.supports(algorithm) || signature != nil || !plan.isEmpty)
        }
        for algorithm in Self.encryptions {
            let message = algorithm == .rsaRaw ? Data(count: 127) + [7] : Data([7])
            let ciphertext = try? publicKey.encrypt(message, using: algorithm)
            #expect(publicKey.supports(algorithm) == (ciphertext != nil), "\(algorithm)")
            let supports = key.supports(algorithm)
            guard let ciphertext else {
                #expect(!supports, "\(plan): \(algorithm)")
                continue
            }
            let decrypted = try? key.decrypt(ciphertext, using: algorithm)
            // SoftHSM lists OAEP and takes SHA-1 only; without the raw operation that shows when it is tried.
            let cannotBeKnown = plan.contains("X_509") && !plan.contains("OAEP") && algorithm != .rsaOAEP(.sha1)
            #expect(supports == (decrypted == message) || cannotBeKnown && supports, "\(plan): \(algorithm)")
        }
    }

    @Test func `a key supports only what its usage permits`() throws {
        let key = try store.importPrivateKey(
            SecureBytes(copying: keys[0].pkcs8), tag: Data([1]), usage: .sign, options: options { _ in })
        #expect(key.supports(.rsaPKCS1(.sha256)) && !key.supports(.rsaPKCS1) && !key.supports(.rsaOAEP(.sha1)))
        let publicKey = try store.publicKey(tag: Data([1]))
        #expect(publicKey.supports(.rsaPKCS1(.sha256)) && !publicKey.supports(.rsaPKCS1))
        #expect(try key.publicKey.supports(.rsaPKCS1))
        // 1,024 bits are too few for a salt as long as SHA-512.
        #expect(!key.supports(.rsaPSS(.sha512)) && key.supports(.rsaPSS(.sha384)))
    }
}
