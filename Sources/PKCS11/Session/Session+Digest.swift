internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
    /// Begins a digest (`C_DigestInit`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func digestInit(_ mechanism: Mechanism) throws(PKCS11Error) {
        let rv = mechanism.withCK { pointer in
            functions.returnValue { $0.pointee.C_DigestInit?(handle.rawValue, pointer) }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_DigestInit", returnValue: rv, while: "hashing with \(mechanism.type)")
        }
    }

    /// Hashes everything in one call (`C_Digest`).
    ///
    /// - Parameter maximumLength: the length of the digest in bytes, or more.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func digest(_ data: some DataProtocol, maximumLength: Int = 64) throws(PKCS11Error) -> Data {
        try output("C_Digest", while: "hashing \(data.count) bytes", capacity: maximumLength) { list, buffer, length in
            withInput(data) { list.pointee.C_Digest?(handle.rawValue, $0, $1, buffer, &length) }
        }
    }

    /// Adds a part (`C_DigestUpdate`).
    ///
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func digestUpdate(_ part: some DataProtocol) throws(PKCS11Error) {
        try functions.call("C_DigestUpdate", while: "hashing a part of \(part.count) bytes") { list in
            withInput(part) { list.pointee.C_DigestUpdate?(handle.rawValue, $0, $1) }
        }
    }

    /// Adds the value of a secret key (`C_DigestKey`).
    ///
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func digestKey(_ key: ObjectHandle) throws(PKCS11Error) {
        try functions.call("C_DigestKey", while: "hashing key \(key)") {
            $0.pointee.C_DigestKey?(handle.rawValue, key.rawValue)
        }
    }

    /// Ends a digest of several parts (`C_DigestFinal`).
    ///
    /// - Parameter maximumLength: the length of the digest in bytes, or more.
    /// - Throws: ``PKCS11Error``. The operation may still be active then: close the session.
    public func digestFinal(maximumLength: Int = 64) throws(PKCS11Error) -> Data {
        try output("C_DigestFinal", while: "ending a digest", capacity: maximumLength) { list, buffer, length in
            list.pointee.C_DigestFinal?(handle.rawValue, buffer, &length)
        }
    }
}
