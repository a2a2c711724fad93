#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SignatureAlgorithm {
    /// `AlgorithmIdentifier` in DER, as in certificates (RFC 8017, appendix A.2; RFC 4055); nil for an algorithm without a hash.
    var derIdentifier: Data? {
        switch kind {
        case .rsaPKCS1(let hash):
            return DER.sequence(Self.identifier(hash.arcOfRSASignature), DER.element(DERTag.null, []))
        case .rsaPSS(let hash, let saltLength):
            let length = withUnsafeBytes(of: UInt32(clamping: saltLength).bigEndian) { Data($0.drop { $0 == 0 }) }
            let parameters = DER.sequence(
                DER.element(0xA0, hash.derIdentifier),
                DER.element(0xA1, DER.sequence(Self.identifier(8), hash.derIdentifier)),
                DER.element(0xA2, DER.unsignedInteger(length.isEmpty ? Data([0]) : length)))
            return DER.sequence(Self.identifier(10), parameters)
        case .rsaPKCS1Raw, .rsaRaw:
            return nil
        }
    }

    /// An object identifier below `pkcs-1`, 1.2.840.113549.1.1.
    private static func identifier(_ arc: UInt8) -> Data {
        DER.element(DERTag.objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, arc])
    }
}

extension HashFunction {
    /// What stands last in the object identifier of RSASSA-PKCS1-v1_5 with this hash.
    fileprivate var arcOfRSASignature: UInt8 {
        switch kind {
        case .sha1: 5
        case .sha256: 11
        case .sha384: 12
        case .sha512: 13
        case .sha224: 14
        }
    }
}
