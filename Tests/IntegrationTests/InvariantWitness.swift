import Foundation
import PKCS11
import TestSupport
import Testing

/// Looks at a token, and changes it, through a SoftHSM of its own that no fault reaches.
///
/// It uses the typed layer of Cryptoki and nothing of the key store, whose work it checks.
final class Witness: Sendable {
    /// One object as the token shows it.
    struct Object: Hashable, Sendable, CustomStringConvertible {
        let handle: ObjectHandle
        let objectClass: ObjectClass
        let id: Data
        let label: String
        let modulus: Data
        let flags: [AttributeType: Bool]

        var isProtected: Bool {
            flags[.token] == true && flags[.private] == true && flags[.sensitive] == true
                && flags[.extractable] == false
        }

        var description: String { "\(objectClass) id \(id.map { String($0, radix: 16) }) label \(label)" }
    }

    private static let flags: [AttributeType] = [
        .token, .private, .sensitive, .extractable, .alwaysSensitive, .neverExtractable, .sign, .verify, .decrypt,
        .encrypt, .unwrap, .wrap, .derive, .signRecover, .verifyRecover, .alwaysAuthenticate,
    ]

    let module: Module
    let slot: Slot
    private let session: SessionHandle
    private let lock = NSLock()

    init(on token: SoftHSMToken) throws {
        module = try Module.load(path: token.anotherModulePath())
        let label = token.label
        slot = try #require(module.slots(withToken: true).first { try $0.tokenInfo().label == label })
        let session = try slot.openSession(readWrite: true)
        try session.login(.user, pin: SecureBytes(copying: Array(token.pin.utf8)))
        self.session = session.release()
    }

    func withSession<Result>(_ body: (borrowing Session) throws -> Result) throws -> Result {
        try lock.withLock { try module.withSession(session) { session in try body(session) } }
    }

    /// Every object on the token.
    func objects() throws -> [Object] {
        try withSession { session in
            try session.find().compactMap { handle in
                let values = try session.attributes(
                    [.objectClass, .id, .label, .modulus] + Self.flags, of: handle)
                guard let number = values.number(.objectClass) else { return nil }
                var flags: [AttributeType: Bool] = [:]
                for flag in Self.flags { flags[flag] = values.bool(flag) }
                return Object(
                    handle: handle, objectClass: ObjectClass(rawValue: number), id: values.data(.id) ?? Data(),
                    label: values.string(.label) ?? "",
                    modulus: Data((values.data(.modulus) ?? Data()).drop { $0 == 0 }), flags: flags)
            }
        }
    }

    /// Destroys every object that `isWanted` does not keep.
    func clear(except isWanted: (Object) -> Bool = { _ in false }) throws {
        for object in try objects() where !isWanted(object) {
            try withSession { session in try session.destroyObject(object.handle) }
        }
    }

    func destroy(_ object: Object) throws {
        try withSession { session in try session.destroyObject(object.handle) }
    }

    /// Puts a pair on the token as the key store would.
    func add(
        _ key: KnownKey, id: Data, label: String, publicID: Data? = nil, publicLabel: String? = nil,
        halves: Set<ObjectClass> = [.privateKey, .publicKey], isSensitive: Bool = true, isExtractable: Bool = false,
        isPrivate: Bool = true, more: [Attribute] = []
    ) throws {
        let numbers: [AttributeType] = [
            .modulus, .publicExponent, .privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient,
        ]
        try withSession { session in
            if halves.contains(.privateKey) {
                var template: [Attribute] = [
                    .objectClass(.privateKey), .keyType(.rsa), Attribute(.token, true), Attribute(.private, isPrivate),
                    Attribute(.sensitive, isSensitive), Attribute(.extractable, isExtractable), Attribute(.sign, true),
                    Attribute(.decrypt, true), Attribute(.unwrap, false), Attribute(.id, id), Attribute(.label, label),
                ]
                for (type, number) in zip(numbers, key.numbers) { template.append(Attribute(type, number)) }
                _ = try session.createObject(template + more)
            }
            if halves.contains(.publicKey) {
                _ = try session.createObject([
                    .objectClass(.publicKey), .keyType(.rsa), Attribute(.token, true), Attribute(.private, false),
                    Attribute(.verify, true), Attribute(.encrypt, true), Attribute(.wrap, false),
                    Attribute(.id, publicID ?? id), Attribute(.label, publicLabel ?? label),
                    Attribute(.modulus, key.modulus), Attribute(.publicExponent, key.numbers[1]),
                ])
            }
        }
    }

    /// Signs ``KnownKey/message`` with SHA-256 and PKCS#1 v1.5.
    func signature(with object: Object) throws -> Data {
        try withSession { session in
            try session.signInit(Mechanism(.sha256RSAPKCS), key: object.handle)
            return try session.sign(KnownKey.message, maximumLength: object.modulus.count)
        }
    }
}
