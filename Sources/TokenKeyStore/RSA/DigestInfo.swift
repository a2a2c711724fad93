#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// DigestInfo (RFC 8017, section 9.2, note 1): what PKCS#1 v1.5 signatures hold.
enum DigestInfo {
    /// The DER of the DigestInfo, whose parameters are NULL.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for a digest that is not of the hash's length.
    static func encode(digest: some DataProtocol, hash: HashFunction) throws -> Data {
        try hash.checkLength(of: digest)
        return DER.sequence(hash.derIdentifier, DER.element(DERTag.octetString, Data(digest)))
    }
}

extension HashFunction {
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for a digest that is not of this hash's length.
    func checkLength(of digest: some DataProtocol) throws {
        guard digest.count == digestLength else {
            throw KeyStoreError(
                .invalidLength, "the digest has \(digest.count) bytes where \(self) has \(digestLength)",
                hint: "A message is hashed by the message variant; this one takes its digest.")
        }
    }

    /// `AlgorithmIdentifier` with parameters that are NULL.
    var derIdentifier: Data {
        DER.sequence(DER.element(DERTag.objectIdentifier, objectIdentifier), DER.element(DERTag.null, []))
    }

    /// The content bytes of the hash's object identifier.
    private var objectIdentifier: [UInt8] {
        let nist: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]
        return switch kind {
        case .sha1: [0x2B, 0x0E, 0x03, 0x02, 0x1A]
        case .sha256: nist + [1]
        case .sha384: nist + [2]
        case .sha512: nist + [3]
        case .sha224: nist + [4]
        }
    }
}
