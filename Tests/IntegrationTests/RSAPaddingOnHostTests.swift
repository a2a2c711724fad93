import Foundation
import TestSupport
import Testing
import TokenKeyStore

/// Paddings that are done here where the token does only the RSA operation, or not with every hash.
@Suite struct `RSA padding on the host` {
    let token: SoftHSMToken
    let faults: FaultProvider
    let store: KeyStore

    init() throws {
        token = try SoftHSMToken(label: "padding")
        faults = try FaultProvider(on: token)
        try faults.plan("")
        store = try token.openStore(module: faults.path)
    }

    private static let pss =
        ["CKM_RSA_PKCS_PSS"] + HashFunction.all.map { "CKM_\($0.opensslName.uppercased())_RSA_PKCS_PSS" }

    private func importedKey(_ bits: Int) throws -> (OpenSSLKey, PrivateKey) {
        let openssl = try OpenSSLKey(bits: bits)
        let key = try store.importPrivateKey(
            SecureBytes(copying: openssl.privatePEM), usage: [.sign, .decrypt],
            options: KeyOptions(allowsWeakKeys: true))
        return (openssl, key)
    }

    /// Of 2,041 bits PSS uses one byte less than the modulus has.
    @Test(
        arguments: [2041, 2048, 2050],
        ["hide=%", "refuse:%=CKR_MECHANISM_INVALID", "refuse:%=CKR_MECHANISM_PARAM_INVALID"])
    func `PSS without PSS on the token`(bits: Int, rule: String) throws {
        try faults.plan(
            Self.pss.map { "mech:" + rule.replacingOccurrences(of: "%", with: $0) }.joined(separator: ";"))
        let (openssl, key) = try importedKey(bits)
        #expect(key.attributes.sizeInBits == bits)
        let message = Data("message".utf8)
        for signature in SignatureCase.all where signature.scheme != .pkcs1 {
            let algorithm = signature.algorithm(bits: bits)
            for _ in 0..<2 {
                let bytes = try key.signature(for: message, using: algorithm)
                let publicKey = OpenSSLPublicKey(pem: openssl.publicPEM)
                #expect(
                    try publicKey.verifiesMessage(bytes, of: message, signature.hash, signature.messageOptions),
                    "\(signature.testDescription)")
            }
        }
        let first = try key.signature(for: message, using: .rsaPSS(.sha256))
        #expect(try key.signature(for: message, using: .rsaPSS(.sha256)) != first)
        #expect(
            try key.signature(for: message, using: .rsaPSS(.sha256, saltLength: 0))
                == key.signature(for: message, using: .rsaPSS(.sha256, saltLength: 0)))
    }

    @Test(arguments: [2041, 2048])
    func `OAEP without OAEP on the token`(bits: Int) throws {
        try faults.plan("mech:hide=CKM_RSA_PKCS_OAEP")
        let (openssl, key) = try importedKey(bits)
        for encryption in EncryptionCase.padded where encryption.testDescription.hasPrefix("oaep") {
            let ciphertext = try OpenSSLPublicKey(pem: openssl.publicPEM).encrypt(Data.sample(20), encryption.options)
            #expect(try key.decrypt(ciphertext, using: encryption.algorithm) == Data.sample(20))
        }
        #expect(faults.log.contains { $0.contains("C_Decrypt") })
    }

    @Test func `PKCS#1 padding without it on the token`() throws {
        try faults.plan("mech:hide=CKM_RSA_PKCS")
        let (openssl, key) = try importedKey(2048)
        for count in [0, 1, 245] {
            let ciphertext = try OpenSSLPublicKey(pem: openssl.publicPEM)
                .encrypt(Data.sample(count), EncryptionCase.pkcs1.options)
            #expect(try key.decrypt(ciphertext, using: .rsaPKCS1) == Data.sample(count))
        }
        expectError(.decryptionFailed) { _ = try key.decrypt(Data(count: 256), using: .rsaPKCS1) }
        // The mechanisms with a hash are still there.
        #expect(
            try key.signature(for: Data(), using: .rsaPKCS1(.sha256)) == openssl.signMessage(Data(), .sha256, []))
        expectError(.mechanismUnsupported) { _ = try key.signature(for: Data(), using: .rsaPKCS1Raw) }
    }

    @Test func `what is not listed is not sent`() throws {
        let (_, key) = try importedKey(2048)
        try faults.plan((Self.pss + ["CKM_RSA_X_509"]).map { "mech:hide=\($0)" }.joined(separator: ";"))
        let error = expectError(.mechanismUnsupported) { _ = try key.signature(for: Data(), using: .rsaPSS(.sha256)) }
        #expect(error?.message.contains("CKM_RSA_PKCS_PSS") == true)
        #expect(error?.hint != nil)
        expectError(.mechanismUnsupported) { _ = try key.signature(for: Data(), using: .rsaRaw) }
        expectError(.mechanismUnsupported) { _ = try key.decrypt(Data(count: 256), using: .rsaRaw) }
        #expect(faults.count(of: "C_SignInit") == 0)
        #expect(faults.count(of: "C_DecryptInit") == 0)
        // SoftHSM's own OAEP is the only one that is left.
        let ciphertext = try key.publicKey.encrypt(Data("a".utf8), using: .rsaOAEP(.sha1))
        #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha1)) == Data("a".utf8))
        expectError(.mechanismUnsupported) { _ = try key.decrypt(ciphertext, using: .rsaOAEP(.sha256)) }
    }

    /// The token refuses the hash once; afterwards two calls are all that it takes.
    @Test func `a refusal is remembered`() throws {
        let (_, key) = try importedKey(2048)
        let ciphertext = try key.publicKey.encrypt(Data("a".utf8), using: .rsaOAEP(.sha256))
        #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha256)) == Data("a".utf8))
        try faults.plan("")
        for label in [Data(), Data("label".utf8)] {
            let algorithm = EncryptionAlgorithm.rsaOAEP(.sha256, label: label)
            let ciphertext = try key.publicKey.encrypt(Data("a".utf8), using: algorithm)
            faults.reset()
            #expect(try key.decrypt(ciphertext, using: algorithm) == Data("a".utf8))
            #expect(faults.log == ["C_DecryptInit", "C_Decrypt"])
        }
    }

    /// opencryptoki looks at the hash of OAEP only when it decrypts.
    @Test func `parameters that are refused late`() throws {
        try faults.plan("C_Decrypt:1=CKR_MECHANISM_PARAM_INVALID")
        let (_, key) = try importedKey(2048)
        let ciphertext = try key.publicKey.encrypt(Data("a".utf8), using: .rsaOAEP(.sha1))
        #expect(try key.decrypt(ciphertext, using: .rsaOAEP(.sha1)) == Data("a".utf8))
        #expect(faults.fired == 1)
    }
}
