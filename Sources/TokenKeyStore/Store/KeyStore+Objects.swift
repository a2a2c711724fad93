internal import PKCS11

/// A key object as a search found it.
struct FoundKey: Sendable {
    let handle: ObjectHandle
    let generation: UInt
    let attributes: KeyAttributes
}

extension KeyStore {
    /// Reads the key objects that a query matches; what is no key, or cannot be read, is passed over.
    func foundKeys(_ query: KeyQuery, in session: borrowing Session, generation: UInt) throws -> [FoundKey] {
        let handles = try session.find(query.template)
        var keys: [FoundKey] = []
        keys.reserveCapacity(handles.count)
        for handle in handles {
            guard let attributes = try keyAttributes(of: handle, objectClass: query.objectClass, in: session),
                query.matches(attributes)
            else { continue }
            keys.append(FoundKey(handle: handle, generation: generation, attributes: attributes))
        }
        return keys
    }

    /// Reads one object; nil where it is no key, has gone, or cannot be read. One odd object never hides the others.
    func keyAttributes(
        of handle: ObjectHandle, objectClass: ObjectClass?, in session: borrowing Session
    ) throws -> KeyAttributes? {
        let reader = tokenState.reader
        do {
            return KeyAttributes(
                try reader.attributes(KeyAttributes.types(of: objectClass), of: handle, in: session))
        } catch  where error.isAboutOneObject {
            guard objectClass == nil else { return nil }
            // A module that fails the whole read for one attribute that the class does not have: ask for the class first.
            guard let values = try? session.attributes([.objectClass], of: handle),
                let number = values.number(.objectClass)
            else { return nil }
            let types = KeyAttributes.types(of: ObjectClass(rawValue: number))
            guard let values = try? session.attributes(types, of: handle) else { return nil }
            return KeyAttributes(values)
        }
    }

    /// The objects with an identity.
    func objects(with identity: KeyIdentity, in session: borrowing Session) throws -> [ObjectHandle] {
        var query = KeyQuery(objectClass: identity.objectClass, keyType: identity.keyType, includesIncomplete: true)
        query.tag = identity.id
        return try foundKeys(query, in: session, generation: 0)
            .filter { KeyIdentity($0.attributes) == identity }.map(\.handle)
    }
}

extension PKCS11Error {
    /// Whether the failure says nothing of the session or the token, only of the object that was read.
    var isAboutOneObject: Bool {
        switch returnValue {
        case .objectHandleInvalid?, .keyHandleInvalid?, .functionFailed?, .generalError?, .argumentsBad?,
            .attributeSensitive?,
            .attributeTypeInvalid?, .attributeValueInvalid?, .dataInvalid?, .functionNotSupported?:
            true
        case nil: code == .malformedResponse
        default: false
        }
    }
}
