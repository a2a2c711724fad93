/// Where the label of RSA-OAEP comes from (`CK_RSA_PKCS_OAEP_SOURCE_TYPE`).
public struct OAEPSource: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension OAEPSource {
    /// `CKZ_DATA_SPECIFIED`.
    public static var dataSpecified: Self { Self(rawValue: 0x00000001) }
}

extension OAEPSource {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKZ_DATA_SPECIFIED")
        ])
}
