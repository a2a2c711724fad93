/// What a slot is and holds (`flags` of `CK_SLOT_INFO`).
public struct SlotFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension SlotFlags {
    /// `CKF_TOKEN_PRESENT`.
    public static var tokenPresent: Self { Self(rawValue: 0x00000001) }
    /// `CKF_REMOVABLE_DEVICE`.
    public static var removableDevice: Self { Self(rawValue: 0x00000002) }
    /// `CKF_HW_SLOT`.
    public static var hwSlot: Self { Self(rawValue: 0x00000004) }
}

extension SlotFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_TOKEN_PRESENT"),
            (0x00000002, "CKF_REMOVABLE_DEVICE"),
            (0x00000004, "CKF_HW_SLOT"),
        ])
}
