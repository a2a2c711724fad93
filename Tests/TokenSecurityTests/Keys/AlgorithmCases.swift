import Foundation
import Testing

@testable import TokenSecurity

/// A hash in our words and in those of `openssl`.
struct HashCase: Sendable, CustomTestStringConvertible {
    /// As in the names of the constants.
    let name: String
    let digestLength: Int

    static let all = [
        HashCase(name: "SHA1", digestLength: 20), HashCase(name: "SHA224", digestLength: 28),
        HashCase(name: "SHA256", digestLength: 32), HashCase(name: "SHA384", digestLength: 48),
        HashCase(name: "SHA512", digestLength: 64),
    ]

    var opensslName: String { name.lowercased() }
    var testDescription: String { name }
}

/// A signature algorithm in our words and in those of `openssl`.
struct RSASignatureCase: Sendable, CustomTestStringConvertible {
    let algorithm: SecKeyAlgorithm
    let hash: HashCase
    /// Whether the input is the message, and not its digest.
    let takesMessage: Bool
    let isPSS: Bool

    static let all: [RSASignatureCase] =
        pkcs1.enumerated().map { RSASignatureCase($0.element, $0.offset, isPSS: false) }
        + pss.enumerated().map { RSASignatureCase($0.element, $0.offset, isPSS: true) }

    private init(_ algorithm: SecKeyAlgorithm, _ index: Int, isPSS: Bool) {
        self.algorithm = algorithm
        hash = HashCase.all[index % HashCase.all.count]
        takesMessage = index >= HashCase.all.count
        self.isPSS = isPSS
    }

    private static let pkcs1: [SecKeyAlgorithm] = [
        .rsaSignatureDigestPKCS1v15SHA1, .rsaSignatureDigestPKCS1v15SHA224, .rsaSignatureDigestPKCS1v15SHA256,
        .rsaSignatureDigestPKCS1v15SHA384, .rsaSignatureDigestPKCS1v15SHA512, .rsaSignatureMessagePKCS1v15SHA1,
        .rsaSignatureMessagePKCS1v15SHA224, .rsaSignatureMessagePKCS1v15SHA256, .rsaSignatureMessagePKCS1v15SHA384,
        .rsaSignatureMessagePKCS1v15SHA512,
    ]
    private static let pss: [SecKeyAlgorithm] = [
        .rsaSignatureDigestPSSSHA1, .rsaSignatureDigestPSSSHA224, .rsaSignatureDigestPSSSHA256,
        .rsaSignatureDigestPSSSHA384, .rsaSignatureDigestPSSSHA512, .rsaSignatureMessagePSSSHA1,
        .rsaSignatureMessagePSSSHA224, .rsaSignatureMessagePSSSHA256, .rsaSignatureMessagePSSSHA384,
        .rsaSignatureMessagePSSSHA512,
    ]

    var testDescription: String { algorithm.rawValue as String }

    /// Whether a key is large enough: RFC 8017, sections 9.1.1 and 9.2.
    func fits(bits: Int) -> Bool {
        isPSS
            ? bits >= 16 * hash.digestLength + 9 + 1
            : (bits + 7) / 8 >= hash.digestLength + (hash.name == "SHA1" ? 15 : 19) + 11
    }

    /// The padding, with a salt as long as the digest.
    var padding: [String] {
        isPSS ? ["rsa_padding_mode:pss", "rsa_pss_saltlen:\(hash.digestLength)"] : ["rsa_padding_mode:pkcs1"]
    }

    var digestOptions: [String] { ["digest:\(hash.opensslName)"] + padding }
}

/// An encryption algorithm in our words and in those of `openssl pkeyutl`.
struct RSAEncryptionCase: Sendable, CustomTestStringConvertible {
    let algorithm: SecKeyAlgorithm
    let options: [String]
    /// How many bytes of the modulus the padding takes.
    let overhead: Int

    static let pkcs1 = RSAEncryptionCase(
        algorithm: .rsaEncryptionPKCS1, options: ["rsa_padding_mode:pkcs1"], overhead: 11)

    static let oaep = zip(HashCase.all, oaepAlgorithms).map { hash, algorithm in
        let name = hash.opensslName
        return RSAEncryptionCase(
            algorithm: algorithm, options: ["rsa_padding_mode:oaep", "rsa_oaep_md:\(name)", "rsa_mgf1_md:\(name)"],
            overhead: 2 * hash.digestLength + 2)
    }

    static let padded = [pkcs1] + oaep

    private static let oaepAlgorithms: [SecKeyAlgorithm] = [
        .rsaEncryptionOAEPSHA1, .rsaEncryptionOAEPSHA224, .rsaEncryptionOAEPSHA256, .rsaEncryptionOAEPSHA384,
        .rsaEncryptionOAEPSHA512,
    ]

    static let withAESGCM: [SecKeyAlgorithm] = [
        .rsaEncryptionOAEPSHA1AESGCM, .rsaEncryptionOAEPSHA224AESGCM, .rsaEncryptionOAEPSHA256AESGCM,
        .rsaEncryptionOAEPSHA384AESGCM, .rsaEncryptionOAEPSHA512AESGCM,
    ]

    var testDescription: String { algorithm.rawValue as String }
}
