/// Which kind of key to generate.
public struct KeySpecification: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case rsa(bits: Int, publicExponent: UInt)
    }

    let kind: Kind

    /// An RSA key pair.
    ///
    /// - Parameters:
    ///   - bits: the size of the modulus, 2,048 to 8,192 (and what the token allows); 1,024 to 2,047 only where
    ///     ``KeyOptions/allowsWeakKeys`` is set.
    ///   - publicExponent: odd and at least 3; 65,537 is what everybody uses.
    public static func rsa(bits: Int, publicExponent: UInt = 65537) -> Self {
        Self(kind: .rsa(bits: bits, publicExponent: publicExponent))
    }
}

/// What generation and import do beyond the key itself.
public struct KeyOptions: Sendable {
    /// What to do where a key with the same tag or label is on the token already.
    public struct ExistingKeyPolicy: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case refuse, keepBoth, replace }
        let kind: Kind

        /// Fail with ``KeyStoreError/Code/keyExists``; nothing is done. The default.
        public static var refuse: Self { Self(kind: .refuse) }
        /// Make the key beside the other one. A look-up that matches both is then ambiguous.
        public static var keepBoth: Self { Self(kind: .keepBoth) }
        /// Make and check the new key first, then destroy the old one. An error leaves the old key as it was.
        public static var replace: Self { Self(kind: .replace) }
    }

    /// What to do where a key with the same tag or label is there already.
    public var existing: ExistingKeyPolicy
    /// Whether RSA keys under 2,048 bits are allowed.
    public var allowsWeakKeys: Bool
    /// The tag of the public half where it is not that of the pair.
    public var publicTag: [UInt8]?
    /// The label of the public half where it is not that of the pair.
    public var publicLabel: String?

    /// Makes options; the defaults refuse an existing key and a weak one, and name both halves alike.
    public init(
        existing: ExistingKeyPolicy = .refuse, allowsWeakKeys: Bool = false, publicTag: [UInt8]? = nil,
        publicLabel: String? = nil
    ) {
        self.existing = existing
        self.allowsWeakKeys = allowsWeakKeys
        self.publicTag = publicTag
        self.publicLabel = publicLabel
    }
}
