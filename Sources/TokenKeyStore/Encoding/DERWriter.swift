#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Writes DER (X.690) of public data.
enum DER {
    /// Tag and length of an element whose content has `count` bytes.
    static func header(_ tag: UInt8, count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [tag, UInt8(truncatingIfNeeded: count)] }
        let lengthBytes = (count.significantBitCount + 7) / 8
        return [tag, 0x80 | UInt8(truncatingIfNeeded: lengthBytes)]
            + (0..<lengthBytes).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    }

    static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> Data {
        var element = Data(header(tag, count: content.count))
        element.append(contentsOf: content)
        return element
    }

    static func sequence(_ elements: Data...) -> Data {
        element(DERTag.sequence, elements.reduce(into: Data()) { $0.append($1) })
    }

    /// An INTEGER of big-endian bytes without leading zeros.
    static func unsignedInteger(_ bytes: Data) -> Data {
        guard let first = bytes.first, first < 0x80 else { return element(DERTag.integer, [0] + bytes) }
        return element(DERTag.integer, bytes)
    }

    /// A BIT STRING of whole bytes.
    static func bitString(_ bytes: Data) -> Data { element(DERTag.bitString, [0] + bytes) }

    /// AlgorithmIdentifier of rsaEncryption with its NULL parameters (RFC 3279, section 2.3.1).
    static var rsaEncryption: Data {
        sequence(element(DERTag.objectIdentifier, KeyAlgorithmIdentifier.rsaEncryption.bytes), element(DERTag.null, []))
    }
}
