internal import Foundation
internal import TokenKeyStore

/// What an algorithm is in the key store's terms.
enum AlgorithmUse: Hashable, Sendable {
    /// The input is a message, or for the raw algorithms the bytes that are signed.
    case signMessage(SignatureAlgorithm)
    /// The input is a digest.
    case signDigest(SignatureAlgorithm)
    case encrypt(EncryptionAlgorithm)
    /// An algorithm of keys that the store does not have: those of elliptic curves.
    case unsupported
}

extension SecKeyAlgorithm {
    /// What the algorithm is in the key store's terms; nil for a value that is no algorithm.
    var use: AlgorithmUse? { Self.uses[self] }

    private static let uses: [SecKeyAlgorithm: AlgorithmUse] = [
        .rsaSignatureRaw: .signMessage(.rsaRaw),
        .rsaSignatureDigestPKCS1v15Raw: .signMessage(.rsaPKCS1Raw),
        .rsaSignatureDigestPKCS1v15SHA1: .signDigest(.rsaPKCS1(.sha1)),
        .rsaSignatureDigestPKCS1v15SHA224: .signDigest(.rsaPKCS1(.sha224)),
        .rsaSignatureDigestPKCS1v15SHA256: .signDigest(.rsaPKCS1(.sha256)),
        .rsaSignatureDigestPKCS1v15SHA384: .signDigest(.rsaPKCS1(.sha384)),
        .rsaSignatureDigestPKCS1v15SHA512: .signDigest(.rsaPKCS1(.sha512)),
        .rsaSignatureMessagePKCS1v15SHA1: .signMessage(.rsaPKCS1(.sha1)),
        .rsaSignatureMessagePKCS1v15SHA224: .signMessage(.rsaPKCS1(.sha224)),
        .rsaSignatureMessagePKCS1v15SHA256: .signMessage(.rsaPKCS1(.sha256)),
        .rsaSignatureMessagePKCS1v15SHA384: .signMessage(.rsaPKCS1(.sha384)),
        .rsaSignatureMessagePKCS1v15SHA512: .signMessage(.rsaPKCS1(.sha512)),
        .rsaSignatureDigestPSSSHA1: .signDigest(.rsaPSS(.sha1)),
        .rsaSignatureDigestPSSSHA224: .signDigest(.rsaPSS(.sha224)),
        .rsaSignatureDigestPSSSHA256: .signDigest(.rsaPSS(.sha256)),
        .rsaSignatureDigestPSSSHA384: .signDigest(.rsaPSS(.sha384)),
        .rsaSignatureDigestPSSSHA512: .signDigest(.rsaPSS(.sha512)),
        .rsaSignatureMessagePSSSHA1: .signMessage(.rsaPSS(.sha1)),
        .rsaSignatureMessagePSSSHA224: .signMessage(.rsaPSS(.sha224)),
        .rsaSignatureMessagePSSSHA256: .signMessage(.rsaPSS(.sha256)),
        .rsaSignatureMessagePSSSHA384: .signMessage(.rsaPSS(.sha384)),
        .rsaSignatureMessagePSSSHA512: .signMessage(.rsaPSS(.sha512)),
        .rsaEncryptionRaw: .encrypt(.rsaRaw),
        .rsaEncryptionPKCS1: .encrypt(.rsaPKCS1),
        .rsaEncryptionOAEPSHA1: .encrypt(.rsaOAEP(.sha1)),
        .rsaEncryptionOAEPSHA224: .encrypt(.rsaOAEP(.sha224)),
        .rsaEncryptionOAEPSHA256: .encrypt(.rsaOAEP(.sha256)),
        .rsaEncryptionOAEPSHA384: .encrypt(.rsaOAEP(.sha384)),
        .rsaEncryptionOAEPSHA512: .encrypt(.rsaOAEP(.sha512)),
        .rsaEncryptionOAEPSHA1AESGCM: .encrypt(.rsaOAEPAESGCM(.sha1)),
        .rsaEncryptionOAEPSHA224AESGCM: .encrypt(.rsaOAEPAESGCM(.sha224)),
        .rsaEncryptionOAEPSHA256AESGCM: .encrypt(.rsaOAEPAESGCM(.sha256)),
        .rsaEncryptionOAEPSHA384AESGCM: .encrypt(.rsaOAEPAESGCM(.sha384)),
        .rsaEncryptionOAEPSHA512AESGCM: .encrypt(.rsaOAEPAESGCM(.sha512)),
        .ecdsaSignatureDigestX962: .unsupported,
        .ecdsaSignatureDigestX962SHA1: .unsupported,
        .ecdsaSignatureDigestX962SHA224: .unsupported,
        .ecdsaSignatureDigestX962SHA256: .unsupported,
        .ecdsaSignatureDigestX962SHA384: .unsupported,
        .ecdsaSignatureDigestX962SHA512: .unsupported,
        .ecdsaSignatureMessageX962SHA1: .unsupported,
        .ecdsaSignatureMessageX962SHA224: .unsupported,
        .ecdsaSignatureMessageX962SHA256: .unsupported,
        .ecdsaSignatureMessageX962SHA384: .unsupported,
        .ecdsaSignatureMessageX962SHA512: .unsupported,
        .ecdsaSignatureRFC4754: .unsupported,
        .ecdsaSignatureDigestRFC4754: .unsupported,
        .ecdsaSignatureDigestRFC4754SHA1: .unsupported,
        .ecdsaSignatureDigestRFC4754SHA224: .unsupported,
        .ecdsaSignatureDigestRFC4754SHA256: .unsupported,
        .ecdsaSignatureDigestRFC4754SHA384: .unsupported,
        .ecdsaSignatureDigestRFC4754SHA512: .unsupported,
        .ecdsaSignatureMessageRFC4754SHA1: .unsupported,
        .ecdsaSignatureMessageRFC4754SHA224: .unsupported,
        .ecdsaSignatureMessageRFC4754SHA256: .unsupported,
        .ecdsaSignatureMessageRFC4754SHA384: .unsupported,
        .ecdsaSignatureMessageRFC4754SHA512: .unsupported,
        .eciesEncryptionStandardX963SHA1AESGCM: .unsupported,
        .eciesEncryptionStandardX963SHA224AESGCM: .unsupported,
        .eciesEncryptionStandardX963SHA256AESGCM: .unsupported,
        .eciesEncryptionStandardX963SHA384AESGCM: .unsupported,
        .eciesEncryptionStandardX963SHA512AESGCM: .unsupported,
        .eciesEncryptionCofactorX963SHA1AESGCM: .unsupported,
        .eciesEncryptionCofactorX963SHA224AESGCM: .unsupported,
        .eciesEncryptionCofactorX963SHA256AESGCM: .unsupported,
        .eciesEncryptionCofactorX963SHA384AESGCM: .unsupported,
        .eciesEncryptionCofactorX963SHA512AESGCM: .unsupported,
        .eciesEncryptionStandardVariableIVX963SHA224AESGCM: .unsupported,
        .eciesEncryptionStandardVariableIVX963SHA256AESGCM: .unsupported,
        .eciesEncryptionStandardVariableIVX963SHA384AESGCM: .unsupported,
        .eciesEncryptionStandardVariableIVX963SHA512AESGCM: .unsupported,
        .eciesEncryptionCofactorVariableIVX963SHA224AESGCM: .unsupported,
        .eciesEncryptionCofactorVariableIVX963SHA256AESGCM: .unsupported,
        .eciesEncryptionCofactorVariableIVX963SHA384AESGCM: .unsupported,
        .eciesEncryptionCofactorVariableIVX963SHA512AESGCM: .unsupported,
        .ecdhKeyExchangeStandard: .unsupported,
        .ecdhKeyExchangeStandardX963SHA1: .unsupported,
        .ecdhKeyExchangeStandardX963SHA224: .unsupported,
        .ecdhKeyExchangeStandardX963SHA256: .unsupported,
        .ecdhKeyExchangeStandardX963SHA384: .unsupported,
        .ecdhKeyExchangeStandardX963SHA512: .unsupported,
        .ecdhKeyExchangeCofactor: .unsupported,
        .ecdhKeyExchangeCofactorX963SHA1: .unsupported,
        .ecdhKeyExchangeCofactorX963SHA224: .unsupported,
        .ecdhKeyExchangeCofactorX963SHA256: .unsupported,
        .ecdhKeyExchangeCofactorX963SHA384: .unsupported,
        .ecdhKeyExchangeCofactorX963SHA512: .unsupported,
    ]
}
