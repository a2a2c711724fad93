/// The padding of the older functions; none is `[]`.
public struct SecPadding: OptionSet, Sendable {
    /// The value.
    public let rawValue: UInt32

    /// Makes a padding of its value.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// PKCS#1 v1.5; for a signature without a DigestInfo.
    public static let PKCS1 = SecPadding(rawValue: 1)
    /// OAEP with SHA-1.
    public static let OAEP = SecPadding(rawValue: 2)
    /// For a signature of an elliptic curve: r and s one behind the other.
    public static let sigRaw = SecPadding(rawValue: 0x4000)
    /// PKCS#1 v1.5 of an MD2 digest: refused.
    public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
    /// PKCS#1 v1.5 of an MD5 digest: refused.
    public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
    /// PKCS#1 v1.5 of a SHA-1 digest.
    public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
    /// PKCS#1 v1.5 of a SHA-224 digest.
    public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
    /// PKCS#1 v1.5 of a SHA-256 digest.
    public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
    /// PKCS#1 v1.5 of a SHA-384 digest.
    public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
    /// PKCS#1 v1.5 of a SHA-512 digest.
    public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)
}
