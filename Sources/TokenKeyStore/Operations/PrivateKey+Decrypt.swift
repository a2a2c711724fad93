internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PrivateKey {
    /// Decrypts a message.
    ///
    /// - Parameters:
    ///   - ciphertext: exactly as long as the modulus, or for ``EncryptionAlgorithm/rsaOAEPAESGCM(_:)`` at least 16 bytes longer.
    ///   - algorithm: how it was encrypted.
    /// - Returns: the message; for ``EncryptionAlgorithm/rsaRaw`` k bytes with leading zeros.
    /// - Throws: ``KeyStoreError/Code/decryptionFailed``, the same for every reason that lies in the ciphertext;
    ///   ``KeyStoreError/Code/invalidLength`` for a ciphertext of the wrong length; and what the token answers.
    public func decrypt(_ ciphertext: some DataProtocol, using algorithm: EncryptionAlgorithm) throws -> Data {
        try decryptMessage(ciphertext, algorithm)
    }

    func decryptMessage(_ ciphertext: some DataProtocol, _ algorithm: EncryptionAlgorithm) throws -> Data {
        guard let rsa = attributes.rsa else {
            throw KeyStoreError(.notPermitted, "\(name) shows no modulus, so nothing can be decrypted with it")
        }
        if case .rsaOAEPAESGCM(let hash) = algorithm.kind {
            return try RSAOAEPAESGCM.open(ciphertext, publicKey: rsa) { wrapped in
                try decryptMessage(wrapped, .rsaOAEP(hash))
            }
        }
        try rsa.checkMessage([UInt8](), of: algorithm)
        guard ciphertext.count == rsa.byteCount else {
            throw KeyStoreError(
                .invalidLength,
                "the ciphertext has \(ciphertext.count) bytes; with a key of \(rsa.sizeInBits) bits it has \(rsa.byteCount)"
            )
        }
        do {
            switch algorithm.kind {
            case .rsaPKCS1:
                guard !offers(Mechanism(.rsaPKCS)), can(.decrypt, with: .rsaX509) else {
                    return try decryptIfOffered(ciphertext, Mechanism(.rsaPKCS), rsa)
                }
                return try PKCS1v15.unpadEncryption(decryptRaw(ciphertext, rsa), byteCount: rsa.byteCount)
            case .rsaRaw:
                let message = try decryptIfOffered(ciphertext, Mechanism(.rsaX509), rsa)
                guard let padded = message.leftPadded(to: rsa.byteCount) else { throw KeyStoreError.decryptionFailed }
                return padded
            case .rsaOAEP(let hash, let label):
                return try decryptOAEP(ciphertext, hash, label, rsa)
            case .rsaOAEPAESGCM:
                throw KeyStoreError.decryptionFailed  // handled above
            }
        } catch let refusal as MechanismRefusal {
            throw refusal.storeError(while: "decrypting with \(name)")
        }
    }

    /// OAEP on the token; where it refuses these parameters, the RSA operation there and the unpadding here. The hash that
    /// the caller named is the one that is used, either way.
    private func decryptOAEP(
        _ ciphertext: some DataProtocol, _ hash: HashFunction, _ label: Data, _ rsa: RSAPublicKey
    ) throws -> Data {
        let mechanism = Mechanism.rsaPKCSOAEP(hash: hash.mechanism, mgf: hash.maskGeneration, label: label)
        guard can(.decrypt, with: .rsaX509) else { return try decryptIfOffered(ciphertext, mechanism, rsa) }
        // Tokens are not to be trusted with labels: SoftHSM takes one with SHA-1 and does not look at it, so that a message
        // with a label fails and one without passes; tpm2 fails with any. Nor with SHA-224: YKCS11 2.2 takes it at C_DecryptInit and then
        // fails with every ciphertext, which looks like a damaged one.
        if label.isEmpty, hash != .sha224, offers(mechanism) {
            do {
                return try decrypt(ciphertext, mechanism, rsa)
            } catch let refusal as MechanismRefusal {
                // SoftHSM 2.6 has SHA-1 only, and answers CKR_ARGUMENTS_BAD.
                guard [.argumentsBad, .mechanismParamInvalid].contains(refusal.cause.returnValue) else { throw refusal }
                reference.store.tokenState.remember(refused: mechanism)
            }
        }
        let block = try decryptRaw(ciphertext, rsa)
        return try OAEP.unpad(block, byteCount: rsa.byteCount, hash: hash, label: label)
    }

    /// Decrypts with a mechanism that the token lists: what is not listed has crashed a module.
    private func decryptIfOffered(
        _ ciphertext: some DataProtocol, _ mechanism: Mechanism, _ rsa: RSAPublicKey
    ) throws -> Data {
        guard offers(mechanism) else { throw notOffered(mechanism, while: "decrypting with \(name)") }
        return try decrypt(ciphertext, mechanism, rsa)
    }

    private func decryptRaw(_ ciphertext: some DataProtocol, _ rsa: RSAPublicKey) throws -> SecureBytes {
        try withDecryption(Mechanism(.rsaX509)) { session in
            try session.decryptSecret(ciphertext, maximumLength: rsa.byteCount)
        }
    }

    private func decrypt(
        _ ciphertext: some DataProtocol, _ mechanism: Mechanism, _ rsa: RSAPublicKey
    ) throws -> Data {
        let message = try withDecryption(mechanism) { session in
            // Some modules want room for the whole modulus, whatever the plaintext.
            try session.decrypt(ciphertext, maximumLength: rsa.byteCount)
        }
        guard message.count <= rsa.byteCount else {
            throw KeyStoreError(
                .tokenError,
                "\(reference.store.token.name) decrypted to \(message.count) bytes with \(name), which is more than the key is long"
            )
        }
        return message
    }

    /// Two calls; three where the key asks for a login each time.
    private func withDecryption<Result>(
        _ mechanism: Mechanism, _ body: (borrowing Session) throws -> Result
    ) throws -> Result {
        try reference.withObject("decrypting with \(name)") { session, handle in
            do throws(PKCS11Error) {
                try session.decryptInit(mechanism, key: handle)
            } catch {
                throw MechanismRefusal(error, mechanism) ?? error
            }
            if attributes.alwaysAuthenticate { try reference.store.logInForOneUse(in: session) }
            do {
                return try body(session)
            } catch let error as PKCS11Error where error.returnValue == .mechanismParamInvalid {
                // opencryptoki looks at the hash of OAEP only now, and says so before it looks at the ciphertext.
                throw MechanismRefusal(error, mechanism) ?? error
            } catch let error as PKCS11Error where error.isAboutCiphertext {
                if reference.store.has(.failedDecryptionGoesOn) {
                    _ = try? session.decryptFinal(maximumLength: attributes.rsa?.byteCount ?? 1024)
                }
                // The session may still be in the operation, and is thrown away.
                throw DecryptionFailure(cause: error)
            }
        }
    }
}

/// A failure of `C_Decrypt` whose reason lies in the ciphertext: one error for them all, without the return value, which would
/// tell an attacker apart what must look the same.
struct DecryptionFailure: Error {
    let cause: PKCS11Error
}

extension PKCS11Error {
    /// Whether a failed `C_Decrypt` says that the ciphertext is not valid. SoftHSM and tpm2 say CKR_GENERAL_ERROR for that.
    fileprivate var isAboutCiphertext: Bool {
        switch returnValue {
        case .encryptedDataInvalid?, .encryptedDataLenRange?, .generalError?, .functionFailed?, .dataInvalid?,
            .dataLenRange?:
            true
        default: false
        }
    }
}
