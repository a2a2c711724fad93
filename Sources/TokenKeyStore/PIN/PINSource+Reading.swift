public import PKCS11

extension PINSource {
    /// Reads a secret that is not the PIN of a login: a PIN that is to be set, or the passphrase of a file.
    ///
    /// - Parameter prompt: what ``prompt`` shows on the terminal, such as `New PIN for token "payments": `. Control characters
    ///   in it must have been escaped.
    /// - Returns: at least one byte.
    /// - Throws: ``KeyStoreError`` with code ``KeyStoreError/Code/pinMissing`` where the source has nothing; or what a callback
    ///   throws, which is asked for a token without a name.
    public func read(prompt: String) throws -> SecureBytes {
        let request = PINRequest(tokenLabel: "", serialNumber: "", prompt: prompt)
        guard let secret = try PINSupply(self).pin(for: request) else {
            throw KeyStoreError(.pinMissing, "there is no source for what was asked for")
        }
        return secret
    }
}
