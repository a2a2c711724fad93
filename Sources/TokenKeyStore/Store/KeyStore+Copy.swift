#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// Makes a key of the token of a session key, or of another key of the token: a copy of its private half under these names.
    ///
    /// The original stays as it is.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - tag: `CKA_ID` of the copy. nil, the default, for the SHA-1 of the public key, reported as no tag.
    ///   - label: `CKA_LABEL` of the copy, UTF-8; nil or empty for none.
    ///   - usage: what the copy may do; nil, the default, for what the original may.
    ///   - options: what to do about an existing key of that name, and whether the copy may leave the token wrapped.
    /// - Throws: ``KeyStoreError/Code/keyExists``; ``KeyStoreError/Code/tokenDisobeyed`` where the token does not protect the copy as it was told;
    ///   and what the token answers. An error leaves nothing behind.
    @discardableResult
    public func storeCopy(
        of key: PrivateKey, tag: Data? = nil, label: String? = nil, usage: KeyUsage? = nil,
        options: KeyOptions = KeyOptions()
    ) throws -> PrivateKey {
        try makeCopy(of: key, tag, label, usage, options)
    }
}

extension KeyStore {
    func makeCopy(
        of key: PrivateKey, _ tag: Data?, _ label: String?, _ usage: KeyUsage?, _ options: KeyOptions
    ) throws -> PrivateKey {
        throw KeyStoreError(.internalError, "not available yet")
    }
}
