internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension KeyIdentity {
    /// The tag that the ID is; nil where it was made up.
    private var tag: Data? { KeyIdentifier.tag(of: id, publicKeyHash: try? rsa?.keyIdentifierSHA1) }

    private var hasVisibleValue: Bool { rsa != nil || ecPoint != nil }

    /// Whether two objects are the same item, whatever their labels: the same class, type, public value and tag, no tag being a tag like
    /// another. Where the token hides the public value, the ID stands for it.
    func isSameItem(as other: KeyIdentity) -> Bool {
        // Of a certificate the value is all there is to it.
        if objectClass == .certificate { return other.objectClass == .certificate && certificate == other.certificate }
        guard objectClass == other.objectClass, keyType == other.keyType, !isBegun, !other.isBegun else { return false }
        guard hasVisibleValue, other.hasVisibleValue else { return id == other.id }
        return rsa == other.rsa && ecPoint == other.ecPoint && tag == other.tag
    }

    /// The searches that find every object that is the same item. Not every token can be searched by a modulus.
    fileprivate var itemQueries: [KeyQuery] {
        // Whatever its names.
        if objectClass == .certificate { return [KeyQuery(objectClass: .certificate, includesIncomplete: true)] }
        var ids = [id]
        if tag == nil, let hash = try? rsa?.keyIdentifierSHA1, hash != id { ids.append(hash) }
        var queries = ids.map {
            KeyQuery(tag: $0, objectClass: objectClass, keyType: keyType, includesIncomplete: true)
        }
        if let rsa {
            var query = KeyQuery(objectClass: objectClass, keyType: keyType, includesIncomplete: true)
            query.rsa = rsa
            queries.append(query)
        }
        return queries
    }
}

extension KeyStore {
    /// The objects on the token that are the same item as one of that identity.
    ///
    /// - Throws: also why an object that may be one could not be read.
    func objects(
        identicalTo identity: KeyIdentity, in session: borrowing Session, generation: UInt
    ) throws -> [FoundKey] {
        var seen: Set<ObjectHandle> = []
        return try identity.itemQueries.flatMap { query in
            let search = try searchKeys(query, in: session, generation: generation)
            // An odd certificate must not keep every other one out.
            return identity.objectClass == .certificate ? search.keys : try search.complete()
        }.filter { $0.identity.isSameItem(as: identity) && seen.insert($0.handle).inserted }
    }

    /// The objects on the token that are what a new key is to be; none where nothing of its value exists yet, since a key that is
    /// generated is like no other.
    func objects(
        identicalTo key: NewKey, _ recipe: Recipe, in session: borrowing Session, generation: UInt
    ) throws -> [FoundKey] {
        try recipe.classes.flatMap { objectClass -> [FoundKey] in
            guard let identity = recipe.identity(objectClass, key.id(of: objectClass)) else { return [] }
            return try objects(identicalTo: identity, in: session, generation: generation)
        }
    }

    func identicalIsThere(_ object: FoundKey) -> KeyStoreError {
        if object.attributes.objectClass == .certificate {
            return KeyStoreError(
                .certificateExists, "the same certificate is on \(token.name) already",
                hint: "Use the one that is there.", candidates: [object.attributes.candidate])
        }
        return identicalKeyIsThere(object)
    }

    private func identicalKeyIsThere(_ object: FoundKey) -> KeyStoreError {
        KeyStoreError(
            .keyExists, "the same key is on \(token.name) already, under the same tag",
            hint: "Use the one that is there, or give this one another tag.",
            candidates: [object.attributes.candidate])
    }
}
