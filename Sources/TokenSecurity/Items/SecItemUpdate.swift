public import Foundation

/// Changes every key that a query matches: all of them, or on an error none, unless the token also fails at taking the changes back.
///
/// - Parameters:
///   - query: as for ``SecItemCopyMatching(_:_:)``, without `kSecReturn…`; the only match limit is `kSecMatchLimitAll`. A persistent reference must
///     have the tag that the item has, or had before this process changed it.
///   - attributesToUpdate: the attributes to change: tag, label, what the key may do, and that it be sensitive or not extractable.
/// - Returns: `errSecSuccess`, also where nothing is to be changed; `errSecItemNotFound` where nothing matches; `errSecReadOnlyAttr` for class, type and
///   size, for a key that is to be less protected, and for another token; `errSecDataNotModifiable` for data; `errSecDuplicateItem` where the
///   same key is there under the new tag; `errSecNoSuchAttr` and `errSecParam` for dictionaries that are not understood; and what the
///   token answers.
///
/// Tag and label become `CKA_ID` and `CKA_LABEL`. Where the token writes over the only copy of a private key, a changed copy is made first
/// (`C_CopyObject`), and the old one destroyed. A crash may leave some items changed and others not.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    status { () throws(SecFailure) in
        let request = try ItemRequest(query, for: .update)
        let update = try ItemUpdate(attributesToUpdate, of: request.itemClass)
        try update.apply(to: try ItemSearch(request))
    }
}
