internal import Foundation

/// Names one item for as long as it is there, in another process too: `kSecValuePersistentRef`.
///
/// The bytes, which are nobody's business but ours: `TKPR`, the version, then serial number of the token, class, SHA-1 of the public
/// key and `CKA_ID`, each behind its length in two bytes, the higher first. The class is one byte, as `kSecAttrKeyClass` counts.
struct PersistentReference: Hashable {
    let tokenSerial: String
    let keyClass: Int
    /// Empty where the token does not show the public part of the key.
    let publicKeyHash: Data
    let id: Data

    private static let start = Data("TKPR".utf8) + [1]
    private static let hashLength = 20

    init(tokenSerial: String, keyClass: Int, publicKeyHash: Data, id: Data) {
        self.tokenSerial = tokenSerial
        self.keyClass = keyClass
        self.publicKeyHash = publicKeyHash
        self.id = id
    }

    /// Reads the bytes; nil for what ``data`` does not give.
    init?(_ data: Data) {
        guard data.starts(with: Self.start) else { return nil }
        var rest = data.dropFirst(Self.start.count)
        func field() -> Data? {
            guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            let count = Int(high) << 8 | Int(low)
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Data(rest.prefix(count))
        }
        guard let serial = field(), let keyClass = field(), let hash = field(), let id = field(), rest.isEmpty,
            let tokenSerial = String(data: serial, encoding: .utf8), keyClass.count == 1, let number = keyClass.first,
            number <= 1, hash.isEmpty || hash.count == Self.hashLength
        else { return nil }
        self.init(tokenSerial: tokenSerial, keyClass: Int(number), publicKeyHash: hash, id: id)
    }

    /// The bytes.
    var data: Data {
        var data = Self.start
        for field in [Data(tokenSerial.utf8), Data([UInt8(keyClass)]), publicKeyHash, id] {
            let field = field.prefix(Int(UInt16.max))
            data += [UInt8(field.count >> 8), UInt8(field.count & 0xFF)]
            data += field
        }
        return data
    }
}
