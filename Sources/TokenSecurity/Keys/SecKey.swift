public import Foundation
internal import PKCS11
internal import TokenKeyStore

/// A key: a private one on a token, or a public one.
///
/// A private key stays where it is. There is no call that gives its bytes, however the key came to the token. One that was made
/// without being stored is an object of a session, gone with the last reference to it. A public key is used on this machine, also
/// where the token has it as an object.
///
/// Two keys are equal where both are private, or both public, and have the same public value. A key can be used from any thread.
public final class SecKey: NSObject, Sendable {
    enum Material: Sendable {
        /// `CKO_PRIVATE_KEY`, on the token or in a session.
        case privateKey(PrivateKey)
        /// `CKO_PUBLIC_KEY`, or a public key without an object.
        case publicKey(PublicKey)
    }

    let material: Material

    init(_ key: PrivateKey) { material = .privateKey(key) }

    init(_ key: PublicKey) { material = .publicKey(key) }

    /// Whether the other object is the same half of the same key.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKey else { return false }
        if self === other { return true }
        switch (material, other.material) {
        case (.publicKey(let left), .publicKey(let right)):
            return left == right
        case (.privateKey(let left), .privateKey(let right)):
            guard let leftHalf = try? left.publicKey, let rightHalf = try? right.publicKey else { return left == right }
            return leftHalf == rightHalf
        default:
            return false
        }
    }

    /// A number that equal keys have in common.
    public override var hash: Int {
        var hasher = Hasher()
        switch material {
        case .publicKey(let key):
            hasher.combine(key)
        case .privateKey(let key):
            if let half = try? key.publicKey { hasher.combine(half) } else { hasher.combine(key) }
        }
        return hasher.finalize()
    }

    /// Class, type and size of the key, in words.
    public override var description: String {
        let kind = (isPrivate ? "private" : "public") + (keyType == .rsa ? " RSA key" : " key")
        return sizeInBits > 0 ? "<SecKey: \(kind) of \(sizeInBits) bits>" : "<SecKey: \(kind)>"
    }

    /// As ``description``.
    public override var debugDescription: String { description }
}

extension SecKey: CustomReflectable {
    /// Nothing: what a `dump` prints ends up in logs.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecKey {
    var isPrivate: Bool {
        switch material {
        case .privateKey: true
        case .publicKey: false
        }
    }

    /// RSA, but for what other programs put on a token.
    var keyType: KeyType {
        switch material {
        case .privateKey(let key): key.attributes.keyType
        case .publicKey(let key): key.keyType
        }
    }

    /// The bits of the modulus; 0 where the token does not show it.
    var sizeInBits: Int {
        switch material {
        case .privateKey(let key): key.attributes.sizeInBits ?? 0
        case .publicKey(let key): key.sizeInBits
        }
    }

    /// The public value without any object; nil where the token does not show it.
    var publicValue: PublicKey? {
        switch material {
        case .privateKey(let key): try? key.publicKey
        case .publicKey(let key): key
        }
    }

    /// What the token says of the object; nil for a public key that only exists here.
    var attributes: KeyAttributes? {
        switch material {
        case .privateKey(let key): key.attributes
        case .publicKey(let key): key.attributes
        }
    }
}
