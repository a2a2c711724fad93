/// A hash function of signatures and of OAEP.
///
/// Open, so that a function can be added without breaking a caller; the ones below are all that exist.
public struct HashFunction: Hashable, Sendable, CustomStringConvertible {
    enum Kind: UInt8, Sendable {
        case sha1, sha224, sha256, sha384, sha512
    }

    let kind: Kind

    /// SHA-1 (FIPS 180-4): for what already exists, not for new signatures.
    public static var sha1: Self { Self(kind: .sha1) }
    /// SHA-224 (FIPS 180-4).
    public static var sha224: Self { Self(kind: .sha224) }
    /// SHA-256 (FIPS 180-4).
    public static var sha256: Self { Self(kind: .sha256) }
    /// SHA-384 (FIPS 180-4).
    public static var sha384: Self { Self(kind: .sha384) }
    /// SHA-512 (FIPS 180-4).
    public static var sha512: Self { Self(kind: .sha512) }

    /// The length of a digest in bytes.
    public var digestLength: Int {
        switch kind {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The standard name, such as `SHA-256`.
    public var description: String {
        switch kind {
        case .sha1: "SHA-1"
        case .sha224: "SHA-224"
        case .sha256: "SHA-256"
        case .sha384: "SHA-384"
        case .sha512: "SHA-512"
        }
    }
}
