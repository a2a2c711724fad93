#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is to change about a key; nil for what stays.
public struct KeyChanges: Hashable, Sendable {
    /// The new `CKA_ID`, not empty.
    public var tag: Data?
    /// The new `CKA_LABEL`, UTF-8; empty for none.
    public var label: String?
    /// The new `CKA_LABEL` as bytes, in place of one that is text.
    public var labelBytes: Data?
    /// What the key may do from then on, flag by flag: of a private key `sign`, `decrypt`, `unwrap`, `derive` and `signRecover`; of a public one
    /// `verify`, `encrypt`, `wrap`, `derive` and `verifyRecover`.
    public var usage: KeyUsage?
    /// Makes a private key sensitive; `false` is refused, since no token takes it back.
    public var isSensitive: Bool?
    /// Keeps a private key on the token, also wrapped; `true` is refused, since no token takes it back.
    public var isExtractable: Bool?

    /// Makes changes; without any, a key stays as it is.
    public init(
        tag: Data? = nil, label: String? = nil, labelBytes: Data? = nil, usage: KeyUsage? = nil,
        isSensitive: Bool? = nil, isExtractable: Bool? = nil
    ) {
        self.tag = tag
        self.label = label
        self.labelBytes = labelBytes
        self.usage = usage
        self.isSensitive = isSensitive
        self.isExtractable = isExtractable
    }
}
