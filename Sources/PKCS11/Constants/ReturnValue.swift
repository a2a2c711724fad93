/// A return value of a Cryptoki function (`CK_RV`).
public struct ReturnValue: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public var rawValue: UInt
    /// Makes a return value of its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The number.
    public var description: String { "0x" + String(rawValue, radix: 16) }
}
