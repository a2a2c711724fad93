internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The numbers of an RSA private key on its way into a token.
///
/// All but the public key is secret: it is in ``SecureBytes`` from the file to the template, and in no error.
struct RSAPrivateKeyComponents: Sendable {
    let publicKey: RSAPublicKey
    /// d, big-endian, without leading zeros, as all that follow.
    let privateExponent: SecureBytes
    /// p
    let prime1: SecureBytes
    /// q
    let prime2: SecureBytes
    /// d mod (p − 1)
    let exponent1: SecureBytes
    /// d mod (q − 1)
    let exponent2: SecureBytes
    /// q⁻¹ mod p
    let coefficient: SecureBytes
    /// The key as a PrivateKeyInfo (PKCS#8) in DER without attributes, for tokens that take private keys wrapped only.
    let pkcs8DER: SecureBytes

    /// Takes the numbers of an RSAPrivateKey (RFC 8017, appendix A.1.2) and checks that they belong together.
    ///
    /// - Throws: ``KeyStoreError/Code/invalidKeyData``.
    init<Bytes>(rsaPrivateKey sequence: DERReader<Bytes>) throws {
        var reader = sequence
        do {
            let version = try reader.readUnsignedInteger()
            guard version.count <= 1 else { throw DERError.malformed }
            switch version.first.map({ reader.bytes[$0] }) ?? 0 {
            case 0: break
            case 1:
                throw KeyStoreError.invalidKeyData(
                    "the RSA private key has more than two primes, which tokens do not take")
            default: throw DERError.malformed
            }
            let modulus = try reader.readUnsignedInteger().map { reader.bytes[$0] }
            let exponent = try reader.readUnsignedInteger().map { reader.bytes[$0] }
            publicKey = try RSAPublicKey(modulus: modulus, publicExponent: [0] + exponent)
            privateExponent = try reader.readSecretInteger()
            prime1 = try reader.readSecretInteger()
            prime2 = try reader.readSecretInteger()
            exponent1 = try reader.readSecretInteger()
            exponent2 = try reader.readSecretInteger()
            coefficient = try reader.readSecretInteger()
            try reader.finish()
        } catch is DERError {
            throw KeyStoreError.invalidKeyData("the DER of the RSA private key is malformed")
        }
        let secrets = [privateExponent, prime1, prime2, exponent1, exponent2, coefficient]
        guard !secrets.contains(where: \.isEmpty) else {
            throw KeyStoreError.invalidKeyData(
                "the RSA private key is incomplete: its private exponent, its primes or what follows from them are zero"
            )
        }
        pkcs8DER = try DER.privateKeyInfo(publicKey: publicKey, secrets: secrets)
        try checkConsistency()
    }
}

extension DERReader {
    /// The big-endian bytes of the next element, a non-negative INTEGER, without leading zeros: empty for 0.
    fileprivate mutating func readSecretInteger() throws -> SecureBytes {
        let range = try readUnsignedInteger()
        return try SecureBytes.filled(capacity: range.count) { buffer in
            for (offset, index) in range.enumerated() { buffer[offset] = bytes[index] }
            return range.count
        }
    }
}

extension DER {
    /// PrivateKeyInfo (RFC 5958) of an RSA key.
    ///
    /// - Parameter secrets: what follows n and e in an RSAPrivateKey, none of it zero.
    fileprivate static func privateKeyInfo(publicKey: RSAPublicKey, secrets: [SecureBytes]) throws -> SecureBytes {
        let zero = Data([DERTag.integer, 1, 0])
        let headers = secrets.map { secret in
            let needsZero = secret.withUnsafeBytes { ($0.first ?? 0) >= 0x80 }
            return header(DERTag.integer, count: secret.count + (needsZero ? 1 : 0)) + (needsZero ? [0] : [])
        }
        let secretsLength = zip(secrets, headers).reduce(0) { $0 + $1.0.count + $1.1.count }

        // From the inside out; every part but the secrets is public.
        var front = zero + unsignedInteger(publicKey.modulus) + unsignedInteger(publicKey.publicExponent)
        front = header(DERTag.sequence, count: front.count + secretsLength) + front
        front = zero + rsaEncryption + header(DERTag.octetString, count: front.count + secretsLength) + front
        front = header(DERTag.sequence, count: front.count + secretsLength) + front

        return try SecureBytes.filled(capacity: front.count + secretsLength) { buffer in
            var position = front.count
            front.copyBytes(to: buffer)
            for (secret, header) in zip(secrets, headers) {
                for byte in header {
                    buffer[position] = byte
                    position += 1
                }
                secret.withUnsafeBytes { secret in
                    for byte in secret {
                        buffer[position] = byte
                        position += 1
                    }
                }
            }
            return position
        }
    }
}
