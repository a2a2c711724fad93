#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A PKCS #11 URI (RFC 7512): which token, and which object on it.
///
///     let uri = try PKCS11URI(parsing: "pkcs11:token=payments;object=invoice;type=private")
///     print(uri.token ?? "any token")
///
/// An attribute that is absent is no criterion; one that is present must match. Values are compared as bytes. p11-kit's parser is
/// not used: it takes the last of two equal attributes, drops blanks inside values, reads a value that begins with NUL
/// as absent and everything after a leading `;` as a query, so that a URI with a slip in it matches other tokens than the
/// one it names; and it copies PINs into memory that is not wiped.
public struct PKCS11URI: Sendable, Hashable {
    /// The attributes of the path, in the order in which they are printed.
    enum PathAttribute: String, CaseIterable, Sendable {
        case libraryDescription = "library-description"
        case libraryManufacturer = "library-manufacturer"
        case libraryVersion = "library-version"
        case slotDescription = "slot-description"
        case slotManufacturer = "slot-manufacturer"
        case slotID = "slot-id"
        case model, manufacturer, serial, token, id, object, type
    }

    /// What an object is, in the words of a URI.
    public struct ObjectType: RawRepresentable, Hashable, Sendable {
        /// The word, such as `private`.
        public var rawValue: String

        /// Takes any word; one that the standard does not know matches no object.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `cert`
        public static var certificate: Self { Self(rawValue: "cert") }
        /// `data`
        public static var data: Self { Self(rawValue: "data") }
        /// `private`
        public static var privateKey: Self { Self(rawValue: "private") }
        /// `public`
        public static var publicKey: Self { Self(rawValue: "public") }
        /// `secret-key`
        public static var secretKey: Self { Self(rawValue: "secret-key") }

        /// The class of such objects; nil for a word that the standard does not know.
        public var objectClass: ObjectClass? {
            switch self {
            case .certificate: .certificate
            case .data: .data
            case .privateKey: .privateKey
            case .publicKey: .publicKey
            case .secretKey: .secretKey
            default: nil
            }
        }
    }

    /// An attribute of the path that RFC 7512 does not define, as it was written.
    struct UnrecognizedAttribute: Hashable, Sendable {
        var name: String
        var value: [UInt8]
    }

    var path: [PathAttribute: [UInt8]] = [:]
    var unrecognized: [UnrecognizedAttribute] = []

    /// `module-path`: the file of the module. Honouring it loads code.
    public var modulePath: String?
    /// `module-name`: the name of the module, such as `softhsm2`. Honouring it loads code.
    public var moduleName: String?
    /// `pin-source`: where the PIN is. Honouring it reads a file.
    public var pinSource: String?
    /// `pin-value`: the PIN itself. It is never printed.
    public var pinValue: SecureBytes?

    /// Makes a URI without attributes, which matches every token and every object.
    public init() {}

    /// Makes a URI that names a token by its label, manufacturer, model and serial number.
    ///
    /// All four, since none is unique: some providers give every token the serial number 0.
    public init(token: TokenInfo) {
        path[.token] = Array(token.labelBytes)
        path[.manufacturer] = Array(token.manufacturer.utf8)
        path[.model] = Array(token.model.utf8)
        path[.serial] = Array(token.serialNumber.utf8)
    }

    /// `token`: the label of the token. What is not UTF-8 shows as U+FFFD; see ``tokenBytes``.
    public var token: String? {
        get { text(.token) }
        set { setText(newValue, .token) }
    }

    /// The bytes of the token's label.
    public var tokenBytes: Data? {
        get { path[.token].map { Data($0) } }
        set { path[.token] = newValue.map { Array($0) } }
    }

    /// `manufacturer`: of the token.
    public var manufacturer: String? {
        get { text(.manufacturer) }
        set { setText(newValue, .manufacturer) }
    }

    /// `model`: of the token.
    public var model: String? {
        get { text(.model) }
        set { setText(newValue, .model) }
    }

    /// `serial`: the serial number of the token.
    public var serial: String? {
        get { text(.serial) }
        set { setText(newValue, .serial) }
    }

    /// `id`: `CKA_ID` of the object, any bytes.
    public var id: Data? {
        get { path[.id].map { Data($0) } }
        set { path[.id] = newValue.map { Array($0) } }
    }

    /// `object`: `CKA_LABEL` of the object. What is not UTF-8 shows as U+FFFD; see ``objectBytes``.
    public var object: String? {
        get { text(.object) }
        set { setText(newValue, .object) }
    }

    /// The bytes of the object's label.
    public var objectBytes: Data? {
        get { path[.object].map { Data($0) } }
        set { path[.object] = newValue.map { Array($0) } }
    }

    /// `type`: what the object is.
    public var type: ObjectType? {
        get { text(.type).map { ObjectType(rawValue: $0) } }
        set { setText(newValue?.rawValue, .type) }
    }

    /// `slot-id`: good only as long as the module stays loaded, so it is read and never printed.
    public var slotID: UInt? {
        get { text(.slotID).flatMap { UInt($0) } }
        set { setText(newValue.map { String($0) }, .slotID) }
    }

    /// `slot-description`: of the slot.
    public var slotDescription: String? {
        get { text(.slotDescription) }
        set { setText(newValue, .slotDescription) }
    }

    /// `slot-manufacturer`: of the slot.
    public var slotManufacturer: String? {
        get { text(.slotManufacturer) }
        set { setText(newValue, .slotManufacturer) }
    }

    /// `library-description`: of the module.
    public var libraryDescription: String? {
        get { text(.libraryDescription) }
        set { setText(newValue, .libraryDescription) }
    }

    /// `library-manufacturer`: of the module.
    public var libraryManufacturer: String? {
        get { text(.libraryManufacturer) }
        set { setText(newValue, .libraryManufacturer) }
    }

    /// `library-version`: of the module, such as 2.40.
    public var libraryVersion: Version? {
        get {
            let numbers = text(.libraryVersion)?.split(separator: ".").compactMap { UInt8($0) } ?? []
            return numbers.count == 2 ? Version(major: numbers[0], minor: numbers[1]) : nil
        }
        set { setText(newValue.map { "\($0.major).\($0.minor)" }, .libraryVersion) }
    }

    /// The names of the attributes of the path that RFC 7512 does not define, in the order in which they were written.
    public var unrecognizedAttributes: [String] { unrecognized.map(\.name) }

    /// Whether the path has an attribute that RFC 7512 does not define: such a URI matches nothing (section 2.3).
    public var hasUnrecognizedAttributes: Bool {
        !unrecognized.isEmpty || (type.map { $0.objectClass == nil } ?? false)
    }

    private func text(_ attribute: PathAttribute) -> String? {
        path[attribute].map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func setText(_ text: String?, _ attribute: PathAttribute) {
        path[attribute] = text.map { Array($0.utf8) }
    }

    /// Two URIs are equal when their attributes are, the PIN included.
    public static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.unrecognized == right.unrecognized && left.modulePath == right.modulePath
            && left.moduleName == right.moduleName && left.pinSource == right.pinSource
            && samePIN(left.pinValue, right.pinValue)
    }

    /// Hashes everything but the PIN.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(unrecognized)
        hasher.combine(modulePath)
        hasher.combine(moduleName)
        hasher.combine(pinSource)
    }

    private static func samePIN(_ left: SecureBytes?, _ right: SecureBytes?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }
}

extension PKCS11URI: CustomStringConvertible {
    /// The URI without PIN, slot id and module: what names the token and the object wherever they are.
    ///
    /// Everything but unreserved characters is percent-encoded, `id` entirely.
    public var description: String {
        var attributes = PathAttribute.allCases.compactMap { attribute -> String? in
            guard attribute != .slotID, let value = path[attribute] else { return nil }
            return attribute.rawValue + "=" + Self.percentEncoded(value, all: attribute == .id)
        }
        attributes += unrecognized.map { $0.name + "=" + Self.percentEncoded($0.value, all: false) }
        return "pkcs11:" + attributes.joined(separator: ";")
    }

    private static func percentEncoded(_ bytes: [UInt8], all: Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in bytes {
            if !all, isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// RFC 3986, section 2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}

extension PKCS11URI: CustomDebugStringConvertible, CustomReflectable {
    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Nothing: a dump must not show what ``description`` leaves out.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
