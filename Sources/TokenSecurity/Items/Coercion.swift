internal import Foundation

/// What an attribute's value may be given as: each kind of attribute takes more than one type.
///
/// Every function returns nil for a value that the kind does not take, which the callers answer with `errSecParam`.
enum Coercion {
    /// A number: also a boolean (0 or 1), or a String that is a decimal number. A fraction is none, nor is what `Int` does not hold.
    static func number(_ value: Any) -> Int? {
        if let number = value as? NSNumber { return Int(exactly: number) }
        return (value as? String).flatMap { Int($0) }
    }

    /// A boolean object, and no number: what the `kSecReturn…` keys want.
    static func bool(_ value: Any) -> Bool? {
        guard let number = value as? NSNumber, number.isBoolean else { return nil }
        return number.boolValue
    }

    /// A boolean attribute, which takes what a number attribute takes; anything but 0 is true.
    static func flag(_ value: Any) -> Bool? { number(value).map { $0 != 0 } }

    /// Bytes: also a String (its UTF-8) or a number (4 bytes, the lowest first).
    static func data(_ value: Any) -> Data? {
        if let number = value as? NSNumber {
            guard !number.isBoolean, let small = Int(exactly: number).flatMap({ Int32(exactly: $0) }) else {
                return nil
            }
            return withUnsafeBytes(of: small.littleEndian) { Data($0) }
        }
        return bytes(value)
    }

    /// A name, compared by its bytes: Data, a String (its UTF-8) or a number (its decimal digits).
    static func blob(_ value: Any) -> Data? {
        if let number = value as? NSNumber {
            guard !number.isBoolean, let whole = Int(exactly: number) else { return nil }
            return Data(String(whole).utf8)
        }
        return bytes(value)
    }

    /// Text: a String, or Data that is UTF-8.
    static func text(_ value: Any) -> String? {
        if let text = value as? String { return text }
        return (value as? Data).flatMap { String(data: $0, encoding: .utf8) }
    }

    /// A point in time: a Date only.
    static func date(_ value: Any) -> Date? { value as? Date }

    private static func bytes(_ value: Any) -> Data? {
        if let data = value as? Data { return data }
        return (value as? String).map { Data($0.utf8) }
    }
}
