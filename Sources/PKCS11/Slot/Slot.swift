internal import CPKCS11

/// A place of a module where a token may be. A slot id is only good for as long as the module stays initialised: address
/// tokens by label and serial number.
public struct Slot: Hashable, Sendable {
    /// The module it belongs to.
    public let module: Module
    /// `CK_SLOT_ID`.
    public let id: UInt

    /// What the module says of the slot (`C_GetSlotInfo`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_SLOT_ID_INVALID`.
    public func info() throws(PKCS11Error) -> SlotInfo {
        var info = CK_SLOT_INFO()
        try module.functions.call("C_GetSlotInfo", while: "asking about slot \(id)") {
            $0.pointee.C_GetSlotInfo?(id, &info)
        }
        return SlotInfo(info)
    }

    /// What the token in the slot says of itself (`C_GetTokenInfo`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value, `CKR_TOKEN_NOT_PRESENT` for an empty slot.
    public func tokenInfo() throws(PKCS11Error) -> TokenInfo {
        var info = CK_TOKEN_INFO()
        try module.functions.call("C_GetTokenInfo", while: "asking about the token in slot \(id)") {
            $0.pointee.C_GetTokenInfo?(id, &info)
        }
        return TokenInfo(info)
    }

    /// The mechanisms of the token (`C_GetMechanismList`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value, or ``PKCS11Error/Code/malformedResponse`` for an absurd count.
    public func mechanisms() throws(PKCS11Error) -> [MechanismType] {
        for _ in 0..<4 {
            var count: CK_ULONG = 0
            try module.functions.call("C_GetMechanismList", while: "counting the mechanisms of slot \(id)") {
                $0.pointee.C_GetMechanismList?(id, nil, &count)
            }
            guard count <= 65536 else {
                throw PKCS11Error(code: .malformedResponse, message: "slot \(id) says that it has \(count) mechanisms")
            }
            guard count > 0 else { return [] }
            let room = Int(count)
            // One more than is declared: p11-kit's client (0.24) moves the list up where it drops a mechanism that it cannot carry, and
            // reads one entry behind the end of the buffer.
            var list = [CK_MECHANISM_TYPE](repeating: 0, count: room + 1)
            let rv = list.withUnsafeMutableBufferPointer { buffer in
                module.functions.returnValue { $0.pointee.C_GetMechanismList?(id, buffer.baseAddress, &count) }
            }
            if rv == .bufferTooSmall { continue }
            guard rv == .ok else {
                throw PKCS11Error(
                    function: "C_GetMechanismList", returnValue: rv, while: "listing the mechanisms of slot \(id)")
            }
            return list.prefix(min(Int(clamping: count), room)).map { MechanismType(rawValue: $0) }
        }
        throw PKCS11Error(
            function: "C_GetMechanismList", returnValue: .bufferTooSmall,
            while: "listing the mechanisms of slot \(id), which keep changing")
    }

    /// What the token can do with a mechanism (`C_GetMechanismInfo`).
    ///
    /// - Throws: ``PKCS11Error``, `CKR_MECHANISM_INVALID` where the token does not have it.
    public func mechanismInfo(_ mechanism: MechanismType) throws(PKCS11Error) -> MechanismInfo {
        var info = CK_MECHANISM_INFO()
        try module.functions.call("C_GetMechanismInfo", while: "asking slot \(id) about \(mechanism)") {
            $0.pointee.C_GetMechanismInfo?(id, mechanism.rawValue, &info)
        }
        return MechanismInfo(
            minKeySize: available(info.ulMinKeySize), maxKeySize: available(info.ulMaxKeySize),
            flags: MechanismFlags(rawValue: info.flags))
    }

    /// Opens a session (`C_OpenSession`).
    ///
    /// - Parameter readWrite: false, the default, for a session that cannot change token objects.
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_SESSION_COUNT` or `CKR_TOKEN_WRITE_PROTECTED`.
    public func openSession(readWrite: Bool = false) throws(PKCS11Error) -> Session {
        var handle: CK_SESSION_HANDLE = 0
        // CKF_SERIAL_SESSION must always be set (PKCS #11 2.40, section 5.6).
        let flags: SessionFlags = readWrite ? [.serialSession, .rwSession] : .serialSession
        try module.functions.call("C_OpenSession", while: "opening a session on slot \(id)") {
            $0.pointee.C_OpenSession?(id, flags.rawValue, nil, nil, &handle)
        }
        module.openedSessions.add(1, ordering: .relaxed)
        return Session(functions: module.functions, handle: SessionHandle(rawValue: handle))
    }

    /// Closes every session of this process with the token in the slot (`C_CloseAllSessions`), and so logs out.
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func closeAllSessions() throws(PKCS11Error) {
        try module.functions.call("C_CloseAllSessions", while: "closing all sessions of slot \(id)") {
            $0.pointee.C_CloseAllSessions?(id)
        }
    }

    /// Initialises the token (`C_InitToken`), which destroys everything on it. The slot id may change.
    ///
    /// - Parameters:
    ///   - label: at most 32 bytes of UTF-8; the rest is padded with spaces.
    ///   - soPIN: the security officer's PIN: the new one, or on an initialised token the present one. nil for a token
    ///     with a PIN pad.
    /// - Throws: ``PKCS11Error/Code/invalidArgument`` for a label that is too long, or the return value.
    public func initializeToken(label: String, soPIN: SecureBytes?) throws(PKCS11Error) {
        var bytes = Array(label.utf8)
        guard bytes.count <= 32 else {
            throw PKCS11Error(
                code: .invalidArgument, message: "the token label has \(bytes.count) bytes; a token holds at most 32")
        }
        bytes += [UInt8](repeating: 0x20, count: 32 - bytes.count)
        let rv = withPIN(soPIN) { pin, length in
            bytes.withUnsafeMutableBufferPointer { label in
                module.functions.returnValue { $0.pointee.C_InitToken?(id, pin, length, label.baseAddress) }
            }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_InitToken", returnValue: rv, while: "initialising the token in slot \(id)")
        }
    }
}

/// Lends a PIN to C: NULL and 0 where there is none, which asks the token's own PIN pad (PKCS #11 2.40, section 5.6).
func withPIN<Result>(
    _ pin: SecureBytes?, _ body: (UnsafeMutablePointer<UInt8>?, CK_ULONG) -> Result
) -> Result {
    guard let pin else { return body(nil, 0) }
    return pin.withUnsafeBytes { bytes in
        // The C signature lacks const; no module writes to a PIN.
        let pointer = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
        return body(pointer?.assumingMemoryBound(to: UInt8.self), CK_ULONG(bytes.count))
    }
}
