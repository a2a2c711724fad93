/// How `C_WaitForSlotEvent` waits.
public struct WaitFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension WaitFlags {
    /// `CKF_DONT_BLOCK`.
    public static var dontBlock: Self { Self(rawValue: 0x00000001) }
}

extension WaitFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_DONT_BLOCK")
        ])
}
