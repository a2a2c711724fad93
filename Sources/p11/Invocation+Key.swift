import PKCS11
import TokenKeyStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Invocation {
    /// The operand `KEY`.
    ///
    /// - Parameter changing: whether the key is changed or destroyed.
    /// - Throws: ``CommandFailure`` with exit 64.
    func keySelector(changing: Bool = false) throws(CommandFailure) -> KeySelector {
        let selector = try KeySelector(parsing: arguments.operand(0) ?? "")
        if changing { try selector.checkNamesObject("key") }
        guard selector.half != .certificate else {
            throw .usage(
                "the URI names a certificate, and this takes a key",
                hint: "p11 cert … takes certificates; without a type in the URI, the key is meant")
        }
        return selector
    }
}

extension KeySelector {
    /// Refuses a URI that names nothing but the token, or a kind of object: what it means is an accident of what else is there.
    ///
    /// - Throws: ``CommandFailure`` with exit 64.
    func checkNamesObject(_ noun: String) throws(CommandFailure) {
        guard case .uri(let uri) = self, uri.id == nil, uri.objectBytes == nil else { return }
        throw .usage(
            "the URI does not say which \(noun): it has neither id nor object, so nothing was done",
            hint:
                "p11 \(noun == "key" ? noun : "cert") list --output uri shows the URIs; one without a label or an ID has object= or id="
        )
    }

    /// What the key store is asked for; nil where nothing can match.
    fileprivate var query: KeyQuery? {
        switch self {
        case .label(let label): return KeyQuery(label: label)
        case .id(let id): return KeyQuery(tag: id)
        case .tag(let text): return KeyQuery(tag: Data(text.utf8))
        case .fingerprint(let bytes): return KeyQuery(fingerprint: bytes)
        case .uri(let uri):
            // RFC 7512, section 2.3: an attribute that nobody knows matches nothing.
            guard !uri.hasUnrecognizedAttributes else { return nil }
            let label = uri.objectBytes.flatMap { String(validating: $0, as: UTF8.self) }
            return KeyQuery(tag: uri.id, label: label, objectClass: uri.type?.objectClass)
        }
    }

    /// In words, for messages.
    var text: String {
        switch self {
        case .label(let label): "the label \"\(label)\""
        case .id(let id): "the ID \(id.isEmpty ? "(empty)" : hexadecimal(id))"
        case .tag(let tag): "the tag \"\(tag)\""
        case .fingerprint(let bytes): "the SHA-256 \(hexadecimal(bytes))…"
        case .uri(let uri): uri.description
        }
    }

    /// Whether a key of the token can be meant: what a URI says beyond the query of it.
    fileprivate func matches(_ key: Key, on token: TokenDescription) -> Bool {
        guard case .uri(let uri) = self else { return true }
        // All of the URI has to be true of one half, since that one may be what is deleted.
        return uri.matches(token) && key.halves.contains { matches($0) }
    }

    /// Whether all that is said of an object is true of one half of a key.
    fileprivate func matches(_ half: KeyAttributes) -> Bool {
        switch self {
        case .label(let label): half.labelBytes == Data(label.utf8)
        case .id(let id): half.id == id
        case .tag(let text): half.id == Data(text.utf8)
        case .fingerprint: true  // of the whole key
        case .uri(let uri):
            (uri.objectBytes == nil || uri.objectBytes == half.labelBytes) && (uri.id == nil || uri.id == half.id)
                && (uri.type == nil || uri.type?.objectClass == half.objectClass)
        }
    }
}

extension PKCS11URI {
    /// Whether a token is the one that the URI means.
    func matches(_ token: TokenDescription) -> Bool {
        let present = token.uri
        return (tokenBytes == nil || tokenBytes == present.tokenBytes)
            && (manufacturer == nil || manufacturer == present.manufacturer)
            && (model == nil || model == present.model) && (serial == nil || serial == present.serial)
    }
}

extension Key {
    /// What the token says of each object of the key.
    var halves: [KeyAttributes] { [privateKey?.attributes, publicKey?.attributes, other].compactMap { $0 } }

    /// The public key: an object of its own, or the public part of the private one.
    ///
    /// - Throws: ``CommandFailure`` with exit 3 or 8 where there is none.
    var anyPublicKey: PublicKey {
        get throws {
            if let publicKey { return publicKey }
            if let privateKey, keyType == .rsa { return try privateKey.publicKey }
            throw CommandFailure(
                .notAllowed, "mechanism-unsupported", "keys of type \(keyType) are not supported yet by the key store")
        }
    }
}

extension KeyStore {
    /// The one key that a selector means.
    ///
    /// - Parameters:
    ///   - changing: whether it is changed or destroyed. Then what a crash left counts as well: passed over, its name would be taken
    ///     for that of a key.
    ///   - needsPrivateHalf: whether only that is of use. Then keys without it count only where no other matches.
    /// - Throws: ``CommandFailure`` with exit 3 for none, and 6 with the candidates for several.
    func key(_ selector: KeySelector, changing: Bool = false, needsPrivateHalf: Bool = false) throws -> Key {
        var query = selector.query
        query?.includesIncomplete = changing
        let matching = { (search: (KeyQuery) throws -> [Key]) in
            let found = try (query.map(search) ?? []).filter { selector.matches($0, on: self.token) }
            guard needsPrivateHalf, selector.half == nil else { return found }
            let named = found.filter { $0.privateKey.map { selector.matches($0.attributes) } ?? false }
            let usable = named.isEmpty ? found.filter { $0.privateKey != nil } : named
            return usable.isEmpty ? found : usable
        }
        var matches = try matching { try keys(matching: $0) }
        // While a key is replaced, the old one and the new one are there for a moment.
        if matches.count > 1 { matches = try matching { try settledKeys(matching: $0) } }
        guard let key = matches.first else {
            let isHidden = !loginState.isLoggedIn
            throw CommandFailure(
                .notFound, "key-not-found",
                "no key on the token \"\(token.label)\" has \(selector.text)"
                    + (isHidden ? ", as far as can be seen without a login" : ""),
                hint: isHidden ? "--login user shows private keys too" : "p11 key list shows the keys")
        }
        guard matches.count == 1 else {
            throw CommandFailure(
                .ambiguous, "key-ambiguous", "\(matches.count) keys have \(selector.text), so nothing was done",
                hint: matches.contains { $0.warnings.contains(.incomplete) }
                    ? "p11 doctor --delete-leftovers removes what a crash left"
                    : "name the key by its ID, its URI or its fingerprint",
                candidates: matches.map { match in
                    let report = KeyReport(key: match, token: token)
                    let fingerprint = report.shortFingerprint.map { " sha256:\($0)" } ?? ""
                    return "\(report.typeText) \(report.parts.joined(separator: "+")) \(report.uri)" + fingerprint
                })
        }
        return key
    }

    /// The private half of the one key that a selector means.
    ///
    /// - Throws: ``CommandFailure`` with exit 3, 6 or 8.
    func privateKey(_ selector: KeySelector) throws -> PrivateKey {
        let key = try key(selector, needsPrivateHalf: true)
        guard selector.half != .publicKey else {
            throw CommandFailure(
                .notAllowed, "not-permitted",
                "the URI names the public half of the key, and this takes the private one",
                hint: "without a type in the URI, or with type=private, the private half is meant")
        }
        if let privateKey = key.privateKey { return privateKey }
        guard key.publicKey != nil else {
            throw CommandFailure(
                .notAllowed, "mechanism-unsupported",
                "keys of type \(key.keyType) are not supported yet by the key store")
        }
        throw CommandFailure(
            .notAllowed, "not-permitted",
            "only the public half of this key is on the token, and this takes the private one")
    }

    /// The entry of a list that a private key belongs to.
    func entry(of key: PrivateKey) throws -> Key {
        try entry(
            withID: key.attributes.id, of: { $0.privateKey == key }, { $0.privateKey?.attributes == key.attributes })
    }

    /// The entry of a list that a public key belongs to.
    func entry(of key: PublicKey) throws -> Key {
        try entry(
            withID: key.attributes?.id ?? Data(), of: { $0.publicKey == key },
            { $0.publicKey?.attributes == key.attributes })
    }

    /// - Parameters:
    ///   - isSameKey: whether an entry has that key, by its identity, which a duplicate under another label shares.
    ///   - isSameObject: whether it is that very object, by all that the token says of it.
    private func entry(
        withID id: Data, of isSameKey: (Key) -> Bool, _ isSameObject: (Key) -> Bool
    ) throws -> Key {
        let twins = try keys(matching: KeyQuery(tag: id)).filter(isSameKey)
        guard let key = twins.first(where: isSameObject) ?? twins.first else {
            throw CommandFailure(.notFound, "key-not-found", "the key is on the token and cannot be seen")
        }
        return key
    }
}
