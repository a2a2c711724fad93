internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a token says of itself (`CK_TOKEN_INFO`, PKCS #11 2.40 section 3.2).
///
/// Numbers are nil where the token does not say (`CK_UNAVAILABLE_INFORMATION`); a maximum of 0 means that there is none
/// (`CK_EFFECTIVELY_INFINITE`).
public struct TokenInfo: Hashable, Sendable {
    /// The label, trimmed; what is not UTF-8 shows as U+FFFD.
    public let label: String
    /// The bytes of the label without the padding.
    public let labelBytes: Data
    /// The manufacturer, trimmed.
    public let manufacturer: String
    /// The model, trimmed.
    public let model: String
    /// The serial number, trimmed. Not unique everywhere: several providers report zeros.
    public let serialNumber: String
    /// What the token can and wants, and the state of its PINs.
    public let flags: TokenFlags
    /// How many sessions this process may have open.
    public let maxSessionCount: UInt?
    /// How many sessions this process has open.
    public let sessionCount: UInt?
    /// How many read/write sessions this process may have open.
    public let maxReadWriteSessionCount: UInt?
    /// How many read/write sessions this process has open.
    public let readWriteSessionCount: UInt?
    /// The longest PIN in bytes; nil where there is no limit or none is given.
    public let maxPINLength: UInt?
    /// The shortest PIN in bytes; nil where none is given.
    public let minPINLength: UInt?
    /// The space for public objects in bytes.
    public let totalPublicMemory: UInt?
    /// The free space for public objects in bytes.
    public let freePublicMemory: UInt?
    /// The space for private objects in bytes.
    public let totalPrivateMemory: UInt?
    /// The free space for private objects in bytes.
    public let freePrivateMemory: UInt?
    /// The version of the token's hardware.
    public let hardwareVersion: Version
    /// The version of the token's firmware.
    public let firmwareVersion: Version
    /// The token's clock as `YYYYMMDDhhmmss00`; nil without `CKF_CLOCK_ON_TOKEN`.
    public let utcTime: String?

    init(_ info: CK_TOKEN_INFO) {
        label = trimmedField(info.label)
        labelBytes = Data(trimmedFieldBytes(info.label))
        manufacturer = trimmedField(info.manufacturerID)
        model = trimmedField(info.model)
        serialNumber = trimmedField(info.serialNumber)
        flags = TokenFlags(rawValue: info.flags)
        maxSessionCount = available(info.ulMaxSessionCount)
        sessionCount = available(info.ulSessionCount)
        maxReadWriteSessionCount = available(info.ulMaxRwSessionCount)
        readWriteSessionCount = available(info.ulRwSessionCount)
        maxPINLength = available(info.ulMaxPinLen).flatMap { $0 == 0 ? nil : $0 }
        minPINLength = available(info.ulMinPinLen)
        totalPublicMemory = available(info.ulTotalPublicMemory)
        freePublicMemory = available(info.ulFreePublicMemory)
        totalPrivateMemory = available(info.ulTotalPrivateMemory)
        freePrivateMemory = available(info.ulFreePrivateMemory)
        hardwareVersion = Version(major: info.hardwareVersion.major, minor: info.hardwareVersion.minor)
        firmwareVersion = Version(major: info.firmwareVersion.major, minor: info.firmwareVersion.minor)
        utcTime = flags.contains(.clockOnToken) ? trimmedField(info.utcTime) : nil
    }
}
