internal import Foundation

/// The attributes of one key as a caller gave them, each in the type that it is used in; nil for what was not given.
///
/// What is no attribute of a key is not looked at: ``ItemRequest`` checks what a dictionary may hold.
struct ItemAttributes {
    /// `kSecAttrKeyClass`: 0 public, 1 private, 2 symmetric.
    var keyClass: Int?
    /// `kSecAttrKeyType`, as Apple counts: 42 is RSA, 73 an elliptic curve.
    var keyType: Int?
    /// `kSecAttrKeySizeInBits`.
    var sizeInBits: Int?
    /// `kSecAttrEffectiveKeySize`.
    var effectiveSize: Int?
    /// `kSecAttrApplicationTag`; may be empty.
    var tag: Data?
    /// `kSecAttrLabel`; may be empty.
    var label: Data?
    /// `kSecAttrApplicationLabel`.
    var applicationLabel: Data?
    /// What the key may do, by raw name: `encr decr drve sign vrfy wrap unwp snrc vyrc`.
    var flags: [String: Bool] = [:]
    /// `kSecAttrIsPermanent`.
    var isPermanent: Bool?
    /// `kSecAttrIsSensitive`.
    var isSensitive: Bool?
    /// `kSecAttrIsExtractable`.
    var isExtractable: Bool?
    /// `kSecAttrSynchronizable`, unless it is the word for both.
    var synchronizable: Bool?
    /// Whether `kSecAttrSynchronizable` was `kSecAttrSynchronizableAny`.
    var isSynchronizableAny = false
    /// `kSecAttrTokenID`.
    var tokenID: String?
    /// `kSecAttrAccessGroup`.
    var accessGroup: String?
    /// `kSecAttrAccessible`.
    var accessible: String?
    /// `kSecAttrAccessControl`.
    var accessControl: SecAccessControl?
    /// Booleans that a caller can only ask about: `priv modi asen next`.
    var states: [String: Bool] = [:]
    /// Whether a number was given as text that is no number: it is not refused, and equals no number.
    var hasTextForNumber = false

    /// Without any attribute.
    init() {}

    /// Reads a dictionary.
    ///
    /// - Throws: `errSecParam` for a value of a type that its attribute does not take.
    init(_ dictionary: [String: Any]) throws(SecFailure) {
        for (name, value) in dictionary {
            guard let kind = AttributeKind.ofKey(name) else { continue }
            try read(name, value, as: kind)
        }
    }

    private mutating func read(_ name: String, _ value: Any, as kind: AttributeKind) throws(SecFailure) {
        guard kind.accepts(value) else {
            throw SecFailure(errSecParam, "the attribute \"\(name)\" has a value of the wrong type")
        }
        switch kind {
        case .number:
            if let number = Coercion.number(value) { setNumber(number, for: name) } else { hasTextForNumber = true }
        case .synchronizable:
            synchronizable = Coercion.flag(value)
            isSynchronizableAny = synchronizable == nil
        case .data:
            if name == kSecAttrApplicationLabel as String { applicationLabel = Coercion.data(value) }
        case .blob:
            if name == kSecAttrApplicationTag as String {
                tag = Coercion.blob(value)
            } else {
                label = Coercion.blob(value)
            }
        case .text:
            setText(Coercion.text(value), for: name)
        case .accessControl:
            accessControl = value as? SecAccessControl
        case .date, .unused:
            break
        }
    }

    private mutating func setNumber(_ number: Int, for name: String) {
        switch name {
        case "kcls": keyClass = number
        case "type": keyType = number
        case "bsiz": sizeInBits = number
        case "esiz": effectiveSize = number
        case "perm": isPermanent = number != 0
        case "sens": isSensitive = number != 0
        case "extr": isExtractable = number != 0
        case let name where KeyFlag(rawName: name) != nil: flags[name] = number != 0
        case "priv", "modi", "asen", "next": states[name] = number != 0
        default: break
        }
    }

    private mutating func setText(_ text: String?, for name: String) {
        switch name {
        case "tkid": tokenID = text
        case "agrp": accessGroup = text
        case "pdmn": accessible = text
        default: break
        }
    }
}
