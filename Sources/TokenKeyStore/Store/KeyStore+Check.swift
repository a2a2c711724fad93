public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What generation and import find out before they change anything, for programs that show beforehand what they would do. The token may
// still refuse afterwards, and another program may take the name in between.

extension KeyStore {
    /// Checks what can be checked before a key pair is generated; see ``generateKeyPair(_:tag:label:usage:options:)``.
    ///
    /// - Throws: as the generation would, for a size that is not allowed and for names that are taken.
    public func checkKeyPair(
        _ specification: KeySpecification, tag: Data? = nil, label: String? = nil, options: KeyOptions = KeyOptions()
    ) throws {
        try checkGeneration(specification, tag, label, options)
    }

    /// Checks what can be checked before a private key is imported; see ``importPrivateKey(_:passphrase:tag:label:usage:options:)``.
    ///
    /// - Returns: its public key.
    /// - Throws: as the import would, for bytes that are no key and for names that are taken.
    public func checkPrivateKeyImport(
        _ representation: SecureBytes, passphrase: () throws -> SecureBytes? = { nil }, tag: Data? = nil,
        label: String? = nil, options: KeyOptions = KeyOptions()
    ) throws -> PublicKey {
        let components = try RSAPrivateKeyComponents(anyRepresentation: representation, passphrase: passphrase)
        return try checkImport(of: components.publicKey, tag, label, options)
    }

    /// Checks what can be checked before a public key is imported; see ``importPublicKey(_:tag:label:usage:options:)``.
    ///
    /// - Throws: as the import would, for a key that is not allowed and for names that are taken.
    public func checkPublicKeyImport(
        _ publicKey: PublicKey, tag: Data? = nil, label: String? = nil, options: KeyOptions = KeyOptions()
    ) throws {
        try checkImport(publicKey.rsa, options)
        let key = try NewKey(
            tag: tag, madeUpID: try publicKey.keyIdentifierSHA1, label: label, usage: [], options: options)
        _ = try lookForNamesakes(of: key, [.publicKey], options.existing)
    }

    func checkGeneration(
        _ specification: KeySpecification, _ tag: Data?, _ label: String?, _ options: KeyOptions
    ) throws {
        guard case .rsa(let bits, let exponent) = specification.kind else {
            throw KeyStoreError(.invalidParameter, "keys of this kind cannot be generated")
        }
        try checkRSA(bits: bits, exponent: exponent, options)
        let key = try NewKey(tag: tag, madeUpID: KeyIdentifier.generate(), label: label, usage: [], options: options)
        _ = try lookForNamesakes(of: key, key.classes, options.existing)
    }

    func checkImport(
        of publicKey: RSAPublicKey, _ tag: Data?, _ label: String?, _ options: KeyOptions
    ) throws -> PublicKey {
        try checkImport(publicKey, options)
        let key = try NewKey(
            tag: tag, madeUpID: try publicKey.keyIdentifierSHA1, label: label, usage: [], options: options)
        _ = try lookForNamesakes(of: key, key.classes, options.existing)
        return PublicKey(rsa: publicKey)
    }
}

extension KeyStore {
    /// Checks what can be checked before a key pair is generated; see ``checkKeyPair(_:tag:label:options:)``.
    ///
    /// - Throws: as the plain one, and `CancellationError`.
    public func checkKeyPair(
        _ specification: KeySpecification, tag: Data? = nil, label: String? = nil, options: KeyOptions = KeyOptions()
    ) async throws {
        try await threads.run { try self.checkGeneration(specification, tag, label, options) }
    }
}
