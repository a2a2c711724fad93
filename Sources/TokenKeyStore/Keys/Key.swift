public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One key on a token as a list shows it: a pair, one half of a pair whose other half is missing, or a secret key.
///
/// Halves belong together when they are the same key by public value; the ID counts only where a private object shows no
/// public part. A lone half is a state, not a fault.
public struct Key: Hashable, Sendable {
    /// The private half, if it is there and can be seen: private objects are hidden until somebody logs in.
    public let privateKey: PrivateKey?
    /// The public half as an object of its own, if there is one.
    public let publicKey: PublicKey?
    /// A key that is neither: what the token says of a secret key, or of a type that this library does not use.
    public var other: KeyAttributes? { otherObject?.attributes }
    let otherObject: OtherObject?
    /// What its user should know.
    public let warnings: [KeyWarning]

    /// What the token says of the key: of its private half where there is one.
    public var attributes: KeyAttributes? { privateKey?.attributes ?? publicKey?.attributes ?? other }

    /// `CKA_KEY_TYPE`.
    public var keyType: KeyType { attributes?.keyType ?? .rsa }
    /// `CKA_ID` of the private half where there is one.
    public var id: Data { attributes?.id ?? Data() }
    /// The tag; nil where none was given.
    public var tag: Data? { attributes?.tag }
    /// The label; empty where there is none.
    public var label: String { attributes?.label ?? "" }
    /// The size in bits; nil where it cannot be told.
    public var sizeInBits: Int? { attributes?.sizeInBits }
}

extension Key {
    /// An object that is neither half of a pair that can be used.
    struct OtherObject: Hashable, Sendable {
        let reference: KeyReference
        let attributes: KeyAttributes

        static func == (left: Self, right: Self) -> Bool {
            left.attributes == right.attributes && left.reference.store.token == right.reference.store.token
        }

        func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
    }
}
