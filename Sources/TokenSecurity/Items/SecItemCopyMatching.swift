public import Foundation

/// Finds keys on the token: objects with all that the query says (`C_FindObjects`).
///
/// - Parameters:
///   - query: `kSecClass`, or `kSecValueRef` or `kSecValuePersistentRef`, and attributes; what to give back by `kSecReturn…`, of how many by
///     `kSecMatchLimit`, one by default.
///   - result: where to put what was found: a `SecKey`, `Data` (of public keys: PKCS#1 in DER) or a dictionary, and an array of those for a limit
///     other than one. Untouched where nothing is found or nothing is asked for; may be nil.
/// - Returns: `errSecSuccess`; `errSecItemNotFound`; `errSecDataNotAvailable` where the data of a private key are asked for and nothing else;
///   `errSecParam`, `errSecNoSuchAttr` and `errSecNoSuchClass` for a query that is not understood; and what the token answers.
///
/// A tag is compared with `CKA_ID`, a label with `CKA_LABEL`, and an application label with the SHA-1 of the public key as well as with
/// `CKA_LABEL`, where a custom one is kept. Access group, protection and dates have no place on a token and are not compared; a query for
/// synchronised items finds nothing.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(SecFailure) in
        let request = try ItemRequest(query, for: .copyMatching)
        let search = try ItemSearch(request)
        let shape = ItemResult(
            returns: request.returns, store: search.store, tokenID: request.attributes.tokenID,
            dataBringAttributes: true)
        // Of both halves, only the public one has data.
        let items = request.returns == .data ? search.items.filter { $0.data != nil } : search.items
        let value: AnyObject?
        switch request.limit ?? .number(1) {
        case .number(1):
            guard let item = items.first else { throw ItemResult.dataNotAvailable }
            value = try shape.value(of: item)
        case .number(let limit): value = try shape.list(of: Array(items.prefix(limit)))
        case .all: value = try shape.list(of: items)
        }
        if let value { result?.pointee = value }
    }
}
