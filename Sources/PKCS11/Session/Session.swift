internal import CPKCS11

/// A session with a token (`CK_SESSION_HANDLE`).
///
/// A session is for one user at a time: Cryptoki keeps one operation of a kind per session. The type is not copyable and not
/// `Sendable`, so the compiler confines it to one owner; a pool that hands sessions from thread to thread keeps the
/// ``handle`` (see ``release()``) and makes the session anew.
///
///     let session = try slot.openSession()
///     let random = try session.randomBytes(count: 32)
///     try session.close()
public struct Session: ~Copyable {
    let functions: ModuleFunctions
    /// The handle.
    public let handle: SessionHandle

    init(functions: ModuleFunctions, handle: SessionHandle) {
        self.functions = functions
        self.handle = handle
    }

    /// Takes over a handle that ``release()`` gave.
    ///
    /// - Parameters:
    ///   - handle: of an open session that nobody else uses.
    ///   - module: the module that opened it.
    public init(adopting handle: SessionHandle, of module: Module) {
        self.init(functions: module.functions, handle: handle)
    }

    /// Closes the session where nobody did; what the module answers is not known then.
    deinit {
        _ = functions.returnValue { $0.pointee.C_CloseSession?(handle.rawValue) }
    }

    /// Closes the session (`C_CloseSession`). Its session objects are destroyed, and when it was the last one, the
    /// login ends.
    ///
    /// - Throws: ``PKCS11Error`` with the return value; the session is gone all the same.
    public consuming func close() throws(PKCS11Error) {
        let functions = functions
        let handle = handle
        discard self
        try functions.call("C_CloseSession", while: "closing a session") { $0.pointee.C_CloseSession?(handle.rawValue) }
    }

    /// Gives up the session without closing it.
    ///
    /// - Returns: its handle, now the caller's to close.
    public consuming func release() -> SessionHandle {
        let handle = handle
        discard self
        return handle
    }

    /// The state of the session (`C_GetSessionInfo`). A local call on most modules, a round trip on some: not for every operation.
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func info() throws(PKCS11Error) -> SessionInfo {
        var info = CK_SESSION_INFO()
        try functions.call("C_GetSessionInfo", while: "asking about a session") {
            $0.pointee.C_GetSessionInfo?(handle.rawValue, &info)
        }
        return SessionInfo(
            slotID: info.slotID, state: SessionState(rawValue: info.state), flags: SessionFlags(rawValue: info.flags),
            deviceError: info.ulDeviceError)
    }
}

extension Module {
    /// Lends a session that is known by its handle, as a pool keeps it. It stays open.
    ///
    /// - Parameters:
    ///   - handle: of an open session of this module that nobody else uses meanwhile.
    ///   - body: what to do with it.
    @inlinable public func withSession<Result, Failure: Error>(
        _ handle: SessionHandle, _ body: (borrowing Session) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let session = Session(adopting: handle, of: self)
        let result: Result
        do {
            result = try body(session)
        } catch {
            _ = session.release()
            throw error
        }
        _ = session.release()
        return result
    }
}

/// The state of a session (`CK_SESSION_INFO`, PKCS #11 2.40 section 3.3).
public struct SessionInfo: Hashable, Sendable {
    /// The slot.
    public let slotID: UInt
    /// Read-only or read/write, and who is logged in.
    public let state: SessionState
    /// `CKF_RW_SESSION`, `CKF_SERIAL_SESSION`.
    public let flags: SessionFlags
    /// A code of the device, whose meaning is the vendor's.
    public let deviceError: UInt
}
