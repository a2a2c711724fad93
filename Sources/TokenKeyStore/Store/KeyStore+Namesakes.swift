internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension KeyStore {
    /// What is on the token under the names of a new key, before it is made.
    struct Namesakes: Sendable {
        var objects: [FoundKey]

        /// The private and secret keys, and the public ones that have no private half here.
        func owners() -> [FoundKey] {
            objects.filter { object in
                object.attributes.objectClass != .publicKey || !objects.contains { $0.isOtherHalf(of: object) }
            }
        }
    }

    /// Looks for keys with the ID or the label of a new one.
    ///
    /// - Throws: also why an object of that name could not be read: what cannot be seen may be there all the same.
    func namesakes(of key: NewKey, in session: borrowing Session, generation: UInt) throws -> Namesakes {
        var queries = [KeyQuery(tag: key.id), KeyQuery(tag: key.publicID)]
        queries += [key.label, key.publicLabel].compactMap { $0 }.map { KeyQuery(labelBytes: $0) }
        var asked: Set<KeyQuery> = []
        var objects: [FoundKey] = []
        for var query in queries where asked.insert(query).inserted {
            query.includesIncomplete = true
            objects += try searchKeys(query, in: session, generation: generation).complete()
        }
        // A public half of that name is nobody's by itself if its private half has another name.
        for object in objects where object.attributes.objectClass == .publicKey {
            guard !objects.contains(where: { $0.isOtherHalf(of: object) }) else { continue }
            objects += try otherHalves(of: object, in: session, generation: generation)
        }
        var seen: Set<ObjectHandle> = []
        return Namesakes(objects: objects.filter { seen.insert($0.handle).inserted })
    }

    /// What the policy makes of keys that are there already.
    ///
    /// - Returns: the key to replace, if there is one.
    func apply(
        _ policy: KeyOptions.ExistingKeyPolicy, to namesakes: Namesakes, of key: NewKey
    ) throws -> FoundKey? {
        let owners = namesakes.owners().filter { !$0.attributes.isIncomplete }
        switch policy.kind {
        case .keepBoth, .refuseIdentical:
            return nil
        case .refuse:
            guard let owner = owners.first else { return nil }
            throw alreadyThere(owner, key)
        case .replace:
            guard owners.count <= 1 else {
                throw KeyStoreError(
                    .keyAmbiguous,
                    "\(owners.count) keys on \(token.name) have that tag or label, and one is to be replaced",
                    candidates: owners.map(\.attributes.candidate))
            }
            guard let owner = owners.first else { return nil }
            // Only what bears the name itself is replaced, and only by its like: not a secret key, nor a private key whose public half
            // happens to have the name.
            guard owner.attributes.objectClass != .secretKey, key.isNamesake(owner.attributes) else {
                throw alreadyThere(owner, key)
            }
            return owner
        }
    }

    func alreadyThere(_ owner: FoundKey, _ key: NewKey) -> KeyStoreError {
        let what =
            owner.attributes.id == key.id
            ? "tag \(hexadecimal(key.id))"
            : "label \"\(escaped(String(decoding: key.label ?? Data(), as: UTF8.self)))\""
        return KeyStoreError(
            .keyExists, "a key with the \(what) is on \(token.name) already",
            hint: "Choose another name, replace that key, or allow both.", candidates: [owner.attributes.candidate])
    }
}
