/// A handle of an object (`CK_OBJECT_HANDLE`): good for this process, and for as long as the token stays.
public struct ObjectHandle: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public var rawValue: UInt
    /// Makes a handle of its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The number in decimal.
    public var description: String { String(rawValue) }
}

/// A handle of a session (`CK_SESSION_HANDLE`).
public struct SessionHandle: RawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: UInt
    /// Makes a handle of its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
