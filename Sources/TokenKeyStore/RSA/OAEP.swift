internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// EME-OAEP decoding (RFC 8017, section 7.1.2, step 3), for tokens that do the RSA operation but not this hash.
enum OAEP {
    /// Takes the message out of a block.
    ///
    /// What is wrong with a bad block is not told, neither by the error nor by the time: that would let a sender of
    /// chosen ciphertexts decrypt any message (Manger's attack). The length of `block` is the token's affair.
    ///
    /// - Parameters:
    ///   - block: what the raw private operation gave; shorter than k if the token drops leading zeros.
    ///   - k: the length of the modulus in bytes.
    ///   - hash: the hash of the label and of MGF1.
    ///   - label: the label L.
    /// - Throws: ``KeyStoreError/Code/decryptionFailed``, for every reason.
    static func unpad(_ block: SecureBytes, byteCount k: Int, hash: HashFunction, label: Data) throws -> Data {
        let hashLength = hash.digestLength
        guard block.count <= k, k >= 2 * hashLength + 2 else { throw KeyStoreError.decryptionFailed }
        let labelHash = try hash.digest(of: label)

        return try SecureBytes.withScratch(count: k) { encoded in
            encoded.fillFromEnd(with: block)
            let seed = 1..<(1 + hashLength)
            let dataBlock = seed.upperBound..<k
            try encoded.xorMGF1(of: dataBlock, to: seed, hash: hash)
            try encoded.xorMGF1(of: seed, to: dataBlock, hash: hash)

            var isGood = ConstantTimeMask.isZero(UInt(encoded[0]))

            var difference: UInt8 = 0
            for (offset, byte) in labelHash.enumerated() { difference |= encoded[dataBlock.lowerBound + offset] ^ byte }
            isGood = isGood & .isZero(UInt(difference))

            // Zeros, then a one, then the message.
            var separator: UInt = 0
            var isFound = ConstantTimeMask.never
            for index in (dataBlock.lowerBound + hashLength)..<k {
                let byte = UInt(encoded[index])
                let isOne = ConstantTimeMask.isEqual(byte, 1)
                separator = (~isFound & isOne).select(UInt(index), separator)
                isGood = isGood & (isFound | isOne | .isZero(byte))
                isFound = isFound | isOne
            }
            isGood = isGood & isFound

            guard isGood.isTrue else { throw KeyStoreError.decryptionFailed }
            return Data(encoded[(Int(separator) + 1)..<k])
        }
    }
}

extension KeyStoreError {
    /// The one error of every failed decryption.
    static var decryptionFailed: KeyStoreError {
        KeyStoreError(
            .decryptionFailed, "decryption failed",
            hint: "The ciphertext is damaged, or made for another key, algorithm, hash or label.")
    }
}
