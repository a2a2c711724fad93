public import Foundation

/// How a key is used: the family, what the input is, the padding, and the hash.
///
/// The values of the reference system, all 87 of them. Those of elliptic curves are names only, which no key supports, as
/// long as the key store has RSA keys only: ask with ``SecKeyIsAlgorithmSupported(_:_:_:)``. k is the length of the modulus in bytes.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
    // Sound to share: an NSString is not marked Sendable, as it may be a mutable one; the initialiser keeps an immutable copy.
    /// The value, such as `algid:sign:RSA:raw`.
    public let rawValue: CFString

    /// Makes an algorithm of its value; one that is not known is supported by no key.
    public init(rawValue: CFString) { self.rawValue = rawValue.copy() as? CFString ?? rawValue }

    init(_ name: String) { rawValue = NSString(string: name) }
}
