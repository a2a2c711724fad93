#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What a key of this size can take, in the words of an error; the same rules for the host and for a token.
extension RSAPublicKey {
    /// The longest input of a signature algorithm in bytes; nil where the key is too small for the algorithm at all.
    ///
    /// For the hashed algorithms that is the digest; the raw ones take anything up to the limit.
    func maximumInputLength(of algorithm: SignatureAlgorithm) -> Int? {
        switch algorithm.kind {
        case .rsaPKCS1(let hash):
            // DigestInfo: 19 bytes in front of the digest, 15 for SHA-1 with its shorter identifier.
            byteCount >= hash.digestLength + (hash == .sha1 ? 15 : 19) + 11 ? hash.digestLength : nil
        case .rsaPSS(let hash, let saltLength):
            // RFC 8017, section 9.1.1: emBits, one less than the modulus has, hold digest, salt, and two bytes less 7
            // bits.
            saltLength >= 0 && saltLength <= byteCount
                && sizeInBits - 1 >= 8 * hash.digestLength + 8 * saltLength + 9 ? hash.digestLength : nil
        case .rsaPKCS1Raw: byteCount >= 11 ? byteCount - 11 : nil
        case .rsaRaw: byteCount
        }
    }

    /// The longest message of an encryption algorithm in bytes; nil where the key is too small for the algorithm at
    /// all. `Int.max` for the algorithms that take a message of any length.
    func maximumMessageLength(of algorithm: EncryptionAlgorithm) -> Int? {
        switch algorithm.kind {
        case .rsaPKCS1: byteCount >= 11 ? byteCount - 11 : nil
        case .rsaOAEP(let hash, _):
            byteCount >= 2 * hash.digestLength + 2 ? byteCount - 2 * hash.digestLength - 2 : nil
        case .rsaRaw: byteCount
        case .rsaOAEPAESGCM(let hash):
            byteCount >= 2 * hash.digestLength + 2 + RSAOAEPAESGCM.sessionKeyLength(for: self) ? .max : nil
        }
    }

    /// Checks the input of a signature, or of its verification, before anything is computed.
    ///
    /// - Parameter input: the digest, or for the raw algorithms the bytes to be signed.
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for an input of a wrong length,
    ///   ``KeyStoreError/Code/invalidParameter`` for a key that is too small for the algorithm, and for a raw input
    ///   that as a number is not less than the modulus.
    func checkInput(_ input: some DataProtocol, of algorithm: SignatureAlgorithm) throws {
        if let hash = algorithm.hash { try hash.checkLength(of: input) }
        if case .rsaPSS(_, let saltLength) = algorithm.kind, saltLength < 0 {
            throw KeyStoreError(.invalidParameter, "a salt cannot have \(saltLength) bytes")
        }
        guard let maximum = maximumInputLength(of: algorithm) else { throw tooSmall(for: algorithm.text) }
        guard input.count <= maximum else { throw tooLong(input.count, maximum, algorithm.text) }
        if algorithm.kind == .rsaRaw { try checkNumber(input) }
    }

    /// Checks a message that is to be encrypted, before anything is computed.
    ///
    /// - Throws: as ``checkInput(_:of:)``.
    func checkMessage(_ message: some DataProtocol, of algorithm: EncryptionAlgorithm) throws {
        guard let maximum = maximumMessageLength(of: algorithm) else { throw tooSmall(for: algorithm.text) }
        guard message.count <= maximum else { throw tooLong(message.count, maximum, algorithm.text) }
        if algorithm.kind == .rsaRaw { try checkNumber(message) }
    }

    private func checkNumber(_ input: some DataProtocol) throws {
        guard Data(input.drop { $0 == 0 }).isNumerically(lessThan: modulus) else {
            throw KeyStoreError(.invalidParameter, "as a number the raw input is not less than the modulus of the key")
        }
    }

    private func tooSmall(for algorithm: String) -> KeyStoreError {
        KeyStoreError(.invalidParameter, "an RSA key of \(sizeInBits) bits is too small for \(algorithm)")
    }

    private func tooLong(_ count: Int, _ maximum: Int, _ algorithm: String) -> KeyStoreError {
        KeyStoreError(
            .invalidLength,
            "the input has \(count) bytes; \(algorithm) with a key of \(sizeInBits) bits takes at most \(maximum)")
    }
}

extension SignatureAlgorithm {
    fileprivate var text: String {
        switch kind {
        case .rsaPKCS1(let hash): "RSA PKCS#1 v1.5 with \(hash)"
        case .rsaPSS(let hash, let saltLength): "RSA-PSS with \(hash) and a salt of \(saltLength) bytes"
        case .rsaPKCS1Raw: "raw RSA PKCS#1 v1.5"
        case .rsaRaw: "raw RSA"
        }
    }
}

extension EncryptionAlgorithm {
    fileprivate var text: String {
        switch kind {
        case .rsaPKCS1: "RSA PKCS#1 v1.5"
        case .rsaOAEP(let hash, _): "RSA-OAEP with \(hash)"
        case .rsaRaw: "raw RSA"
        case .rsaOAEPAESGCM(let hash): "RSA-OAEP-AES-GCM with \(hash)"
        }
    }
}
