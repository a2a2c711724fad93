/// How a module may lock and thread (`flags` of `CK_C_INITIALIZE_ARGS`).
public struct InitializeFlags: CryptokiFlags {
    /// The bits.
    public var rawValue: UInt

    /// Takes any bits, also those that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension InitializeFlags {
    /// `CKF_LIBRARY_CANT_CREATE_OS_THREADS`.
    public static var libraryCantCreateOSThreads: Self { Self(rawValue: 0x00000001) }
    /// `CKF_OS_LOCKING_OK`.
    public static var osLockingOK: Self { Self(rawValue: 0x00000002) }
}

extension InitializeFlags {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000001, "CKF_LIBRARY_CANT_CREATE_OS_THREADS"),
            (0x00000002, "CKF_OS_LOCKING_OK"),
        ])
}
