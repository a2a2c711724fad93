#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A private key on a token. It signs and decrypts there; there is no way to read it out.
///
/// A value may be used from any thread, and outlives a lost connection: the key is found again by its class, type, ID and public
/// value. Two values are equal when they are the same key on the same token.
public struct PrivateKey: Sendable {
    let reference: KeyReference
    /// What the token says of the key.
    public let attributes: KeyAttributes
    /// What did not go as asked when the key was made; empty otherwise.
    public let warnings: [KeyWarning]

    init(reference: KeyReference, attributes: KeyAttributes, warnings: [KeyWarning] = []) {
        self.reference = reference
        self.attributes = attributes
        self.warnings = warnings
    }

    /// The store that the key is in.
    public var store: KeyStore { reference.store }

    /// The tag; nil where none was given.
    public var tag: Data? { attributes.tag }

    /// The label; empty where there is none.
    public var label: String { attributes.label }

    /// The public half.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound`` where the token shows no public part on the private object:
    ///   ``KeyStore/publicKey(matching:)`` may find it by its ID.
    public var publicKey: PublicKey {
        get throws {
            guard let rsa = attributes.rsa else {
                throw KeyStoreError(
                    .keyNotFound, "\(name) shows no public part", hint: "Look for the public key by its tag or label.")
            }
            return PublicKey(rsa: rsa)
        }
    }

    /// In words, for messages.
    var name: String { attributes.name }
}

extension PrivateKey: Hashable {
    /// Whether both are the same key on the same token.
    public static func == (left: PrivateKey, right: PrivateKey) -> Bool {
        left.reference.identity == right.reference.identity && left.store.token == right.store.token
    }

    /// Hashes the identity of the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(reference.identity) }
}

extension KeyAttributes {
    /// In words, for messages.
    var name: String {
        let half: String
        switch objectClass {
        case .privateKey: half = "private key"
        case .publicKey: half = "public key"
        case .certificate: half = "certificate"
        default: half = "key"
        }
        if !labelBytes.isEmpty { return "the \(half) \"\(escaped(label))\"" }
        return id.isEmpty ? "the \(half) without a name" : "the \(half) with ID \(hexadecimal(id))"
    }
}

/// Something about a key that its user should know.
public struct KeyWarning: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A stable, hyphenated name.
    public var rawValue: String
    /// Makes a warning of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The token lets the key do more than was asked for.
    public static var usageWider: Self { Self(rawValue: "usage-wider") }
    /// Several keys have this ID.
    public static var duplicateID: Self { Self(rawValue: "duplicate-id") }
    /// The object is no key, or has nothing to recognise it by: what is left where the making of a key was interrupted.
    public static var incomplete: Self { Self(rawValue: "incomplete") }
    /// The private key may leave the token wrapped, or is not protected as this library would have it.
    public static var weaklyProtected: Self { Self(rawValue: "weakly-protected") }

    /// The key replaced another, whose public half could not be deleted.
    public static var oldPublicHalfRemains: Self { Self(rawValue: "old-public-half-remains") }

    /// The name.
    public var description: String { rawValue }
}
