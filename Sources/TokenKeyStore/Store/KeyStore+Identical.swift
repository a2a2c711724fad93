internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What makes a key object the same item as another, whatever its label: class, public value and tag, no tag being a tag like another.
struct KeyItem {
    let objectClass: ObjectClass
    let rsa: RSAPublicKey
    let tag: Data?

    init(objectClass: ObjectClass, rsa: RSAPublicKey, id: Data) {
        self.objectClass = objectClass
        self.rsa = rsa
        tag = KeyIdentifier.tag(of: id, publicKeyHash: try? rsa.keyIdentifierSHA1)
    }
}

extension KeyStore {
    /// The objects on the token that are an item.
    ///
    /// - Throws: also why an object that may be one could not be read.
    func objects(_ item: KeyItem, in session: borrowing Session, generation: UInt) throws -> [FoundKey] {
        var query = KeyQuery(objectClass: item.objectClass, keyType: .rsa, includesIncomplete: true)
        query.rsa = item.rsa
        var objects = try searchKeys(query, in: session, generation: generation).complete()
        // Not every token can be searched by a modulus.
        let ids = [item.tag, item.tag == nil ? try item.rsa.keyIdentifierSHA1 : nil].compactMap(\.self)
        for id in ids {
            let query = KeyQuery(tag: id, objectClass: item.objectClass, keyType: .rsa, includesIncomplete: true)
            objects += try searchKeys(query, in: session, generation: generation).complete()
        }
        var seen: Set<ObjectHandle> = []
        return objects.filter { object in
            object.attributes.rsa == item.rsa && object.attributes.tag == item.tag
                && seen.insert(object.handle).inserted
        }
    }

    /// The objects on the token that are what a new key is to be; none where its public value is not known yet, since a key that
    /// is generated is like no other.
    func objects(
        identicalTo key: NewKey, _ recipe: Recipe, in session: borrowing Session, generation: UInt
    ) throws -> [FoundKey] {
        guard let rsa = recipe.publicValue else { return [] }
        return try recipe.classes.flatMap { objectClass in
            try objects(
                KeyItem(objectClass: objectClass, rsa: rsa, id: key.id(of: objectClass)), in: session,
                generation: generation)
        }
    }

    func identicalIsThere(_ object: FoundKey) -> KeyStoreError {
        KeyStoreError(
            .keyExists, "the same key is on \(token.name) already, under the same tag",
            hint: "Use the one that is there, or give this one another tag.",
            candidates: [object.attributes.candidate])
    }
}
