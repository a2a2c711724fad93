/// Where the salt of PBKDF2 comes from (`CK_PKCS5_PBKDF2_SALT_SOURCE_TYPE`).
public struct SaltSource: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension SaltSource {
    /// `CKZ_SALT_SPECIFIED`.
    public static var saltSpecified: Self { Self(rawValue: 0x00000001) }
}

extension SaltSource {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKZ_SALT_SPECIFIED")
        ])
}
