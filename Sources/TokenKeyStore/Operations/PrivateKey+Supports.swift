internal import PKCS11

extension PrivateKey {
    /// Whether the key can sign so: its usage, its size, and what the token offers are looked at.
    ///
    /// The token is asked for its mechanisms once, and not whether it would really do it; what it once refused is remembered. Where it
    /// takes messages only and no digests, as some do, that is enough.
    public func supports(_ algorithm: SignatureAlgorithm) -> Bool {
        guard attributes.keyType == .rsa, attributes.usage.contains(.sign) else { return false }
        if let rsa = attributes.rsa {
            guard rsa.maximumInputLength(of: algorithm) != nil else { return false }
            // The padding is made here where the token does not.
            if case .rsaPSS = algorithm.kind, can(.sign, with: .rsaX509) { return true }
        }
        return offers(algorithm.preparedMechanism) || algorithm.messageMechanism.map { offers($0) } ?? false
    }

    /// Whether the key can decrypt what was encrypted so: its usage, its size, and what the token offers are looked at.
    ///
    /// The token is asked for its mechanisms once, and not whether it would really do it; what it once refused is remembered.
    public func supports(_ algorithm: EncryptionAlgorithm) -> Bool {
        guard attributes.usage.contains(.decrypt), let rsa = attributes.rsa,
            rsa.maximumMessageLength(of: algorithm) != nil
        else { return false }
        switch algorithm.kind {
        case .rsaRaw: return offers(Mechanism(.rsaX509))
        case .rsaPKCS1: return offers(Mechanism(.rsaPKCS)) || can(.decrypt, with: .rsaX509)
        case .rsaOAEP(let hash, let label):
            return can(.decrypt, with: .rsaX509)
                || offers(.rsaPKCSOAEP(hash: hash.mechanism, mgf: hash.maskGeneration, label: label))
        case .rsaOAEPAESGCM(let hash): return supports(.rsaOAEP(hash))
        }
    }
}
