internal import Foundation
internal import TokenKeyStore

/// What a call gives back.
struct ItemResult {
    let returns: ItemReturns
    let store: KeyStore
    let tokenID: String?
    /// Whether data bring the attributes along, as they do in a search and not when adding.
    let dataBringAttributes: Bool

    /// One item: the thing itself where one kind of thing is asked for, else a dictionary.
    ///
    /// - Returns: nil where nothing is asked for.
    /// - Throws: `errSecDataNotAvailable` for the data of a private key and nothing else.
    func value(of item: KeyItem) throws(SecFailure) -> AnyObject? {
        switch returns {
        case []: return nil
        case .data:
            guard let data = item.data else { throw Self.dataNotAvailable }
            return data as NSData
        case .reference: return item.reference
        case .persistentReference: return item.persistentReference(in: store).data as NSData
        case .attributes: return item.dictionary(in: store, tokenID: tokenID) as NSDictionary
        default: return dictionary(of: item) as NSDictionary
        }
    }

    /// Items as a list. Data alone are those of the items that have some.
    func list(of items: [KeyItem]) throws(SecFailure) -> NSArray? {
        if returns.isEmpty { return nil }
        if returns == .data {
            let data = items.compactMap(\.data)
            guard !data.isEmpty else { throw Self.dataNotAvailable }
            return data as NSArray
        }
        var list: [AnyObject] = []
        for item in items {
            if let value = try value(of: item) { list.append(value) }
        }
        return list as NSArray
    }

    private func dictionary(of item: KeyItem) -> [String: Any] {
        let bringsAttributes =
            !returns.isDisjoint(with: [.reference, .attributes]) || (dataBringAttributes && returns.contains(.data))
        var dictionary = bringsAttributes ? item.dictionary(in: store, tokenID: tokenID) : [:]
        if returns.contains(.data) { dictionary[kSecValueData as String] = item.data }
        if returns.contains(.reference) { dictionary[kSecValueRef as String] = item.reference }
        if returns.contains(.persistentReference) {
            dictionary[kSecValuePersistentRef as String] = item.persistentReference(in: store).data
        }
        return dictionary
    }

    static var dataNotAvailable: SecFailure {
        SecFailure(errSecDataNotAvailable, "the bytes of a private key do not leave the token")
    }
}
