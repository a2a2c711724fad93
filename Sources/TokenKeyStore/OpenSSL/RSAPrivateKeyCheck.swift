internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension RSAPrivateKeyComponents {
    /// Checks that the numbers are one key: tokens take damaged ones without a word, and one that signs with a wrong
    /// prime gives its private key away.
    ///
    /// The relations of RFC 8017, section 3.2, and one private operation undone by the public one. With these relations
    /// that is a Fermat test of both primes, at a hundredth of the cost of testing them by themselves.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData``.
    func checkConsistency() throws {
        let arithmetic = try BigNumberArithmetic()
        let n = try BigNumber(bigEndian: publicKey.modulus)
        let e = try BigNumber(bigEndian: publicKey.publicExponent)
        let secrets = [privateExponent, prime1, prime2, exponent1, exponent2, coefficient]
        // Nothing of these is longer than n; junk of a megabyte is not worth computing with.
        guard secrets.allSatisfy({ !$0.isEmpty && $0.count <= publicKey.byteCount }) else { throw Self.inconsistent }
        let numbers = try secrets.map { try BigNumber(bigEndian: $0) }
        let (d, p, q) = (numbers[0], numbers[1], numbers[2])
        let (dp, dq, inverse) = (numbers[3], numbers[4], numbers[5])

        guard d.isLess(than: n), dp.isLess(than: p), dq.isLess(than: q), inverse.isLess(than: p),
            try arithmetic.isProduct(n, of: p, q),
            try arithmetic.areInverse(e, dp, modulo: p, minus: 1),
            try arithmetic.areInverse(e, dq, modulo: q, minus: 1),
            try arithmetic.areInverse(e, d, modulo: p, minus: 1),
            try arithmetic.areInverse(e, d, modulo: q, minus: 1),
            try arithmetic.areInverse(inverse, q, modulo: p)
        else { throw Self.inconsistent }

        let random = try SecureBytes.random(count: publicKey.byteCount - 1)
        let probe = Data([0]) + random.withUnsafeBytes { Data($0) }
        let key = try EVPRSAPrivateKey(n: n, e: e, secrets: numbers)
        guard try key.raise(try publicKey.evp.raise(probe)) == probe else { throw Self.inconsistent }
    }

    private static var inconsistent: KeyStoreError {
        .invalidKeyData(
            "the numbers of the RSA private key do not belong together", hint: "The key is damaged: take another copy.")
    }
}

/// libcrypto's form of an RSA private key, for the length of a check.
private final class EVPRSAPrivateKey {
    private let key: OpaquePointer

    /// - Parameter secrets: d, p, q, dp, dq and qInv.
    init(n: BigNumber, e: BigNumber, secrets: [BigNumber]) throws {
        let pointers: [OpaquePointer?] = secrets.map(\.pointer)
        let key = withExtendedLifetime(secrets) {
            pointers.withUnsafeBufferPointer { copenssl_rsa_key(n.pointer, e.pointer, $0.baseAddress) }
        }
        guard let key else { throw KeyStoreError.libcrypto(while: "building an RSA private key") }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// RSADP (RFC 8017, section 5.1.2); nil where libcrypto finds it impossible with these numbers.
    func raise(_ block: Data) throws -> Data? {
        defer { ERR_clear_error() }
        guard let context = EVP_PKEY_CTX_new(key, nil) else {
            throw KeyStoreError.libcrypto(while: "checking a private key")
        }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_decrypt_init(context) > 0, EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) > 0 else {
            throw KeyStoreError.libcrypto(while: "checking a private key")
        }
        var output = Data(count: Int(EVP_PKEY_get_size(key)))
        var length = output.count
        let result = output.withUnsafeMutableBytes { output in
            block.lend {
                EVP_PKEY_decrypt(context, output.bindMemory(to: UInt8.self).baseAddress, &length, $0, $1)
            }
        }
        return result > 0 ? output.prefix(length) : nil
    }
}
