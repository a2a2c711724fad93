import COpenSSL
import Foundation

@testable import TokenKeyStore

extension FuzzTarget {
    /// Private keys on their way into a token. The passphrase of encrypted ones is `x`.
    static let privateKey = FuzzTarget(name: "private-key") { bytes in
        let passphrase = try SecureBytes(utf8: "x")
        var asked = 0
        let key = try RSAPrivateKeyComponents(anyRepresentation: try SecureBytes(copying: bytes)) {
            asked += 1
            return passphrase
        }
        check(asked <= 1, "the passphrase is asked for \(asked) times")
        FuzzTarget.checkPublicKey(key.publicKey)
        let der = key.pkcs8DER.withUnsafeBytes { Data($0) }
        let again = check("its own PKCS#8 is not read") {
            try RSAPrivateKeyComponents(anyRepresentation: key.pkcs8DER) { nil }
        }
        check(again.pkcs8DER.withUnsafeBytes { Data($0) } == der, "its own PKCS#8 is another key")
        let numbers = [
            key.publicKey.modulus, key.publicKey.publicExponent, key.privateExponent.withUnsafeBytes { Data($0) },
        ]
        check(OpenSSL.privateKey(der) == numbers, "libcrypto does not read its PKCS#8")
    }

    /// Key data and references in the formats of TokenSecurity.
    static let blob = FuzzTarget(name: "blob") { bytes in checkBlob(Data(bytes)) }
}
