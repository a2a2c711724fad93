import Foundation
import PKCS11
import TestSupport
import TokenKeyStore

/// Looks at the token through a SoftHSM of its own that no fault reaches, without the key store. Used by one thread.
///
/// SoftHSM tells by a number in a file whether another process changed the token. A process that is killed may not have come to count,
/// and one that writes takes the number for its own and does not notice what others wrote before. So every look begins with a SoftHSM that
/// was started anew.
final class Inspector {
    struct Object: Hashable, Sendable, CustomStringConvertible {
        let handle: ObjectHandle
        let objectClass: ObjectClass
        let id: Data
        let label: String
        let modulus: Data
        let flags: [AttributeType: Bool]

        var description: String {
            "\(objectClass) \"\(label)\" id \(String(decoding: id, as: UTF8.self)) modulus \(modulus.prefix(4).map { String($0, radix: 16) }.joined())"
        }
    }

    private static let flags: [AttributeType] = [
        .token, .private, .sensitive, .extractable, .alwaysSensitive, .neverExtractable, .sign, .verify, .decrypt,
        .encrypt, .unwrap, .wrap, .derive, .signRecover, .verifyRecover,
    ]
    private static let message = Data("is this key whole?".utf8)

    private let module: Module
    private let token: SoftHSMToken
    private var session = SessionHandle(rawValue: 0)

    init(on token: SoftHSMToken) throws {
        self.token = token
        module = try Module.load(path: token.anotherModulePath())
        try logIn()
    }

    private func logIn() throws {
        guard let slot = try module.slots(withToken: true).first(where: { try $0.tokenInfo().label == token.label })
        else { throw SoakError("the token is not there") }
        let session = try slot.openSession(readWrite: true)
        try session.login(.user, pin: SecureBytes(utf8: token.pin))
        self.session = session.release()
    }

    /// Every object that is there now.
    func objects() throws -> [Object] {
        try module.finalize()
        try module.reinitialize()
        try logIn()
        return try module.withSession(session) { session in
            try session.find().map { handle in
                let values = try Self.values(of: handle, in: session)
                var flags: [AttributeType: Bool] = [:]
                for flag in Self.flags { flags[flag] = values.bool(flag) }
                return Object(
                    handle: handle, objectClass: ObjectClass(rawValue: values.number(.objectClass) ?? .max),
                    id: values.data(.id) ?? Data(), label: values.string(.label) ?? "",
                    modulus: Data((values.data(.modulus) ?? Data()).drop { $0 == 0 }), flags: flags)
            }
        }
    }

    func destroy(_ object: Object) throws {
        try module.withSession(session) { session in try session.destroyObject(object.handle) }
    }

    /// SoftHSM answers CKR_ATTRIBUTE_VALUE_INVALID of what it had not written when a process was killed.
    private static func values(of handle: ObjectHandle, in session: borrowing Session) throws -> AttributeValues {
        let types: [AttributeType] = [.objectClass, .id, .label, .modulus] + flags
        do throws(PKCS11Error) {
            return try session.attributes(types, of: handle)
        } catch {
            guard error.returnValue == .attributeValueInvalid else { throw error }
        }
        var readable: [AttributeType] = []
        for type in types {
            do throws(PKCS11Error) {
                _ = try session.attributes([type], of: handle)
                readable.append(type)
            } catch {
                guard error.returnValue == .attributeValueInvalid else { throw error }
            }
        }
        return try session.attributes(readable, of: handle)
    }

    /// What SoftHSM says of each attribute of an object that is odd.
    func anatomy(of object: Object) -> String {
        let types: [AttributeType] = [
            .keyType, .id, .label, .modulus, .publicExponent, .local, .modifiable, .ecParams, .ecPoint, .valueLen,
            .allowedMechanisms, .alwaysAuthenticate,
        ]
        return module.withSession(session) { session in
            types.map { type in
                do throws(PKCS11Error) {
                    let values = try session.attributes([type], of: object.handle)
                    return "\(type) \(values.status(type)) \(values.data(type).map { [UInt8]($0) } ?? [])"
                } catch {
                    return "\(type) \(error.returnValue?.description ?? "")"
                }
            }.joined(separator: ", ") + " \(object.flags)"
        }
    }

    // MARK: Wholeness

    /// The two objects that are a key, whole and protected as it has to be; nil where there are none, and why.
    func halves(of key: HeldKey, among objects: [Object]) throws -> (halves: [Object]?, why: String) {
        let candidates = objects.filter { $0.id == key.tag && $0.label == key.label && $0.modulus != key.replaced }
        let known = candidates.filter { key.modulus == nil || $0.modulus == key.modulus }
        var why = "no such objects"
        for privateHalf in known where privateHalf.objectClass == .privateKey {
            let publicHalves = known.filter { $0.objectClass == .publicKey && $0.modulus == privateHalf.modulus }
            guard let publicHalf = publicHalves.first else {
                why = "no public half"
                continue
            }
            if let fault = fault(in: privateHalf, publicHalf, of: key) {
                why = fault
            } else if try !works(privateHalf, usage: key.usage, key.publicKey) {
                why = "it does not work"
            } else {
                return ([privateHalf, publicHalf], "")
            }
        }
        return (nil, why)
    }

    private func fault(in privateHalf: Object, _ publicHalf: Object, of key: HeldKey) -> String? {
        var wanted: [AttributeType: Bool] = [
            .token: true, .private: true, .sensitive: true, .extractable: false, .unwrap: false, .derive: false,
            .signRecover: false, .sign: key.usage.contains(.sign), .decrypt: key.usage.contains(.decrypt),
        ]
        // What was outside once is not always sensitive.
        wanted[.alwaysSensitive] = key.isGenerated
        wanted[.neverExtractable] = key.isGenerated
        for (flag, value) in wanted where privateHalf.flags[flag] != value { return "\(flag) is not \(value)" }
        let publicWanted: [AttributeType: Bool] = [
            .token: true, .private: false, .wrap: false, .verifyRecover: false,
            .verify: key.usage.contains(.sign), .encrypt: key.usage.contains(.decrypt),
        ]
        for (flag, value) in publicWanted where publicHalf.flags[flag] != value {
            return "public: \(flag) is not \(value)"
        }
        return nil
    }

    /// Whether a private half does what it may, checked by libcrypto.
    private func works(_ object: Object, usage: KeyUsage, _ publicKey: PublicKey?) throws -> Bool {
        guard let publicKey else { return true }
        if usage.contains(.sign) {
            let signature = try signature(with: object, Self.message)
            guard try publicKey.isValidSignature(signature, for: Self.message, using: .rsaPKCS1(.sha256)) else {
                return false
            }
        }
        guard usage.contains(.decrypt) else { return true }
        let ciphertext = try publicKey.encrypt(Self.message, using: .rsaPKCS1)
        return try module.withSession(session) { session in
            try session.decryptInit(Mechanism(.rsaPKCS), key: object.handle)
            return try session.decrypt(ciphertext, maximumLength: object.modulus.count) == Self.message
        }
    }

    /// Whether a private half signs at all, whichever key it is.
    func signs(_ object: Object) throws -> Bool {
        guard !object.modulus.isEmpty else { return false }
        do {
            return try signature(with: object, Self.message).count == object.modulus.count
        } catch is PKCS11Error {
            return false
        }
    }

    private func signature(with object: Object, _ message: Data) throws -> Data {
        try module.withSession(session) { session in
            try session.signInit(Mechanism(.sha256RSAPKCS), key: object.handle)
            return try session.sign(message, maximumLength: object.modulus.count)
        }
    }

    /// Whether OpenSSL's own program takes a signature of the key, with the public half that the token shows.
    func opensslVerifies(_ key: HeldKey, _ halves: [Object], in folder: TemporaryDirectory) throws -> Bool {
        guard key.usage.contains(.sign), let publicKey = key.publicKey,
            let privateHalf = halves.first(where: { $0.objectClass == .privateKey })
        else { return true }
        let pem = try folder.write(Data(publicKey.pemRepresentation.utf8), to: "public.pem")
        let file = try folder.write(signature(with: privateHalf, Self.message), to: "signature")
        return try Command.run(
            "openssl", ["dgst", "-sha256", "-verify", pem, "-signature", file], input: Self.message
        ).succeeded
    }
}
