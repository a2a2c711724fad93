internal import Foundation

/// What kinds of values there are, and which attribute of a class takes which.
enum AttributeKind {
    /// A number or a boolean.
    case number
    /// A boolean, or the word for both.
    case synchronizable
    /// Bytes.
    case data
    /// A name, compared by its bytes.
    case blob
    /// Text.
    case text
    /// A date.
    case date
    /// A `SecAccessControl`.
    case accessControl
    /// Anything: an attribute that nothing is done with.
    case unused

    /// Whether an attribute of the kind takes a value. A number takes any text: what is no number equals none.
    func accepts(_ value: Any) -> Bool {
        switch self {
        case .number: Coercion.number(value) != nil || value is String
        case .synchronizable: Coercion.flag(value) != nil || value as? String == kSecAttrSynchronizableAny as String
        case .data: Coercion.data(value) != nil
        case .blob: Coercion.blob(value) != nil
        case .text: Coercion.text(value) != nil
        case .date: Coercion.date(value) != nil
        case .accessControl: value is SecAccessControl
        case .unused: !(value is NSNull)
        }
    }

    /// The kind of an attribute of keys; nil where keys have no such attribute.
    static func ofKey(_ name: String) -> Self? { keyAttributes[name] ?? shared[name] }

    /// The kind of an attribute of certificates.
    static func ofCertificate(_ name: String) -> Self? { certificateAttributes[name] ?? shared[name] }

    /// The kind of an attribute of identities, which are a certificate and a private key.
    static func ofIdentity(_ name: String) -> Self? { ofKey(name) ?? ofCertificate(name) }

    /// What every class has: access group, protection, dates, label and token. `tomb` and `sha1` are in what Apple's keychain returns, and
    /// a caller may hand that back.
    private static let shared: [String: AttributeKind] = [
        "agrp": .text, "pdmn": .text, "accc": .accessControl, "sync": .synchronizable, "vwht": .text, "tkid": .text,
        "toid": .data, "cdat": .date, "mdat": .date, "labl": .blob, "tomb": .number, "sha1": .data, "acls": .unused,
    ]

    private static let keyAttributes: [String: AttributeKind] = {
        var kinds: [String: AttributeKind] = [
            "kcls": .number, "type": .number, "bsiz": .number, "esiz": .number, "crtr": .number, "sdat": .unused,
            "edat": .unused, "perm": .number, "priv": .number, "modi": .number, "sens": .number, "asen": .number,
            "extr": .number, "next": .number, "klbl": .data, "atag": .blob, "prf": .unused, "salt": .unused,
            "rounds": .unused,
        ]
        for flag in KeyFlag.allCases { kinds[flag.rawValue] = .number }
        return kinds
    }()

    private static let certificateAttributes: [String: AttributeKind] = [
        "subj": .data, "issr": .data, "slnr": .data, "skid": .data, "pkhh": .data, "ctyp": .number, "cenc": .number,
        "alis": .blob,
    ]
}
