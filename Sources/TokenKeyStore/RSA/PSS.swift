internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// EMSA-PSS encoding (RFC 8017, section 9.1.1), for tokens that do the RSA operation but not this padding.
enum PSS {
    /// The padded block of a digest, with a fresh salt.
    ///
    /// - Parameters:
    ///   - digest: of the hash's length.
    ///   - hash: the hash of the message and of MGF1.
    ///   - saltLength: in bytes; the key has room for it (``RSAPublicKey/checkInput(_:of:)``).
    ///   - key: the public half of the key that is to sign.
    /// - Returns: k bytes, as a number less than the modulus.
    static func encode(
        digest: some DataProtocol, hash: HashFunction, saltLength: Int, for key: RSAPublicKey
    ) throws -> Data {
        let bits = key.sizeInBits - 1
        let length = (bits + 7) / 8
        let maskedLength = length - hash.digestLength - 1
        guard saltLength >= 0, maskedLength > saltLength else {
            throw KeyStoreError(.invalidParameter, "an RSA key of \(key.sizeInBits) bits has no room for this salt")
        }
        let salt = saltLength == 0 ? Data() : try SecureBytes.random(count: saltLength).withUnsafeBytes { Data($0) }
        let hashed = try hash.digest(of: Data(count: 8) + digest + salt)

        var block = Data(count: maskedLength - saltLength - 1) + [1] + salt + hashed + [0xBC]
        try block.withUnsafeMutableBytes { block in
            try block.xorMGF1(
                of: maskedLength..<(maskedLength + hash.digestLength), to: 0..<maskedLength, hash: hash)
            block[0] &= 0xFF >> UInt8(8 * length - bits)
        }
        return Data(count: key.byteCount - length) + block
    }
}
