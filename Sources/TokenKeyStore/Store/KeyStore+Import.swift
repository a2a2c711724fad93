public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// Puts a private key that exists elsewhere on the token, with its public half.
    ///
    /// On the token it is private, sensitive and not extractable from then on. The bytes that are passed are the caller's to wipe;
    /// copies made here are wiped. An error leaves nothing behind.
    ///
    /// - Parameters:
    ///   - representation: PEM or DER: PKCS#8 (RFC 5208), also encrypted, or PKCS#1 (RFC 8017).
    ///   - passphrase: asked for the passphrase where the key is encrypted; returns nil for none.
    ///   - tag: `CKA_ID` of both halves. nil, the default, for the SHA-1 of the public key, reported as no tag.
    ///   - label: `CKA_LABEL` of both halves, UTF-8; nil or empty for none.
    ///   - usage: what the key may be used for.
    ///   - options: as for ``generateKeyPair(_:tag:label:usage:options:)``.
    /// - Throws: ``KeyStoreError/Code/invalidKeyData`` and ``KeyStoreError/Code/keyTypeUnsupported``, which say what the data are or what is wrong;
    ///   ``KeyStoreError/Code/keyExists``; ``KeyStoreError/Code/notPermitted`` where the token takes no keys from outside.
    @discardableResult
    public func importPrivateKey(
        _ representation: SecureBytes, passphrase: () throws -> SecureBytes? = { nil }, tag: Data? = nil,
        label: String? = nil, usage: KeyUsage, options: KeyOptions = KeyOptions()
    ) throws -> PrivateKey {
        let components = try RSAPrivateKeyComponents(anyRepresentation: representation, passphrase: passphrase)
        return try addPrivateKey(components, tag, label, usage, options)
    }

    /// Puts a public key on the token.
    ///
    /// - Parameters:
    ///   - publicKey: the key.
    ///   - tag: `CKA_ID`. nil, the default, for the SHA-1 of the public key, reported as no tag.
    ///   - label: `CKA_LABEL`, UTF-8; nil or empty for none.
    ///   - usage: what the key may be used for; ``KeyUsage/verify`` and ``KeyUsage/encrypt`` for example.
    ///   - options: as for ``generateKeyPair(_:tag:label:usage:options:)``; only public keys count as existing ones. One that is not to be
    ///     kept is not put on the token at all: its operations run on this machine.
    /// - Throws: ``KeyStoreError/Code/keyExists`` where a public key with that tag or label is there, and what the token answers.
    @discardableResult
    public func importPublicKey(
        _ publicKey: PublicKey, tag: Data? = nil, label: String? = nil, usage: KeyUsage,
        options: KeyOptions = KeyOptions()
    ) throws -> PublicKey {
        try addPublicKey(publicKey, tag, label, usage, options)
    }
}

extension KeyStore {
    func addPrivateKey(
        _ components: RSAPrivateKeyComponents, _ tag: Data?, _ label: String?, _ usage: KeyUsage, _ options: KeyOptions
    ) throws -> PrivateKey {
        let publicKey = components.publicKey
        try checkImport(publicKey, options)
        let key = try NewKey(
            tag: tag, madeUpID: try publicKey.keyIdentifierSHA1, label: label, usage: usage, options: options)
        let recipe = Recipe(
            kind: "private key", action: "importing the private key", classes: key.classes,
            identity: { KeyIdentity($0, publicKey, id: $1) }
        ) { key, explicitFalse, session, _ in
            // The private half first: a lone private half is a usable key, a lone public one is not.
            let privateTemplate = key.privateTemplate(explicitFalse: explicitFalse)
            let privateHalf = try self.createPrivateKey(
                components, privateTemplate, isKept: key.isPermanent, in: session)
            guard key.keepsPublicHalf else { return [privateHalf] }
            let publicTemplate = key.publicTemplate(explicitFalse: explicitFalse) + Self.objectTemplate(publicKey)
            return [privateHalf, try self.create(publicTemplate, isKept: true, in: session)]
        } accept: { attributes in
            attributes.keyType == .rsa && (attributes.rsa == nil || attributes.rsa == publicKey)
        }
        return try addPrivateKey(key, options, recipe)
    }

    func checkImport(_ publicKey: RSAPublicKey, _ options: KeyOptions) throws {
        guard publicKey.sizeInBits >= 2048 || options.allowsWeakKeys else {
            throw KeyStoreError(
                .invalidParameter, "the key has \(publicKey.sizeInBits) bits, and keys under 2,048 bits are weak",
                hint: "Allow weak keys explicitly if you must.")
        }
    }

    private static func objectTemplate(_ publicKey: RSAPublicKey) -> [Attribute] {
        [
            .objectClass(.publicKey), .keyType(.rsa), Attribute(.modulus, publicKey.modulus),
            Attribute(.publicExponent, publicKey.publicExponent),
        ]
    }

    private func createPrivateKey(
        _ components: RSAPrivateKeyComponents, _ template: [Attribute], isKept: Bool, in session: borrowing Session
    ) throws -> ObjectHandle {
        let identity: [Attribute] = [.objectClass(.privateKey), .keyType(.rsa)]
        var numbers: [Attribute] = []
        numbers.append(Attribute(.modulus, components.publicKey.modulus))
        numbers.append(Attribute(.publicExponent, components.publicKey.publicExponent))
        numbers.append(Attribute(.privateExponent, components.privateExponent))
        numbers.append(Attribute(.prime1, components.prime1))
        numbers.append(Attribute(.prime2, components.prime2))
        numbers.append(Attribute(.exponent1, components.exponent1))
        numbers.append(Attribute(.exponent2, components.exponent2))
        numbers.append(Attribute(.coefficient, components.coefficient))
        do throws(PKCS11Error) {
            return try create(identity + template + numbers, isKept: isKept, in: session)
        } catch {
            // Some tokens take private keys wrapped only. Nothing was made: the answer is about the template.
            switch error.returnValue {
            case .functionNotSupported?, .templateInconsistent?, .attributeValueInvalid?, .actionProhibited?,
                .attributeSensitive?, .functionRejected?:
                guard let handle = try unwrapPrivateKey(components, identity + template, in: session) else {
                    throw error
                }
                return handle
            default:
                throw error
            }
        }
    }

    /// Imports by `C_UnwrapKey` under an AES key that exists for that moment (RFC 5649 key wrap with padding).
    ///
    /// - Returns: nil where the token cannot do that either, so that its first answer stands.
    private func unwrapPrivateKey(
        _ components: RSAPrivateKeyComponents, _ template: [Attribute], in session: borrowing Session
    ) throws -> ObjectHandle? {
        let state = tokenState
        // Under one number, some tokens mean RFC 5649 and some another padding; CKM_AES_KEY_WRAP_KWP means only the first.
        let candidates: [MechanismType] = [.aesKeyWrapKWP, .aesKeyWrapPad].filter { state.offers($0, in: pool.slot) }
        guard !candidates.isEmpty else { return nil }
        let wrappingKey = try SecureBytes.random(count: 32)
        let wrapped = try AESKeyWrapPad.wrap(key: components.pkcs8DER, kek: wrappingKey)
        guard
            let unwrappingKey = try? session.createObject([
                .objectClass(.secretKey), .keyType(.aes), Attribute(.token, false), Attribute(.unwrap, true),
                Attribute(.value, wrappingKey),
            ])
        else { return nil }
        defer { try? session.destroyObject(unwrappingKey) }
        for mechanism in candidates {
            let handle = try? session.unwrapKey(
                wrapped, with: Mechanism(mechanism), unwrappingKey: unwrappingKey, template: template)
            if let handle { return handle }
        }
        return nil
    }

    func addPublicKey(
        _ publicKey: PublicKey, _ tag: Data?, _ label: String?, _ usage: KeyUsage, _ options: KeyOptions
    ) throws -> PublicKey {
        try checkImport(publicKey.rsa, options)
        guard options.isPermanent else { return PublicKey(rsa: publicKey.rsa) }
        var options = options
        options.includesPublicHalf = true
        let key = try NewKey(
            tag: tag, madeUpID: try publicKey.keyIdentifierSHA1, label: label, usage: usage, options: options)
        let recipe = Recipe(
            kind: "public key", action: "importing the public key", classes: [.publicKey],
            identity: { KeyIdentity($0, publicKey.rsa, id: $1) }
        ) { key, explicitFalse, session, _ in
            let template = key.publicTemplate(explicitFalse: explicitFalse)
            return [try self.create(Self.objectTemplate(publicKey.rsa) + template, isKept: true, in: session)]
        } accept: { attributes in
            attributes.rsa == publicKey.rsa
        }
        let new = try add(key, options, recipe).object
        return PublicKey(
            rsa: publicKey.rsa, reference: KeyReference(store: self, found: new), attributes: new.attributes)
    }
}
