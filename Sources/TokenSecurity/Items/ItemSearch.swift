internal import Foundation
internal import PKCS11
internal import TokenKeyStore

/// The items that a dictionary means, and the store that they are in.
struct ItemSearch {
    let store: KeyStore
    let items: [KeyItem]

    /// Looks for everything that a request matches.
    ///
    /// - Throws: `errSecItemNotFound` where there is nothing, or no such token; `errSecInteractionNotAllowed` where private keys cannot be
    ///   seen, since nobody is logged in.
    init(_ request: ItemRequest) throws(SecFailure) {
        // Certificates and identities are not kept yet.
        guard request.itemClass == .key else { throw Self.nothing }
        if let reference = request.persistentReference {
            // Some tokens have no serial number.
            store = try Self.store(reference.tokenSerial.isEmpty ? nil : reference.tokenSerial)
            items = try Self.items(of: reference, in: store, mayGuess: request.call == .copyMatching)
        } else {
            store = try Self.store(request.attributes.tokenID)
            items = try Self.items(KeyCriteria(request), in: store)
        }
        guard !items.isEmpty else { throw Self.nothing }
    }

    private static func items(_ criteria: KeyCriteria, in store: KeyStore) throws(SecFailure) -> [KeyItem] {
        if criteria.matchesNothing { return [] }
        return try items(
            in: store, criteria.query, isPrivate: criteria.wantsPrivateKeys, isPublic: criteria.wantsPublicKeys,
            where: criteria.matches)
    }

    /// The item of a persistent reference: what has its ID, or the one that this process gave the item since.
    ///
    /// - Parameter mayGuess: whether the one item with its public key will do where none has the ID. It may be another item, whose own tag it
    ///   always had: something to look at, and nothing to change or delete.
    private static func items(
        of reference: PersistentReference, in store: KeyStore, mayGuess: Bool
    ) throws(SecFailure) -> [KeyItem] {
        let isPrivate = reference.keyClass == 1
        func find(_ query: KeyQuery, id: Data?) throws(SecFailure) -> [KeyItem] {
            try items(in: store, query, isPrivate: isPrivate, isPublic: !isPrivate) { item in
                item.publicKeyHash == reference.publicKeyHash && (id == nil || id == item.attributes.id)
            }
        }
        func named(_ id: Data) throws(SecFailure) -> KeyItem? { try find(KeyQuery(tag: id), id: id).first }

        if let item = try named(reference.id) {
            ItemHistory.shared.forget(reference)
            return [item]
        }
        switch ItemHistory.shared.fate(of: reference) {
        case .deleted?:
            return []
        case .renamed(let name)?:
            return try named(name.id).map { [$0] } ?? []
        case nil:
            let same = mayGuess && !reference.publicKeyHash.isEmpty ? try find(KeyQuery(), id: nil) : []
            return same.count == 1 ? same : []
        }
    }

    private static var nothing: SecFailure { SecFailure(errSecItemNotFound) }

    /// Where to look. A token that is not there has no items; a store that cannot be opened is a failure.
    private static func store(_ tokenID: String?) throws(SecFailure) -> KeyStore {
        do {
            return try TokenStores.store(tokenID: tokenID)
        } catch {
            throw tokenID != nil && error.status == errSecNoSuchKeychain ? nothing : error
        }
    }

    /// The keys of the token that match, private ones first. Keys of sessions are no items, nor is what this module cannot use: a key of another
    /// type is neither found nor deleted.
    static func items(
        in store: KeyStore, _ query: KeyQuery, isPrivate: Bool, isPublic: Bool,
        where matches: (KeyItem) -> Bool = { _ in true }
    ) throws(SecFailure) -> [KeyItem] {
        try translating(.find) {
            var items: [KeyItem] = []
            var isHidden = false
            if isPrivate {
                do {
                    items += try store.privateKeys(matching: query).map { KeyItem($0) }
                } catch let error as KeyStoreError where error.code == .keyNotFound {
                    isHidden = true
                }
            }
            if isPublic { items += try store.publicKeys(matching: query).compactMap { KeyItem($0) } }
            items = items.filter {
                $0.attributes.isTokenObject != false && $0.attributes.keyType == .rsa && matches($0)
            }
            if isHidden, items.isEmpty {
                throw SecFailure(errSecInteractionNotAllowed, "private keys are hidden until somebody logs in")
            }
            return items
        }
    }
}
