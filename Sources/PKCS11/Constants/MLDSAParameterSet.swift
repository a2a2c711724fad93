/// A parameter set of ML-DSA (`CK_ML_DSA_PARAMETER_SET_TYPE`).
public struct MLDSAParameterSet: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension MLDSAParameterSet {
    /// `CKP_ML_DSA_44`.
    public static var mlDSA44: Self { Self(rawValue: 0x00000001) }
    /// `CKP_ML_DSA_65`.
    public static var mlDSA65: Self { Self(rawValue: 0x00000002) }
    /// `CKP_ML_DSA_87`.
    public static var mlDSA87: Self { Self(rawValue: 0x00000003) }
}

extension MLDSAParameterSet {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKP_ML_DSA_44"),
            (0x00000002, "CKP_ML_DSA_65"),
            (0x00000003, "CKP_ML_DSA_87"),
        ])
}
