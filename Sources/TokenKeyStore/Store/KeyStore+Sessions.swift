internal import PKCS11
internal import Synchronization

/// How an operation may be repeated after the connection was mended.
enum Repeatability {
    /// It changes nothing on the token: once more is safe.
    case safe
    /// It may have changed something: what happened must be looked at first.
    case unsafe
}

extension KeyStore {
    /// Lends a session to `body`, mends what a failure shows to be broken, and repeats `body` once if that is safe.
    ///
    /// In the steady state this makes no call to the token: no session is probed, failures are what tell.
    ///
    /// - Parameters:
    ///   - action: what is being done, for errors.
    ///   - readWrite: whether objects are created, changed or destroyed.
    ///   - repeatability: whether `body` may run twice.
    ///   - body: gets the session and the generation of object handles; throws ``PKCS11Error`` or ``KeyStoreError``.
    func withSession<Result>(
        _ action: @autoclosure () -> String, readWrite: Bool = false, _ repeatability: Repeatability = .safe,
        _ body: (borrowing Session, UInt) throws -> Result
    ) throws -> Result {
        var mayRepeat = repeatability == .safe
        // A second loss of the connection, before anything was asked of the token, does not count as the repeat.
        var mayBeginAgain = 3
        while true {
            do {
                return try attempt(readWrite: readWrite, body)
            } catch let failure as SessionFailure {
                let mended = try mend(failure, action())
                guard mended else { throw failure.storeError(while: action()) }
                if failure.isOfSession, mayBeginAgain > 0 {
                    mayBeginAgain -= 1
                } else {
                    guard mayRepeat else { throw failure.storeError(while: action()) }
                    mayRepeat = false
                }
            }
        }
    }

    /// Runs `body` once; throws ``SessionFailure`` for a failed call, and anything else as it is.
    private func attempt<Result>(
        readWrite: Bool, _ body: (borrowing Session, UInt) throws -> Result
    ) throws -> Result {
        // Whichever call ends last after the store was closed ends the login.
        defer { if pool.isClosed { endLogin() } }
        let lease = try takeLease(readWrite: readWrite)
        // After the session was taken: were the handles older than it, their numbers might be those of other objects.
        let generation = currentGeneration
        do {
            let result = try module.withSession(lease.handle) { session in try body(session, generation) }
            pool.putBack(lease)
            return result
        } catch {
            let cause = PKCS11Error(behind: error)
            if Self.leavesSessionUsable(error, cause) {
                pool.putBack(lease)
            } else {
                pool.discard(lease, after: error.isOfAnotherSession ? nil : cause)
            }
            if error is DecryptionFailure { throw KeyStoreError.decryptionFailed }
            guard error is PKCS11Error || error is VoidHandles, let cause else { throw error }
            throw SessionFailure(cause: cause, connection: lease.connection, generation: generation)
        }
    }

    /// A session, after making the connection anew where there is none: in a forked child, after a reconnect that failed, and after
    /// the module was initialised anew.
    func takeLease(readWrite: Bool) throws -> SessionPool.Lease {
        do {
            while true {
                if let lease = try pool.take(readWrite: readWrite) { return lease }
                try recovering {
                    guard !pool.isUsable else { return }
                    do {
                        try connectAgain(isFinalized: false)
                    } catch let error as KeyStoreError
                        where error.underlying?.returnValue == .cryptokiNotInitialized
                    {
                        // Somebody else in the process finalised the module since.
                        try connectAgain(isFinalized: true)
                    }
                }
            }
        } catch let failure as SessionPool.OpeningFailure {
            throw SessionFailure(
                cause: failure.cause, connection: failure.connection, generation: currentGeneration, isOfSession: true)
        }
    }

    /// A PIN that is missing in the middle of an operation leaves the operation active; so may what a caller's own code throws.
    private static func leavesSessionUsable(_ error: any Error, _ cause: PKCS11Error?) -> Bool {
        if let cause { return cause.leavesSessionUsable }
        guard let error = error as? KeyStoreError else { return false }
        return [
            .keyNotFound, .keyAmbiguous, .keyExists, .certificateNotFound, .certificateAmbiguous, .certificateExists,
            .tokenDisobeyed, .invalidKeyData, .keyTypeUnsupported,
        ].contains(error.code)
    }

    var currentGeneration: UInt { handleGeneration.load(ordering: .acquiring) }

    /// Mends what a failure shows to be broken.
    ///
    /// - Returns: whether the operation has a chance now.
    func mend(_ failure: SessionFailure, _ action: String) throws -> Bool {
        guard !pool.isClosed else { return false }
        switch failure.cause.returnValue {
        case .sessionHandleInvalid?, .sessionClosed?, .deviceError?, .deviceRemoved?, .deviceMemory?, .tokenNotPresent?,
            .tokenNotRecognized?, .slotIDInvalid?, .cryptokiNotInitialized?:
            try reconnect(after: failure.connection, isFinalized: failure.cause.returnValue == .cryptokiNotInitialized)
            return true
        case .userNotLoggedIn?:
            return try logInAgain(after: failure.generation)
        case .objectHandleInvalid?, .keyHandleInvalid?:
            // The key finds its object again by identity. Handles of private objects are also void after a logout, which some tokens
            // do not say.
            let isLost = recovery.withLock { _ in loginIsLost }
            return try isLost ? logInAgain(after: failure.generation) : true
        case .operationActive?:
            // The session is gone already.
            return true
        default:
            return false
        }
    }

    /// Asks whether the login is still there, where a search came up empty: private objects are not seen without it, and no call says
    /// so. Not called on the way to an operation that works.
    ///
    /// - Returns: false where no login took place.
    /// - Throws: `CKR_USER_NOT_LOGGED_IN` where it was lost, which ``withSession(_:readWrite:_:_:)`` knows how to mend.
    func isLoggedIn(in session: borrowing Session) throws -> Bool {
        guard status.withLock({ $0.expectsLogin }) else { return false }
        let state = try session.info().state
        guard state == .roPublicSession || state == .rwPublicSession else { return true }
        throw PKCS11Error.hiddenByLostLogin
    }

    /// Asks whether handles of objects are still good, where one names nothing: the login, or every session, may have been lost, and
    /// nobody has noticed. Not called on the way to an operation that works.
    ///
    /// - Throws: what shows that they are void, which ``withSession(_:readWrite:_:_:)`` knows how to mend.
    func confirmHandles(in session: borrowing Session, generation: UInt) throws {
        _ = try isLoggedIn(in: session)
        if let anchor = pool.anchor {
            do throws(PKCS11Error) {
                try module.withSession(anchor) { anchor throws(PKCS11Error) in _ = try anchor.info() }
            } catch {
                throw VoidHandles(cause: error)
            }
        }
        // Another thread may have mended the login or the connection since this session was taken, and made them good.
        guard currentGeneration == generation, pool.initialization == module.processGeneration else {
            throw VoidHandles(
                cause: PKCS11Error(
                    function: "C_GetSessionInfo", returnValue: .sessionHandleInvalid, while: "looking for objects anew")
            )
        }
    }
}

/// What shows that handles of objects are void, and was not met in the session that they were to be used in: that one may be as good as
/// before, and has to be closed.
private struct VoidHandles: Error {
    let cause: PKCS11Error
}

extension Error {
    /// Whether a failure need not have been met in the session that was lent out for the work.
    var isOfAnotherSession: Bool { self is VoidHandles || self is KeyStoreError }
}

/// A call that failed, with what it was made on.
struct SessionFailure: Error {
    let cause: PKCS11Error
    let connection: UInt
    let generation: UInt
    /// Whether there was no session to try it in, so that nothing was done.
    var isOfSession = false

    func storeError(while action: String) -> KeyStoreError { KeyStoreError(cause, while: action) }
}

extension PKCS11Error {
    static var hiddenByLostLogin: Self {
        Self(function: "C_GetSessionInfo", returnValue: .userNotLoggedIn, while: "looking for private objects")
    }

    /// The failed call behind an error of an operation, whichever type it was given.
    init?(behind error: any Error) {
        switch error {
        case let error as PKCS11Error: self = error
        case let error as VoidHandles: self = error.cause
        case let error as KeyStoreError:
            guard let underlying = error.underlying else { return nil }
            self = underlying
        case let error as DecryptionFailure: self = error.cause
        case let error as MechanismRefusal: self = error.cause
        default: return nil
        }
    }

    /// Whether the session that the call was made on can be used again: the call has no operation to leave behind, and the
    /// answer says nothing of the session or the device. Cryptoki 2.40 has no way to cancel that works everywhere.
    var leavesSessionUsable: Bool {
        switch returnValue {
        case .attributeReadOnly?, .attributeSensitive?, .attributeTypeInvalid?, .attributeValueInvalid?,
            .mechanismInvalid?,
            .mechanismParamInvalid?, .argumentsBad?, .templateIncomplete?,
            .templateInconsistent?, .keySizeRange?, .keyTypeInconsistent?, .keyFunctionNotPermitted?,
            .functionNotSupported?, .tokenWriteProtected?, .sessionReadOnly?:
            break
        default:
            return false
        }
        switch function {
        case "C_SignInit", "C_DecryptInit", "C_EncryptInit", "C_VerifyInit", "C_DigestInit", "C_FindObjectsInit",
            "C_GetAttributeValue", "C_CreateObject", "C_CopyObject", "C_SetAttributeValue", "C_DestroyObject",
            "C_GenerateKey", "C_GenerateKeyPair", "C_UnwrapKey", "C_WrapKey", "C_DeriveKey", "C_GenerateRandom":
            return true
        default:
            return false
        }
    }
}
