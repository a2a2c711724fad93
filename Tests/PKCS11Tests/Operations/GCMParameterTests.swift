import Foundation
import PKCS11
import TestSupport
import Testing

/// AES-GCM on tokens that want its parameter in another form, or write into it.
@Suite struct `GCM parameters` {
    // McGrew and Viega, "The Galois/Counter Mode of Operation", test case 4.
    private static let key = Data(hexadecimal: "feffe9928665731c6d6a8f9467308308")
    private static let iv = Data(hexadecimal: "cafebabefacedbaddecaf888")
    private static let additional = Data(hexadecimal: "feedfacedeadbeeffeedfacedeadbeefabaddad2")
    private static let plain = Data(
        hexadecimal: """
            d9313225f88406e5a55909c5aff5269a 86a7a9531534f7da2e4c303d8a318a72
            1c3c0c95956809532fcf0e2449a6b525 b16aedf5aa0de657ba637b39
            """)
    private static let cipher = Data(
        hexadecimal: """
            42831ec2217774244b7221b784d0d49c e3aa212f2c02a4e035c17e2329aca12e
            21d514b25466931c7d8f6a5aac84aa05 1ba30b396a0aac973d58e091
            5bc94fbc3221a5db94fae95ae7121a47
            """)

    private let token: SoftHSMToken
    private let faults: FaultProvider
    private let slot: Slot

    init() throws {
        token = try SoftHSMToken()
        faults = try FaultProvider(on: token)
        slot = try LoadedToken.slot(labelled: "test", of: Module.load(path: faults.path))
    }

    private func aes(_ session: borrowing Session) throws -> ObjectHandle {
        try session.createObject([
            .objectClass(.secretKey), .keyType(.aes), Attribute(.token, false), Attribute(.private, false),
            Attribute(.encrypt, true), Attribute(.decrypt, true), Attribute(.value, Self.key),
        ])
    }

    @Test func `a module of the text's structure gets that, and refuses the header's`() throws {
        let session = try slot.openSession()
        let key = try aes(session)
        try faults.plan("gcm:short")
        let usual = Mechanism.aesGCM(iv: Self.iv, additionalData: Self.additional)
        #expect(try failure { try session.encryptInit(usual, key: key) }.returnValue == .mechanismParamInvalid)
        let short = Mechanism.aesGCM(iv: Self.iv, additionalData: Self.additional, hasIVBits: false)
        #expect(short != usual)
        try session.encryptInit(short, key: key)
        #expect(try session.encrypt(Self.plain, maximumLength: 76) == Self.cipher)
        try session.decryptInit(short, key: key)
        #expect(try session.decrypt(Self.cipher, maximumLength: 76) == Self.plain)
        let whole = try session.encryptGCM(
            Self.plain, key: key, iv: Self.iv, additionalData: Self.additional, hasIVBits: false)
        #expect(whole.iv == Self.iv && whole.ciphertext == Self.cipher)
        // SoftHSM is of the other kind.
        try faults.plan("")
        #expect(throws: PKCS11Error.self) { try session.encryptInit(short, key: key) }
        try session.encryptInit(usual, key: key)
        #expect(try session.encrypt(Self.plain, maximumLength: 76) == Self.cipher)
    }

    @Test func `an IV that the token makes comes back with the ciphertext`() throws {
        let session = try slot.openSession()
        let key = try aes(session)
        try faults.plan("gcm:iv=hex:\(Self.iv.hexadecimal)")
        let error = try failure { try session.encryptGCM(Self.plain, key: key, iv: Self.iv) }
        #expect(error.returnValue == .mechanismParamInvalid)
        #expect(error.message == "encrypting with CKM_AES_GCM")
        let made = try session.encryptGCM(
            Self.plain, key: key, iv: Data(count: 12), additionalData: Self.additional)
        #expect(made.iv == Self.iv)
        #expect(made.ciphertext == Self.cipher)
        // A caller's own zeros are not written over.
        let zeros = Data(count: 12)
        try session.decryptInit(.aesGCM(iv: made.iv, additionalData: Self.additional), key: key)
        #expect(try session.decrypt(made.ciphertext, maximumLength: 76) == Self.plain)
        #expect(zeros == Data(count: 12))
    }

    @Test func `an IV of the caller's stays, and a short tag is the beginning of the long one`() throws {
        let session = try slot.openSession()
        let key = try aes(session)
        let whole = try session.encryptGCM(Self.plain, key: key, iv: Self.iv, additionalData: Self.additional)
        #expect(whole.iv == Self.iv && whole.ciphertext == Self.cipher)
        let short = try session.encryptGCM(
            Self.plain, key: key, iv: Self.iv, additionalData: Self.additional, tagBits: 96)
        #expect(short.ciphertext == Self.cipher.dropLast(4))
        let nothing = try session.encryptGCM(Data(), key: key, iv: Self.iv)
        #expect(nothing.ciphertext.count == 16)
        try session.decryptInit(.aesGCM(iv: Self.iv), key: key)
        #expect(try session.decrypt(nothing.ciphertext, maximumLength: 16) == Data())
    }
}
