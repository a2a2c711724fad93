#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension RSAPublicKey {
    /// Whether a signature of a message is valid, computed on the host.
    ///
    /// - Parameters:
    ///   - signature: the signature; one that is not ``byteCount`` bytes long is invalid.
    ///   - message: the message, which is hashed; for `.rsaPKCS1Raw` and `.rsaRaw` what was signed as it is.
    ///   - algorithm: how it was signed.
    /// - Throws: as ``isValidSignature(_:forDigest:using:)``.
    func isValidSignature(
        _ signature: some DataProtocol, for message: some DataProtocol, using algorithm: SignatureAlgorithm
    ) throws -> Bool {
        guard let hash = algorithm.hash else {
            return try isValidSignature(signature, forDigest: message, using: algorithm)
        }
        return try isValidSignature(signature, forDigest: hash.digest(of: message), using: algorithm)
    }

    /// Whether a signature of a digest is valid, computed on the host.
    ///
    /// - Parameters:
    ///   - signature: the signature; one that is not ``byteCount`` bytes long is invalid.
    ///   - digest: the digest of the message; for `.rsaPKCS1Raw` and `.rsaRaw` what was signed as it is.
    ///   - algorithm: how it was signed.
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for a digest of a wrong length,
    ///   ``KeyStoreError/Code/invalidParameter`` where this key and algorithm make no signature.
    func isValidSignature(
        _ signature: some DataProtocol, forDigest digest: some DataProtocol, using algorithm: SignatureAlgorithm
    ) throws -> Bool {
        try checkInput(digest, of: algorithm)
        guard signature.count == byteCount else { return false }
        let signature = Data(signature)
        guard Data(signature.drop { $0 == 0 }).isNumerically(lessThan: modulus) else { return false }

        switch algorithm.kind {
        case .rsaPSS(let hash, let saltLength):
            return try evp.isValidPSS(signature, digest: Data(digest), hash: hash, saltLength: saltLength)
        case .rsaPKCS1(let hash):
            // RFC 8017, section 8.2.2: the padded block is built and compared, never parsed.
            let content = try DigestInfo.encode(digest: digest, hash: hash)
            return try evp.raise(signature) == PKCS1v15.signatureBlock(content, byteCount: byteCount)
        case .rsaPKCS1Raw:
            return try evp.raise(signature) == PKCS1v15.signatureBlock(Data(digest), byteCount: byteCount)
        case .rsaRaw:
            return try evp.raise(signature) == Data(digest).leftPadded(to: byteCount)
        }
    }
}
