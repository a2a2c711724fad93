internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// An RSA public key on the host: encodings, verification and encryption without a token.
struct RSAPublicKey: Sendable {
    /// n, big-endian, without leading zeros.
    let modulus: Data
    /// e, big-endian, without leading zeros.
    let publicExponent: Data
    // Made when it is first needed. A forked child makes its own: libcrypto has locks in it.
    private let implementation: ForkSafeLock<EVPRSAPublicKey?>

    /// The largest modulus that libcrypto computes with.
    static let maximumSizeInBits = 16_384

    /// The length of the modulus from its highest bit: keys of 2,047 bits exist.
    var sizeInBits: Int { (modulus.count - 1) * 8 + (modulus.first?.significantBitCount ?? 0) }

    /// k of RFC 8017: the length of the modulus, and of every signature and ciphertext, in bytes.
    var byteCount: Int { modulus.count }

    /// Makes a key of its numbers, as files and tokens give them.
    ///
    /// - Parameters:
    ///   - modulus: n, big-endian; leading zeros are dropped.
    ///   - publicExponent: e, big-endian; leading zeros are dropped. The reversed form in 4 or 8 bytes (`01 00 01 00
    ///     …`), which some tokens give, is recognised: read as big-endian it would be even, which no exponent is.
    /// - Throws: ``KeyStoreError/Code/invalidKeyData`` for numbers that cannot be an RSA key.
    init(modulus: some DataProtocol, publicExponent: some DataProtocol) throws {
        let modulus = Data(modulus.drop { $0 == 0 })
        guard let lowest = modulus.last else {
            throw KeyStoreError.invalidKeyData("the RSA modulus is zero or missing")
        }
        guard lowest & 1 == 1 else { throw KeyStoreError.invalidKeyData("the RSA modulus is an even number") }

        let exponent = Self.normalized(exponent: publicExponent)
        guard let lowest = exponent.last else {
            throw KeyStoreError.invalidKeyData("the RSA public exponent is zero or missing")
        }
        guard lowest & 1 == 1 else { throw KeyStoreError.invalidKeyData("the RSA public exponent is an even number") }
        guard exponent != Data([1]) else { throw KeyStoreError.invalidKeyData("the RSA public exponent is 1") }
        guard exponent.isNumerically(lessThan: modulus) else {
            throw KeyStoreError.invalidKeyData("the RSA public exponent is not less than the modulus")
        }

        self.modulus = modulus
        self.publicExponent = exponent
        self.implementation = ForkSafeLock(nil, inChild: .fresh { nil })
        guard sizeInBits <= Self.maximumSizeInBits else {
            throw KeyStoreError.invalidKeyData(
                "the RSA modulus has \(sizeInBits) bits; at most \(Self.maximumSizeInBits) are supported")
        }
    }

    private static func normalized(exponent bytes: some DataProtocol) -> Data {
        let exponent = Data(bytes.drop { $0 == 0 })
        if let last = exponent.last, last & 1 == 0, bytes.count == 4 || bytes.count == 8, let first = bytes.first,
            first & 1 == 1
        {
            return Data(Data(bytes.reversed()).drop { $0 == 0 })
        }
        return exponent
    }
}

extension RSAPublicKey {
    /// libcrypto's form, made at first use: most keys are only listed.
    var evp: EVPRSAPublicKey {
        get throws {
            // libcrypto's own limit (OPENSSL_RSA_SMALL_MODULUS_BITS, OPENSSL_RSA_MAX_PUBEXP_BITS) against keys that
            // would keep a verifier busy for minutes.
            guard sizeInBits <= 3_072 || publicExponent.count <= 8 else {
                throw KeyStoreError(
                    .notPermitted,
                    "libcrypto does not compute with a public exponent over 64 bits when the modulus is over 3072 bits")
            }
            return try implementation.withLock { key in
                if let key { return key }
                let made = try EVPRSAPublicKey(modulus: modulus, publicExponent: publicExponent)
                key = made
                return made
            }
        }
    }
}

extension RSAPublicKey: Hashable {
    static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
        left.modulus == right.modulus && left.publicExponent == right.publicExponent
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(modulus)
        hasher.combine(publicExponent)
    }
}

extension Data {
    /// Whether big-endian bytes without leading zeros are a smaller number than others. Not for secrets.
    func isNumerically(lessThan other: Data) -> Bool {
        count == other.count ? lexicographicallyPrecedes(other) : count < other.count
    }

    /// Big-endian bytes brought to `count` by zeros in front; nil where they are longer, zeros in front not counted.
    func leftPadded(to count: Int) -> Data? {
        let significant = drop { $0 == 0 }
        guard significant.count <= count else { return nil }
        return Data(count: count - significant.count) + significant
    }
}
