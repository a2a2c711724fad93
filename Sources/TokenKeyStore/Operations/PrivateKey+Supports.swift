extension PrivateKey {
    /// Whether the key can sign so: its usage, its size, and what the token offers are looked at. The token is asked for its mechanisms
    /// once, and not whether it would really do it.
    public func supports(_ algorithm: SignatureAlgorithm) -> Bool {
        attributes.usage.contains(.sign) && attributes.rsa?.maximumInputLength(of: algorithm) != nil
    }

    /// Whether the key can decrypt what was encrypted so: its usage, its size, and what the token offers are looked at. The token is
    /// asked for its mechanisms once, and not whether it would really do it.
    public func supports(_ algorithm: EncryptionAlgorithm) -> Bool {
        attributes.usage.contains(.decrypt) && attributes.rsa?.maximumMessageLength(of: algorithm) != nil
    }
}
