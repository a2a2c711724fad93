internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The members of a certificate that a token keeps beside it, cut out of the DER as they are.
struct CertificateStructure: Sendable {
    let serialNumber: Data
    let issuer: Data
    let subject: Data
    let subjectPublicKeyInfo: Data
    let algorithm: KeyAlgorithmIdentifier
    /// The key in it, without its algorithm.
    let subjectPublicKey: Data

    init(der: Data) throws(DERError) {
        var outer = DERReader([UInt8](der))
        var certificate = try outer.descend(DERTag.sequence)
        try outer.finish()
        var contents = try certificate.descend(DERTag.sequence)
        // A certificate of version 1 does not say so.
        if contents.nextTag == 0xA0 { _ = try contents.read() }
        serialNumber = try contents.element(DERTag.integer)
        guard serialNumber.count > 2 else { throw .malformed }
        _ = try contents.read(DERTag.sequence)
        issuer = try contents.element(DERTag.sequence)
        _ = try contents.read(DERTag.sequence)
        subject = try contents.element(DERTag.sequence)
        var key = contents
        subjectPublicKeyInfo = try contents.element(DERTag.sequence)
        key = try key.descend(DERTag.sequence)
        var identifier = try key.descend(DERTag.sequence)
        algorithm = KeyAlgorithmIdentifier(bytes: try identifier.read(DERTag.objectIdentifier).map { key.bytes[$0] })
        let bits = try key.read(DERTag.bitString)
        guard !bits.isEmpty else { throw .malformed }
        subjectPublicKey = Data(key.bytes[bits.dropFirst()])
        _ = try certificate.read(DERTag.sequence)
        _ = try certificate.read(DERTag.bitString)
        try certificate.finish()
    }

    var serialNumberText: String {
        guard let content = try? DERReader([UInt8](serialNumber)).contentOfInteger, let first = content.first else {
            return ""
        }
        guard first >= 0x80 else {
            let digits = Data(content.drop { $0 == 0 })
            return digits.isEmpty ? "00" : hexadecimal(digits)
        }
        // Two's complement: what RFC 5280 forbids and some authority did.
        var carry = true
        let magnitude = content.reversed().map { byte -> UInt8 in
            let inverted = carry ? ~byte &+ 1 : ~byte
            carry = carry && inverted == 0
            return inverted
        }
        return "-" + hexadecimal(Data(magnitude.reversed().drop { $0 == 0 }))
    }
}

extension DERReader where Bytes == [UInt8] {
    /// The next element, whole; it must have this tag.
    fileprivate mutating func element(_ tag: UInt8) throws(DERError) -> Data {
        let start = position
        _ = try read(tag)
        return Data(bytes[start..<position])
    }

    fileprivate var contentOfInteger: [UInt8] {
        get throws(DERError) {
            var reader = self
            return Array(bytes[try reader.read(DERTag.integer)])
        }
    }
}

extension KeyAlgorithmIdentifier {
    /// The size of the curve where the algorithm has only one (RFC 8410); libcrypto counts the bits of its encoding.
    var curveSizeInBits: Int? {
        switch bytes {
        case [0x2B, 0x65, 0x6E], [0x2B, 0x65, 0x70]: 255
        case [0x2B, 0x65, 0x6F], [0x2B, 0x65, 0x71]: 448
        default: nil
        }
    }

    /// The type that a token gives such a key; nil where the standard has none.
    var keyType: KeyType? {
        switch bytes {
        case Self.rsaEncryption.bytes, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x07],
            [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A]:
            .rsa
        case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]: .ec
        case [0x2A, 0x86, 0x48, 0xCE, 0x38, 0x04, 0x01]: .dsa
        case [0x2B, 0x65, 0x6E], [0x2B, 0x65, 0x6F]: .ecMontgomery
        case [0x2B, 0x65, 0x70], [0x2B, 0x65, 0x71]: .ecEdwards
        default: nil
        }
    }
}
