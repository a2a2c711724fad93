import Foundation
import PKCS11
import TestSupport
import Testing

/// AES on SoftHSM, against openssl and the vectors of NIST and of McGrew and Viega.
@Suite struct `Symmetric ciphers` {
    private static let shared = Result { try LoadedToken.shared() }
    private let loaded: LoadedToken

    /// NIST SP 800-38A, appendix F: key, first counter block, IV and plaintext of AES-128.
    private let key128 = Data(hexadecimal: "2b7e151628aed2a6abf7158809cf4f3c")
    private let iv = Data(hexadecimal: "000102030405060708090a0b0c0d0e0f")
    private let plaintext = Data(
        hexadecimal: """
            6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
            """)

    init() throws { loaded = try Self.shared.get() }

    private func aes(_ value: Data, _ session: borrowing Session) throws -> ObjectHandle {
        try session.createObject([
            .objectClass(.secretKey), .keyType(.aes), Attribute(.token, false), Attribute(.private, false),
            Attribute(.encrypt, true), Attribute(.decrypt, true), Attribute(.value, value),
        ])
    }

    /// Both directions, in one call each.
    private func check(_ mechanism: Mechanism, _ value: Data, _ plain: Data, _ cipher: Data) throws {
        let session = try loaded.slot.openSession()
        let key = try aes(value, session)
        try session.encryptInit(mechanism, key: key)
        #expect(try session.encrypt(plain, maximumLength: plain.count + 16) == cipher)
        try session.decryptInit(mechanism, key: key)
        #expect(try session.decrypt(cipher, maximumLength: cipher.count) == plain)
        try session.decryptInit(mechanism, key: key)
        let secret = try session.decryptSecret(cipher, maximumLength: cipher.count)
        #expect(secret.withUnsafeBytes { Data($0) } == plain)
    }

    @Test func `ECB and CBC, as in SP 800-38A`() throws {
        try check(
            Mechanism(.aesECB), key128, plaintext,
            Data(
                hexadecimal: """
                    3ad77bb40d7a3660a89ecaf32466ef97 f5d3d58503b9699de785895a96fdbaaf
                    43b1cd7f598ece23881b00e3ed030688 7b0c785e27e8ad3f8223207104725dd4
                    """))
        try check(
            Mechanism(.aesCBC, parameterBytes: iv), key128, plaintext,
            Data(
                hexadecimal: """
                    7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
                    73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
                    """))
    }

    @Test func `CTR, as in SP 800-38A`() throws {
        let block = Data(hexadecimal: "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        try check(
            .aesCTR(counterBits: 128, block: block), key128, plaintext,
            Data(
                hexadecimal: """
                    874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff
                    5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee
                    """))
        for length in [0, 15, 17] {
            let error = try failure { try Mechanism.aesCTR(counterBits: 128, block: Data(count: length)) }
            #expect(error.code == .invalidArgument)
        }
    }

    @Test func `GCM, with and without additional data`() throws {
        // McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 3 and 4.
        let key = Data(hexadecimal: "feffe9928665731c6d6a8f9467308308")
        let iv = Data(hexadecimal: "cafebabefacedbaddecaf888")
        let plain = Data(
            hexadecimal: """
                d9313225f88406e5a55909c5aff5269a 86a7a9531534f7da2e4c303d8a318a72
                1c3c0c95956809532fcf0e2449a6b525 b16aedf5aa0de657ba637b391aafd255
                """)
        let cipher = Data(
            hexadecimal: """
                42831ec2217774244b7221b784d0d49c e3aa212f2c02a4e035c17e2329aca12e
                21d514b25466931c7d8f6a5aac84aa05 1ba30b396a0aac973d58e091473f5985
                """)
        try check(.aesGCM(iv: iv), key, plain, cipher + Data(hexadecimal: "4d5c2af327cd64a62cf35abd2ba6fab4"))
        let additional = Data(hexadecimal: "feedfacedeadbeeffeedfacedeadbeefabaddad2")
        try check(
            .aesGCM(iv: iv, additionalData: additional), key, plain.prefix(60),
            cipher.prefix(60) + Data(hexadecimal: "5bc94fbc3221a5db94fae95ae7121a47"))
        // A tag of 12 bytes is the beginning of that of 16.
        try check(
            .aesGCM(iv: iv, additionalData: additional, tagBits: 96), key, plain.prefix(60),
            cipher.prefix(60) + Data(hexadecimal: "5bc94fbc3221a5db94fae95a"))
    }

    @Test func `GCM of nothing is a tag`() throws {
        // Test cases 1 and 2 there.
        let zeros = Data(count: 16)
        try check(
            .aesGCM(iv: Data(count: 12)), zeros, zeros,
            Data(hexadecimal: "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"))
        let session = try loaded.slot.openSession()
        let key = try aes(zeros, session)
        try session.encryptInit(.aesGCM(iv: Data(count: 12)), key: key)
        #expect(
            try session.encrypt(Data(), maximumLength: 16) == Data(hexadecimal: "58e2fccefa7e3061367f1d57a4e7455a"))
    }

    @Test func `a wrong tag gives no plaintext`() throws {
        let session = try loaded.slot.openSession()
        let key = try aes(key128, session)
        let mechanism = Mechanism.aesGCM(iv: Data(count: 12), additionalData: Data("header".utf8))
        try session.encryptInit(mechanism, key: key)
        var cipher = try session.encrypt(plaintext, maximumLength: 80)
        cipher[79] ^= 0x80
        try session.decryptInit(mechanism, key: key)
        #expect(try failure { try session.decrypt(cipher, maximumLength: 80) }.function == "C_Decrypt")
        cipher[79] ^= 0x80
        let other = Mechanism.aesGCM(iv: Data(count: 12), additionalData: Data("Header".utf8))
        let second = try loaded.slot.openSession()
        let again = try aes(key128, second)
        try second.decryptInit(other, key: again)
        #expect(throws: PKCS11Error.self) { try second.decrypt(cipher, maximumLength: 80) }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1000]) func `CBC with padding, against openssl`(length: Int) throws {
        let value = Data((0..<32).map { UInt8($0 * 7) })
        let plain = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
        let expected = try OpenSSL.cipher("aes-256-cbc", key: value, iv: iv, plain, padding: true)
        try check(Mechanism(.aesCBCPad, parameterBytes: iv), value, plain, expected)
    }

    @Test func `in parts, against openssl`() throws {
        let value = Data((0..<32).map { UInt8($0 * 3) })
        let plain = Data((0..<10_007).map { UInt8(truncatingIfNeeded: $0 &* 13) })
        let expected = try OpenSSL.cipher("aes-256-cbc", key: value, iv: iv, plain, padding: true)
        let session = try loaded.slot.openSession()
        let key = try aes(value, session)
        let mechanism = Mechanism(.aesCBCPad, parameterBytes: iv)
        let sizes = [1, 15, 16, 17, 0, 4096, 31]

        func parts(_ data: Data, _ body: (Data) throws -> Data) rethrows -> Data {
            var result = Data()
            var rest = data[...]
            for number in 0... {
                guard !rest.isEmpty else { break }
                result += try body(rest.prefix(sizes[number % sizes.count]))
                rest = rest.dropFirst(sizes[number % sizes.count])
            }
            return result
        }
        try session.encryptInit(mechanism, key: key)
        var cipher = try parts(plain) { try session.encryptUpdate($0) }
        cipher += try session.encryptFinal(maximumLength: 16)
        #expect(cipher == expected)
        try session.decryptInit(mechanism, key: key)
        var again = try parts(cipher) { try session.decryptUpdate($0) }
        again += try session.decryptFinal(maximumLength: 32)
        #expect(again == plain)
    }

    @Test func `GCM in parts gives its plaintext when the tag was checked`() throws {
        let session = try loaded.slot.openSession()
        let key = try aes(key128, session)
        let mechanism = Mechanism.aesGCM(iv: Data(count: 12))
        try session.encryptInit(mechanism, key: key)
        let whole = try session.encrypt(plaintext, maximumLength: 80)
        try session.encryptInit(mechanism, key: key)
        var cipher = try session.encryptUpdate(plaintext.prefix(20))
        cipher += try session.encryptUpdate(plaintext.dropFirst(20))
        cipher += try session.encryptFinal()
        #expect(cipher == whole)
        try session.decryptInit(mechanism, key: key)
        var plain = try session.decryptUpdate(cipher.prefix(33))
        plain += try session.decryptUpdate(cipher.dropFirst(33))
        plain += try session.decryptFinal(maximumLength: 80)
        #expect(plain == plaintext)
    }

    @Test func `ciphertexts of the wrong length`() throws {
        let session = try loaded.slot.openSession()
        let key = try aes(key128, session)
        for length in [1, 15, 17] {
            try session.decryptInit(Mechanism(.aesCBC, parameterBytes: iv), key: key)
            let error = try failure { try session.decrypt(Data(count: length), maximumLength: 64) }
            #expect(error.returnValue == .encryptedDataLenRange)
        }
        #expect(throws: PKCS11Error.self) {
            try session.encryptInit(Mechanism(.aesCBC, parameterBytes: Data(count: 15)), key: key)
        }
    }

    @Test func `generated keys are what was asked for`() throws {
        let session = try loaded.slot.openSession()
        for length in [UInt(16), 24, 32] {
            let key = try session.generateKey(
                Mechanism(.aesKeyGen),
                template: [
                    Attribute(.valueLen, length), Attribute(.token, false), Attribute(.private, false),
                    Attribute(.sensitive, false), Attribute(.extractable, true), Attribute(.encrypt, true),
                ])
            let values = try session.attributes([.value, .keyType, .objectClass, .local], of: key)
            let value = try #require(values.data(.value))
            #expect(value.count == Int(length))
            #expect(values.number(.keyType) == KeyType.aes.rawValue)
            #expect(values.number(.objectClass) == ObjectClass.secretKey.rawValue)
            #expect(values.bool(.local) == true)
            try session.encryptInit(Mechanism(.aesCBC, parameterBytes: iv), key: key)
            let expected = try OpenSSL.cipher("aes-\(length * 8)-cbc", key: value, iv: iv, plaintext)
            #expect(try session.encrypt(plaintext, maximumLength: 64) == expected)
        }
        let error = try failure { try session.generateKey(Mechanism(.aesKeyGen), template: [Attribute(.valueLen, 17)]) }
        #expect(error.function == "C_GenerateKey")
        #expect(error.message == "generating with CKM_AES_KEY_GEN")
    }
}
