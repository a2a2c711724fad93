/// What a part of a message-based operation is (`flags` of `C_EncryptMessageNext` and its like).
public struct MessageFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension MessageFlags {
    /// `CKF_END_OF_MESSAGE`.
    public static var endOfMessage: Self { Self(rawValue: 0x00000001) }
}

extension MessageFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_END_OF_MESSAGE")
        ])
}
