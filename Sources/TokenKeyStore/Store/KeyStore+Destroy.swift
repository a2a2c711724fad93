internal import PKCS11

/// What became of an object that was to be destroyed.
enum Destruction {
    case done
    /// The object was seen afterwards.
    case failed(any Error)
    /// Whether the object is still there cannot be told.
    case uncertain(any Error)

    /// - Throws: the error, unless the object is gone.
    func get() throws {
        switch self {
        case .done: return
        case .failed(let error), .uncertain(let error): throw error
        }
    }
}

extension KeyStore {
    /// Destroys an object. After an error the token is looked at, since it may have done the work and then reported one; and once
    /// more is tried, since half a deletion is worse than a slow one.
    ///
    /// The objects alike are counted before and after: handles are void after a reconnect, and where a copy of the key exists that
    /// nothing tells apart (an imported key that replaces itself), to find one there would not say which.
    func destroy(_ object: FoundKey) -> Destruction {
        var before: Int?
        var failure: any Error = KeyStoreError(.internalError, "no attempt was made")
        // After this one it means nothing that the object cannot be seen.
        var hidingFailure: (any Error)?
        for _ in 0..<2 {
            do {
                try withSession("deleting \(object.attributes.name)", readWrite: true, .unsafe) { session, generation in
                    let alike = try alike(object, in: session, generation: generation)
                    if let before, alike.count < before {
                        if let hidingFailure { throw hidingFailure }
                        return
                    }
                    before = alike.count
                    let current = try current(object, among: alike, in: session, generation: generation)
                    if let current { try destroy(current.handle, in: session) }
                }
                return .done
            } catch {
                failure = error
                if mayHide(error) { hidingFailure = error }
            }
        }
        let left = try? withSession("looking whether \(object.attributes.name) is there") { session, generation in
            try alike(object, in: session, generation: generation).count
        }
        guard let left, let before else { return .uncertain(failure) }
        guard left < before else { return .failed(failure) }
        return hidingFailure.map { .uncertain($0) } ?? .done
    }

    private func mayHide(_ error: any Error) -> Bool {
        guard has(.hidesWhatItCannotDestroy), let cause = (error as? KeyStoreError)?.underlying else { return false }
        return cause.function == "C_DestroyObject" && cause.returnValue == .functionFailed
    }

    /// Destroys objects, private halves first, all that can be.
    ///
    /// - Throws: the first failure.
    func destroy(_ objects: [FoundKey]) throws {
        let privateHalves = objects.filter { $0.attributes.objectClass == .privateKey }
        let others = objects.filter { $0.attributes.objectClass != .privateKey }
        let outcomes = (privateHalves + others).map { destroy($0) }
        for outcome in outcomes { try outcome.get() }
    }
}
