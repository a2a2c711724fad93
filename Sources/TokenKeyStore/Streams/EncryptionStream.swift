#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The encryption of a message of any length in the format of ``EncryptionAlgorithm/rsaOAEPAESGCM(_:)``, piece by piece.
///
/// Not to be shared between threads. The output is ``header``, what each ``update(_:)`` gives, and what ``finish()`` gives.
public final class EncryptionStream {
    /// The encrypted AES key: the first k bytes of the output, k being the length of the modulus.
    public let header: Data
    private let stream: AESGCMStream

    /// Begins an encryption.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidParameter`` for a key that is too small for the hash.
    public init(to publicKey: PublicKey, hash: HashFunction) throws {
        (header, stream) = try RSAOAEPAESGCM.startSealing(to: publicKey.rsa, hash: hash)
    }

    /// Encrypts a piece; as many bytes come out.
    ///
    /// - Throws: ``KeyStoreError/Code/internalError`` after ``finish()``, and after 64 GiB.
    public func update(_ piece: some DataProtocol) throws -> Data { try stream.update(piece) }

    /// Ends the encryption.
    ///
    /// - Returns: the tag, the last 16 bytes of the output.
    public func finish() throws -> Data { try stream.finish() }
}

/// The decryption of a message of any length in the format of ``EncryptionAlgorithm/rsaOAEPAESGCM(_:)``, piece by piece.
///
/// Not to be shared between threads. What ``update(_:)`` gives must not be believed, used or shown before ``finish()`` has returned:
/// until then anybody may have changed it.
public final class DecryptionStream {
    private let key: PrivateKey
    private let hash: HashFunction
    private let publicKey: RSAPublicKey
    /// The last bytes so far, which may turn out to be the tag; before the stream has begun, the header.
    private var held = Data()
    private var stream: AESGCMStream?

    /// Prepares a decryption; the token is used when the first k bytes have come.
    ///
    /// - Throws: ``KeyStoreError/Code/notPermitted`` for a key that shows no modulus.
    public init(with key: PrivateKey, hash: HashFunction) throws {
        guard let publicKey = key.attributes.rsa else {
            throw KeyStoreError(.notPermitted, "\(key.name) shows no modulus, so nothing can be decrypted with it")
        }
        self.key = key
        self.hash = hash
        self.publicKey = publicKey
    }

    /// Takes the next bytes of the ciphertext.
    ///
    /// - Returns: what can be decrypted so far; not yet authentic.
    /// - Throws: ``KeyStoreError/Code/decryptionFailed``, and what the token answers.
    public func update(_ piece: some DataProtocol) throws -> Data {
        held.append(contentsOf: piece)
        if stream == nil {
            guard held.count >= publicKey.byteCount else { return Data() }
            let header = Data(held.prefix(publicKey.byteCount))
            held = Data(held.dropFirst(publicKey.byteCount))
            stream = try RSAOAEPAESGCM.startOpening(header: header, publicKey: publicKey) { wrapped in
                try key.decryptMessage(wrapped, .rsaOAEP(hash))
            }
        }
        guard let stream, held.count > AESGCMStream.tagLength else { return Data() }
        let ready = held.dropLast(AESGCMStream.tagLength)
        held = Data(held.suffix(AESGCMStream.tagLength))
        return try stream.update(ready)
    }

    /// Ends the decryption: what was given before is authentic if this returns.
    ///
    /// - Throws: ``KeyStoreError/Code/decryptionFailed``, or ``KeyStoreError/Code/invalidLength`` for a ciphertext that ended too soon.
    public func finish() throws {
        guard let stream, held.count == AESGCMStream.tagLength else {
            throw KeyStoreError(
                .invalidLength,
                "the ciphertext ended too soon: there are at least \(publicKey.byteCount + AESGCMStream.tagLength) bytes"
            )
        }
        try stream.finish(tag: held)
    }
}
