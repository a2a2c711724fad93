/// A feature of the device that is shown as an object (`CK_HW_FEATURE_TYPE`).
public struct HardwareFeatureType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension HardwareFeatureType {
    /// `CKH_MONOTONIC_COUNTER`.
    public static var monotonicCounter: Self { Self(rawValue: 0x00000001) }
    /// `CKH_CLOCK`.
    public static var clock: Self { Self(rawValue: 0x00000002) }
    /// `CKH_USER_INTERFACE`.
    public static var userInterface: Self { Self(rawValue: 0x00000003) }
    /// `CKH_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
}

extension HardwareFeatureType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKH_MONOTONIC_COUNTER"),
            (0x00000002, "CKH_CLOCK"),
            (0x00000003, "CKH_USER_INTERFACE"),
            (0x80000000, "CKH_VENDOR_DEFINED"),
        ])
}
