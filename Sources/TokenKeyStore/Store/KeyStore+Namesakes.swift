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
        if key.isCertificate {
            // Its key has the same names, and other certificates may have.
            let query = KeyQuery(tag: key.id, objectClass: .certificate, includesIncomplete: true)
            return Namesakes(objects: try searchKeys(query, in: session, generation: generation).complete())
        }
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

    /// Looks for keys with the names of a new one, and at what the policy makes of them.
    ///
    /// - Returns: what is there, and the key that is to go, if there is one.
    /// - Throws: ``KeyStoreError/Code/keyExists`` and ``KeyStoreError/Code/keyAmbiguous`` where the policy has it so.
    func lookForNamesakes(
        of key: NewKey, _ classes: [ObjectClass], _ policy: KeyOptions.ExistingKeyPolicy
    ) throws -> (before: Namesakes, old: Replaced?) {
        let before = try withSession("looking for a key of that name") { session, generation in
            let found = try namesakes(of: key, in: session, generation: generation)
            // What a lost login hid would be taken for what was made here, and destroyed, if the new key failed.
            try confirmHandles(in: session, generation: generation)
            return found
        }
        var rivals = before
        // A public key alone is only in the way of another public key, and takes the place of no half of a pair.
        if classes == [.publicKey] {
            let pair = before.objects.first { half in
                half.attributes.objectClass == .publicKey && before.objects.contains { $0.isOtherHalf(of: half) }
            }
            if let pair, policy == .replace { throw alreadyThere(pair, key) }
            rivals.objects.removeAll { $0.attributes.objectClass != .publicKey }
        }
        return (before, try apply(policy, to: rivals, of: key))
    }

    /// A key that is to go, with what an interrupted replacement may have left beside it.
    struct Replaced: Sendable {
        let key: FoundKey
        let remains: [FoundKey]
    }

    /// What the policy makes of keys that are there already.
    ///
    /// - Returns: the key to replace, if there is one.
    func apply(
        _ policy: KeyOptions.ExistingKeyPolicy, to namesakes: Namesakes, of key: NewKey
    ) throws -> Replaced? {
        var owners = namesakes.owners().filter { !$0.attributes.isIncomplete }
        switch policy.kind {
        case .keepBoth, .refuseIdentical:
            return nil
        case .refuse:
            guard let owner = owners.first else { return nil }
            throw alreadyThere(owner, key)
        case .replace:
            let privateKeys = owners.filter { $0.attributes.objectClass == .privateKey }
            let remains = privateKeys.count == 1 ? owners.filter { $0.isRemainder(besides: privateKeys[0]) } : []
            owners.removeAll { owner in remains.contains { $0.handle == owner.handle } }
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
            return Replaced(key: owner, remains: remains)
        }
    }

    func alreadyThere(_ owner: FoundKey, _ key: NewKey) -> KeyStoreError {
        let what =
            owner.attributes.id == key.id
            ? "tag \(hexadecimal(key.id))"
            : "label \"\(escaped(String(decoding: key.label ?? Data(), as: UTF8.self)))\""
        let isPublicOnly = owner.attributes.objectClass == .publicKey
        return KeyStoreError(
            .keyExists, "a \(isPublicOnly ? "public key" : "key") with the \(what) is on \(token.name) already",
            hint: isPublicOnly
                ? "It has no private half here: it was imported so, or a program was interrupted. Delete or replace it, or choose another name."
                : "Choose another name, replace that key, or allow both.", candidates: [owner.attributes.candidate])
    }
}

extension FoundKey {
    /// Whether this is the public half of a key that an interrupted replacement destroyed already, beside the key that took its place.
    ///
    /// Only halves that came to be in the same way, both made by the token or both imported: the public key of somebody else, imported
    /// under the name of a key that was generated here, is nobody's remainder.
    fileprivate func isRemainder(besides new: FoundKey) -> Bool {
        guard attributes.objectClass == .publicKey, attributes.labelBytes == new.attributes.labelBytes,
            attributes.isLocal == new.attributes.isLocal
        else { return false }
        // An ID that nobody chose is another each time.
        let isUnnamed = KeyIdentifier.isGenerated(attributes.id) && attributes.isLocal == true
        return hasIDOf(new) || isUnnamed && KeyIdentifier.isGenerated(new.attributes.id)
    }
}
