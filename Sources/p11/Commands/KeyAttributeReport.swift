import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every attribute of a key's objects that can be read, by its standard name.
struct KeyAttributeReport {
    /// The properties for a person, each with its half in front.
    private(set) var properties: [(String, String)] = []
    /// `{"private":{"CKA_…":…},"public":{…}}`
    private(set) var json: JSON = .null

    /// Reads them from the token.
    ///
    /// - Throws: what the token answers.
    init(_ key: Key, in store: KeyStore) throws {
        var members: [(String, JSON)] = []
        if let half = key.privateKey {
            members.append(("private", append("private", try store.attributeValues(of: half))))
        }
        if let half = key.publicKey {
            members.append(("public", append("public", try store.attributeValues(of: half))))
        }
        json = .object(members)
    }

    private mutating func append(_ half: String, _ values: AttributeValues) -> JSON {
        var members: [(String, JSON)] = []
        for type in values.types {
            let value: JSON
            switch values.status(type) {
            case .value: value = Self.value(of: type, values)
            case .sensitive: value = .object([("status", .string("sensitive"))])
            case .malformed: value = .object([("status", .string("malformed"))])
            case .absent: continue
            }
            members.append((type.description, value))
            properties.append(("\(half) \(type)", value.plainText))
        }
        return .object(members)
    }

    /// A value by what its type is known to be: a name, a truth, a number, text, or bytes in hexadecimal.
    private static func value(of type: AttributeType, _ values: AttributeValues) -> JSON {
        let bytes = values.data(type) ?? Data()
        switch type {
        case .objectClass: return JSON(values.number(type).map { ObjectClass(rawValue: $0).description })
        case .keyType: return JSON(values.number(type).map { KeyType(rawValue: $0).description })
        case .keyGenMechanism: return JSON(values.number(type).map { MechanismType(rawValue: $0).description })
        case .allowedMechanisms:
            return .array((values.mechanisms(type) ?? []).map { .string($0.description) })
        case .modulusBits, .valueLen: return JSON(values.number(type))
        case .label, .uniqueID:
            return .string(String(validating: bytes, as: UTF8.self) ?? "0x" + hexadecimal(bytes))
        case .startDate, .endDate: return .string(String(decoding: bytes, as: UTF8.self))
        case .id, .modulus, .publicExponent, .ecParams, .ecPoint, .subject, .publicKeyInfo:
            return .string(hexadecimal(bytes))
        default: return values.bool(type).map(JSON.bool) ?? .string(hexadecimal(bytes))
        }
    }
}

extension JSON {
    /// The value for a person: text without its quotes.
    fileprivate var plainText: String {
        switch self {
        case .string(let text): text
        case .bool(let value): value ? "yes" : "no"
        case .array(let values): values.map(\.plainText).joined(separator: " ")
        case .members(let members): members.map { "(\($0.value.plainText))" }.joined()
        default: text
        }
    }
}
