#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What generation and import do beyond the key itself.
public struct KeyOptions: Sendable {
    /// What to do where a key with the same tag or label is on the token already.
    public struct ExistingKeyPolicy: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case refuse, refuseIdentical, keepBoth, replace }
        let kind: Kind

        /// Fail with ``KeyStoreError/Code/keyExists``; nothing is done. The default.
        public static var refuse: Self { Self(kind: .refuse) }
        /// Fail with ``KeyStoreError/Code/keyExists`` only where the same item is there: an object of the same class, the same public
        /// value and the same tag, no tag being a tag like another. Another key of that tag or label is left beside the new one.
        public static var refuseIdentical: Self { Self(kind: .refuseIdentical) }
        /// Make the key beside the other one. A look-up that matches both is then ambiguous.
        public static var keepBoth: Self { Self(kind: .keepBoth) }
        /// Make and check the new key first, then destroy the old one. An error leaves the old key as it was.
        public static var replace: Self { Self(kind: .replace) }
    }

    /// What to do where a key with the same tag or label is there already.
    public var existing: ExistingKeyPolicy
    /// Whether RSA keys of 512 to 2,047 bits are allowed.
    public var allowsWeakKeys: Bool
    /// The tag of the public half where it is not that of the pair. Empty for none: its `CKA_ID` is made up, and reported as no tag.
    public var publicTag: [UInt8]?
    /// The label of the public half where it is not that of the pair.
    public var publicLabel: String?
    /// Whether the key is kept on the token (`CKA_TOKEN`), the default.
    ///
    /// One that is not is an object of a session that the key has to itself. It ends with the last value that refers to it, with the
    /// store, and with the connection to the token, after which it is a ``KeyStoreError/Code/keyNotFound``; a forked child does not have
    /// it. No search finds it, names are not compared with those of other keys, and its public half is not kept.
    public var isPermanent: Bool
    /// Whether the public half of a pair is kept on the token as an object of its own, the default. The private one shows the same public value.
    public var includesPublicHalf: Bool
    /// What the public half may do, flag by flag. The `usage` of the key is what its private half may do then, also flag by flag. nil,
    /// the default, to take both from the usage of the key.
    public var publicUsage: KeyUsage?
    /// Whether the private half may leave the token wrapped by another key (`CKA_EXTRACTABLE`), which no method here does. It stays
    /// sensitive: nobody can read it.
    public var isExtractable: Bool
    /// The label as bytes, in place of one that is text: `CKA_LABEL` where it is not UTF-8.
    public var labelBytes: Data?

    /// Makes options; the defaults refuse an existing key and a weak one, name both halves alike, and keep both on the token.
    public init(
        existing: ExistingKeyPolicy = .refuse, allowsWeakKeys: Bool = false, publicTag: [UInt8]? = nil,
        publicLabel: String? = nil, isPermanent: Bool = true, includesPublicHalf: Bool = true,
        publicUsage: KeyUsage? = nil, isExtractable: Bool = false, labelBytes: Data? = nil
    ) {
        self.existing = existing
        self.allowsWeakKeys = allowsWeakKeys
        self.publicTag = publicTag
        self.publicLabel = publicLabel
        self.isPermanent = isPermanent
        self.includesPublicHalf = includesPublicHalf
        self.publicUsage = publicUsage
        self.isExtractable = isExtractable
        self.labelBytes = labelBytes
    }
}
