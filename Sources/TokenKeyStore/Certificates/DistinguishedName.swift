internal import COpenSSL

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A name as X.501 has it, written as a string: `CN=Payments,O=Example` (RFC 4514).
///
/// The string begins with what is most particular. Types are `CN`, `L`, `ST`, `O`, `OU`, `C`, `STREET`, `DC` and `UID` in letters of either case, other names that
/// OpenSSL knows, such as `emailAddress` and `serialNumber`, or object identifiers such as `2.5.4.5`. `+` joins the parts of one component. A
/// backslash stands before `,`, `+`, `"`, `\`, `<`, `>`, `;`, `=`, `#` and blanks that belong to a value, or before two hexadecimal digits of a byte.
public struct DistinguishedName: Hashable, Sendable {
    struct Attribute: Hashable, Sendable {
        let type: String
        /// UTF-8.
        let value: [UInt8]
    }

    /// In the order of the string: the reverse of that in DER.
    let components: [[Attribute]]

    /// Reads a name.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidParameter``, which says what is wrong and where.
    public init(parsing text: String) throws {
        var parser = Parser(Array(text.utf8))
        components = try parser.parse()
        _ = try derRepresentation()
    }

    /// Whether the name has no components.
    public var isEmpty: Bool { components.isEmpty }

    /// The name in DER.
    func derRepresentation() throws -> Data {
        guard let name = X509_NAME_new() else { throw KeyStoreError.libcrypto(while: "building a name") }
        defer { X509_NAME_free(name) }
        for component in components.reversed() {
            for (index, attribute) in component.enumerated() {
                // 0 begins a component, −1 adds to the one before.
                let added = attribute.value.withUnsafeBufferPointer { value in
                    X509_NAME_add_entry_by_txt(
                        name, attribute.type, MBSTRING_UTF8, value.baseAddress, Int32(value.count), -1,
                        index == 0 ? 0 : -1)
                }
                guard added == 1 else { throw Self.refusal(of: attribute) }
            }
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_NAME(name, &bytes)
        guard count > 0, let bytes else { throw KeyStoreError.libcrypto(while: "encoding a name") }
        defer { CRYPTO_free(bytes, nil, 0) }
        return Data(bytes: bytes, count: Int(count))
    }

    private static func refusal(of attribute: Attribute) -> KeyStoreError {
        let code = ERR_peek_last_error()
        let reason = code == 0 ? nil : ERR_reason_error_string(code).map { String(cString: $0) }
        ERR_clear_error()
        return invalid("\(attribute.type) cannot be what it is set to" + (reason.map { ": \($0)" } ?? ""))
    }

    static func invalid(_ reason: String) -> KeyStoreError {
        KeyStoreError(
            .invalidParameter, "the subject is not a name: \(reason)",
            hint: "It is written as in CN=www.example.com,O=Example\\, Inc.,C=DE (RFC 4514).")
    }
}

/// Reads the string form (RFC 4514, section 3).
private struct Parser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let special = Set(#",+"\<>;="#.utf8)

    mutating func parse() throws -> [[DistinguishedName.Attribute]] {
        guard !bytes.isEmpty else { return [] }
        var components = [[try attribute()]]
        while index < bytes.count {
            let separator = bytes[index]
            index += 1
            let attribute = try attribute()
            if separator == UInt8(ascii: "+") {
                components[components.count - 1].append(attribute)
            } else {
                components.append([attribute])
            }
        }
        return components
    }

    private mutating func attribute() throws -> DistinguishedName.Attribute {
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
        guard let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")) else {
            throw DistinguishedName.invalid("there is no \"=\" at byte \(index)")
        }
        let type = String(decoding: bytes[index..<equals], as: UTF8.self)
        index = equals + 1
        return DistinguishedName.Attribute(type: try Self.known(type), value: try value(of: type))
    }

    /// The name that libcrypto knows the type by.
    private static func known(_ type: String) throws -> String {
        let upper = type.uppercased()
        if ["CN", "L", "ST", "O", "OU", "C", "DC", "UID"].contains(upper) { return upper }
        if upper == "STREET" { return "street" }
        let name = upper.hasPrefix("OID.") ? String(type.dropFirst(4)) : type
        guard !name.isEmpty, !name.utf8.contains(0), let object = OBJ_txt2obj(name, 0) else {
            ERR_clear_error()
            throw DistinguishedName.invalid("there is no attribute \"\(escaped(type))\"")
        }
        ASN1_OBJECT_free(object)
        return name
    }

    private mutating func value(of type: String) throws -> [UInt8] {
        var value: [UInt8] = []
        // How much of it a blank at the end does not belong to.
        var end = 0
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
        guard index >= bytes.count || bytes[index] != UInt8(ascii: "#") else {
            throw DistinguishedName.invalid("the value of \(type) is in hexadecimal (#…), which is not read")
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: "+") {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\\") {
                value.append(try escapedByte(of: type))
                end = value.count
                continue
            }
            guard !Self.special.contains(byte) || byte == UInt8(ascii: "="), byte != 0 else {
                throw DistinguishedName.invalid("a backslash is missing at byte \(index - 1), in the value of \(type)")
            }
            value.append(byte)
            if byte != UInt8(ascii: " ") { end = value.count }
        }
        value.removeSubrange(end...)
        guard !value.isEmpty else { throw DistinguishedName.invalid("\(type) is empty") }
        guard String(validating: value, as: UTF8.self) != nil else {
            throw DistinguishedName.invalid("the value of \(type) is not UTF-8")
        }
        return value
    }

    private mutating func escapedByte(of type: String) throws -> UInt8 {
        guard index < bytes.count else {
            throw DistinguishedName.invalid("there is nothing behind a backslash, in the value of \(type)")
        }
        let byte = bytes[index]
        index += 1
        if Self.special.contains(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "#") { return byte }
        if index < bytes.count, let high = Self.digit(byte), let low = Self.digit(bytes[index]) {
            index += 1
            return high << 4 | low
        }
        throw DistinguishedName.invalid("a backslash stands before what needs none, in the value of \(type)")
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
