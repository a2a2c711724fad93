internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What makes a key object that one and no other: class, type, ID and public value, and that it is no more than begun, where that is so.
struct KeyIdentity: Hashable, Sendable {
    let objectClass: ObjectClass
    let keyType: KeyType
    var id: Data
    let rsa: RSAPublicKey?
    let ecPoint: Data?
    let isBegun: Bool
    /// The value of a certificate.
    let certificate: Data?

    init(_ key: KeyAttributes) {
        objectClass = key.objectClass
        keyType = key.keyType
        id = key.id
        rsa = key.rsa
        ecPoint = key.ecPoint
        isBegun = key.isBegun
        certificate = key.certificate?.value
    }

    init(_ objectClass: ObjectClass, _ rsa: RSAPublicKey, id: Data) {
        self.objectClass = objectClass
        keyType = .rsa
        self.id = id
        self.rsa = rsa
        ecPoint = nil
        isBegun = false
        certificate = nil
    }

    init(certificate: Data, id: Data) {
        objectClass = .certificate
        keyType = .unsaid
        self.id = id
        rsa = nil
        ecPoint = nil
        isBegun = false
        self.certificate = certificate
    }

    /// For messages.
    var noun: String { objectClass == .certificate ? "certificate" : "key" }
}

/// A key object on a token: its identity, and its handle for as long as that is good.
///
/// Handles are void after a reconnect or another login, and may then name another key; so a handle is only used in the
/// generation that it was found in, and otherwise the object is found again by its identity.
final class KeyReference: Sendable {
    let store: KeyStore
    let identity: KeyIdentity
    /// What the object looked like when it was found, to tell it from other objects of its identity.
    private let attributes: KeyAttributes
    private let cached: ForkSafeLock<(handle: ObjectHandle, generation: UInt)?>
    /// Of a session key, what it ends with. Such an object is not found again.
    private let session: KeptSession?

    init(store: KeyStore, found: FoundKey, session: KeptSession? = nil) {
        self.store = store
        self.session = session
        identity = found.identity
        attributes = found.attributes
        cached = ForkSafeLock((found.handle, found.generation), inChild: .fresh { nil })
    }

    /// The handle of the object, found again where the old one is void.
    func handle(in session: borrowing Session, generation: UInt) throws -> ObjectHandle {
        let known = cached.withLock { $0 }
        if let known, known.generation == generation { return known.handle }
        return try findAgain(in: session, generation: generation).handle
    }

    private func findAgain(in session: borrowing Session, generation: UInt) throws -> FoundKey {
        guard !isSessionKey else {
            throw KeyStoreError(
                .keyNotFound, "the key was not kept on \(store.token.name), and its session has ended",
                hint: "Such a key ends with the connection to the token, and a forked process does not have it.")
        }
        let search = try store.search(for: identity, in: session, generation: generation)
        var found = search.keys.filter { $0.identity == identity }
        if found.count > 1 {
            let alike = found.filter { $0.attributes.isAlike(attributes) }
            if alike.count == 1 { found = alike }
        }
        guard let first = found.first else {
            if let unreadable = search.unreadable { throw unreadable }
            throw KeyStoreError(
                identity.objectClass == .certificate ? .certificateNotFound : .keyNotFound,
                "the \(identity.noun) is not on \(store.token.name) any more",
                hint: Self.goneHint)
        }
        // What is only begun is told apart by nothing, nor is there anything in it to be lost by taking one for another.
        guard found.count == 1 || identity.isBegun else {
            throw KeyStoreError(
                identity.objectClass == .certificate ? .certificateAmbiguous : .keyAmbiguous,
                "\(found.count) objects on \(store.token.name) are this \(identity.noun)",
                hint: "Delete the copies.", candidates: found.map(\.attributes.candidate))
        }
        cached.withLock { $0 = (first.handle, generation) }
        return first
    }

    /// The object as it is now.
    ///
    /// - Throws: ``KeyStoreError/Code/keyNotFound`` where it is gone.
    func object(in session: borrowing Session, generation: UInt) throws -> FoundKey {
        let handle = try handle(in: session, generation: generation)
        switch try store.read(handle, objectClass: identity.objectClass, in: session) {
        case .key(let attributes) where KeyIdentity(attributes) == identity:
            return FoundKey(handle: handle, generation: generation, attributes: attributes)
        case .unreadable(let error):
            throw error
        default:
            forget(handle)
            return try findAgain(in: session, generation: generation)
        }
    }

    /// Runs an operation with the object; if the token says that the handle is void, once more with a fresh one.
    func withObject<Result>(
        _ action: @autoclosure () -> String, readWrite: Bool = false, _ repeatability: Repeatability = .safe,
        _ body: (borrowing Session, ObjectHandle) throws -> Result
    ) throws -> Result {
        do {
            return try store.withSession(action(), readWrite: readWrite, repeatability) { session, generation in
                let handle = try handle(in: session, generation: generation)
                do {
                    return try body(session, handle)
                } catch let error as PKCS11Error {
                    if error.returnValue == .objectHandleInvalid || error.returnValue == .keyHandleInvalid {
                        forget(handle)
                    }
                    throw error
                }
            }
        } catch let error as KeyStoreError where error.underlying?.mayBeOfDeletedKey == true && isGone {
            throw KeyStoreError(
                .keyNotFound, "\(action()) failed: the key is not on \(store.token.name) any more",
                hint: Self.goneHint, underlying: error.underlying)
        }
    }

    private static let goneHint = "It was deleted or replaced since it was looked up."

    /// Whether the token has the key no more. Asked only after a failure; nothing that leaves it open says yes.
    private var isGone: Bool {
        guard !isSessionKey else { return false }
        let isThere = try? store.withSession("looking for the key again") { session, generation in
            try store.search(for: identity, in: session, generation: generation).complete()
                .contains { $0.identity == identity }
        }
        return isThere == false
    }

    /// Whether the object is not kept on the token.
    var isSessionKey: Bool { session != nil }

    /// Closes the session of a session key.
    func endSession() {
        cached.withLock { $0 = nil }
        session?.end()
    }

    private func forget(_ handle: ObjectHandle) {
        cached.withLock { if $0?.handle == handle { $0 = nil } }
    }
}

extension PKCS11Error {
    /// Whether a token may say this of a key that is being deleted at this moment, in place of `CKR_KEY_HANDLE_INVALID`: SoftHSM
    /// finds an object without attributes, which permits nothing, or cannot read it.
    ///
    /// Of decryption only its beginning counts: what comes after depends on the ciphertext, and must not take longer for one than for
    /// another.
    fileprivate var mayBeOfDeletedKey: Bool {
        switch returnValue {
        case .keyFunctionNotPermitted?, .keyTypeInconsistent?: function == "C_SignInit" || function == "C_DecryptInit"
        case .generalError?, .functionFailed?:
            function == "C_SignInit" || function == "C_DecryptInit" || function == "C_Sign"
        default: false
        }
    }
}
