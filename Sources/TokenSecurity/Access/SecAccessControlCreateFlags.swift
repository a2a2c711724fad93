/// What is asked of whoever uses a key.
///
/// A token asks for its PIN and knows nothing of faces, fingers and watches: the flags are accepted, and a key is protected by
/// the login of its token.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    /// The value.
    public let rawValue: UInt

    /// Makes flags of their value.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Any way to show that somebody is there; not together with a flag that names one.
    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    /// A finger or a face, whichever are enrolled.
    public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    /// The older name of ``biometryAny``.
    public static let touchIDAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    /// A finger or a face of those enrolled now.
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    /// The older name of ``biometryCurrentSet``.
    public static let touchIDCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    /// The code of the device.
    public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
    /// A watch that is near.
    public static let watch = SecAccessControlCreateFlags(rawValue: 1 << 5)
    /// A device that is near; the same value as ``watch``.
    public static let companion = SecAccessControlCreateFlags(rawValue: 1 << 5)
    /// One of the conditions is enough.
    public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
    /// All of the conditions are needed.
    public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
    /// The private key signs, decrypts and exchanges keys: what every key of a token is for.
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
    /// A password of the program's own.
    public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)
}
