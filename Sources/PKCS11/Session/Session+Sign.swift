internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
    /// Begins a signature or MAC (`C_SignInit`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_MECHANISM_INVALID`.
    @inline(__always)
    public func signInit(_ mechanism: Mechanism, key: ObjectHandle) throws(PKCS11Error) {
        let rv = mechanism.withCK { pointer in
            functions.returnValue { $0.pointee.C_SignInit?(handle.rawValue, pointer, key.rawValue) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_SignInit", returnValue: rv, while: "signing with \(mechanism.type)")
        }
    }

    /// Signs everything in one call (`C_Sign`) and ends the operation.
    ///
    /// - Parameters:
    ///   - data: what the mechanism takes: a message, a digest, a DigestInfo.
    ///   - maximumLength: the length of the signature in bytes, from the key; a larger one is asked for once.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    @inline(__always)
    public func sign(_ data: some DataProtocol, maximumLength: Int) throws(PKCS11Error) -> Data {
        try output("C_Sign", while: "signing \(data.count) bytes", capacity: maximumLength) { list, buffer, length in
            withInput(data) { list.pointee.C_Sign?(handle.rawValue, $0, $1, buffer, &length) }
        }
    }

    /// Adds a part of the message (`C_SignUpdate`).
    ///
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func signUpdate(_ part: some DataProtocol) throws(PKCS11Error) {
        try functions.call("C_SignUpdate", while: "signing a part of \(part.count) bytes") { list in
            withInput(part) { list.pointee.C_SignUpdate?(handle.rawValue, $0, $1) }
        }
    }

    /// Ends a signature of several parts (`C_SignFinal`).
    ///
    /// - Parameter maximumLength: the length of the signature in bytes.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func signFinal(maximumLength: Int) throws(PKCS11Error) -> Data {
        try output("C_SignFinal", while: "ending a signature", capacity: maximumLength) { list, buffer, length in
            list.pointee.C_SignFinal?(handle.rawValue, buffer, &length)
        }
    }

    /// Begins the check of a signature or MAC (`C_VerifyInit`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func verifyInit(_ mechanism: Mechanism, key: ObjectHandle) throws(PKCS11Error) {
        let rv = mechanism.withCK { pointer in
            functions.returnValue { $0.pointee.C_VerifyInit?(handle.rawValue, pointer, key.rawValue) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_VerifyInit", returnValue: rv, while: "verifying with \(mechanism.type)")
        }
    }

    /// Checks a signature in one call (`C_Verify`).
    ///
    /// - Returns: false for `CKR_SIGNATURE_INVALID` and `CKR_SIGNATURE_LEN_RANGE`.
    /// - Throws: ``PKCS11Error`` for every other return value.
    public func verify(_ data: some DataProtocol, signature: some DataProtocol) throws(PKCS11Error) -> Bool {
        let rv = withInput(data) { bytes, count in
            withInput(signature) { signatureBytes, signatureCount in
                functions.returnValue {
                    $0.pointee.C_Verify?(handle.rawValue, bytes, count, signatureBytes, signatureCount)
                }
            }
        }
        return try isValid(rv, function: "C_Verify")
    }

    /// Adds a part of the message (`C_VerifyUpdate`).
    ///
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func verifyUpdate(_ part: some DataProtocol) throws(PKCS11Error) {
        try functions.call("C_VerifyUpdate", while: "verifying a part of \(part.count) bytes") { list in
            withInput(part) { list.pointee.C_VerifyUpdate?(handle.rawValue, $0, $1) }
        }
    }

    /// Checks the signature of what was added in parts (`C_VerifyFinal`).
    ///
    /// - Returns: false for `CKR_SIGNATURE_INVALID` and `CKR_SIGNATURE_LEN_RANGE`.
    /// - Throws: ``PKCS11Error`` for every other return value.
    public func verifyFinal(signature: some DataProtocol) throws(PKCS11Error) -> Bool {
        let rv = withInput(signature) { bytes, count in
            functions.returnValue { $0.pointee.C_VerifyFinal?(handle.rawValue, bytes, count) }
        }
        return try isValid(rv, function: "C_VerifyFinal")
    }

    private func isValid(_ rv: ReturnValue, function: String) throws(PKCS11Error) -> Bool {
        switch rv {
        case .ok: return true
        case .signatureInvalid, .signatureLenRange: return false
        default: throw PKCS11Error(function: function, returnValue: rv, while: "verifying a signature")
        }
    }
}
