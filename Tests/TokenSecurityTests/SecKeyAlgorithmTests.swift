import Foundation
import Testing
import TokenKeyStore

@testable import TokenSecurity

@Suite("SecKeyAlgorithm")
struct SecKeyAlgorithmTests {
    /// Each signature algorithm of RSA with its string and what it is here.
    private static let signatures: [(SecKeyAlgorithm, String, AlgorithmUse)] = [
        (.rsaSignatureRaw, "algid:sign:RSA:raw", .signMessage(.rsaRaw)),
        (.rsaSignatureDigestPKCS1v15Raw, "algid:sign:RSA:digest-PKCS1v15", .signMessage(.rsaPKCS1Raw)),
        (.rsaSignatureDigestPKCS1v15SHA1, "algid:sign:RSA:digest-PKCS1v15:SHA1", .signDigest(.rsaPKCS1(.sha1))),
        (.rsaSignatureDigestPKCS1v15SHA224, "algid:sign:RSA:digest-PKCS1v15:SHA224", .signDigest(.rsaPKCS1(.sha224))),
        (.rsaSignatureDigestPKCS1v15SHA256, "algid:sign:RSA:digest-PKCS1v15:SHA256", .signDigest(.rsaPKCS1(.sha256))),
        (.rsaSignatureDigestPKCS1v15SHA384, "algid:sign:RSA:digest-PKCS1v15:SHA384", .signDigest(.rsaPKCS1(.sha384))),
        (.rsaSignatureDigestPKCS1v15SHA512, "algid:sign:RSA:digest-PKCS1v15:SHA512", .signDigest(.rsaPKCS1(.sha512))),
        (.rsaSignatureMessagePKCS1v15SHA1, "algid:sign:RSA:message-PKCS1v15:SHA1", .signMessage(.rsaPKCS1(.sha1))),
        (
            .rsaSignatureMessagePKCS1v15SHA224, "algid:sign:RSA:message-PKCS1v15:SHA224",
            .signMessage(.rsaPKCS1(.sha224))
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA256, "algid:sign:RSA:message-PKCS1v15:SHA256",
            .signMessage(.rsaPKCS1(.sha256))
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA384, "algid:sign:RSA:message-PKCS1v15:SHA384",
            .signMessage(.rsaPKCS1(.sha384))
        ),
        (
            .rsaSignatureMessagePKCS1v15SHA512, "algid:sign:RSA:message-PKCS1v15:SHA512",
            .signMessage(.rsaPKCS1(.sha512))
        ),
        (.rsaSignatureDigestPSSSHA1, "algid:sign:RSA:digest-PSS:SHA1:SHA1:20", pss(.sha1, 20, digest: true)),
        (.rsaSignatureDigestPSSSHA224, "algid:sign:RSA:digest-PSS:SHA224:SHA224:24", pss(.sha224, 28, digest: true)),
        (.rsaSignatureDigestPSSSHA256, "algid:sign:RSA:digest-PSS:SHA256:SHA256:32", pss(.sha256, 32, digest: true)),
        (.rsaSignatureDigestPSSSHA384, "algid:sign:RSA:digest-PSS:SHA384:SHA384:48", pss(.sha384, 48, digest: true)),
        (.rsaSignatureDigestPSSSHA512, "algid:sign:RSA:digest-PSS:SHA512:SHA512:64", pss(.sha512, 64, digest: true)),
        (.rsaSignatureMessagePSSSHA1, "algid:sign:RSA:message-PSS:SHA1:SHA1:20", pss(.sha1, 20, digest: false)),
        (.rsaSignatureMessagePSSSHA224, "algid:sign:RSA:message-PSS:SHA224:SHA224:24", pss(.sha224, 28, digest: false)),
        (.rsaSignatureMessagePSSSHA256, "algid:sign:RSA:message-PSS:SHA256:SHA256:32", pss(.sha256, 32, digest: false)),
        (.rsaSignatureMessagePSSSHA384, "algid:sign:RSA:message-PSS:SHA384:SHA384:48", pss(.sha384, 48, digest: false)),
        (.rsaSignatureMessagePSSSHA512, "algid:sign:RSA:message-PSS:SHA512:SHA512:64", pss(.sha512, 64, digest: false)),
    ]

    /// Each encryption algorithm of RSA.
    private static let encryptions: [(SecKeyAlgorithm, String, EncryptionAlgorithm)] = [
        (.rsaEncryptionRaw, "algid:encrypt:RSA:raw", .rsaRaw),
        (.rsaEncryptionPKCS1, "algid:encrypt:RSA:PKCS1", .rsaPKCS1),
        (.rsaEncryptionOAEPSHA1, "algid:encrypt:RSA:OAEP:SHA1", .rsaOAEP(.sha1)),
        (.rsaEncryptionOAEPSHA224, "algid:encrypt:RSA:OAEP:SHA224", .rsaOAEP(.sha224)),
        (.rsaEncryptionOAEPSHA256, "algid:encrypt:RSA:OAEP:SHA256", .rsaOAEP(.sha256)),
        (.rsaEncryptionOAEPSHA384, "algid:encrypt:RSA:OAEP:SHA384", .rsaOAEP(.sha384)),
        (.rsaEncryptionOAEPSHA512, "algid:encrypt:RSA:OAEP:SHA512", .rsaOAEP(.sha512)),
        (.rsaEncryptionOAEPSHA1AESGCM, "algid:encrypt:RSA:OAEP:SHA1:AESGCM", .rsaOAEPAESGCM(.sha1)),
        (.rsaEncryptionOAEPSHA224AESGCM, "algid:encrypt:RSA:OAEP:SHA224:AESGCM", .rsaOAEPAESGCM(.sha224)),
        (.rsaEncryptionOAEPSHA256AESGCM, "algid:encrypt:RSA:OAEP:SHA256:AESGCM", .rsaOAEPAESGCM(.sha256)),
        (.rsaEncryptionOAEPSHA384AESGCM, "algid:encrypt:RSA:OAEP:SHA384:AESGCM", .rsaOAEPAESGCM(.sha384)),
        (.rsaEncryptionOAEPSHA512AESGCM, "algid:encrypt:RSA:OAEP:SHA512:AESGCM", .rsaOAEPAESGCM(.sha512)),
    ]

    /// Each algorithm of elliptic curves.
    private static let ellipticCurves: [(SecKeyAlgorithm, String)] = [
        (.ecdsaSignatureDigestX962, "algid:sign:ECDSA:digest-X962"),
        (.ecdsaSignatureDigestX962SHA1, "algid:sign:ECDSA:digest-X962:SHA1"),
        (.ecdsaSignatureDigestX962SHA224, "algid:sign:ECDSA:digest-X962:SHA224"),
        (.ecdsaSignatureDigestX962SHA256, "algid:sign:ECDSA:digest-X962:SHA256"),
        (.ecdsaSignatureDigestX962SHA384, "algid:sign:ECDSA:digest-X962:SHA384"),
        (.ecdsaSignatureDigestX962SHA512, "algid:sign:ECDSA:digest-X962:SHA512"),
        (.ecdsaSignatureMessageX962SHA1, "algid:sign:ECDSA:message-X962:SHA1"),
        (.ecdsaSignatureMessageX962SHA224, "algid:sign:ECDSA:message-X962:SHA224"),
        (.ecdsaSignatureMessageX962SHA256, "algid:sign:ECDSA:message-X962:SHA256"),
        (.ecdsaSignatureMessageX962SHA384, "algid:sign:ECDSA:message-X962:SHA384"),
        (.ecdsaSignatureMessageX962SHA512, "algid:sign:ECDSA:message-X962:SHA512"),
        (.ecdsaSignatureRFC4754, "algid:sign:ECDSA:RFC4754"),
        (.ecdsaSignatureDigestRFC4754, "algid:sign:ECDSA:digest-RFC4754"),
        (.ecdsaSignatureDigestRFC4754SHA1, "algid:sign:ECDSA:digest-RFC4754:SHA1"),
        (.ecdsaSignatureDigestRFC4754SHA224, "algid:sign:ECDSA:digest-RFC4754:SHA224"),
        (.ecdsaSignatureDigestRFC4754SHA256, "algid:sign:ECDSA:digest-RFC4754:SHA256"),
        (.ecdsaSignatureDigestRFC4754SHA384, "algid:sign:ECDSA:digest-RFC4754:SHA384"),
        (.ecdsaSignatureDigestRFC4754SHA512, "algid:sign:ECDSA:digest-RFC4754:SHA512"),
        (.ecdsaSignatureMessageRFC4754SHA1, "algid:sign:ECDSA:message-RFC4754:SHA1"),
        (.ecdsaSignatureMessageRFC4754SHA224, "algid:sign:ECDSA:message-RFC4754:SHA224"),
        (.ecdsaSignatureMessageRFC4754SHA256, "algid:sign:ECDSA:message-RFC4754:SHA256"),
        (.ecdsaSignatureMessageRFC4754SHA384, "algid:sign:ECDSA:message-RFC4754:SHA384"),
        (.ecdsaSignatureMessageRFC4754SHA512, "algid:sign:ECDSA:message-RFC4754:SHA512"),
        (.eciesEncryptionStandardX963SHA1AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM"),
        (.eciesEncryptionStandardX963SHA224AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM"),
        (.eciesEncryptionStandardX963SHA256AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM"),
        (.eciesEncryptionStandardX963SHA384AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM"),
        (.eciesEncryptionStandardX963SHA512AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM"),
        (.eciesEncryptionCofactorX963SHA1AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM"),
        (.eciesEncryptionCofactorX963SHA224AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM"),
        (.eciesEncryptionCofactorX963SHA256AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM"),
        (.eciesEncryptionCofactorX963SHA384AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM"),
        (.eciesEncryptionCofactorX963SHA512AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM"),
        (.eciesEncryptionStandardVariableIVX963SHA224AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV"),
        (.eciesEncryptionStandardVariableIVX963SHA256AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV"),
        (.eciesEncryptionStandardVariableIVX963SHA384AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV"),
        (.eciesEncryptionStandardVariableIVX963SHA512AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV"),
        (.eciesEncryptionCofactorVariableIVX963SHA224AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV"),
        (.eciesEncryptionCofactorVariableIVX963SHA256AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV"),
        (.eciesEncryptionCofactorVariableIVX963SHA384AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV"),
        (.eciesEncryptionCofactorVariableIVX963SHA512AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV"),
        (.ecdhKeyExchangeStandard, "algid:keyexchange:ECDH"),
        (.ecdhKeyExchangeStandardX963SHA1, "algid:keyexchange:ECDH:KDFX963:SHA1"),
        (.ecdhKeyExchangeStandardX963SHA224, "algid:keyexchange:ECDH:KDFX963:SHA224"),
        (.ecdhKeyExchangeStandardX963SHA256, "algid:keyexchange:ECDH:KDFX963:SHA256"),
        (.ecdhKeyExchangeStandardX963SHA384, "algid:keyexchange:ECDH:KDFX963:SHA384"),
        (.ecdhKeyExchangeStandardX963SHA512, "algid:keyexchange:ECDH:KDFX963:SHA512"),
        (.ecdhKeyExchangeCofactor, "algid:keyexchange:ECDHC"),
        (.ecdhKeyExchangeCofactorX963SHA1, "algid:keyexchange:ECDHC:KDFX963:SHA1"),
        (.ecdhKeyExchangeCofactorX963SHA224, "algid:keyexchange:ECDHC:KDFX963:SHA224"),
        (.ecdhKeyExchangeCofactorX963SHA256, "algid:keyexchange:ECDHC:KDFX963:SHA256"),
        (.ecdhKeyExchangeCofactorX963SHA384, "algid:keyexchange:ECDHC:KDFX963:SHA384"),
        (.ecdhKeyExchangeCofactorX963SHA512, "algid:keyexchange:ECDHC:KDFX963:SHA512"),
    ]

    private static func pss(_ hash: HashFunction, _ saltLength: Int, digest: Bool) -> AlgorithmUse {
        let algorithm = SignatureAlgorithm.rsaPSS(hash, saltLength: saltLength)
        return digest ? .signDigest(algorithm) : .signMessage(algorithm)
    }

    @Test
    func `all 87 algorithms have their strings, and no two are the same`() {
        let all = Self.signatures.map { ($0.0, $0.1) } + Self.encryptions.map { ($0.0, $0.1) } + Self.ellipticCurves
        for (algorithm, value) in all { #expect(algorithm.rawValue as String == value) }
        #expect(Set(all.map(\.0)).count == 87)
    }

    @Test
    func `each algorithm is what its name says in the terms of the key store`() {
        for (algorithm, name, use) in Self.signatures { #expect(algorithm.use == use, "\(name)") }
        for (algorithm, name, encryption) in Self.encryptions {
            #expect(algorithm.use == .encrypt(encryption), "\(name)")
        }
        for (algorithm, name) in Self.ellipticCurves { #expect(algorithm.use == .unsupported, "\(name)") }
    }

    @Test
    func `a value that is no algorithm has no use`() {
        for value in ["", "algid:sign:RSA", "algid:sign:RSA:digest-PKCS1v15:MD5", "algid:sign:RSA:RAW"] {
            #expect(SecKeyAlgorithm(rawValue: value as CFString).use == nil)
        }
    }

    @Test
    func `an algorithm is a value: equal by its string, whatever the string is changed to later`() {
        #expect(SecKeyAlgorithm(rawValue: "algid:sign:RSA:raw" as CFString) == .rsaSignatureRaw)
        let name = NSMutableString(string: "algid:sign:RSA:raw")
        let algorithm = SecKeyAlgorithm(rawValue: name)
        name.append("x")
        #expect(algorithm == .rsaSignatureRaw)
    }
}
