internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The two paddings of PKCS#1 v1.5.
enum PKCS1v15 {
    /// EMSA-PKCS1-v1_5 (RFC 8017, section 9.2, steps 3 to 5) of a DigestInfo, or of any bytes; nil if they are too
    /// long.
    static func signatureBlock(_ content: Data, byteCount k: Int) -> Data? {
        guard content.count + 11 <= k else { return nil }
        return [0x00, 0x01] + Data(repeating: 0xFF, count: k - content.count - 3) + [0x00] + content
    }

    /// EME-PKCS1-v1_5 decoding (RFC 8017, section 7.2.2, step 3).
    ///
    /// In constant time, with one error for every reason; whoever lets a sender see that error at all is open to
    /// Bleichenbacher's attack, which no implementation of this padding can prevent.
    ///
    /// - Parameters:
    ///   - block: what the raw private operation gave; shorter than k if the token drops leading zeros.
    ///   - k: the length of the modulus in bytes.
    /// - Throws: ``KeyStoreError/Code/decryptionFailed``, for every reason.
    static func unpadEncryption(_ block: SecureBytes, byteCount k: Int) throws -> Data {
        guard block.count <= k, k >= 11 else { throw KeyStoreError.decryptionFailed }
        return try SecureBytes.withScratch(count: k) { encoded in
            encoded.fillFromEnd(with: block)

            // 00 02, at least eight bytes that are not zero, a zero, and the message.
            var separator: UInt = 0
            var isFound = ConstantTimeMask.never
            for index in 2..<k {
                let isZero = ConstantTimeMask.isZero(UInt(encoded[index]))
                separator = (~isFound & isZero).select(UInt(index), separator)
                isFound = isFound | isZero
            }
            let isGood =
                ConstantTimeMask.isZero(UInt(encoded[0])) & .isEqual(UInt(encoded[1]), 2) & isFound
                & ~.isLess(separator, than: 10)

            guard isGood.isTrue else { throw KeyStoreError.decryptionFailed }
            return Data(encoded[(Int(separator) + 1)..<k])
        }
    }
}
