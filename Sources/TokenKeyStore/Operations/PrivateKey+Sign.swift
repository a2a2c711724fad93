internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PrivateKey {
    /// Longer messages are hashed here, and only their digest goes to the token.
    private static var longestMessageSent: Int { 64 << 10 }

    /// Signs a message.
    ///
    /// The token gets the message where it has a mechanism for that and the message is short, else its digest.
    ///
    /// - Parameters:
    ///   - message: the whole message; may be empty. For the raw algorithms, what is signed as it is.
    ///   - algorithm: how.
    /// - Returns: the signature, as long as the modulus.
    /// - Throws: ``KeyStoreError/Code/notPermitted`` where the key may not sign, ``KeyStoreError/Code/mechanismUnsupported``,
    ///   ``KeyStoreError/Code/invalidLength`` and ``KeyStoreError/Code/invalidParameter`` for an input that does not fit, and what
    ///   the token answers.
    public func signature(for message: some DataProtocol, using algorithm: SignatureAlgorithm) throws -> Data {
        try signMessage(message, algorithm)
    }

    /// Signs a digest that was computed elsewhere.
    ///
    /// - Parameters:
    ///   - digest: exactly as long as the digests of the algorithm's hash.
    ///   - algorithm: how.
    /// - Returns: the signature, as long as the modulus.
    /// - Throws: ``KeyStoreError/Code/invalidLength`` for a digest of another length; else as ``signature(for:using:)``.
    public func signature(forDigest digest: some DataProtocol, using algorithm: SignatureAlgorithm) throws -> Data {
        try signDigest(digest, algorithm)
    }

    func signMessage(_ message: some DataProtocol, _ algorithm: SignatureAlgorithm) throws -> Data {
        guard let hash = algorithm.hash else { return try signDigest(message, algorithm) }
        try attributes.rsa?.checkKeySize(for: algorithm)
        if message.count <= Self.longestMessageSent, let mechanism = algorithm.messageMechanism, offers(mechanism) {
            do {
                return try sign(message, mechanism)
            } catch let refusal as MechanismRefusal {
                // Some providers list what they then refuse; the hash is computed here from now on.
                reference.store.tokenState.remember(refused: refusal.mechanism)
            }
        }
        return try signDigest(try hash.digest(of: message), algorithm)
    }

    func signDigest(_ digest: some DataProtocol, _ algorithm: SignatureAlgorithm) throws -> Data {
        try attributes.rsa?.checkInput(digest, of: algorithm)
        if attributes.rsa == nil { try algorithm.hash?.checkLength(of: digest) }
        let mechanism = algorithm.preparedMechanism
        do {
            switch algorithm.kind {
            case .rsaPKCS1(let hash):
                return try signIfOffered(try DigestInfo.encode(digest: digest, hash: hash), mechanism)
            case .rsaPSS(let hash, let saltLength):
                return try signPSS(digest, mechanism, hash, saltLength)
            case .rsaPKCS1Raw:
                return try signIfOffered(digest, mechanism)
            case .rsaRaw:
                guard let rsa = attributes.rsa, let padded = Data(digest.drop { $0 == 0 }).leftPadded(to: rsa.byteCount)
                else { return try signIfOffered(digest, mechanism) }
                return try signIfOffered(padded, mechanism)
            }
        } catch let refusal as MechanismRefusal {
            throw refusal.storeError(while: "signing with \(name)")
        }
    }

    /// PSS on the token; where it has none, or not with this hash, the padding here and the RSA operation there.
    private func signPSS(
        _ digest: some DataProtocol, _ mechanism: Mechanism, _ hash: HashFunction, _ saltLength: Int
    ) throws -> Data {
        guard let rsa = attributes.rsa, can(.sign, with: .rsaX509) else { return try signIfOffered(digest, mechanism) }
        if offers(mechanism) {
            do {
                return try sign(digest, mechanism)
            } catch let refusal as MechanismRefusal {
                // opencryptoki refuses SHA-224.
                reference.store.tokenState.remember(refused: refusal.mechanism)
            }
        }
        let block = try PSS.encode(digest: digest, hash: hash, saltLength: saltLength, for: rsa)
        return try sign(block, Mechanism(.rsaX509))
    }

    /// Signs with a mechanism that the token lists: tpm2-pkcs11 takes PSS without listing it, and crashes.
    private func signIfOffered(_ input: some DataProtocol, _ mechanism: Mechanism) throws -> Data {
        guard offers(mechanism) else { throw notOffered(mechanism, while: "signing with \(name)") }
        return try sign(input, mechanism)
    }

    func notOffered(_ mechanism: Mechanism, while action: String) -> KeyStoreError {
        KeyStoreError(
            .mechanismUnsupported,
            "\(action) failed: \(reference.store.token.name), or the key itself, does not offer \(mechanism.type)",
            hint: "p11 mechanism list shows what the token offers.")
    }

    /// Whether the token lists a mechanism for a use that the key permits.
    func can(_ use: KeyUsage, with mechanism: MechanismType) -> Bool {
        let flags: MechanismFlags = use == .sign ? .sign : .decrypt
        return offers(Mechanism(mechanism))
            && reference.store.tokenState.allows(mechanism, flags, in: reference.store.pool.slot)
            && attributes.usage.contains(use)
    }

    /// Whether the token, and the key itself, allow a mechanism as far as is known.
    func offers(_ mechanism: Mechanism) -> Bool {
        let state = reference.store.tokenState
        let allowed = attributes.allowedMechanisms
        guard allowed.isEmpty || allowed.contains(mechanism.type) else { return false }
        return !state.hasRefused(mechanism) && state.offers(mechanism.type, in: reference.store.pool.slot)
    }

    /// Two calls; three where the key asks for a login each time.
    func sign(_ input: some DataProtocol, _ mechanism: Mechanism) throws -> Data {
        let length = attributes.rsa?.byteCount ?? 1024
        let signature = try reference.withObject("signing with \(name)") { session, handle in
            do throws(PKCS11Error) {
                try session.signInit(mechanism, key: handle)
            } catch {
                throw MechanismRefusal(error, mechanism) ?? error
            }
            if attributes.alwaysAuthenticate { try reference.store.logInForOneUse(in: session) }
            return try session.sign(input, maximumLength: length)
        }
        guard let rsa = attributes.rsa, signature.count != rsa.byteCount else { return signature }
        guard let padded = signature.leftPadded(to: rsa.byteCount) else {
            throw KeyStoreError(
                .tokenError, "\(reference.store.token.name) made a signature of \(signature.count) bytes with \(name)")
        }
        return padded
    }
}

/// A mechanism that the token refused at `…Init`, before anything was done.
struct MechanismRefusal: Error {
    let cause: PKCS11Error
    let mechanism: Mechanism

    /// nil where the error is no refusal of the mechanism or its parameters.
    init?(_ cause: PKCS11Error, _ mechanism: Mechanism) {
        switch cause.returnValue {
        case .mechanismInvalid?, .mechanismParamInvalid?, .argumentsBad?, .functionNotSupported?: break
        default: return nil
        }
        self.cause = cause
        self.mechanism = mechanism
    }

    func storeError(while action: String) -> KeyStoreError {
        KeyStoreError(
            .mechanismUnsupported, "\(action) failed: the token refuses \(mechanism.type) with these parameters",
            hint: "p11 mechanism list shows what it offers.", underlying: cause)
    }
}

extension RSAPublicKey {
    /// Whether the key is large enough for an algorithm, before a long message is hashed for nothing.
    func checkKeySize(for algorithm: SignatureAlgorithm) throws {
        guard let hash = algorithm.hash else { return }
        try checkInput([UInt8](repeating: 0, count: hash.digestLength), of: algorithm)
    }
}

extension KeyStore {
    /// The login that one operation asks for (`CKA_ALWAYS_AUTHENTICATE`): after its `…Init`, in its session.
    func logInForOneUse(in session: borrowing Session) throws {
        let login = Login(
            token: token, slot: pool.slot, state: tokenState, supply: supply, allowsFinalTry: options.allowsFinalTry,
            quirks: options.quirks)
        try login.contextSpecific(in: session)
    }
}
