/// A set of flags of the standard (`CK_FLAGS`), each of which has a name there.
public protocol CryptokiFlags: OptionSet, Hashable, Sendable, CustomStringConvertible
where RawValue == UInt, Element == Self {
    /// The names that the standard has for single flags of this type.
    static var standardNames: ConstantNames { get }
}

extension CryptokiFlags {
    /// The standard names of the flags that are set, lowest bit first, such as `CKF_RNG`; a bit without a name is
    /// written as a number, such as `0x80000000`.
    public var names: [String] {
        var names: [String] = []
        var bits = rawValue
        while bits != 0 {
            let bit = bits & (~bits &+ 1)
            names.append(Self.standardNames.name(of: bit) ?? hexadecimal(bit))
            bits &= bits &- 1
        }
        return names
    }

    /// The flag with a standard name, such as `CKF_RNG`. Nil for any other text.
    public init?(name: String) {
        guard let value = Self.standardNames.value(of: name) else { return nil }
        self.init(rawValue: value)
    }

    /// The names of the flags that are set, with ` | ` between them; `0` where none is.
    public var description: String {
        isEmpty ? "0" : names.joined(separator: " | ")
    }
}
