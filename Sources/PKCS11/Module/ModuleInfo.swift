/// A version as modules, slots and tokens report it.
public struct Version: Hashable, Sendable, CustomStringConvertible {
    /// The number before the point.
    public var major: UInt8
    /// The number after the point; `40` in Cryptoki 2.40.
    public var minor: UInt8

    /// Makes a version of its two numbers.
    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    /// Such as `2.40`.
    public var description: String { "\(major).\(minor)" }
}

/// What a module says of itself (`CK_INFO`, PKCS #11 2.40 section 3.1).
public struct ModuleInfo: Hashable, Sendable {
    /// The version of the Cryptoki interface that the module reports.
    public let cryptokiVersion: Version
    /// The manufacturer of the library, trimmed.
    public let manufacturer: String
    /// The description of the library, trimmed.
    public let description: String
    /// The version of the library.
    public let libraryVersion: Version
}

/// One interface of a 3.x module (`CK_INTERFACE`, PKCS #11 3.0 section 3.6).
public struct Interface: Hashable, Sendable {
    /// The name, `PKCS 11` for the standard one.
    public let name: String
    /// The version of its function list.
    public let version: Version
    /// The raw `CK_FLAGS`; bit 0 is `CKF_INTERFACE_FORK_SAFE`.
    public let flags: UInt
}
