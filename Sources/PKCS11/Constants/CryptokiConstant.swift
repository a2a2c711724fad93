/// A number of the standard that has a name there.
///
/// The types are open: a vendor's number is a value like any other, and only has no name. Values print as their
/// standard name, such as `CKM_RSA_PKCS`, or as `0x80000001`.
public protocol CryptokiConstant: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == UInt {
    /// Takes any number.
    init(rawValue: UInt)

    /// The names that the standard has for numbers of this type.
    static var standardNames: ConstantNames { get }
}

extension CryptokiConstant {
    /// The value with a standard name, such as `CKM_RSA_PKCS`; names that a later version of the standard replaced are
    /// accepted too. Nil for any other text.
    public init?(name: String) {
        guard let value = Self.standardNames.value(of: name) else { return nil }
        self.init(rawValue: value)
    }

    /// The standard name, or the number in hexadecimal with at least eight digits.
    public var description: String {
        Self.standardNames.name(of: rawValue) ?? hexadecimal(rawValue)
    }
}

/// The standard names of one type of numbers, found by number or by name.
///
/// Immutable, and so shared freely between threads.
public struct ConstantNames: Sendable {
    let namesByValue: [UInt: String]
    let valuesByName: [String: UInt]

    /// Takes the current name of each number, and further names that numbers had in earlier versions.
    init(names: [(UInt, String)], aliases: [(UInt, String)] = []) {
        namesByValue = Dictionary(names, uniquingKeysWith: { current, _ in current })
        valuesByName = Dictionary((names + aliases).map { ($0.1, $0.0) }, uniquingKeysWith: { current, _ in current })
    }

    /// The current name of a number; nil where the standard has none.
    public func name(of value: UInt) -> String? { namesByValue[value] }

    /// The number with a current or earlier name; nil where there is none.
    public func value(of name: String) -> UInt? { valuesByName[name] }

    /// Every named number, smallest first.
    public var values: [UInt] { namesByValue.keys.sorted() }
}

/// A number as it is written for a person where it has no name: `0x80000001`.
func hexadecimal(_ value: UInt) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
}
