public import PKCS11

extension KeyStore {
    /// Everything about a private key object that may be read: for a person who wants to see it all.
    ///
    /// - Returns: the status and value of each attribute of the standard that keys have. The private numbers are not asked for.
    /// - Throws: ``KeyStoreError/Code/keyNotFound`` where the key is not on the token any more, and what the token answers.
    public func attributeValues(of key: PrivateKey) throws -> AttributeValues { try readAll(key.reference) }

    /// Everything about a public key object that may be read.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound`` where the key is not an object on a token, and what the token answers.
    public func attributeValues(of key: PublicKey) throws -> AttributeValues { try readAll(key.requiredReference) }

    func readAll(_ reference: KeyReference) throws -> AttributeValues {
        try reference.withObject("reading the attributes of the key") { session, handle in
            try session.attributes(Self.readableTypes, of: handle)
        }
    }

    private static let readableTypes: [AttributeType] =
        KeyAttributes.allTypes + [
            .copyable, .destroyable, .keyGenMechanism, .startDate, .endDate, .subject,
            .publicKeyInfo, .modulusBits, .wrapWithTrusted, .trusted, .uniqueID,
        ]
}
