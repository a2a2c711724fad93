import Foundation
import PKCS11
import TestSupport
import Testing

/// RSA encryption with SoftHSM's keys, against openssl.
@Suite struct `RSA encryption` {
    private let key: RSAKey
    private static let message = Data("attack at dawn".utf8)

    init() throws { key = try RSAKey.shared.get() }

    private func encryptWithOpenSSL(_ message: Data, _ options: [String]) throws -> Data {
        let line = ["pkeyutl", "-encrypt", "-pubin", "-inkey", "key", "-keyform", "DER"]
        return try OpenSSL.output(
            line + options.flatMap { ["-pkeyopt", $0] }, input: message, files: ["key": key.der])
    }

    private func decrypt(_ mechanism: Mechanism, _ cipher: Data) throws -> Data {
        let session = try key.session()
        try session.decryptInit(mechanism, key: key.privateKey)
        let plain = try session.decrypt(cipher, maximumLength: 256)
        try session.close()
        return plain
    }

    private func encrypt(_ mechanism: Mechanism, _ plain: Data, by handle: ObjectHandle? = nil) throws -> Data {
        let session = try key.session()
        try session.encryptInit(mechanism, key: handle ?? key.publicKey)
        let cipher = try session.encrypt(plain, maximumLength: 256)
        try session.close()
        return cipher
    }

    @Test(arguments: [0, 1, 14, 245]) func `PKCS#1 v1.5`(length: Int) throws {
        let plain = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
        let cipher = try encryptWithOpenSSL(plain, ["rsa_padding_mode:pkcs1"])
        #expect(try decrypt(Mechanism(.rsaPKCS), cipher) == plain)
        #expect(try decrypt(Mechanism(.rsaPKCS), encrypt(Mechanism(.rsaPKCS), plain)) == plain)
    }

    @Test(arguments: [0, 1, 14, 214]) func `OAEP with SHA-1, which is SoftHSM's only hash`(length: Int) throws {
        let plain = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
        let mechanism = Mechanism.rsaPKCSOAEP(hash: .sha1, mgf: .mgf1SHA1)
        let cipher = try encryptWithOpenSSL(plain, ["rsa_padding_mode:oaep"])
        #expect(try decrypt(mechanism, cipher) == plain)
        #expect(try decrypt(mechanism, encrypt(mechanism, plain)) == plain)
    }

    @Test func `OAEP with another hash is refused, not done with SHA-1`() throws {
        let session = try key.session()
        let mechanism = Mechanism.rsaPKCSOAEP(hash: .sha256, mgf: .mgf1SHA256)
        let error = try failure { try session.decryptInit(mechanism, key: key.privateKey) }
        #expect(error.function == "C_DecryptInit")
        #expect(error.returnValue == .argumentsBad)
        #expect(error.message == "decrypting with CKM_RSA_PKCS_OAEP")
    }

    @Test func `raw RSA`() throws {
        let plain = Data([0]) + Data((1..<256).map { UInt8($0) })
        let cipher = try encryptWithOpenSSL(plain, ["rsa_padding_mode:none"])
        #expect(try decrypt(Mechanism(.rsaX509), cipher) == plain)
        #expect(try encrypt(Mechanism(.rsaX509), plain) == cipher)
    }

    @Test func `a plaintext is given as secret memory`() throws {
        let cipher = try encryptWithOpenSSL(Self.message, [])
        let session = try key.session()
        try session.decryptInit(Mechanism(.rsaPKCS), key: key.privateKey)
        let secret = try session.decryptSecret(cipher, maximumLength: 256)
        #expect(secret.count == Self.message.count)
        #expect(secret.withUnsafeBytes { Data($0) } == Self.message)
        try session.decryptInit(Mechanism(.rsaPKCS), key: key.privateKey)
        let error = try failure { try session.decryptSecret(cipher.dropLast(), maximumLength: 256) }
        #expect(error.function == "C_Decrypt")
    }

    @Test func `plaintexts that are too long, ciphertexts that are not whole`() throws {
        #expect(throws: PKCS11Error.self) { try encrypt(Mechanism(.rsaPKCS), Data(count: 246)) }
        let oaep = Mechanism.rsaPKCSOAEP(hash: .sha1, mgf: .mgf1SHA1)
        #expect(throws: PKCS11Error.self) { try encrypt(oaep, Data(count: 215)) }
        let cipher = try encryptWithOpenSSL(Self.message, ["rsa_padding_mode:oaep"])
        for wrong in [Data(), cipher.dropLast(), cipher + Data([0])] {
            #expect(throws: PKCS11Error.self) { try decrypt(oaep, wrong) }
        }
        var flipped = cipher
        flipped[255] ^= 1
        #expect(throws: PKCS11Error.self) { try decrypt(oaep, flipped) }
    }

    @Test(
        .enabled(if: NSS.isAvailable, "\(NSS.missingReason)"),
        arguments: [
            (MechanismType.sha1, MaskGenerationFunction.mgf1SHA1, "sha1", "sha1", ""),
            (.sha256, .mgf1SHA256, "sha256", "sha256", ""), (.sha512, .mgf1SHA512, "sha512", "sha512", "label ✓"),
            (.sha384, .mgf1SHA1, "sha384", "sha1", "x"), (.sha224, .mgf1SHA256, "sha224", "sha256", ""),
        ]) func `OAEP with any hash and label on NSS`(
            hash: MechanismType, mgf: MaskGenerationFunction, name: String, mgfName: String, label: String
        ) throws
    {
        let session = try NSS.session()
        let pair = try session.generateKeyPair(
            Mechanism(.rsaPKCSKeyPairGen),
            publicTemplate: [Attribute(.modulusBits, 2048), Attribute(.publicExponent, Data([1, 0, 1]))],
            privateTemplate: [Attribute(.sensitive, true)])
        let modulus = try #require(try session.attributes([.modulus], of: pair.publicKey).data(.modulus))
        // PKCS#1 RSAPublicKey (RFC 8017, appendix A.1.1).
        let pkcs1 = Data(hexadecimal: "3082010a0282010100") + modulus + Data(hexadecimal: "0203010001")
        let der = try OpenSSL.output(
            ["rsa", "-RSAPublicKey_in", "-inform", "DER", "-pubout", "-outform", "DER"], input: pkcs1)
        var options = ["rsa_padding_mode:oaep", "rsa_oaep_md:\(name)", "rsa_mgf1_md:\(mgfName)"]
        if !label.isEmpty { options.append("rsa_oaep_label:\(Data(label.utf8).hexadecimal)") }
        let cipher = try OpenSSL.output(
            ["pkeyutl", "-encrypt", "-pubin", "-inkey", "key", "-keyform", "DER"]
                + options.flatMap { ["-pkeyopt", $0] },
            input: Self.message, files: ["key": der])
        let mechanism = Mechanism.rsaPKCSOAEP(hash: hash, mgf: mgf, label: Data(label.utf8))
        try session.decryptInit(mechanism, key: pair.privateKey)
        #expect(try session.decrypt(cipher, maximumLength: 256) == Self.message)
        // A label that is another is no label of this message.
        try session.decryptInit(
            .rsaPKCSOAEP(hash: hash, mgf: mgf, label: Data("other".utf8)), key: pair.privateKey)
        #expect(throws: PKCS11Error.self) { try session.decrypt(cipher, maximumLength: 256) }
    }
}
