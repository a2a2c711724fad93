internal import PKCS11

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
        guard key.store.token == token else {
            throw KeyStoreError(
                .notPermitted, "\(key.name) is on \(key.store.token.name), and no private key leaves its token")
        }
        // Its handle is good in its own store only.
        guard key.store === self else { return try key.store.makeCopy(of: key, tag, label, usage, options) }
        let original = key.attributes
        guard !options.isExtractable || original.isExtractable != false else {
            throw KeyStoreError(.notPermitted, "\(key.name) does not leave the token, and neither does a copy of it")
        }
        var options = options
        options.isPermanent = true
        options.includesPublicHalf = false
        // The usage is that of one half.
        options.publicUsage = []
        let newKey = try NewKey(
            tag: tag, madeUpID: original.publicKeyHash ?? KeyIdentifier.generate(), label: label,
            usage: usage ?? original.usage, options: options)
        let recipe = Recipe(
            kind: "copy of the key", action: "copying \(key.name)", classes: newKey.classes,
            identity: { _, id in
                var identity = KeyIdentity(original)
                identity.id = id
                return identity
            }, provesItSigns: true
        ) { newKey, _, session, generation in
            let handle = try key.reference.handle(in: session, generation: generation)
            return [try self.copy(handle, changing: newKey.copyTemplate(of: original), in: session)]
        } accept: { attributes in
            attributes.keyType == original.keyType && attributes.rsa == original.rsa
                && attributes.alwaysAuthenticate == original.alwaysAuthenticate
                && attributes.allowedMechanisms == original.allowedMechanisms
        }
        return try addPrivateKey(newKey, options, recipe)
    }
}

extension NewKey {
    /// What a copy has that its original has not. What stays is not said again: tokens differ on what they let a template say.
    fileprivate func copyTemplate(of original: KeyAttributes) -> [Attribute] {
        var template = [Attribute(.token, true)]
        if original.id != id { template.append(Attribute(.id, id)) }
        if original.labelBytes != label ?? Data() { template.append(Attribute(.label, label ?? Data())) }
        if original.isPrivate == false { template.append(Attribute(.private, true)) }
        if original.isSensitive == false { template.append(Attribute(.sensitive, true)) }
        if original.isExtractable == true, !isExtractable { template.append(Attribute(.extractable, false)) }
        return template + KeyUsage.changes(from: original.usage, to: privateUsage, among: .privateFlags)
    }
}
