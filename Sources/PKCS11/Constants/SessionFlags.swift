/// How a session was opened (`flags` of `CK_SESSION_INFO` and of `C_OpenSession`).
public struct SessionFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension SessionFlags {
    /// `CKF_EXCLUSIVE_SESSION`, withdrawn.
    public static var exclusiveSession: Self { Self(rawValue: 0x00000001) }
    /// `CKF_RW_SESSION`.
    public static var rwSession: Self { Self(rawValue: 0x00000002) }
    /// `CKF_SERIAL_SESSION`.
    public static var serialSession: Self { Self(rawValue: 0x00000004) }
    /// `CKF_ASYNC_SESSION`.
    public static var asyncSession: Self { Self(rawValue: 0x00000008) }
}

extension SessionFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_EXCLUSIVE_SESSION"),
            (0x00000002, "CKF_RW_SESSION"),
            (0x00000004, "CKF_SERIAL_SESSION"),
            (0x00000008, "CKF_ASYNC_SESSION"),
        ])
}
