/// Where the salt of HKDF comes from (`ulSaltType` of `CK_HKDF_PARAMS`).
public struct HKDFSaltType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension HKDFSaltType {
    /// `CKF_HKDF_SALT_NULL`.
    public static var null: Self { Self(rawValue: 0x00000001) }
    /// `CKF_HKDF_SALT_DATA`.
    public static var data: Self { Self(rawValue: 0x00000002) }
    /// `CKF_HKDF_SALT_KEY`.
    public static var key: Self { Self(rawValue: 0x00000004) }
}

extension HKDFSaltType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_HKDF_SALT_NULL"),
            (0x00000002, "CKF_HKDF_SALT_DATA"),
            (0x00000004, "CKF_HKDF_SALT_KEY"),
        ])
}
