internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Decryption of private keys by a passphrase, with what libcrypto has for it: PBES2, PBES1, PKCS#12's own, and the
/// `DEK-Info` of old PEM files.
enum PasswordBasedDecryption {
    /// Decrypts an EncryptedPrivateKeyInfo (RFC 5958, section 3).
    ///
    /// - Parameter der: exactly the structure.
    /// - Returns: what was encrypted: a PrivateKeyInfo, or, since there is no check, what a wrong passphrase makes of
    ///   it.
    /// - Throws: ``KeyStoreError/Code/pinIncorrect`` where the passphrase is certainly wrong,
    ///   ``KeyStoreError/Code/invalidKeyData`` for a method that libcrypto does not have, and for one that would take too long.
    static func decryptPrivateKeyInfo(_ der: SecureBytes, passphrase: SecureBytes) throws -> SecureBytes {
        defer { ERR_clear_error() }
        let structure: OpaquePointer? = try der.lend { bytes, count in
            var cursor: UnsafePointer<UInt8>? = bytes
            return d2i_X509_SIG(nil, &cursor, count)
        }
        guard let structure else { throw KeyStoreError.invalidKeyData("the encrypted private key is malformed") }
        defer { X509_SIG_free(structure) }
        var algorithm: UnsafePointer<X509_ALGOR>?
        X509_SIG_get0(structure, &algorithm, nil)
        if let algorithm { try KeyDerivationLimit.check(algorithm) }
        if let content = try decrypt(structure, passphrase, with: nil) { return content }
        if let legacy = LegacyAlgorithms.context, let content = try decrypt(structure, passphrase, with: legacy) {
            return content
        }
        throw unsupported("a method")
    }

    /// nil for a method that the library context does not have.
    private static func decrypt(
        _ structure: OpaquePointer, _ passphrase: SecureBytes, with library: OpaquePointer?
    ) throws -> SecureBytes? {
        var algorithm: UnsafePointer<X509_ALGOR>?
        var ciphertext: UnsafePointer<ASN1_OCTET_STRING>?
        X509_SIG_get0(structure, &algorithm, &ciphertext)
        guard let algorithm, let ciphertext else { return nil }

        ERR_clear_error()
        var content: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        let result = try passphrase.lend { passphrase, passphraseLength in
            passphrase.withMemoryRebound(to: CChar.self, capacity: passphraseLength) {
                PKCS12_pbe_crypt_ex(
                    algorithm, $0, Int32(clamping: passphraseLength), ASN1_STRING_get0_data(ciphertext),
                    ASN1_STRING_length(ciphertext), &content, &count, 0, library, nil)
            }
        }
        guard result != nil, let content else {
            let error = ERR_peek_last_error()
            guard ERR_GET_LIB(error) == ERR_LIB_PKCS12, ERR_GET_REASON(error) == PKCS12_R_PKCS12_CIPHERFINAL_ERROR
            else {
                return nil
            }
            throw KeyStoreError.wrongPassphrase
        }
        defer { CRYPTO_clear_free(content, Int(count), nil, 0) }
        return try SecureBytes.filled(capacity: Int(count)) { buffer in
            buffer.copyMemory(from: UnsafeRawBufferPointer(start: content, count: buffer.count))
            return buffer.count
        }
    }

    /// Decrypts the content of a PEM block with the headers of RFC 1421 as OpenSSL writes them.
    ///
    /// - Parameters:
    ///   - content: the ciphertext.
    ///   - information: the value of `DEK-Info`, such as `AES-128-CBC,` and the vector in hexadecimal.
    /// - Throws: as ``decryptPrivateKeyInfo(_:passphrase:)``.
    static func decryptPEM(_ content: SecureBytes, information: String, passphrase: SecureBytes) throws -> SecureBytes {
        defer { ERR_clear_error() }
        let fields = information.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 2, let name = cipherName(fields[0]), let iv = Data(hexadecimal: fields[1]) else {
            throw KeyStoreError.invalidKeyData("the DEK-Info header of the encrypted private key is malformed")
        }
        guard let (cipher, library) = fetch(name) else { throw unsupported(name) }
        defer { EVP_CIPHER_free(cipher) }
        // Block and stream modes without authentication; others never stood in such a header.
        guard [EVP_CIPH_CBC_MODE, EVP_CIPH_CFB_MODE, EVP_CIPH_OFB_MODE].contains(EVP_CIPHER_get_mode(cipher)) else {
            throw unsupported(name)
        }
        guard iv.count == Int(EVP_CIPHER_get_iv_length(cipher)), iv.count >= 8 else {
            throw KeyStoreError.invalidKeyData("the DEK-Info header of the encrypted private key is malformed")
        }
        guard let digest = EVP_MD_fetch(library, "MD5", nil) else { throw unsupported("MD5") }
        defer { EVP_MD_free(digest) }

        let key = try SecureBytes.filled(capacity: Int(EVP_CIPHER_get_key_length(cipher))) { key in
            let derived = try passphrase.lend { passphrase, count in
                iv.lend { iv, _ in
                    EVP_BytesToKey(
                        cipher, digest, iv, passphrase, Int32(clamping: count), 1,
                        key.bindMemory(to: UInt8.self).baseAddress, nil)
                }
            }
            guard derived > 0 else { throw KeyStoreError.libcrypto(while: "deriving a key from a passphrase") }
            return key.count
        }
        return try decrypt(content, cipher: cipher, key: key, iv: iv)
    }

    private static func decrypt(
        _ content: SecureBytes, cipher: OpaquePointer, key: SecureBytes, iv: Data
    ) throws -> SecureBytes {
        guard let context = EVP_CIPHER_CTX_new() else { throw KeyStoreError.libcrypto(while: "decrypting a key") }
        defer { EVP_CIPHER_CTX_free(context) }
        return try SecureBytes.filled(capacity: content.count + Int(EVP_MAX_BLOCK_LENGTH)) { buffer in
            guard let target = buffer.bindMemory(to: UInt8.self).baseAddress, content.count < Int32.max else {
                return 0
            }
            var written: Int32 = 0
            var last: Int32 = 0
            let started = try key.lend { key, _ in
                iv.lend { iv, _ in EVP_DecryptInit_ex2(context, cipher, key, iv, nil) }
            }
            guard started == 1,
                try content.lend({ EVP_DecryptUpdate(context, target, &written, $0, Int32($1)) }) == 1
            else { throw KeyStoreError.libcrypto(while: "decrypting a key") }
            guard EVP_DecryptFinal_ex(context, target + Int(written), &last) == 1 else {
                throw KeyStoreError.wrongPassphrase
            }
            return Int(written + last)
        }
    }

    /// The cipher, which the caller frees, and the library context that has it; nil if none does.
    private static func fetch(_ name: String) -> (cipher: OpaquePointer, library: OpaquePointer?)? {
        if let cipher = EVP_CIPHER_fetch(nil, name, nil) { return (cipher, nil) }
        if let legacy = LegacyAlgorithms.context, let cipher = EVP_CIPHER_fetch(legacy, name, nil) {
            return (cipher, legacy)
        }
        return nil
    }

    private static func cipherName(_ field: Substring) -> String? {
        let isPlain = field.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        return isPlain && (1...32).contains(field.utf8.count) ? String(field) : nil
    }

    private static func unsupported(_ method: String) -> KeyStoreError {
        .invalidKeyData(
            "the private key is encrypted by \(method) that libcrypto of this machine does not offer",
            hint: "`openssl pkcs8 -topk8 -in FILE -out NEW` on the machine that made it encrypts it anew.")
    }
}

extension KeyStoreError {
    /// The passphrase does not decrypt the key.
    static var wrongPassphrase: KeyStoreError {
        KeyStoreError(.pinIncorrect, "the passphrase of the private key is wrong, or the encrypted key is damaged")
    }
}

/// DES, RC2, RC4 and their like, with which keys were encrypted by default before OpenSSL 1.1: in a library context of
/// their own, so that nothing else in the process gets them.
private enum LegacyAlgorithms {
    /// nil where OpenSSL was installed without them.
    nonisolated(unsafe) static let context: OpaquePointer? = {
        guard let context = OSSL_LIB_CTX_new() else { return nil }
        // The providers stay loaded as long as the context, which is never freed.
        guard OSSL_PROVIDER_load(context, "legacy") != nil, OSSL_PROVIDER_load(context, "default") != nil else {
            OSSL_LIB_CTX_free(context)
            return nil
        }
        return context
    }()
}

extension Data {
    /// The bytes of a hexadecimal text; nil if it is none.
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        self.init(stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}
