internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The names and flags that a new key is to have.
struct NewKey: Sendable {
    let id: Data
    let publicID: Data
    let label: String?
    let publicLabel: String?
    let usage: KeyUsage
    /// Whether the caller chose the ID; one that was made up may come out otherwise.
    let hasChosenID: Bool

    /// Checks names that no token could hold, before anything is done.
    init(
        tag: Data?, madeUpID: @autoclosure () throws -> Data, label: String?, usage: KeyUsage, options: KeyOptions
    ) throws {
        if let tag, tag.isEmpty {
            throw KeyStoreError(
                .invalidParameter, "the tag is empty", hint: "Leave it out, and the key gets an ID of its own.")
        }
        if let publicTag = options.publicTag, publicTag.isEmpty {
            throw KeyStoreError(
                .invalidParameter, "the tag of the public half is empty",
                hint: "Leave it out, and both halves get one tag.")
        }
        hasChosenID = tag != nil
        id = try tag ?? madeUpID()
        publicID = options.publicTag.map { Data($0) } ?? id
        self.label = label.flatMap { $0.isEmpty ? nil : $0 }
        publicLabel = (options.publicLabel ?? label).flatMap { $0.isEmpty ? nil : $0 }
        self.usage = usage
        for (name, text) in [("label", self.label), ("public label", publicLabel)] {
            guard let text, text.utf8.count > 65_535 else { continue }
            throw KeyStoreError(.invalidParameter, "the \(name) has \(text.utf8.count) bytes; 65,535 is the most")
        }
        for (name, bytes) in [("tag", id), ("public tag", publicID)] where bytes.count > 65_535 {
            throw KeyStoreError(.invalidParameter, "the \(name) has \(bytes.count) bytes; 65,535 is the most")
        }
    }

    private init(_ other: Self, madeUpID: Data) {
        id = madeUpID
        publicID = other.publicID == other.id ? madeUpID : other.publicID
        label = other.label
        publicLabel = other.publicLabel
        usage = other.usage
        hasChosenID = false
    }

    /// The same with another ID that nobody chose.
    func with(madeUpID: Data) -> Self { Self(self, madeUpID: madeUpID) }

    /// Whether a key has one of the names.
    func isNamesake(_ attributes: KeyAttributes) -> Bool {
        attributes.id == id || attributes.id == publicID
            || [label, publicLabel].contains { $0.map { attributes.labelBytes == Data($0.utf8) } ?? false }
    }

    /// The private half: on the token, for who is logged in, sensitive, not extractable.
    ///
    /// - Parameter explicitFalse: whether usage that was not asked for is refused in so many words. Tokens default it to true;
    ///   some refuse to hear false.
    func privateTemplate(explicitFalse: Bool) -> [Attribute] {
        var template: [Attribute] = [
            Attribute(.token, true), Attribute(.private, true), Attribute(.sensitive, true),
            Attribute(.extractable, false), Attribute(.id, id),
        ]
        if let label { template.append(Attribute(.label, label)) }
        return template + flags(usage.ofPrivateHalf, among: .privateFlags, explicitFalse)
    }

    /// The public half: on the token, for everybody.
    func publicTemplate(explicitFalse: Bool) -> [Attribute] {
        var template: [Attribute] = [Attribute(.token, true), Attribute(.id, publicID)]
        if let publicLabel { template.append(Attribute(.label, publicLabel)) }
        // Some tokens refuse to be told that a public key is not private.
        if explicitFalse { template.append(Attribute(.private, false)) }
        return template + flags(usage.ofPublicHalf, among: [.verify, .encrypt, .wrap, .verifyRecover], explicitFalse)
    }

    private func flags(_ wanted: KeyUsage, among all: KeyUsage, _ explicitFalse: Bool) -> [Attribute] {
        KeyUsage.flags.compactMap { flag in
            guard all.contains(flag.usage) else { return nil }
            let isWanted = wanted.contains(flag.usage)
            return isWanted || explicitFalse ? Attribute(flag.attribute, isWanted) : nil
        }
    }
}

extension PKCS11Error {
    /// Whether a token refused something in a template, before it did anything.
    var refusesTemplate: Bool {
        switch returnValue {
        case .templateInconsistent?, .attributeTypeInvalid?, .attributeValueInvalid?, .attributeReadOnly?: true
        default: false
        }
    }
}

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
        queries += [key.label, key.publicLabel].compactMap { $0 }.map { KeyQuery(label: $0) }
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
        case .keepBoth:
            return nil
        case .refuse, .refuseIdentical:
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
            owner.attributes.id == key.id ? "tag \(hexadecimal(key.id))" : "label \"\(escaped(key.label ?? ""))\""
        return KeyStoreError(
            .keyExists, "a key with the \(what) is on \(token.name) already",
            hint: "Choose another name, replace that key, or allow both.", candidates: [owner.attributes.candidate])
    }
}
