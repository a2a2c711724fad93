#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension RSAPublicKey {
    /// Encrypts a message on the host.
    ///
    /// - Returns: ``byteCount`` bytes; for `.rsaOAEPAESGCM` these, the ciphertext and a tag of 16 bytes.
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for a message that is too long, with the limit in its text;
    ///   ``KeyStoreError/Code/invalidParameter`` for a key too small for the algorithm, and for a raw message that as a
    ///   number is not less than the modulus.
    func encrypt(_ message: some DataProtocol, using algorithm: EncryptionAlgorithm) throws -> Data {
        try checkMessage(message, of: algorithm)
        switch algorithm.kind {
        case .rsaPKCS1:
            return try evp.encryptPKCS1(Data(message))
        case .rsaOAEP(let hash, let label):
            return try evp.encryptOAEP(Data(message), hash: hash, label: label)
        case .rsaRaw:
            return try evp.raise(Data(message).leftPadded(to: byteCount) ?? Data())
        case .rsaOAEPAESGCM(let hash):
            return try RSAOAEPAESGCM.seal(message, to: self, hash: hash)
        }
    }
}
