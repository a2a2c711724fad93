internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The `CKA_ID` of a key whose maker gave no tag.
enum KeyIdentifier {
    /// Says that the ID is nobody's choice: NUL, `p`, `1`, `1`.
    private static let marker: [UInt8] = [0x00, 0x70, 0x31, 0x31]
    private static let randomLength = 16

    /// A fresh ID: the marker and 16 random bytes.
    static func generate() -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data(marker + (0..<randomLength).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// IDs to try on a token that takes no longer ones; they cannot be told from a chosen tag.
    static func short(length: Int) -> [Data] {
        guard length > 1 else { return (1...UInt8.max).map { Data([$0]) } }
        return (0..<64).map { _ in Data((0..<length).map { _ in UInt8.random(in: 1 ... .max) }) }
    }

    /// The tag that an ID is; nil where it was made up because none was given.
    static func tag(of id: Data, publicKeyHash: @autoclosure () -> Data?) -> Data? {
        guard !id.isEmpty, !isGenerated(id), id != publicKeyHash() else { return nil }
        return id
    }

    /// Whether ``generate()`` made the ID.
    static func isGenerated(_ id: Data) -> Bool {
        id.count == marker.count + randomLength && id.starts(with: marker)
    }
}
