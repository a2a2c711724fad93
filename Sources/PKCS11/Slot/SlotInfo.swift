internal import CPKCS11

/// What a module says of a slot (`CK_SLOT_INFO`, PKCS #11 2.40 section 3.2).
public struct SlotInfo: Hashable, Sendable {
    /// The description, trimmed.
    public let description: String
    /// The manufacturer of the slot, trimmed.
    public let manufacturer: String
    /// `CKF_TOKEN_PRESENT`, `CKF_REMOVABLE_DEVICE`, `CKF_HW_SLOT`.
    public let flags: SlotFlags
    /// The version of the slot's hardware.
    public let hardwareVersion: Version
    /// The version of the slot's firmware.
    public let firmwareVersion: Version

    init(_ info: CK_SLOT_INFO) {
        description = trimmedField(info.slotDescription)
        manufacturer = trimmedField(info.manufacturerID)
        flags = SlotFlags(rawValue: info.flags)
        hardwareVersion = Version(major: info.hardwareVersion.major, minor: info.hardwareVersion.minor)
        firmwareVersion = Version(major: info.firmwareVersion.major, minor: info.firmwareVersion.minor)
    }
}
