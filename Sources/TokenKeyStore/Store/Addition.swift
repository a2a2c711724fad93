internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A key in the making: finds what of it is on the token, checks it, and removes it again.
struct Addition {
    /// Objects as the token's answer to their creation named them.
    struct Made: Sendable {
        let handles: [ObjectHandle]
        let generation: UInt
    }

    let store: KeyStore
    let key: NewKey
    let recipe: Recipe
    /// What had the names of the new key before.
    let before: KeyStore.Namesakes
    /// nil until the token said that it made the key.
    var made: Made?
    /// The objects as they were read back.
    private var seen: [FoundKey] = []

    init(
        store: KeyStore, key: NewKey, recipe: Recipe, before: KeyStore.Namesakes
    ) {
        self.store = store
        self.key = key
        self.recipe = recipe
        self.before = before
    }

    private var kind: String { recipe.kind }
    private var classes: [ObjectClass] { recipe.classes }

    // MARK: Finding

    /// The objects that were made: by the handles that the token gave; where it gave none, since it may have done the work and then
    /// reported an error, and where they are void, by what is new under the names of the key.
    func objects(in session: borrowing Session, generation: UInt) throws -> [FoundKey] {
        if let made, made.generation == generation {
            var objects: [FoundKey] = []
            for handle in made.handles {
                switch try store.read(handle, objectClass: key.isCertificate ? .certificate : nil, in: session) {
                case .key(let attributes):
                    objects.append(FoundKey(handle: handle, generation: generation, attributes: attributes))
                case .unreadable(let error): throw error
                case .notAKey: try store.confirmHandles(in: session, generation: generation)
                case .gone(let error):
                    try store.confirmHandles(in: session, generation: generation)
                    if try store.isListed(handle, in: session) { throw error }
                }
            }
            return objects
        }
        let found = try store.namesakes(of: key, in: session, generation: generation)
        // What a lost login hides would be taken for never made.
        try store.confirmHandles(in: session, generation: generation)
        return new(among: found.objects).filter { hasName($0.attributes) && couldBeOurs($0) }
    }

    /// Those that were not there before: by their handles, or where these are void by what can be seen of them.
    private func new(among objects: [FoundKey]) -> [FoundKey] {
        var old = before.objects
        return objects.filter { object in
            let index = old.firstIndex { old in
                old.generation == object.generation
                    ? old.handle == object.handle
                    : old.identity == object.identity && old.attributes.isAlike(object.attributes)
            }
            guard let index else { return true }
            old.remove(at: index)
            return false
        }
    }

    private func hasName(_ attributes: KeyAttributes) -> Bool {
        attributes.id == key.id(of: attributes.objectClass)
    }

    private func couldBeOurs(_ object: FoundKey) -> Bool {
        guard (classes + recipe.transientClasses).contains(object.attributes.objectClass) else { return false }
        guard seen.isEmpty else { return seen.contains { $0.identity == object.identity } }
        return object.attributes.isIncomplete || recipe.accept(object.attributes)
    }

    // MARK: Checking

    /// Checks that the key came out as it was asked for.
    ///
    /// - Returns: the object of the first class.
    /// - Throws: ``KeyStoreError/Code/tokenDisobeyed``, which says in what.
    mutating func readBack() throws -> (object: FoundKey, warnings: [KeyWarning]) {
        let objects = try store.withSession("reading the new \(kind) back") { session, generation in
            try self.objects(in: session, generation: generation)
        }
        let halves = try classes.map { objectClass in
            let halves = objects.filter { $0.attributes.objectClass == objectClass }
            guard halves.count == 1 else {
                throw disobeyed("shows \(halves.count) objects of \(objectClass) after it said that it made a \(kind)")
            }
            return halves[0]
        }
        // Not before: of what a token hid, it may show the other half later.
        seen = objects
        for half in halves { try key.check(half.attributes, madeBy: recipe, on: store.token) }
        if Set(halves.compactMap(\.attributes.rsa)).count > 1 { throw disobeyed("made two halves of different keys") }
        return (halves[0], halves.contains { key.isWider($0.attributes) } ? [.usageWider] : [])
    }

    private func disobeyed(_ how: String) -> KeyStoreError { .disobeyed(store.token, how) }

    /// Looks once more for what the policy refuses, which another user of the token may have made at the same moment. Whoever
    /// sees the other one gives way: it is better that both are told than that two keys have one name.
    func yieldToRival(_ policy: KeyOptions.ExistingKeyPolicy) throws {
        switch policy.kind {
        case .refuse: try yieldToNamesake()
        case .refuseIdentical: try yieldToIdentical()
        case .keepBoth, .replace: break
        }
    }

    private func yieldToIdentical() throws {
        try store.withSession("looking for the same key") { session, generation in
            let ours = Set(try objects(in: session, generation: generation).map(\.handle))
            let found = try store.objects(identicalTo: key, recipe, in: session, generation: generation)
            if let rival = found.first(where: { !ours.contains($0.handle) }) { throw store.identicalIsThere(rival) }
        }
    }

    private func yieldToNamesake() throws {
        try store.withSession("looking for a key of that name") { session, generation in
            let ours = Set(try objects(in: session, generation: generation).map(\.handle))
            let found = try store.namesakes(of: key, in: session, generation: generation)
            let rivals = KeyStore.Namesakes(objects: new(among: found.objects)).owners().filter { rival in
                !ours.contains(rival.handle) && key.isNamesake(rival.attributes) && !rival.attributes.isIncomplete
                    && (classes != [.publicKey] || rival.attributes.objectClass == .publicKey)
            }
            if let rival = rivals.first { throw store.alreadyThere(rival, key) }
        }
    }

    // MARK: Removing

    /// Destroys what was made.
    ///
    /// - Parameter error: why.
    /// - Throws: ``Unfinished`` where something may be left.
    func remove(after error: any Error) throws {
        var failure: KeyStoreError?
        for _ in 0..<2 {
            do {
                let objects = try store.withSession("looking for what was made of the \(kind)") { session, generation in
                    // A handle that nobody knows to be void may name another object.
                    try store.confirmHandles(in: session, generation: generation)
                    return try self.objects(in: session, generation: generation)
                }
                return try store.destroy(objects)
            } catch let error as KeyStoreError {
                failure = error
            }
        }
        let cause = error as? KeyStoreError
        throw Unfinished(
            KeyStoreError(
                cause?.code ?? .tokenError,
                "\(cause?.message ?? "making the \(kind) failed"); what was made of it could not be removed: \(failure?.message ?? "")",
                hint: "Look for \(key.isCertificate ? "certificates" : "keys") with ID \(hexadecimal(key.id)).",
                underlying: cause?.underlying))
    }
}
