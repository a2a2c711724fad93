public import Foundation
internal import TokenKeyStore

/// Deletes every key that a query matches (`C_DestroyObject`); of a pair, the halves that match.
///
/// - Parameter query: as for ``SecItemCopyMatching(_:_:)``. What is asked for by `kSecReturn…` is not looked at, and the only match limit
///   is `kSecMatchLimitAll`. A class alone deletes all RSA keys of the token. A persistent reference must have the tag that the item has, or had
///   before this process changed it.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where nothing matches; `errSecParam`, `errSecNoSuchAttr` and `errSecNoSuchClass` for a query
///   that is not understood; and what the token answers, after whatever else matches was deleted.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(SecFailure) in
        let search = try ItemSearch(try ItemRequest(query, for: .delete))
        var failure: SecFailure?
        for item in search.items {
            do {
                try search.store.delete(item)
                ItemHistory.shared.delete(item.persistentReference(in: search.store))
            } catch let error as KeyStoreError where error.code == .keyNotFound {
                // Somebody else deleted it since.
            } catch {
                failure = failure ?? SecFailure(error, during: .delete)
            }
        }
        if let failure { throw failure }
    }
}

extension KeyStore {
    /// Deletes one half of a key, and not the other.
    func delete(_ item: KeyItem) throws {
        switch item.material {
        case .privateKey(let key): try delete(key, includingPublicHalf: false)
        case .publicKey(let key): try delete(key)
        }
    }
}
