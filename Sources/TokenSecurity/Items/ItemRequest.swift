internal import Foundation
internal import TokenKeyStore

/// A dictionary of a `SecItem…` call after it was checked: what is asked for, and of which items.
///
/// A key of four characters is an attribute; one of another length is a class, match, return, use or value key, by its first letter.
struct ItemRequest {
    /// Which function the dictionary is for: some keys are for some only.
    enum Call { case add, copyMatching, update, delete }

    /// How many items are wanted.
    enum Limit: Equatable { case number(Int), all }

    let call: Call
    private(set) var itemClass = ItemClass.key
    /// What the caller gave, by its name.
    private(set) var attributeValues: [String: Any] = [:]
    /// The same, each in its type.
    private(set) var attributes = ItemAttributes()
    /// `kSecValueData`; in a query it is no criterion, and not looked at.
    private(set) var data: Data?
    /// `kSecValueRef`.
    private(set) var key: SecKey?
    /// `kSecValuePersistentRef`.
    private(set) var persistentReference: PersistentReference?
    private(set) var returns: ItemReturns = []
    /// nil where the caller said nothing.
    private(set) var limit: Limit?

    /// Checks a dictionary.
    ///
    /// - Throws: `errSecParam`, `errSecNoSuchAttr` or `errSecNoSuchClass`; `errSecUnimplemented` for a match that keys do not have.
    init(_ dictionary: CFDictionary, for call: Call) throws(SecFailure) {
        self.call = call
        let entries = try ItemDictionary.entries(of: dictionary)
        // The class decides which attributes there are.
        itemClass = try Self.itemClass(in: entries)
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) { try read(name, value) }
        if itemClass == .key { attributes = try ItemAttributes(attributeValues) }
        guard persistentReference == nil || (attributeValues.isEmpty && key == nil) else {
            throw SecFailure(errSecParam, "a persistent reference stands alone, without attributes")
        }
    }

    private static func itemClass(in entries: [String: Any]) throws(SecFailure) -> ItemClass {
        if let value = entries[kSecClass as String] { return try ItemClass(value) }
        guard entries[kSecValueRef as String] != nil || entries[kSecValuePersistentRef as String] != nil else {
            throw SecFailure(errSecParam, "the dictionary says no class")
        }
        return .key
    }

    private mutating func read(_ name: String, _ value: Any) throws(SecFailure) {
        if let kind = itemClass.kind(of: name) {
            guard kind.accepts(value) else { throw Self.wrongValue(name) }
            attributeValues[name] = value
        } else if name == kSecUseDataProtectionKeychain as String {
            guard Coercion.flag(value) != nil else { throw Self.wrongValue(name) }
        } else if name.count == 4 {
            throw SecFailure(errSecNoSuchAttr, "items of the class have no attribute \"\(name)\"")
        } else if name == kSecClass as String {
            // Read before everything else.
        } else if name.hasPrefix("m_") {
            try readMatch(name, value)
        } else if name.hasPrefix("r_") {
            try readReturn(name, value)
        } else if name.hasPrefix("u_") {
            try readUse(name, value)
        } else if name.hasPrefix("v_") {
            try readValue(name, value)
        } else {
            throw Self.unknown(name)
        }
    }

    private mutating func readMatch(_ name: String, _ value: Any) throws(SecFailure) {
        guard Self.matches.contains(name) else { throw Self.unknown(name) }
        guard name == kSecMatchLimit as String else {
            guard call == .copyMatching else { throw Self.notHere(name) }
            // What narrows a search by something that keys do not have cannot be ignored: other items would be found.
            if itemClass == .key, Self.matchesOfCertificates.contains(name) {
                throw SecFailure(errSecUnimplemented, "\"\(name)\" is of certificates")
            }
            return
        }
        let limit = try Self.limit(value)
        switch call {
        case .copyMatching: self.limit = limit
        // All are changed or deleted: whoever wants one to be is not understood.
        case .update, .delete: guard limit == .all else { throw Self.notHere(name) }
        case .add: throw Self.notHere(name)
        }
    }

    private static func limit(_ value: Any) throws(SecFailure) -> Limit {
        if let word = value as? String {
            if word == kSecMatchLimitOne as String { return .number(1) }
            if word == kSecMatchLimitAll as String { return .all }
        } else if Coercion.bool(value) == nil, let number = Coercion.number(value), number > 0 {
            return .number(number)
        }
        throw wrongValue(kSecMatchLimit as String)
    }

    private mutating func readReturn(_ name: String, _ value: Any) throws(SecFailure) {
        guard let member = ItemReturns(rawName: name) else { throw Self.unknown(name) }
        guard let isWanted = Coercion.bool(value) else { throw Self.wrongValue(name) }
        guard call != .update else { throw Self.notHere(name) }
        if isWanted { returns.insert(member) }
    }

    private func readUse(_ name: String, _ value: Any) throws(SecFailure) {
        switch name as CFString {
        case kSecUseAuthenticationUI:
            switch (value as? String).map({ $0 as CFString }) {
            case kSecUseAuthenticationUIAllow, kSecUseAuthenticationUIFail: break
            case kSecUseAuthenticationUISkip where call == .copyMatching: break
            default: throw Self.wrongValue(name)
            }
        case kSecUseAuthenticationContext, kSecUseOperationPrompt, kSecUseNoAuthenticationUI, kSecUseKeychain:
            guard !(value is NSNull) else { throw Self.wrongValue(name) }
        default:
            // kSecUseItemList among them, which no call takes.
            throw Self.unknown(name)
        }
    }

    /// The data, which are nowhere in the request afterwards: they may be a private key, to be wiped by whoever takes them.
    mutating func takeData() -> Data? {
        defer { data = nil }
        return data
    }

    private mutating func readValue(_ name: String, _ value: Any) throws(SecFailure) {
        switch name as CFString {
        case kSecValueData:
            guard call == .add else { return }
            guard let data = value as? Data else { throw Self.wrongValue(name) }
            self.data = data
        case kSecValueRef:
            guard itemClass == .key, let key = value as? SecKey else { throw Self.wrongValue(name) }
            self.key = key
        case kSecValuePersistentRef:
            guard call != .add else { throw Self.notHere(name) }
            guard itemClass == .key, let data = value as? Data, let reference = PersistentReference(data) else {
                throw Self.wrongValue(name)
            }
            persistentReference = reference
        default:
            throw Self.unknown(name)
        }
    }
}

extension ItemRequest {
    /// What only certificates can be matched by, and a list of items, which is not offered.
    private static let matchesOfCertificates: Set<String> = [
        "m_Policy", "m_Issuers", "m_HostOrSubdomainOfHost", "m_EmailAddressIfPresent", "m_SubjectContains",
        "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString", "m_TrustedOnly", "m_ValidOnDate",
        "m_ItemList",
    ]

    private static let matches = matchesOfCertificates.union([
        "m_Limit", "m_CaseInsensitive", "m_DiacriticInsensitive", "m_WidthInsensitive", "m_SearchList",
    ])

    private static func wrongValue(_ name: String) -> SecFailure {
        SecFailure(errSecParam, "\"\(name)\" has a value that it does not take")
    }

    private static func unknown(_ name: String) -> SecFailure {
        SecFailure(errSecParam, "\"\(name)\" is not known here")
    }

    private static func notHere(_ name: String) -> SecFailure {
        SecFailure(errSecParam, "\"\(name)\" is not for this call")
    }
}
