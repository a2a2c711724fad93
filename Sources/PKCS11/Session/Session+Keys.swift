internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
    /// Generates a secret key (`C_GenerateKey`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func generateKey(_ mechanism: Mechanism, template: [Attribute]) throws(PKCS11Error) -> ObjectHandle {
        var key: CK_OBJECT_HANDLE = 0
        let rv = mechanism.withCK { pointer in
            template.withCK { list, count in
                functions.returnValue { $0.pointee.C_GenerateKey?(handle.rawValue, pointer, list, count, &key) }
            }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_GenerateKey", returnValue: rv, while: "generating with \(mechanism.type)")
        }
        return ObjectHandle(rawValue: key)
    }

    /// Generates a key pair (`C_GenerateKeyPair`).
    ///
    /// - Returns: the handles of the two halves.
    /// - Throws: ``PKCS11Error`` with the return value.
    public func generateKeyPair(
        _ mechanism: Mechanism, publicTemplate: [Attribute], privateTemplate: [Attribute]
    ) throws(PKCS11Error) -> (publicKey: ObjectHandle, privateKey: ObjectHandle) {
        var publicKey: CK_OBJECT_HANDLE = 0
        var privateKey: CK_OBJECT_HANDLE = 0
        let rv = mechanism.withCK { pointer in
            publicTemplate.withCK { publicList, publicCount in
                privateTemplate.withCK { privateList, privateCount in
                    functions.returnValue {
                        $0.pointee.C_GenerateKeyPair?(
                            handle.rawValue, pointer, publicList, publicCount, privateList, privateCount, &publicKey,
                            &privateKey)
                    }
                }
            }
        }
        guard rv == .ok else {
            throw PKCS11Error(
                function: "C_GenerateKeyPair", returnValue: rv, while: "generating with \(mechanism.type)")
        }
        return (ObjectHandle(rawValue: publicKey), ObjectHandle(rawValue: privateKey))
    }

    /// Wraps a key with another (`C_WrapKey`).
    ///
    /// - Parameter maximumLength: of the wrapped key in bytes, or more.
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_KEY_UNEXTRACTABLE`.
    public func wrapKey(
        _ key: ObjectHandle, with mechanism: Mechanism, wrappingKey: ObjectHandle, maximumLength: Int = 8192
    ) throws(PKCS11Error) -> Data {
        try output("C_WrapKey", while: "wrapping key \(key) with \(mechanism.type)", capacity: maximumLength) {
            list, buffer, length in
            mechanism.withCK { pointer in
                list.pointee.C_WrapKey?(
                    handle.rawValue, pointer, wrappingKey.rawValue, key.rawValue, buffer, &length)
            }
        }
    }

    /// Unwraps a key (`C_UnwrapKey`).
    ///
    /// - Parameters:
    ///   - wrapped: the wrapped key as the mechanism makes it.
    ///   - mechanism: how it was wrapped.
    ///   - unwrappingKey: the key that unwraps it.
    ///   - template: of the new object.
    /// - Throws: ``PKCS11Error`` with the return value.
    public func unwrapKey(
        _ wrapped: some DataProtocol, with mechanism: Mechanism, unwrappingKey: ObjectHandle, template: [Attribute]
    ) throws(PKCS11Error) -> ObjectHandle {
        var key: CK_OBJECT_HANDLE = 0
        let rv = mechanism.withCK { pointer in
            withInput(wrapped) { bytes, count in
                template.withCK { list, listCount in
                    functions.returnValue {
                        $0.pointee.C_UnwrapKey?(
                            handle.rawValue, pointer, unwrappingKey.rawValue, bytes, count, list, listCount, &key)
                    }
                }
            }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_UnwrapKey", returnValue: rv, while: "unwrapping with \(mechanism.type)")
        }
        return ObjectHandle(rawValue: key)
    }

    /// Derives a key from another (`C_DeriveKey`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value.
    public func deriveKey(
        from baseKey: ObjectHandle, with mechanism: Mechanism, template: [Attribute]
    ) throws(PKCS11Error) -> ObjectHandle {
        var key: CK_OBJECT_HANDLE = 0
        let rv = mechanism.withCK { pointer in
            template.withCK { list, count in
                functions.returnValue {
                    $0.pointee.C_DeriveKey?(handle.rawValue, pointer, baseKey.rawValue, list, count, &key)
                }
            }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_DeriveKey", returnValue: rv, while: "deriving with \(mechanism.type)")
        }
        return ObjectHandle(rawValue: key)
    }

    /// Random bytes of the token (`C_GenerateRandom`).
    ///
    /// - Parameter count: how many; some modules refuse more than 65,536 at once.
    /// - Throws: ``PKCS11Error`` with the return value, or ``PKCS11Error/Code/invalidArgument`` for a negative count.
    public func randomBytes(count: Int) throws(PKCS11Error) -> Data {
        guard count >= 0 else {
            throw PKCS11Error(code: .invalidArgument, message: "a negative number of random bytes was asked for")
        }
        if (1...256).contains(count) {
            // Data that are filled in place cost more than a copy.
            return try output("C_GenerateRandom", while: "making \(count) random bytes", capacity: count) {
                list, buffer, length in
                list.pointee.C_GenerateRandom?(handle.rawValue, buffer, length)
            }
        }
        var data = Data(count: count)
        let rv = data.withUnsafeMutableBytes { bytes -> ReturnValue in
            guard let base = bytes.baseAddress, count > 0 else { return .ok }
            return functions.returnValue {
                $0.pointee.C_GenerateRandom?(
                    handle.rawValue, base.assumingMemoryBound(to: UInt8.self), CK_ULONG(count))
            }
        }
        guard rv == .ok else {
            throw PKCS11Error(function: "C_GenerateRandom", returnValue: rv, while: "making \(count) random bytes")
        }
        return data
    }

    /// Stirs bytes into the token's random number generator (`C_SeedRandom`).
    ///
    /// - Throws: ``PKCS11Error`` with the return value, such as `CKR_RANDOM_SEED_NOT_SUPPORTED`.
    public func seedRandom(_ seed: some DataProtocol) throws(PKCS11Error) {
        try functions.call("C_SeedRandom", while: "seeding with \(seed.count) bytes") { list in
            withInput(seed) { list.pointee.C_SeedRandom?(handle.rawValue, $0, $1) }
        }
    }
}
