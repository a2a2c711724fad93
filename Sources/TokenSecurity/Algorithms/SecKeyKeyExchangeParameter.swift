public import Foundation

/// The name of a parameter of a key exchange with a derivation.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, @unchecked Sendable {
    // Sound to share: an NSString is not marked Sendable, as it may be a mutable one; the initialiser keeps an immutable copy.
    /// The value, as it is in the dictionary.
    public let rawValue: CFString

    /// Makes a name of its value.
    public init(rawValue: CFString) { self.rawValue = rawValue.copy() as? CFString ?? rawValue }

    /// How many bytes are to be derived, a number.
    public static let requestedSize = SecKeyKeyExchangeParameter(rawValue: "requestedSize")
    /// What both sides add to the derivation, Data.
    public static let sharedInfo = SecKeyKeyExchangeParameter(rawValue: "sharedInfo")
}
