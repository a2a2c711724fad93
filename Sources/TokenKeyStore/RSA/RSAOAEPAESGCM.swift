internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The format of Apple's `rsaEncryptionOAEP…AESGCM`; see ``EncryptionAlgorithm/rsaOAEPAESGCM(_:)``.
enum RSAOAEPAESGCM {
    // Sound although it is constant: the key is fresh for each message.
    private static let iv = Data(count: 16)

    /// The length of the AES key in bytes.
    static func sessionKeyLength(for publicKey: RSAPublicKey) -> Int { publicKey.sizeInBits < 4_096 ? 16 : 32 }

    /// Encrypts a message in memory.
    ///
    /// - Returns: the encrypted AES key (k bytes), the ciphertext (as long as the message) and the tag (16 bytes).
    static func seal(_ message: some DataProtocol, to publicKey: RSAPublicKey, hash: HashFunction) throws -> Data {
        var (output, stream) = try startSealing(to: publicKey, hash: hash)
        output.append(try stream.update(message))
        output.append(try stream.finish())
        return output
    }

    /// Decrypts a message in memory.
    ///
    /// - Parameters:
    ///   - ciphertext: what ``seal(_:to:hash:)`` returned.
    ///   - publicKey: the key that it was encrypted to.
    ///   - unwrap: decrypts k bytes by RSA-OAEP with the private key.
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for less than k + 16 bytes, else
    ///   ``KeyStoreError/Code/decryptionFailed``, and what `unwrap` throws.
    static func open(
        _ ciphertext: some DataProtocol, publicKey: RSAPublicKey, unwrap: (Data) throws -> Data
    ) throws -> Data {
        let (count, shortest) = (ciphertext.count, publicKey.byteCount + AESGCMStream.tagLength)
        guard count >= shortest else {
            throw KeyStoreError(
                .invalidLength, "the ciphertext has \(count) bytes where this key makes at least \(shortest)")
        }
        let stream = try startOpening(
            header: Data(ciphertext.prefix(publicKey.byteCount)), publicKey: publicKey, unwrap: unwrap)
        let message = try stream.update(ciphertext.dropFirst(publicKey.byteCount).dropLast(AESGCMStream.tagLength))
        try stream.finish(tag: ciphertext.suffix(AESGCMStream.tagLength))
        return message
    }

    /// Starts the encryption of a message that comes in pieces.
    ///
    /// - Returns: the first k bytes of the output, and the stream that gives the rest: its updates, and its tag.
    static func startSealing(to publicKey: RSAPublicKey, hash: HashFunction) throws -> (
        header: Data, stream: AESGCMStream
    ) {
        try publicKey.checkMessage([UInt8](), of: .rsaOAEPAESGCM(hash))
        let key = try SecureBytes.random(count: sessionKeyLength(for: publicKey))
        let header = try publicKey.evp.encryptOAEP(key, hash: hash, label: Data())
        return (header, try stream(.encrypt, key: key, publicKey: publicKey))
    }

    /// Starts the decryption of a message that comes in pieces.
    ///
    /// - Parameter header: the first k bytes.
    /// - Returns: the stream for what lies between them and the tag, which is the last 16 bytes.
    static func startOpening(
        header: Data, publicKey: RSAPublicKey, unwrap: (Data) throws -> Data
    ) throws -> AESGCMStream {
        guard header.count == publicKey.byteCount else {
            throw KeyStoreError(
                .invalidLength, "the encrypted key has \(header.count) bytes where there are \(publicKey.byteCount)")
        }
        let key = try SecureBytes.taking(try unwrap(header))
        guard key.count == sessionKeyLength(for: publicKey) else { throw KeyStoreError.decryptionFailed }
        return try stream(.decrypt, key: key, publicKey: publicKey)
    }

    private static func stream(
        _ direction: AESGCMStream.Direction, key: SecureBytes, publicKey: RSAPublicKey
    ) throws -> AESGCMStream {
        try AESGCMStream(direction, key: key, iv: iv, additionalData: publicKey.pkcs1DERRepresentation)
    }
}
