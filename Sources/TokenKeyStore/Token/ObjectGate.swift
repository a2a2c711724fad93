internal import PKCS11

/// Keeps searches out while the process writes an object, where a token cannot bear both (``Quirk/searchBesideWrites``).
///
/// A search of SoftHSM 2.6 reads the folder of the objects. It takes one that another thread is writing for a whole one: the write ends with
/// CKR_GENERAL_ERROR, or the object is read without the attributes that were not written yet (11 of some 20,000 calls of 8 threads). Its
/// own locks do not keep the two apart.
///
/// What waits for what: a search waits for the objects of the token that are being written, a generation of such a pair included, which may
/// take seconds; a write waits for the searches that run. Session objects are in no file, and neither wait nor are waited for. Signing
/// and decryption are not held up: they do not come by here as long as the handle of the key is good, and a search that waits leaves
/// its place in the pool to them, for it has to keep its session.
final class ObjectGate: Sendable {
    private struct State {
        var searches = 0
        var isWriting = false
        var waitingWriters = 0
    }

    private let state = ForkSafeLock(State(), inChild: .fresh { State() })

    /// Begins a search unless somebody writes or wants to. ``endSearch()`` has to follow where it does.
    func beginSearchAtOnce() -> Bool { state.withLock { Self.beginSearch(&$0) } != nil }

    /// Waits until nobody writes. ``endSearch()`` has to follow.
    func beginSearch() { _ = state.wait(atMost: nil) { Self.beginSearch(&$0) } }

    private static func beginSearch(_ state: inout State) -> Bool? {
        // Whoever wants to write comes first, or many threads that search would keep him out for ever.
        guard !state.isWriting, state.waitingWriters == 0 else { return nil }
        state.searches += 1
        return true
    }

    func endSearch() {
        state.withLock { $0.searches = max($0.searches - 1, 0) }
        state.broadcast()
    }

    /// Waits until nobody searches or writes. ``endWriting()`` has to follow.
    func beginWriting() {
        state.withLock { $0.waitingWriters += 1 }
        _ = state.wait(atMost: nil) { state -> Bool? in
            guard !state.isWriting, state.searches == 0 else { return nil }
            state.isWriting = true
            state.waitingWriters = max(state.waitingWriters - 1, 0)
            return true
        }
    }

    func endWriting() {
        state.withLock { $0.isWriting = false }
        state.broadcast()
    }
}

/// The calls that read or write what objects there are, and none of them inside another. Unwrapping is not among them: SoftHSM takes keys
/// without.
extension KeyStore {
    /// The objects with all of these attributes.
    func find(_ template: [Attribute], in session: borrowing Session) throws(PKCS11Error) -> [ObjectHandle] {
        guard let gate = objectGate else { return try session.find(template) }
        if !gate.beginSearchAtOnce() {
            pool.beginWaiting()
            defer { pool.endWaiting() }
            gate.beginSearch()
        }
        defer { gate.endSearch() }
        return try session.find(template)
    }

    /// `C_CreateObject`.
    ///
    /// - Parameter isKept: whether the template is that of an object of the token.
    func create(
        _ template: [Attribute], isKept: Bool, in session: borrowing Session
    ) throws(PKCS11Error) -> ObjectHandle {
        let gate = isKept ? objectGate : nil
        gate?.beginWriting()
        defer { gate?.endWriting() }
        return try session.createObject(template)
    }

    /// `C_CopyObject`; the copy is one of the token.
    func copy(
        _ object: ObjectHandle, changing template: [Attribute], in session: borrowing Session
    ) throws(PKCS11Error) -> ObjectHandle {
        objectGate?.beginWriting()
        defer { objectGate?.endWriting() }
        return try session.copyObject(object, changing: template)
    }

    /// `C_GenerateKeyPair`.
    ///
    /// - Parameter isKept: whether one of the halves is to be an object of the token.
    func generateKeyPair(
        _ mechanism: Mechanism, publicTemplate: [Attribute], privateTemplate: [Attribute], isKept: Bool,
        in session: borrowing Session
    ) throws(PKCS11Error) -> (publicKey: ObjectHandle, privateKey: ObjectHandle) {
        let gate = isKept ? objectGate : nil
        gate?.beginWriting()
        defer { gate?.endWriting() }
        return try session.generateKeyPair(
            mechanism, publicTemplate: publicTemplate, privateTemplate: privateTemplate)
    }

    /// `C_SetAttributeValue`.
    func setAttributes(
        _ template: [Attribute], of object: ObjectHandle, in session: borrowing Session
    ) throws(PKCS11Error) {
        objectGate?.beginWriting()
        defer { objectGate?.endWriting() }
        try session.setAttributes(template, of: object)
    }

    /// `C_DestroyObject` for an object of the token.
    func destroy(_ object: ObjectHandle, in session: borrowing Session) throws(PKCS11Error) {
        objectGate?.beginWriting()
        defer { objectGate?.endWriting() }
        try session.destroyObject(object)
    }

    /// nil for a token that needs none.
    private var objectGate: ObjectGate? { has(.searchBesideWrites) ? tokenState.objectGate : nil }
}
