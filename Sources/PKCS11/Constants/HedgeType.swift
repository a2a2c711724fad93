/// How far an ML-DSA or SLH-DSA signature is randomised (`CK_HEDGE_TYPE`).
public struct HedgeType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension HedgeType {
    /// `CKH_HEDGE_PREFERRED`.
    public static var hedgePreferred: Self { Self(rawValue: 0x00000000) }
    /// `CKH_HEDGE_REQUIRED`.
    public static var hedgeRequired: Self { Self(rawValue: 0x00000001) }
    /// `CKH_DETERMINISTIC_REQUIRED`.
    public static var deterministicRequired: Self { Self(rawValue: 0x00000002) }
}

extension HedgeType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKH_HEDGE_PREFERRED"),
            (0x00000001, "CKH_HEDGE_REQUIRED"),
            (0x00000002, "CKH_DETERMINISTIC_REQUIRED"),
        ])
}
