/// A parameter set of ML-KEM (`CK_ML_KEM_PARAMETER_SET_TYPE`).
public struct MLKEMParameterSet: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension MLKEMParameterSet {
    /// `CKP_ML_KEM_512`.
    public static var mlKEM512: Self { Self(rawValue: 0x00000001) }
    /// `CKP_ML_KEM_768`.
    public static var mlKEM768: Self { Self(rawValue: 0x00000002) }
    /// `CKP_ML_KEM_1024`.
    public static var mlKEM1024: Self { Self(rawValue: 0x00000003) }
}

extension MLKEMParameterSet {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKP_ML_KEM_512"),
            (0x00000002, "CKP_ML_KEM_768"),
            (0x00000003, "CKP_ML_KEM_1024"),
        ])
}
