internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A pair in the making: finds what of it is on the token, checks it, and removes it again.
struct Addition {
    /// Objects as the token's answer to their creation named them.
    struct Made: Sendable {
        let handles: [ObjectHandle]
        let generation: UInt
    }

    let store: KeyStore
    let key: NewKey
    let before: KeyStore.Namesakes
    /// Whether an object could be one of the new ones, by what is known of their public value.
    let accept: (KeyAttributes) -> Bool
    var made: [Made] = []

    // MARK: Finding

    /// The objects that were made: by the handles that the token gave, and by name, since it may have done the work and then
    /// reported an error.
    func objects() throws -> [FoundKey] {
        let named = try store.namesakes(of: key).objects.filter {
            isNew($0) && hasName($0.attributes) && couldBeOurs($0)
        }
        let known = Set(named.map(\.handle))
        let unnamed = try store.withSession("reading the new key back") { session, generation in
            try made.filter { $0.generation == generation }.flatMap(\.handles).filter { !known.contains($0) }
                .compactMap { handle in
                    try store.keyAttributes(of: handle, objectClass: nil, in: session).map {
                        FoundKey(handle: handle, generation: generation, attributes: $0)
                    }
                }
        }
        return named + unnamed
    }

    private func isNew(_ object: FoundKey) -> Bool {
        !before.objects.contains { old in
            // Handles say it best, for as long as they are good; a copy of the same key has the same identity.
            old.generation == object.generation
                ? old.handle == object.handle : KeyIdentity(old.attributes) == KeyIdentity(object.attributes)
        }
    }

    private func hasName(_ attributes: KeyAttributes) -> Bool {
        attributes.id == (attributes.objectClass == .publicKey ? key.publicID : key.id)
    }

    private func couldBeOurs(_ object: FoundKey) -> Bool {
        object.attributes.isIncomplete || accept(object.attributes)
    }

    // MARK: Checking

    /// Checks that both halves came out as they were asked for.
    ///
    /// - Throws: ``KeyStoreError/Code/tokenDisobeyed``, which says in what.
    func readBack(kind: String) throws -> (privateHalf: FoundKey, warnings: [KeyWarning]) {
        let objects = try objects()
        let privateHalves = objects.filter { $0.attributes.objectClass == .privateKey }
        guard privateHalves.count == 1, let privateHalf = privateHalves.first else {
            throw disobeyed("shows \(privateHalves.count) private keys after it said that it made the \(kind)")
        }
        for object in objects { try check(object.attributes) }
        var warnings: [KeyWarning] = []
        let usage = privateHalf.attributes.usage
        if !key.usage.ofPrivateHalf.isSuperset(of: usage.intersection(.privateFlags)) { warnings.append(.usageWider) }
        return (privateHalf, warnings)
    }

    private func check(_ attributes: KeyAttributes) throws {
        let isPrivateHalf = attributes.objectClass == .privateKey
        if isPrivateHalf {
            // Absent is not disobeyed: some tokens do not show what they always do.
            for (flag, wanted, name) in [
                (attributes.isSensitive, true, "CKA_SENSITIVE"), (attributes.isExtractable, false, "CKA_EXTRACTABLE"),
                (attributes.isPrivate, true, "CKA_PRIVATE"),
            ] {
                guard let flag, flag != wanted else { continue }
                throw disobeyed("made a private key with \(name) \(flag), which it was told not to")
            }
        }
        if let flag = attributes.isTokenObject, !flag { throw disobeyed("made a key that ends with the session") }
        if key.hasChosenID, !hasName(attributes) {
            throw disobeyed("gave the key the ID \(hexadecimal(attributes.id)) and not the one that was asked for")
        }
        let label = isPrivateHalf ? key.label : key.publicLabel
        if let label, attributes.labelBytes != Data(label.utf8) {
            throw disobeyed(
                "gave the key the label \"\(escaped(attributes.label))\" and not the one that was asked for")
        }
        guard accept(attributes) else { throw disobeyed("made another key than was asked for") }
        let wanted = isPrivateHalf ? key.usage.ofPrivateHalf : key.usage.ofPublicHalf
        guard attributes.usage.isSuperset(of: wanted) else {
            throw disobeyed("does not let the key \(wanted.subtracting(attributes.usage))")
        }
    }

    private func disobeyed(_ how: String) -> KeyStoreError {
        KeyStoreError(
            .tokenDisobeyed, "\(store.token.name) \(how)", hint: "What it had made was destroyed; nothing else changed."
        )
    }

    /// Looks once more for a key of the same name, which another user of the token may have made at the same moment. Whoever
    /// sees the other one gives way: it is better that both are told than that two keys have one name.
    func yieldToRival() throws {
        let ours = Set(try objects().map(\.handle))
        let rivals = KeyStore.Namesakes(objects: try store.namesakes(of: key).objects.filter { isNew($0) }).owners()
        if let rival = rivals.first(where: { !ours.contains($0.handle) && !$0.attributes.isIncomplete }) {
            throw store.alreadyThere(rival, key)
        }
    }

    // MARK: Removing

    /// Destroys what was made.
    func remove() throws {
        let objects = try objects()
        try store.destroy(objects.filter { $0.attributes.objectClass == .privateKey })
        try store.destroy(objects.filter { $0.attributes.objectClass != .privateKey })
    }
}
