internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// The keys that a query matches, pairs as one entry each.
    ///
    /// A query matches a pair where one of its halves has everything that was asked for. Private keys are only seen by who is
    /// logged in: see ``loginState``.
    ///
    /// - Throws: ``KeyStoreError`` with what the token answers; an object that cannot be read hides no other.
    public func keys(matching query: KeyQuery = KeyQuery()) throws -> [Key] { try findKeys(query) }

    /// The same, while no other thread or process that uses this library makes, replaces, renames or deletes keys on the token: waits for
    /// that, up to a minute. While a key is replaced, the old one and the new one are there for a moment.
    ///
    /// - Throws: as ``keys(matching:)``, and ``KeyStoreError/Code/fileError`` where no lock file can be made.
    public func settledKeys(matching query: KeyQuery = KeyQuery()) throws -> [Key] { try findSettledKeys(query) }

    /// The private keys that a query matches; its `objectClass` is not looked at.
    ///
    /// - Throws: ``KeyStoreError`` with what the token answers.
    public func privateKeys(matching query: KeyQuery = KeyQuery()) throws -> [PrivateKey] { try findPrivateKeys(query) }

    /// The public key objects that a query matches; its `objectClass` is not looked at.
    ///
    /// - Throws: ``KeyStoreError`` with what the token answers.
    public func publicKeys(matching query: KeyQuery = KeyQuery()) throws -> [PublicKey] { try findPublicKeys(query) }

    /// The one private key that a query matches.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound``, or ``KeyStoreError/Code/keyAmbiguous`` with the candidates.
    public func privateKey(matching query: KeyQuery) throws -> PrivateKey { try findPrivateKey(query) }

    /// The private key with a tag (`CKA_ID`).
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound``, or ``KeyStoreError/Code/keyAmbiguous`` with the candidates.
    public func privateKey(tag: some DataProtocol) throws -> PrivateKey { try findPrivateKey(KeyQuery(tag: Data(tag))) }

    /// The private key with a label (`CKA_LABEL`).
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound``, or ``KeyStoreError/Code/keyAmbiguous`` with the candidates.
    public func privateKey(label: String) throws -> PrivateKey { try findPrivateKey(KeyQuery(label: label)) }

    /// The one public key that a query matches: a public key object, or the public part of a private one that has none.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound``, or ``KeyStoreError/Code/keyAmbiguous`` with the candidates.
    public func publicKey(matching query: KeyQuery) throws -> PublicKey { try findPublicKey(query) }

    /// The public key with a tag (`CKA_ID`).
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound``, or ``KeyStoreError/Code/keyAmbiguous`` with the candidates.
    public func publicKey(tag: some DataProtocol) throws -> PublicKey { try findPublicKey(KeyQuery(tag: Data(tag))) }

    /// The public key with a label (`CKA_LABEL`).
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound``, or ``KeyStoreError/Code/keyAmbiguous`` with the candidates.
    public func publicKey(label: String) throws -> PublicKey { try findPublicKey(KeyQuery(label: label)) }
}

extension KeyStore {
    func findPrivateKeys(_ query: KeyQuery) throws -> [PrivateKey] {
        try found(query, .privateKey).keys.map { privateKey($0) }
    }

    func findPublicKeys(_ query: KeyQuery) throws -> [PublicKey] {
        try found(query, .publicKey).keys.compactMap { publicKey($0) }
    }

    func findPrivateKey(_ query: KeyQuery) throws -> PrivateKey {
        try settled { try onePrivateKey(query) }
    }

    /// Looks for one key; where there are several, once more when no other thread or process is changing keys. A replacement has the
    /// old key and the new one for a moment.
    private func settled<Result>(_ search: () throws -> Result) throws -> Result {
        do {
            return try search()
        } catch let error as KeyStoreError where error.code == .keyAmbiguous {
            do {
                return try TokenLock.withLock(on: token, isShared: true, search)
            } catch let failure as KeyStoreError where failure.code == .fileError {
                throw error
            }
        }
    }

    private func onePrivateKey(_ query: KeyQuery) throws -> PrivateKey {
        let search = try found(query, .privateKey)
        if search.keys.isEmpty, search.unreadable == nil, hasPublicKey(query) {
            throw KeyStoreError(
                .keyNotFound, "no private key on \(token.name) matches \(query)",
                hint: "There is a public key that does, which can only verify and encrypt.")
        }
        return privateKey(try only(search, query, "private key"))
    }

    /// Whether a public key has the names of a query, for the words of an error.
    private func hasPublicKey(_ query: KeyQuery) -> Bool {
        var query = query
        // What a public half may do has other names.
        query.usage = []
        return (try? found(query, .publicKey).keys.isEmpty) == false
    }

    func findPublicKey(_ query: KeyQuery) throws -> PublicKey {
        try settled { try onePublicKey(query) }
    }

    private func onePublicKey(_ query: KeyQuery) throws -> PublicKey {
        var search = try found(query, .publicKey)
        search.keys.removeAll { $0.attributes.rsa == nil }
        if search.keys.isEmpty, let key = try privateKeyAlone(query) { return try key.publicKey }
        // Copies of one key are one key here.
        if Set(search.keys.map(\.attributes.rsa)).count == 1 { search.keys = Array(search.keys.prefix(1)) }
        let key = try only(search, query, "public key")
        guard let publicKey = publicKey(key) else {
            throw KeyStoreError(.keyNotFound, "\(key.attributes.name) shows no public value")
        }
        return publicKey
    }

    /// The private key that a query for a public one matches: many tokens keep no public object, and the private one shows the same
    /// numbers.
    private func privateKeyAlone(_ query: KeyQuery) throws -> PrivateKey? {
        do {
            let search = try found(query, .privateKey)
            return search.keys.isEmpty ? nil : privateKey(try only(search, query, "public key"))
        } catch let error as KeyStoreError where error.code == .keyNotFound {
            return nil
        }
    }

    func findSettledKeys(_ query: KeyQuery) throws -> [Key] {
        try TokenLock.withLock(on: token, isShared: true) { try findKeys(query) }
    }

    func findKeys(_ query: KeyQuery) throws -> [Key] {
        try withSession("looking for \(query)") { session, generation in
            var objects = try candidates(query, in: session, generation: generation)
            if !objects.contains(where: { $0.attributes.objectClass == .privateKey }), try isLoggedIn(in: session) {
                // Another thread may have logged in again since the search.
                objects = try candidates(query, in: session, generation: generation)
            }
            return pairs(objects).filter { key in
                key.halves.contains { query.matches($0) }
            }
        }
    }

    /// The halves of the pairs that may match a query. A pair matches by either half, so both classes are read; all of the query but the
    /// names is looked at per pair.
    private func candidates(
        _ query: KeyQuery, in session: borrowing Session, generation: UInt
    ) throws -> [FoundKey] {
        var wide = KeyQuery(includesIncomplete: true)
        let hasName = query.tag?.isEmpty == false || query.wantedLabel?.isEmpty == false
        if hasName {
            wide.tag = query.tag
            wide.labelBytes = query.wantedLabel
        }
        var objects = try foundKeys(wide, in: session, generation: generation)
        guard hasName else { return objects }
        var others: [FoundKey] = []
        for object in objects where !objects.contains(where: { $0.isOtherHalf(of: object) && $0.hasIDOf(object) }) {
            others += try otherHalves(of: object, in: session, generation: generation)
        }
        // A private key that a public one led to may have a public half of its own: the other is a copy then, and no part of the pair.
        for half in others where half.attributes.objectClass == .privateKey {
            others += try otherHalves(of: half, in: session, generation: generation)
        }
        var seen: Set<ObjectHandle> = []
        objects = (objects + others).filter { seen.insert($0.handle).inserted }
        return objects
    }

    private func found(_ query: KeyQuery, _ objectClass: ObjectClass) throws -> KeySearch {
        var query = query
        query.objectClass = objectClass
        let search = try withSession("looking for \(query)") { session, generation in
            objectClass == .privateKey
                ? try searchPrivateKeys(query, in: session, generation: generation)
                : try searchKeys(query, in: session, generation: generation)
        }
        if search.keys.isEmpty, objectClass == .privateKey, !loginState.isLoggedIn {
            throw KeyStoreError(
                .keyNotFound, "no private key matches \(query) on \(token.name), where nobody is logged in",
                hint: "Private keys are hidden until somebody logs in: configure a source for the PIN.")
        }
        return search
    }

    private func only(_ search: KeySearch, _ query: KeyQuery, _ kind: String) throws -> FoundKey {
        guard let first = search.keys.first else {
            if let unreadable = search.unreadable { throw KeyStoreError(unreadable, while: "looking for \(query)") }
            throw KeyStoreError(.keyNotFound, "no \(kind) on \(token.name) matches \(query)")
        }
        guard search.keys.count == 1 else {
            throw KeyStoreError(
                .keyAmbiguous, "\(search.keys.count) keys on \(token.name) match \(query), and one is wanted",
                hint: "Name more of the key: its tag, label, type, size or fingerprint.",
                candidates: search.keys.map(\.attributes.candidate))
        }
        return first
    }

    func privateKey(_ found: FoundKey, warnings: [KeyWarning] = []) -> PrivateKey {
        PrivateKey(reference: reference(found), attributes: found.attributes, warnings: warnings)
    }

    func publicKey(_ found: FoundKey) -> PublicKey? {
        guard let rsa = found.attributes.rsa else { return nil }
        return PublicKey(rsa: rsa, reference: reference(found), attributes: found.attributes)
    }

    private func reference(_ found: FoundKey) -> KeyReference {
        KeyReference(store: self, found: found)
    }
}

extension KeyAttributes {
    /// One line that tells a key from others like it.
    var candidate: String {
        if let certificate {
            let x509 = try? X509Certificate(derRepresentation: certificate.value)
            return "certificate label \"\(escaped(label))\" id \(id.isEmpty ? "(none)" : hexadecimal(id))"
                + (x509.map { " subject \(escaped($0.subject)) serial number \($0.serialNumber)" } ?? "")
        }
        var parts = ["\(objectClass)", "\(keyType)"]
        if let sizeInBits { parts.append("\(sizeInBits) bits") }
        parts.append("label \"\(escaped(label))\"")
        parts.append("id \(id.isEmpty ? "(none)" : hexadecimal(id))")
        if let fingerprint = try? rsa?.fingerprintSHA256 { parts.append("fingerprint \(hexadecimal(fingerprint))") }
        return parts.joined(separator: " ")
    }
}
