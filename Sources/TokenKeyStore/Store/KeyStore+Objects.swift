internal import PKCS11

/// A key object as a search found it.
struct FoundKey: Sendable {
    let handle: ObjectHandle
    let generation: UInt
    let attributes: KeyAttributes

    var identity: KeyIdentity { KeyIdentity(attributes) }
}

/// What a search for key objects came to.
struct KeySearch: Sendable {
    var keys: [FoundKey] = []
    /// Why an object that may be one of them could not be read, if one could not.
    var unreadable: PKCS11Error?

    /// The keys, where nothing was passed over: what is not seen is not there.
    ///
    /// - Throws: why an object could not be read.
    func complete() throws -> [FoundKey] {
        if let unreadable { throw unreadable }
        return keys
    }
}

extension KeyStore {
    /// Reads the key objects that a query matches; what is no key, or cannot be read, is passed over.
    func foundKeys(_ query: KeyQuery, in session: borrowing Session, generation: UInt) throws -> [FoundKey] {
        try searchKeys(query, in: session, generation: generation).keys
    }

    /// Reads the key objects that a query matches, and says whether one could not be read.
    ///
    /// - Parameter sessionObjects: whether to find those that end with a session in place of those that stay. Every session of the
    ///   process sees them, and they are found through their own reference only.
    func searchKeys(
        _ query: KeyQuery, sessionObjects: Bool = false, in session: borrowing Session, generation: UInt
    ) throws -> KeySearch {
        let handles = try find(query.template, in: session)
        var search = KeySearch()
        search.keys.reserveCapacity(handles.count)
        var gone: [ObjectHandle: PKCS11Error] = [:]
        for handle in handles {
            switch try read(handle, objectClass: query.objectClass, in: session) {
            case .key(let attributes):
                guard query.matches(attributes), attributes.isSessionObject == sessionObjects else { continue }
                search.keys.append(FoundKey(handle: handle, generation: generation, attributes: attributes))
            case .notAKey:
                continue
            case .gone(let error):
                gone[handle] = error
            case .unreadable(let error):
                search.unreadable = error
            }
        }
        // Somebody deleted it meanwhile, unless the token goes on listing what it says is not there.
        if !gone.isEmpty, let listed = try find(query.template, in: session).first(where: { gone[$0] != nil }) {
            search.unreadable = gone[listed]
        }
        return search
    }

    /// The same for private keys, which are hidden while nobody is logged in: where none is found that is looked into.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN` where the login was lost.
    func searchPrivateKeys(
        _ query: KeyQuery, sessionObjects: Bool = false, in session: borrowing Session, generation: UInt
    ) throws -> KeySearch {
        let search = try searchKeys(query, sessionObjects: sessionObjects, in: session, generation: generation)
        guard search.keys.isEmpty, try isLoggedIn(in: session) else { return search }
        // Another thread may have logged in again since the search.
        return try searchKeys(query, sessionObjects: sessionObjects, in: session, generation: generation)
    }

    /// The objects of an identity's class, type and ID. Private ones that are hidden are not taken for none.
    func search(
        for identity: KeyIdentity, sessionObjects: Bool = false, in session: borrowing Session, generation: UInt
    ) throws -> KeySearch {
        let query = KeyQuery(identity)
        // A certificate may be private too.
        guard identity.objectClass == .privateKey || identity.objectClass == .certificate else {
            return try searchKeys(query, sessionObjects: sessionObjects, in: session, generation: generation)
        }
        return try searchPrivateKeys(query, sessionObjects: sessionObjects, in: session, generation: generation)
    }

    enum Reading {
        case key(KeyAttributes)
        case notAKey
        /// As the token says, twice: true where it lists the object no more.
        case gone(PKCS11Error)
        case unreadable(PKCS11Error)
    }

    /// Reads one object. One that cannot be read is no failure of the search: it must not hide the others.
    ///
    /// - Throws: a failure that is not about this object.
    func read(_ handle: ObjectHandle, objectClass: ObjectClass?, in session: borrowing Session) throws -> Reading {
        var failure: PKCS11Error
        do throws(PKCS11Error) {
            return reading(
                try tokenState.reader.attributes(KeyAttributes.types(of: objectClass), of: handle, in: session),
                objectClass)
        } catch {
            guard error.isAboutOneObject else { throw error }
            failure = error
        }
        // Again, since a token may fail once, and an object that is said to be gone must not be taken for deleted on one word; and
        // by class, since one may fail the whole read for an attribute that the class does not have.
        let wantedClass = objectClass
        for isLast in [false, true] {
            do throws(PKCS11Error) {
                var objectClass = objectClass
                if objectClass == nil {
                    objectClass = try session.attributes([.objectClass], of: handle).number(.objectClass)
                        .map { ObjectClass(rawValue: $0) }
                }
                let types =
                    isLast && wantedClass == .certificate
                    ? CertificateFields.essentialTypes : KeyAttributes.types(of: objectClass)
                return reading(try session.attributes(types, of: handle), wantedClass)
            } catch {
                guard error.isAboutOneObject else { throw error }
                guard error.saysObjectIsGone else {
                    if wantedClass == .certificate, !isLast { continue }
                    return try isBegun(handle, error, in: session) ? .key(.begun) : .unreadable(error)
                }
                if failure.saysObjectIsGone { return .gone(error) }
                failure = error
            }
        }
        return .gone(failure)
    }

    /// Whether a search shows an object that a call said is not there.
    func isListed(_ object: ObjectHandle, in session: borrowing Session) throws -> Bool {
        try find([], in: session).contains(object)
    }

    private func reading(_ values: AttributeValues, _ wantedClass: ObjectClass?) -> Reading {
        if wantedClass == .certificate {
            return KeyAttributes(values, wantedClass: wantedClass).map { .key($0) } ?? .notAKey
        }
        // The quirk is asked about only where it matters: it may be a call to the module.
        guard var attributes = KeyAttributes(values, areMadeInSteps: true) else { return .notAKey }
        if attributes.isBegun, !has(.objectsMadeInSteps), let whole = KeyAttributes(values) { attributes = whole }
        return .key(attributes)
    }

    /// Whether an object that cannot be read is one of a token that makes objects in steps, and has not even a class yet.
    ///
    /// SoftHSM answers alike for an object of a type that it was built without; but that has a class, by which it is found.
    private func isBegun(
        _ handle: ObjectHandle, _ error: PKCS11Error, in session: borrowing Session
    ) throws -> Bool {
        guard error.returnValue == .attributeValueInvalid, has(.objectsMadeInSteps) else { return false }
        for objectClass in ObjectClass.standard {
            if try find([.objectClass(objectClass)], in: session).contains(handle) { return false }
        }
        return true
    }

    /// The objects that nothing tells apart from one that was found before: the same key under the same name, for the same uses, and
    /// as well protected.
    ///
    /// - Throws: also why one that may be of them could not be read.
    func alike(_ object: FoundKey, in session: borrowing Session, generation: UInt) throws -> [FoundKey] {
        var search = try search(
            for: object.identity, sessionObjects: object.attributes.isSessionObject, in: session,
            generation: generation)
        search.keys.removeAll {
            $0.identity != object.identity || !$0.attributes.isAlike(object.attributes)
        }
        // What cannot be read and is more than begun has a class, and so is not like what has none.
        return object.identity.objectClass == .unsaid ? search.keys : try search.complete()
    }
}

extension KeyStore {
    /// The object among those alike: by its handle as long as that is good, and after that any one, since nothing tells them apart.
    ///
    /// - Returns: nil where it is not there any more.
    /// - Throws: also what shows that its handle is void, and nobody had noticed.
    func current(
        _ object: FoundKey, among alike: [FoundKey], in session: borrowing Session, generation: UInt
    ) throws -> FoundKey? {
        guard object.generation == generation else { return alike.first }
        if let same = alike.first(where: { $0.handle == object.handle }) { return same }
        // It does not say yet that it is one of the token, and SoftHSM gives it a handle of the session that found it.
        if object.attributes.isBegun { return alike.first }
        try confirmHandles(in: session, generation: generation)
        return nil
    }
}

extension KeyQuery {
    /// What matches every object of an identity.
    init(_ identity: KeyIdentity) {
        self.init(
            tag: identity.id, objectClass: identity.objectClass, keyType: identity.keyType, includesIncomplete: true)
    }
}

extension ObjectClass {
    /// All that the standard knows, and the one that SoftHSM has in place of others.
    fileprivate static let standard =
        (ObjectClass.data.rawValue...ObjectClass.trust.rawValue).map { ObjectClass(rawValue: $0) } + [.vendorDefined]
}

extension KeyAttributes {
    /// Whether two objects of one identity have the same name, uses and protection: all that a change may make different, so that a
    /// changed copy is never taken for its original.
    func isAlike(_ other: KeyAttributes) -> Bool {
        let flags = KeyUsage.flags(of: objectClass)
        return labelBytes == other.labelBytes && usage.intersection(flags) == other.usage.intersection(flags)
            && protection == other.protection
    }

    /// What protects the object; nil for what the token does not say.
    private var protection: [Bool?] {
        // Some tokens answer for a public key too where they are asked.
        objectClass == .publicKey ? [] : [isSensitive, isExtractable, isAlwaysSensitive, isNeverExtractable]
    }

    /// Whether the token says of both objects what protects them, or of neither.
    func showsProtection(as other: KeyAttributes) -> Bool {
        protection.map { $0 == nil } == other.protection.map { $0 == nil }
    }
}

extension PKCS11Error {
    /// Whether the failure says nothing of the session or the token, only of the object that was read.
    var isAboutOneObject: Bool {
        switch returnValue {
        case .objectHandleInvalid?, .keyHandleInvalid?, .functionFailed?, .generalError?, .argumentsBad?,
            .attributeSensitive?, .attributeTypeInvalid?, .attributeValueInvalid?, .dataInvalid?,
            .functionNotSupported?, .bufferTooSmall?:
            true
        case nil: code == .malformedResponse
        default: false
        }
    }

    var saysObjectIsGone: Bool { returnValue == .objectHandleInvalid || returnValue == .keyHandleInvalid }
}
