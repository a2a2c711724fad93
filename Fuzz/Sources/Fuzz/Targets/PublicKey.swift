import COpenSSL
import Foundation

@testable import TokenKeyStore

extension FuzzTarget {
    /// Public keys in every form: DER, PEM and lines of OpenSSH.
    static let publicKey = FuzzTarget(name: "public-key") { bytes in
        let data = Data(bytes)
        let key = try RSAPublicKey(anyRepresentation: data)
        checkPublicKey(key)
        if let theirs = OpenSSL.publicKey(data) {
            check(theirs == [key.modulus, key.publicExponent], "libcrypto reads another key")
        }
    }

    /// What holds of every public key that was accepted.
    static func checkPublicKey(_ key: RSAPublicKey) {
        check((2...RSAPublicKey.maximumSizeInBits).contains(key.sizeInBits), "a key of \(key.sizeInBits) bits")
        check(key.modulus.first != 0 && key.publicExponent.first != 0, "a number with leading zeros")
        check((key.modulus.last ?? 0) & (key.publicExponent.last ?? 0) & 1 == 1, "an even number")
        for form in [
            key.derRepresentation, key.pkcs1DERRepresentation, Data(key.pemRepresentation.utf8),
            Data(key.pkcs1PEMRepresentation.utf8), Data(key.sshRepresentation(comment: "a\nb \u{2028}").utf8),
        ] {
            let again = check("its own form is not read") { try RSAPublicKey(anyRepresentation: form) }
            check(again == key, "its own form is another key")
        }
        check(!key.sshRepresentation(comment: "a\nssh-rsa").contains("\n"), "a line with a line break")
        check(
            OpenSSL.publicKey(key.derRepresentation) == [key.modulus, key.publicExponent],
            "libcrypto does not read its DER")
    }
}

/// What libcrypto reads, to compare with.
enum OpenSSL {
    /// Modulus and exponent, without leading zeros, of a SubjectPublicKeyInfo, or of a PKCS#1 key, in DER or PEM; nil for what
    /// libcrypto does not read as an RSA key.
    static func publicKey(_ data: Data) -> [Data]? {
        numbers(of: decoded(data, OSSL_KEYMGMT_SELECT_PUBLIC_KEY), [OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E])
    }

    /// Modulus, exponent and private exponent of a private key that is not encrypted.
    static func privateKey(_ data: Data) -> [Data]? {
        numbers(
            of: decoded(data, OSSL_KEYMGMT_SELECT_PRIVATE_KEY),
            [OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D])
    }

    private static func decoded(_ data: Data, _ selection: Int32) -> OpaquePointer? {
        defer { ERR_clear_error() }
        var key: OpaquePointer?
        guard
            let context = OSSL_DECODER_CTX_new_for_pkey(&key, nil, nil, "RSA", selection, nil, nil)
        else { return nil }
        defer { OSSL_DECODER_CTX_free(context) }
        // An empty passphrase: libcrypto would ask on the terminal for one.
        OSSL_DECODER_CTX_set_passphrase(context, [0], 0)
        var bytes = [UInt8](data)
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var start = UnsafePointer<UInt8>(buffer.baseAddress)
            var count = buffer.count
            return OSSL_DECODER_from_data(context, &start, &count) == 1 ? key : nil
        }
    }

    private static func numbers(of key: OpaquePointer?, _ names: [String]) -> [Data]? {
        guard let key else { return nil }
        defer {
            EVP_PKEY_free(key)
            ERR_clear_error()
        }
        var numbers: [Data] = []
        for name in names {
            var number: OpaquePointer?
            guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { return nil }
            var bytes = Data(count: Int(BN_num_bits(number) + 7) / 8)
            bytes.withUnsafeMutableBytes { _ = BN_bn2bin(number, $0.bindMemory(to: UInt8.self).baseAddress) }
            BN_clear_free(number)
            numbers.append(bytes)
        }
        return numbers
    }
}
