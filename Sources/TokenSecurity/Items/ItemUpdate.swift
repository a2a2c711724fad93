internal import Foundation
internal import TokenKeyStore

/// What `SecItemUpdate` is to change.
struct ItemUpdate {
    private let attributes: ItemAttributes
    private let names: Set<String>
    private let changesData: Bool

    /// Checks a dictionary: attributes of the class, and data.
    ///
    /// - Throws: `errSecNoSuchAttr` for any other key, `errSecParam` for a value of the wrong type.
    init(_ dictionary: CFDictionary, of itemClass: ItemClass) throws(SecFailure) {
        let entries = try ItemDictionary.entries(of: dictionary)
        var values: [String: Any] = [:]
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard !(value is NSNull) else { throw SecFailure(errSecParam, "\"\(name)\" has no value") }
            if let kind = itemClass.kind(of: name) {
                guard kind.accepts(value) else {
                    throw SecFailure(errSecParam, "\"\(name)\" has a value that it does not take")
                }
                values[name] = value
            } else if name == kSecValueData as String {
                guard value is Data else { throw SecFailure(errSecParam, "the data are of another type") }
            } else {
                throw SecFailure(errSecNoSuchAttr, "items have no attribute \"\(name)\" that can be changed")
            }
        }
        names = Set(values.keys)
        changesData = entries[kSecValueData as String] != nil
        attributes = itemClass == .key ? try ItemAttributes(values) : ItemAttributes()
    }

    /// Changes all items, or none: what cannot be is found before the first is touched, and a failure on the way takes back what was done,
    /// as far as the token lets it; what it does not is in the words of the error. A key that was kept from leaving the token stays so.
    ///
    /// - Throws: `errSecReadOnlyAttr`, `errSecDataNotModifiable`, `errSecDuplicateItem`, and what the token answers.
    func apply(to search: ItemSearch) throws(SecFailure) {
        try checkAttributes(of: search.store)
        var work: [(item: KeyItem, changes: KeyChanges)] = []
        for item in search.items {
            let changes = try changes(of: item)
            if changes != KeyChanges() { work.append((item, changes)) }
        }
        try refuseDuplicates(work, in: search.store)
        var undo: [(item: KeyItem, changes: KeyChanges)] = []
        do {
            var spare: [KeyItem] = []
            for (item, changes) in work {
                do {
                    let changed = try search.store.changeItem(item, changes)
                    undo.append((changed, changes.inverse(for: item)))
                } catch let error as KeyStoreError where error.code == .keyExists {
                    // An update that was interrupted left the item twice; what makes both the same makes them one again.
                    let copies = search.items.count(where: { $0.isCopy(of: item) })
                    guard copies - spare.count(where: { $0.isCopy(of: item) }) > 1 else { throw error }
                    spare.append(item)
                }
            }
            // When nothing is left that could fail and be taken back.
            for item in spare { try search.store.delete(item) }
        } catch {
            throw takingBack(undo, in: search.store, after: SecFailure(error, during: .update))
        }
    }

    /// Takes back what was done before a failure.
    ///
    /// - Returns: the failure, with the number of items that stay changed where there are any.
    private func takingBack(
        _ undo: [(item: KeyItem, changes: KeyChanges)], in store: KeyStore, after failure: SecFailure
    ) -> SecFailure {
        var leftCount = 0
        for (item, changes) in undo.reversed() where changes != KeyChanges() {
            do {
                _ = try store.changeItem(item, changes)
            } catch {
                leftCount += 1
            }
        }
        guard leftCount > 0 else { return failure }
        let reason = failure.message ?? SecFailure.text(of: failure.status)
        return SecFailure(
            failure.status, "\(reason); \(leftCount) of the keys stayed changed, as taking it back failed as well")
    }

    /// What no key of a token lets change.
    private func checkAttributes(of store: KeyStore) throws(SecFailure) {
        if changesData { throw SecFailure(errSecDataNotModifiable, "the bytes of a key are the key") }
        for name in ["kcls", "type", "bsiz", "esiz", "priv", "modi", "asen", "next"] where names.contains(name) {
            throw SecFailure(errSecReadOnlyAttr, "the attribute \"\(name)\" cannot be changed")
        }
        try attributes.checkForStoring()
        if attributes.isPermanent == false {
            throw SecFailure(errSecReadOnlyAttr, "a stored key is permanent")
        }
        if let tokenID = attributes.tokenID, tokenID != store.token.label, tokenID != store.token.serialNumber {
            throw SecFailure(errSecReadOnlyAttr, "a key cannot move to another token")
        }
    }

    private func changes(of item: KeyItem) throws(SecFailure) -> KeyChanges {
        var changes = KeyChanges()
        let current = item.attributes
        if let tag = attributes.tag {
            // No tag is an ID that nobody chose.
            let id = tag.isEmpty ? item.publicKeyHash : tag
            guard !id.isEmpty else { throw SecFailure(errSecParam, "the key has nothing but its tag to be known by") }
            if id != current.id, !(tag.isEmpty && current.tag == nil) { changes.tag = id }
        }
        if let label = attributes.label(of: current.publicKeyHash), label != current.labelBytes {
            changes.labelBytes = label
        }
        let usage = attributes.usage(ofPrivateHalf: item.isPrivate, from: current.usage)
        if usage != current.usage { changes.usage = usage }
        if item.isPrivate { try protect(item, &changes) }
        return changes
    }

    /// Protection only grows.
    private func protect(_ item: KeyItem, _ changes: inout KeyChanges) throws(SecFailure) {
        if let isSensitive = attributes.isSensitive, isSensitive != item.isSensitive {
            guard isSensitive else { throw SecFailure(errSecReadOnlyAttr, "a key stays sensitive") }
            changes.isSensitive = true
        }
        if let isExtractable = attributes.isExtractable, isExtractable != item.isExtractable {
            guard !isExtractable else {
                throw SecFailure(errSecReadOnlyAttr, "the key may not leave the token, and that cannot be taken back")
            }
            changes.isExtractable = false
        }
    }

    /// Refuses a tag that the same key has elsewhere on the token, or would have twice.
    private func refuseDuplicates(
        _ work: [(item: KeyItem, changes: KeyChanges)], in store: KeyStore
    ) throws(SecFailure) {
        struct Name: Hashable {
            let isPrivate: Bool
            let publicKeyHash: Data
            let id: Data
        }
        var taken: [Name: KeyItem] = [:]
        for (item, changes) in work {
            guard let id = changes.tag, !item.publicKeyHash.isEmpty else { continue }
            let name = Name(isPrivate: item.isPrivate, publicKeyHash: item.publicKeyHash, id: id)
            let others = try ItemSearch.items(
                in: store, KeyQuery(tag: id), isPrivate: item.isPrivate, isPublic: !item.isPrivate)
            let isTaken = taken[name].map { !$0.isCopy(of: item) } ?? false
            guard !isTaken, !others.contains(where: { $0.publicKeyHash == item.publicKeyHash })
            else { throw SecFailure(errSecDuplicateItem, "the key is there under that tag already") }
            taken[name] = item
        }
    }
}

extension KeyStore {
    /// Changes one half of a key, and not the other.
    fileprivate func changeItem(_ item: KeyItem, _ changes: KeyChanges) throws -> KeyItem {
        let changed =
            switch item.material {
            case .privateKey(let key): KeyItem(try change(key, to: changes, includingPublicHalf: false))
            case .publicKey(let key): KeyItem(try change(key, to: changes)) ?? item
            }
        ItemHistory.shared.rename(item.persistentReference(in: self), to: changed.persistentReference(in: self))
        return changed
    }
}

extension KeyChanges {
    /// What takes the changes back, as far as a token does.
    fileprivate func inverse(for item: KeyItem) -> KeyChanges {
        var inverse = KeyChanges()
        let old = item.attributes
        if tag != nil { inverse.tag = old.id.isEmpty ? item.publicKeyHash : old.id }
        if labelBytes != nil { inverse.labelBytes = old.labelBytes }
        if usage != nil { inverse.usage = old.usage }
        return inverse
    }
}
