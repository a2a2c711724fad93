internal import Foundation
internal import TokenKeyStore

/// Signs bytes that are ready for it, on the token; what was there before ``SecKeyCreateSignature(_:_:_:_:)``.
///
/// - Parameters:
///   - key: a private key.
///   - padding: none for the RSA operation itself on at most k bytes, k being the length of the modulus; `.PKCS1` for PKCS #1 padding around at most
///     k − 11 bytes as they are; `.PKCS1SHA1` to `.PKCS1SHA512` for a digest of that hash. The others are refused.
///   - dataToSign: what is signed.
///   - dataToSignLen: its length in bytes.
///   - sig: room for the signature, k bytes.
///   - sigLen: how much room there is; on success the length of the signature.
/// - Returns: `errSecSuccess`; `errSecParam` for a wrong padding, key, length or too little room; else as ``SecKeyCreateSignature(_:_:_:_:)``.
@discardableResult
public func SecKeyRawSign(
    _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
    _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(SecFailure) in
        let algorithm = try padding.signatureAlgorithm()
        try RawBuffer.checkRoom(sigLen.pointee, for: SecKeyGetBlockSize(key))
        let data = try RawBuffer.data(dataToSign, dataToSignLen)
        try RawBuffer.write(KeyOperation.sign(data, with: key, algorithm), to: sig, sigLen)
    }
}

/// Checks a signature over bytes that are ready for it; what was there before ``SecKeyVerifySignature(_:_:_:_:_:)``.
///
/// - Parameters:
///   - key: a public key.
///   - padding: as for ``SecKeyRawSign(_:_:_:_:_:_:)``.
///   - signedData: what was signed.
///   - signedDataLen: its length in bytes.
///   - sig: the signature.
///   - sigLen: its length in bytes.
/// - Returns: `errSecSuccess` for a valid signature, `errSSLCrypto` for one that is not valid, `errSecParam` for a wrong padding, key or length.
@discardableResult
public func SecKeyRawVerify(
    _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
    _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
    let result = status { () throws(SecFailure) in
        let algorithm = try padding.signatureAlgorithm()
        let data = try RawBuffer.data(signedData, signedDataLen)
        try KeyOperation.verify(RawBuffer.data(sig, sigLen), of: data, with: key, algorithm)
    }
    return result == errSecVerifyFailed ? errSSLCrypto : result
}

/// Encrypts bytes to a public key; what was there before ``SecKeyCreateEncryptedData(_:_:_:_:)``.
///
/// - Parameters:
///   - key: a public key.
///   - padding: none, `.PKCS1`, or `.OAEP` with SHA-1. The others are refused.
///   - plainText: what is encrypted.
///   - plainTextLen: its length in bytes.
///   - cipherText: room for the ciphertext, as many bytes as the modulus has.
///   - cipherTextLen: how much room there is; on success the length of the ciphertext.
/// - Returns: `errSecSuccess`; `errSecParam` for a wrong padding, key, length or too little room.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(SecFailure) in
        let algorithm = try padding.encryptionAlgorithm()
        try RawBuffer.checkRoom(cipherTextLen.pointee, for: SecKeyGetBlockSize(key))
        let data = try RawBuffer.data(plainText, plainTextLen)
        try RawBuffer.write(KeyOperation.encrypt(data, to: key, algorithm), to: cipherText, cipherTextLen)
    }
}

/// Decrypts bytes with a private key, on the token; what was there before ``SecKeyCreateDecryptedData(_:_:_:_:)``.
///
/// - Parameters:
///   - key: a private key.
///   - padding: as for ``SecKeyEncrypt(_:_:_:_:_:_:)``. Without padding, leading zeros of the result are dropped.
///   - cipherText: what is decrypted, as many bytes as the modulus has.
///   - cipherTextLen: its length in bytes.
///   - plainText: room for the result.
///   - plainTextLen: how much room there is; on success the length of the result.
/// - Returns: `errSecSuccess`; `errSecParam` for a wrong padding or key, a ciphertext that cannot be decrypted, or too little room; else as
///   ``SecKeyCreateDecryptedData(_:_:_:_:)``.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    status { () throws(SecFailure) in
        let algorithm = try padding.encryptionAlgorithm()
        let data = try RawBuffer.data(cipherText, cipherTextLen)
        var result = try KeyOperation.decrypt(data, with: key, algorithm)
        if padding.isEmpty { result = Data(result.drop { $0 == 0 }) }
        try RawBuffer.write(result, to: plainText, plainTextLen)
    }
}

extension SecPadding {
    fileprivate func signatureAlgorithm() throws(SecFailure) -> SecKeyAlgorithm {
        switch self {
        case []: return .rsaSignatureRaw
        case .PKCS1: return .rsaSignatureDigestPKCS1v15Raw
        case .PKCS1SHA1: return .rsaSignatureDigestPKCS1v15SHA1
        case .PKCS1SHA224: return .rsaSignatureDigestPKCS1v15SHA224
        case .PKCS1SHA256: return .rsaSignatureDigestPKCS1v15SHA256
        case .PKCS1SHA384: return .rsaSignatureDigestPKCS1v15SHA384
        case .PKCS1SHA512: return .rsaSignatureDigestPKCS1v15SHA512
        default: throw SecFailure(errSecParam, "no padding of RSA signatures")
        }
    }

    fileprivate func encryptionAlgorithm() throws(SecFailure) -> SecKeyAlgorithm {
        switch self {
        case []: return .rsaEncryptionRaw
        case .PKCS1: return .rsaEncryptionPKCS1
        case .OAEP: return .rsaEncryptionOAEPSHA1
        default: throw SecFailure(errSecParam, "no padding of RSA encryption")
        }
    }
}

/// The buffers of C that the older functions take.
private enum RawBuffer {
    static func data(_ bytes: UnsafePointer<UInt8>, _ count: Int) throws(SecFailure) -> Data {
        guard count >= 0 else { throw SecFailure(errSecParam, "a length is negative") }
        return Data(bytes: bytes, count: count)
    }

    static func checkRoom(_ room: Int, for count: Int) throws(SecFailure) {
        guard room >= count else { throw SecFailure(errSecParam, "there is no room for \(count) bytes") }
    }

    static func write(
        _ data: Data, to buffer: UnsafeMutablePointer<UInt8>, _ count: UnsafeMutablePointer<Int>
    ) throws(SecFailure) {
        try checkRoom(count.pointee, for: data.count)
        data.copyBytes(to: buffer, count: data.count)
        count.pointee = data.count
    }
}
