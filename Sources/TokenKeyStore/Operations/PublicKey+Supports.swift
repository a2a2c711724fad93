extension PublicKey {
    /// Whether signatures of this kind can be checked with the key: it is large enough, and where it is an object on a token, that
    /// may verify.
    public func supports(_ algorithm: SignatureAlgorithm) -> Bool {
        mayDo(.verify) && rsa.maximumInputLength(of: algorithm) != nil
    }

    /// Whether messages can be encrypted to the key so: it is large enough, and where it is an object on a token, that may encrypt.
    public func supports(_ algorithm: EncryptionAlgorithm) -> Bool {
        mayDo(.encrypt) && rsa.maximumMessageLength(of: algorithm) != nil
    }

    private func mayDo(_ use: KeyUsage) -> Bool { attributes?.usage.contains(use) ?? true }
}
