internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// Generates a key pair on the token.
    ///
    /// The private half is private, sensitive and not extractable; what the token made is read back, and destroyed if these did not
    /// come out. Usage that is not asked for is refused to the key. An error leaves nothing behind.
    ///
    /// - Parameters:
    ///   - specification: which kind of key.
    ///   - tag: `CKA_ID` of both halves. nil, the default, for one that is made up: 20 bytes, reported as no tag.
    ///   - label: `CKA_LABEL` of both halves, UTF-8; nil or empty for none.
    ///   - usage: what the key may be used for; `sign` alone is the wise choice for a signing key.
    ///   - options: what to do about an existing key of that name, weak keys, other names for the public half.
    /// - Returns: the private half, which has the public one.
    /// - Throws: ``KeyStoreError/Code/keyExists`` where a key with that tag or label is there;
    ///   ``KeyStoreError/Code/invalidParameter`` for a size that is not allowed; ``KeyStoreError/Code/tokenDisobeyed``; and what the
    ///   token answers.
    @discardableResult
    public func generateKeyPair(
        _ specification: KeySpecification, tag: Data? = nil, label: String? = nil, usage: KeyUsage,
        options: KeyOptions = KeyOptions()
    ) throws -> PrivateKey {
        try makeKeyPair(specification, tag, label, usage, options)
    }

    func makeKeyPair(
        _ specification: KeySpecification, _ tag: Data?, _ label: String?, _ usage: KeyUsage, _ options: KeyOptions
    ) throws -> PrivateKey {
        guard case .rsa(let bits, let exponent) = specification.kind else {
            throw KeyStoreError(.invalidParameter, "keys of this kind cannot be generated")
        }
        try checkRSA(bits: bits, exponent: exponent, options)
        let key = try NewKey(tag: tag, madeUpID: KeyIdentifier.generate(), label: label, usage: usage, options: options)
        let recipe = Recipe(
            kind: "key pair", action: "generating an RSA key of \(bits) bits", classes: key.classes,
            transientClasses: key.keepsPublicHalf ? [] : [.publicKey], sizeInBits: bits
        ) { key, explicitFalse, session, _ in
            let publicTemplate =
                key.publicTemplate(explicitFalse: explicitFalse) + [
                    Attribute(.modulusBits, UInt(bits)), Attribute(.publicExponent, Self.bigEndian(exponent)),
                ]
            let privateTemplate = key.privateTemplate(explicitFalse: explicitFalse)
            let pair = try self.generateKeyPair(
                Mechanism(.rsaPKCSKeyPairGen), publicTemplate: publicTemplate, privateTemplate: privateTemplate,
                isKept: key.isPermanent, in: session)
            guard !key.keepsPublicHalf else { return [pair.privateKey, pair.publicKey] }
            if key.isPermanent, !explicitFalse {
                try self.destroy(pair.publicKey, in: session)
            } else {
                // It ends with the session at the latest.
                try session.destroyObject(pair.publicKey)
            }
            return [pair.privateKey]
        } accept: { attributes in
            attributes.keyType == .rsa
                && attributes.rsa.map { $0.sizeInBits == bits && $0.publicExponent == Self.bigEndian(exponent) } ?? true
        }
        return try addPrivateKey(key, options, recipe)
    }

    /// Makes a private key, and its public half where that stays: on the token, or in a session of its own.
    func addPrivateKey(_ key: NewKey, _ options: KeyOptions, _ recipe: Recipe) throws -> PrivateKey {
        guard key.isPermanent else { return try addSessionKey(key, recipe) }
        let new = try add(key, options, recipe)
        return privateKey(new.object, warnings: new.warnings)
    }

    func checkRSA(bits: Int, exponent: UInt, _ options: KeyOptions) throws {
        let least = options.allowsWeakKeys ? 512 : 2048
        guard bits >= least, bits <= 8192 else {
            throw KeyStoreError(
                .invalidParameter, "an RSA key cannot have \(bits) bits: \(least) to 8,192 are allowed",
                hint: bits >= 512 && bits < 2048
                    ? "Keys under 2,048 bits are weak and must be allowed explicitly." : nil)
        }
        guard exponent >= 3, exponent % 2 == 1 else {
            throw KeyStoreError(.invalidParameter, "\(exponent) is no public exponent: it is odd and at least 3")
        }
        guard tokenState.offers(.rsaPKCSKeyPairGen, in: pool.slot) else {
            throw KeyStoreError(.mechanismUnsupported, "\(token.name) does not generate RSA keys")
        }
        let slot = pool.slot
        let info = ModuleRevival.visiting(module) { try? slot.mechanismInfo(.rsaPKCSKeyPairGen) }
        guard let info else { return }
        let smallest = info.minKeySize.map { Int(clamping: $0) } ?? 0
        let largest = info.maxKeySize.flatMap { $0 == 0 ? nil : Int(clamping: $0) } ?? Int.max
        guard bits >= smallest, bits <= largest else {
            throw KeyStoreError(
                .mechanismUnsupported,
                "\(token.name) makes RSA keys of \(smallest) to \(largest) bits, and \(bits) were asked for")
        }
    }

    private static func bigEndian(_ number: UInt) -> Data {
        Data(withUnsafeBytes(of: number.bigEndian) { Array($0.drop { $0 == 0 }) })
    }
}
