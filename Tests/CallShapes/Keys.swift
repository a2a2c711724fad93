// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import TokenSecurity

// How programs that exist write their calls to the functions with keys.

/// 5: an NSMutableDictionary from a literal with another inside, changed by subscript and by `setValue`, passed as it is.
func mutableDictionary() throws {
    let attributes: NSMutableDictionary = [
        kSecAttrKeyType: kSecAttrKeyTypeRSA,
        kSecAttrKeySizeInBits: 2048,
        kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrLabel: "shapes 5"] as NSDictionary,
    ]
    attributes[kSecAttrTokenID] = kSecAttrTokenIDSecureEnclave
    attributes.setValue(2048, forKey: kSecAttrKeySizeInBits as String)
    var error: Unmanaged<CFError>?
    guard let key = SecKeyCreateRandomKey(attributes, &error) else { throw error!.takeRetainedValue() as Error }
    try check(SecKeyGetBlockSize(key) == 256, "the size of the key")
    try check(SecItemDelete([kSecClass: kSecClassKey, kSecAttrLabel: "shapes 5"] as CFDictionary), "deleting")
}

/// 9: the error of a call, in the ways that are in use.
func errorsOfACall() throws {
    var error: Unmanaged<CFError>?
    let nothing = [kSecAttrKeyType as String: "no such type", kSecAttrKeySizeInBits as String: 2048] as CFDictionary

    func generate() throws -> SecKey {
        guard let key = SecKeyCreateRandomKey(nothing, &error) else { throw error!.takeRetainedValue() as Error }
        return key
    }
    do {
        _ = try generate()
        throw Unexpected(description: "a key of no type")
    } catch let failure as NSError where failure.domain == NSOSStatusErrorDomain {
        try check(failure.code == Int(errSecParam), "the code of a thrown error")
    }

    try check(SecKeyCreateRandomKey(nothing, &error) == nil, "no key")
    let other = NSError(domain: "other", code: 1)
    let failure: CFError = error?.takeRetainedValue() ?? other
    try check(OSStatus(CFErrorGetCode(failure)) == errSecParam, "the code by a function")
    try check(((failure as Error?) as NSError?)?.code == -50, "the code by casts")

    try check(SecKeyCreateRandomKey(nothing, &error) == nil, "no key")
    let seen = error!.takeUnretainedValue()
    try check(CFErrorGetDomain(seen) as String == NSOSStatusErrorDomain, "the domain by a function")
    let text = CFErrorCopyDescription(seen) as String
    try check(!text.isEmpty && (seen as Error).localizedDescription == text, "the description")
    error!.release()

    try check(SecKeyCreateRandomKey(nothing, nil) == nil, "no key and no error asked for")
}

/// What a program keeps of a key in a value that goes between threads.
private struct Holder: Sendable {
    let key: SecKey
    let isExtractable: Bool
}

/// 10: the attributes of a key with CFString and with String keys; a key in a Sendable value.
func attributesOfAKey() throws {
    let key = try makeKey()
    guard let constants = SecKeyCopyAttributes(key) as? [CFString: any Sendable] else {
        throw Unexpected(description: "no attributes by constants")
    }
    let attributes = constants as [String: any Sendable]
    try check(attributes[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeRSA as String, "type")
    try check(attributes[kSecAttrKeySizeInBits as String] as? Int == 2048, "size")
    try check(constants[kSecAttrKeyClass] as? String == kSecAttrKeyClassPrivate as String, "class")
    let holder = Holder(key: key, isExtractable: attributes[kSecAttrIsExtractable as String] as? Bool ?? true)
    try check(!holder.isExtractable, "a private key is not extractable")
}

@nonobjc extension SecKey {
    fileprivate var isRSA: Bool {
        (SecKeyCopyAttributes(self) as? [String: Any])?[kSecAttrKeyType as String] as? String
            == kSecAttrKeyTypeRSA as String
    }
}

/// 11: signatures and key data as Data; a question about an algorithm before a decryption.
func signaturesAndDecryption() throws {
    let key = try makeKey()
    let bytes: [UInt8] = [1, 2, 3]
    var error: Unmanaged<CFError>?
    guard
        let signature = SecKeyCreateSignature(
            key, .rsaSignatureMessagePKCS1v15SHA256, Data(bytes) as CFData, &error) as Data?
    else { throw error!.takeRetainedValue() as Error }
    guard let publicKey = SecKeyCopyPublicKey(key) else { throw Unexpected(description: "no public key") }
    try check(publicKey.isRSA, "an extension of the class")
    guard let data = SecKeyCopyExternalRepresentation(publicKey, nil) as Data? else {
        throw Unexpected(description: "no data")
    }
    let options: [String: Any] = [
        kSecAttrKeyType as String: kSecAttrKeyTypeRSA, kSecAttrKeyClass as String: kSecAttrKeyClassPublic,
    ]
    guard let imported = SecKeyCreateWithData(data as CFData, options as CFDictionary, &error) else {
        throw error!.takeRetainedValue() as Error
    }
    try check(
        SecKeyVerifySignature(
            imported, .rsaSignatureMessagePKCS1v15SHA256, Data(bytes) as CFData, signature as CFData, &error),
        "the signature")
    let algorithm: SecKeyAlgorithm = .rsaEncryptionOAEPSHA256
    guard SecKeyIsAlgorithmSupported(imported, .encrypt, algorithm),
        SecKeyIsAlgorithmSupported(key, .decrypt, algorithm)
    else { throw Unexpected(description: "OAEP is not supported") }
    let ciphertext = SecKeyCreateEncryptedData(imported, algorithm, Data(bytes) as CFData, &error)!
    let plaintext = SecKeyCreateDecryptedData(key, algorithm, ciphertext, &error)
    try check(plaintext as Data? == Data(bytes), "the decrypted message")
    try check(SecKeyCopyExternalRepresentation(key, &error) == nil, "a private key does not come out")
    try check(error?.takeRetainedValue().code == Int(errSecUnimplemented), "and says why")
}

/// 12: parameters of a key exchange; RSA keys do none.
func keyExchange() throws {
    let key = try makeKey()
    let info = Data("info".utf8)
    let parameters =
        [
            SecKeyKeyExchangeParameter.requestedSize.rawValue as String: 32,
            SecKeyKeyExchangeParameter.sharedInfo.rawValue as String: info,
        ] as CFDictionary
    guard let publicKey = SecKeyCopyPublicKey(key) else { throw Unexpected(description: "no public key") }
    for parameters in [parameters, [:] as CFDictionary, [kSecAttrKeyType: kSecAttrKeyTypeRSA] as CFDictionary] {
        var error: Unmanaged<CFError>?
        let secret =
            SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandardX963SHA256, publicKey, parameters, &error) as Data?
        try check(secret == nil, "no secret")
        try check(error!.takeRetainedValue().code == Int(errSecParam), "the code")
    }
}

/// 13: the functions with pointers.
func functionsWithPointers() throws {
    let privateKey = try makeKey()
    let publicKey = SecKeyCopyPublicKey(privateKey)!
    let message: [UInt8] = Array("a message".utf8)
    var ciphertext = [UInt8](repeating: 0, count: SecKeyGetBlockSize(publicKey))
    var length = ciphertext.count
    var status = SecKeyEncrypt(publicKey, SecPadding.PKCS1, message, message.count, &ciphertext, &length)
    try check(status, "encrypting")
    var plaintext = [UInt8](repeating: 0, count: SecKeyGetBlockSize(privateKey))
    var plaintextLength = plaintext.count
    status = SecKeyDecrypt(privateKey, .PKCS1, ciphertext, length, &plaintext, &plaintextLength)
    try check(status, "decrypting")
    try check(Array(plaintext[0..<plaintextLength]) == message, "the decrypted message")

    let digest = [UInt8](repeating: 7, count: 32)
    var signature = [UInt8](repeating: 0, count: SecKeyGetBlockSize(privateKey))
    var signatureLength = signature.count
    try check(SecKeyRawSign(privateKey, .PKCS1SHA256, digest, 32, &signature, &signatureLength), "signing")
    try check(SecKeyRawVerify(publicKey, .PKCS1SHA256, digest, 32, signature, signatureLength), "verifying")
    signature[0] ^= 1
    try check(
        SecKeyRawVerify(publicKey, .PKCS1SHA256, digest, 32, signature, signatureLength), is: errSSLCrypto,
        "verifying what was changed")
}

/// 14: a pair by two pointers, with attributes that are objects.
func pairByPointers() throws {
    let attributes: [String: AnyObject] = [
        kSecAttrKeyType as String: kSecAttrKeyTypeRSA,
        kSecAttrKeySizeInBits as String: 2048 as AnyObject,
        kSecAttrIsPermanent as String: false as AnyObject,
        kSecAttrLabel as String: "shapes 14" as CFString,
    ]
    var publicKey: SecKey?
    var privateKey: SecKey?
    try check(SecKeyGeneratePair(attributes as CFDictionary, &publicKey, &privateKey), "generating")
    try check(privateKey.flatMap { SecKeyCopyPublicKey($0) } == publicKey, "the two halves")
    try check(SecKeyGeneratePair(attributes as CFDictionary, nil, &privateKey), "generating for one half")
}

/// 15: an access control among the attributes.
func accessControl() throws {
    var error: Unmanaged<CFError>?
    for allocator in [kCFAllocatorDefault, nil] {
        let access = SecAccessControlCreateWithFlags(
            allocator, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage], &error)!
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeRSA,
            kSecAttrKeySizeInBits as String: 2048,
            kSecPrivateKeyAttrs as String: [
                kSecAttrIsPermanent as String: true,
                kSecAttrApplicationTag as String: Data("shapes.15".utf8),
                kSecAttrAccessControl as String: access,
            ],
        ]
        guard SecKeyCreateRandomKey(attributes as CFDictionary, &error) != nil else {
            throw error!.takeRetainedValue() as Error
        }
    }
    try check(
        SecItemDelete([kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("shapes.15".utf8)] as CFDictionary),
        "deleting")
}
