internal import PKCS11

extension FoundKey {
    /// Whether both have the same ID.
    func hasIDOf(_ other: FoundKey) -> Bool { attributes.id == other.attributes.id }

    /// Whether two objects are the halves of one pair: by public value, and by ID only where the private one shows no public part. What is
    /// incomplete is half of nothing: who deletes it must not lose a half of another key of that ID.
    func isOtherHalf(of other: FoundKey) -> Bool {
        guard !attributes.isIncomplete, !other.attributes.isIncomplete else { return false }
        let privateHalf: KeyAttributes
        let publicHalf: KeyAttributes
        switch (attributes.objectClass, other.attributes.objectClass) {
        case (.privateKey, .publicKey): (privateHalf, publicHalf) = (attributes, other.attributes)
        case (.publicKey, .privateKey): (privateHalf, publicHalf) = (other.attributes, attributes)
        default: return false
        }
        guard privateHalf.keyType == publicHalf.keyType else { return false }
        if let privateValue = privateHalf.rsa { return privateValue == publicHalf.rsa }
        return !privateHalf.id.isEmpty && privateHalf.id == publicHalf.id
    }
}

extension KeyStore {
    /// The other half of a pair, wherever it is: first by ID, then by public value, then among all objects of that class.
    func otherHalves(of object: FoundKey, in session: borrowing Session, generation: UInt) throws -> [FoundKey] {
        try searchOtherHalves(of: object, in: session, generation: generation).keys
    }

    /// The same, and whether an object of the same ID, which may be that half, could not be read.
    private func searchOtherHalves(
        of object: FoundKey, in session: borrowing Session, generation: UInt
    ) throws -> KeySearch {
        let objectClass: ObjectClass
        switch object.attributes.objectClass {
        case .privateKey: objectClass = .publicKey
        case .publicKey: objectClass = .privateKey
        default: return KeySearch()
        }
        let keyType = object.attributes.keyType
        var search = KeySearch()
        if !object.attributes.id.isEmpty {
            let query = KeyQuery(
                tag: object.attributes.id, objectClass: objectClass, keyType: keyType, includesIncomplete: true)
            search = try searchKeys(query, in: session, generation: generation)
            search.keys.removeAll { !$0.isOtherHalf(of: object) }
        }
        guard search.keys.isEmpty, object.attributes.rsa != nil else { return search }
        let query = KeyQuery(objectClass: objectClass, keyType: keyType, includesIncomplete: true)
        search.keys = try foundKeys(query, in: session, generation: generation).filter { $0.isOtherHalf(of: object) }
        return search
    }

    /// The public halves that go with a private one where it goes: not those of a twin, the same key once more.
    ///
    /// - Parameter others: objects that are left out of account: a new key that takes the place of this one.
    /// - Throws: also why one that may be among them could not be read: what is not seen would stay.
    func ownPublicHalves(
        of object: FoundKey, besides others: [FoundKey] = [], in session: borrowing Session, generation: UInt
    ) throws -> [FoundKey] {
        guard object.attributes.objectClass == .privateKey else { return [] }
        var itself: FoundKey? = object
        if object.generation != generation {
            // Its handle is void, and the number may be that of any of these.
            itself = try alike(object, in: session, generation: generation).first
        }
        let known = others.filter { $0.generation == generation } + [itself].compactMap(\.self)
        let strangers = Set(known.map(\.handle))
        let halves = try searchOtherHalves(of: object, in: session, generation: generation).complete()
            .filter { !strangers.contains($0.handle) }
        var own: [FoundKey] = []
        for (id, group) in Dictionary(grouping: halves, by: \.attributes.id) {
            let query = KeyQuery(
                tag: id, objectClass: .privateKey, keyType: object.attributes.keyType, includesIncomplete: true)
            let twins = try searchKeys(query, in: session, generation: generation).complete().filter { twin in
                !strangers.contains(twin.handle) && group.contains { $0.isOtherHalf(of: twin) }
            }
            // Under the same ID each twin has one; one under another ID is that of the twin that has this ID.
            let count = id == object.attributes.id ? group.count - twins.count : twins.isEmpty ? group.count : 0
            let sameLabel = group.filter { $0.attributes.labelBytes == object.attributes.labelBytes }
            let otherLabel = group.filter { $0.attributes.labelBytes != object.attributes.labelBytes }
            own += (sameLabel + otherLabel).prefix(max(count, 0))
        }
        return own
    }

    /// Puts the halves of pairs together, in the order in which the token lists the first of them.
    func pairs(_ objects: [FoundKey]) -> [Key] {
        // By public value where there is one, else by ID.
        enum PairKey: Hashable {
            case rsa(RSAPublicKey)
            case id(KeyType, [UInt8])
            case alone(Int)
        }
        let idsOfHidden = Set(
            objects
                .filter {
                    $0.attributes.objectClass == .privateKey && $0.attributes.rsa == nil && !$0.attributes.isIncomplete
                }
                .map { [UInt8]($0.attributes.id) })
        var order: [PairKey] = []
        var groups: [PairKey: [FoundKey]] = [:]
        for (index, object) in objects.enumerated() {
            let attributes = object.attributes
            let key: PairKey
            let isHalf = attributes.objectClass == .privateKey || attributes.objectClass == .publicKey
            if !isHalf || attributes.isIncomplete {
                key = .alone(index)
            } else if !attributes.id.isEmpty, idsOfHidden.contains([UInt8](attributes.id)) {
                key = .id(attributes.keyType, [UInt8](attributes.id))
            } else if let rsa = attributes.rsa {
                key = .rsa(rsa)
            } else {
                key = .alone(index)
            }
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(object)
        }
        let owners = order.compactMap { groups[$0]?.first?.attributes }.filter { !$0.isIncomplete }
        let uses = Dictionary(grouping: owners.map(\.id).filter { !$0.isEmpty }) { $0 }
        return order.flatMap { entries(groups[$0] ?? []) }.map { key in
            var warnings = key.warnings
            if (uses[key.id]?.count ?? 0) > 1 { warnings.append(.duplicateID) }
            return Key(
                privateKey: key.privateKey, publicKey: key.publicKey, otherObject: key.otherObject, warnings: warnings)
        }
    }

    /// The entries of one public value: one as a rule, more where a half is there twice.
    private func entries(_ group: [FoundKey]) -> [Key] {
        let privateHalves = group.filter { $0.attributes.objectClass == .privateKey }
        var publicHalves = group.filter { $0.attributes.objectClass == .publicKey }
        // Of several copies of the public half, the one under the same names belongs to a private one; then that of the same ID; then any.
        let belongs: [(KeyAttributes, KeyAttributes) -> Bool] = [
            { $0.id == $1.id && $0.labelBytes == $1.labelBytes }, { $0.id == $1.id }, { _, _ in true },
        ]
        var others: [Int: FoundKey] = [:]
        for belongs in belongs {
            for (place, half) in privateHalves.enumerated() where others[place] == nil {
                let index = publicHalves.firstIndex { belongs($0.attributes, half.attributes) }
                others[place] = index.map { publicHalves.remove(at: $0) }
            }
        }
        var entries = privateHalves.enumerated().map { entry(privateHalf: $1, publicHalf: others[$0]) }
        for half in publicHalves { entries.append(entry(privateHalf: nil, publicHalf: half)) }
        for object in group where ![.privateKey, .publicKey].contains(object.attributes.objectClass) {
            let warnings: [KeyWarning] = object.attributes.isIncomplete ? [.incomplete] : []
            entries.append(Key(privateKey: nil, publicKey: nil, otherObject: other(object), warnings: warnings))
        }
        return entries
    }

    private func entry(privateHalf: FoundKey?, publicHalf: FoundKey?) -> Key {
        var warnings: [KeyWarning] = []
        if let half = privateHalf?.attributes {
            let isOpen = half.isExtractable == true || half.isSensitive == false
            if isOpen, !half.isBegun { warnings.append(.weaklyProtected) }
            if half.isIncomplete { warnings.append(.incomplete) }
        } else if let half = publicHalf?.attributes, half.isIncomplete {
            warnings.append(.incomplete)
        }
        let publicKey = publicHalf.flatMap { self.publicKey($0) }
        return Key(
            privateKey: privateHalf.map { self.privateKey($0) }, publicKey: publicKey,
            otherObject: privateHalf == nil && publicKey == nil ? publicHalf.map { other($0) } : nil, warnings: warnings
        )
    }

    private func other(_ object: FoundKey) -> Key.OtherObject {
        Key.OtherObject(reference: KeyReference(store: self, found: object), attributes: object.attributes)
    }
}

extension Key {
    /// What the token says of each object of the key.
    var halves: [KeyAttributes] {
        [privateKey?.attributes, publicKey?.attributes, other].compactMap { $0 }
    }
}
