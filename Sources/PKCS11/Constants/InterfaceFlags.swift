/// What an interface of a module promises (`flags` of `CK_INTERFACE`).
public struct InterfaceFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension InterfaceFlags {
    /// `CKF_INTERFACE_FORK_SAFE`.
    public static var interfaceForkSafe: Self { Self(rawValue: 0x00000001) }
}

extension InterfaceFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_INTERFACE_FORK_SAFE")
        ])
}
