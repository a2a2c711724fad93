import Foundation
import PKCS11
import TestSupport

/// Puts many key objects on a SoftHSM token, faster than a token generates them.
enum StoredKeys {
    /// Adds pairs labelled "pair 0", "pair 1", … with numbers that were never a key, and one that works.
    ///
    /// SoftHSM does not look whether the numbers of an RSA key belong together.
    ///
    /// - Parameters:
    ///   - label: of the token, where it is not the first one.
    ///   - pairs: how many.
    ///   - workingKey: whether to generate a pair with the label "key" and the tag "tag" that signs and decrypts.
    static func fill(_ token: SoftHSMToken, label: String? = nil, pairs: Int, workingKey: Bool) throws {
        let session = try session(on: token, label: label)
        for index in 0..<pairs {
            let names = [
                Attribute(.keyType, KeyType.rsa.rawValue), Attribute(.token, true),
                Attribute(.id, Data("id \(index)".utf8)),
                Attribute(.label, "pair \(index)"), Attribute(.modulus, modulus()),
                Attribute(.publicExponent, Data([1, 0, 1])),
            ]
            _ = try session.createObject(
                names + [Attribute(.objectClass, ObjectClass.publicKey.rawValue), Attribute(.verify, true)])
            let half = Data(repeating: 0xC1, count: 128)
            _ = try session.createObject(
                names + [
                    Attribute(.objectClass, ObjectClass.privateKey.rawValue), Attribute(.private, true),
                    Attribute(.sensitive, true), Attribute(.extractable, false), Attribute(.sign, true),
                    Attribute(.privateExponent, half + half), Attribute(.prime1, half), Attribute(.prime2, half),
                    Attribute(.exponent1, half), Attribute(.exponent2, half), Attribute(.coefficient, half),
                ])
        }
        if workingKey { try generate(in: session, bits: 2048) }
        try session.close()
    }

    /// A pair with the label "key" and the tag "tag".
    static func generate(on token: SoftHSMToken, bits: UInt) throws {
        let session = try session(on: token)
        try generate(in: session, bits: bits)
        try session.close()
    }

    private static func session(on token: SoftHSMToken, label: String? = nil) throws -> Session {
        let module = try token.withEnvironment { try Module.load(path: token.modulePath) }
        let wanted = label ?? token.label
        guard let slot = try module.slots(withToken: true).first(where: { try $0.tokenInfo().label == wanted })
        else { throw MissingToken() }
        let session = try slot.openSession(readWrite: true)
        try session.login(.user, pin: SecureBytes(utf8: token.pin))
        return session
    }

    private static func generate(in session: borrowing Session, bits: UInt) throws {
        let names = [Attribute(.token, true), Attribute(.label, "key"), Attribute(.id, Data("tag".utf8))]
        _ = try session.generateKeyPair(
            Mechanism(.rsaPKCSKeyPairGen),
            publicTemplate: names + [
                Attribute(.modulusBits, bits), Attribute(.publicExponent, Data([1, 0, 1])), Attribute(.verify, true),
                Attribute(.encrypt, true),
            ],
            privateTemplate: names + [
                Attribute(.private, true), Attribute(.sensitive, true), Attribute(.extractable, false),
                Attribute(.sign, true), Attribute(.decrypt, true),
            ])
    }

    /// 2,048 random bits, odd.
    private static func modulus() -> Data {
        var bytes = Data((0..<256).map { _ in UInt8.random(in: 0...255) })
        bytes[0] |= 0x80
        bytes[255] |= 1
        return bytes
    }

    struct MissingToken: Error {}
}
