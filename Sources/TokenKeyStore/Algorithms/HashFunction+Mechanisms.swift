internal import PKCS11

extension HashFunction {
    /// The mechanism of the hash itself, as PSS and OAEP parameters name it.
    var mechanism: MechanismType {
        switch kind {
        case .sha1: .sha1
        case .sha224: .sha224
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    /// MGF1 with the hash.
    var maskGeneration: MaskGenerationFunction {
        switch kind {
        case .sha1: .mgf1SHA1
        case .sha224: .mgf1SHA224
        case .sha256: .mgf1SHA256
        case .sha384: .mgf1SHA384
        case .sha512: .mgf1SHA512
        }
    }

    /// PKCS#1 v1.5 over a message.
    var rsaPKCSMechanism: MechanismType {
        switch kind {
        case .sha1: .sha1RSAPKCS
        case .sha224: .sha224RSAPKCS
        case .sha256: .sha256RSAPKCS
        case .sha384: .sha384RSAPKCS
        case .sha512: .sha512RSAPKCS
        }
    }

    /// PSS over a message.
    var rsaPSSMechanism: MechanismType {
        switch kind {
        case .sha1: .sha1RSAPKCSPSS
        case .sha224: .sha224RSAPKCSPSS
        case .sha256: .sha256RSAPKCSPSS
        case .sha384: .sha384RSAPKCSPSS
        case .sha512: .sha512RSAPKCSPSS
        }
    }
}

extension SignatureAlgorithm {
    /// The mechanism that takes a whole message; nil for the raw algorithms.
    var messageMechanism: Mechanism? {
        switch kind {
        case .rsaPKCS1(let hash): Mechanism(hash.rsaPKCSMechanism)
        case .rsaPSS(let hash, let saltLength): .pss(hash.rsaPSSMechanism, hash, saltLength)
        case .rsaPKCS1Raw, .rsaRaw: nil
        }
    }

    /// The mechanism that takes what the host prepared: a DigestInfo, a digest, or raw bytes.
    var preparedMechanism: Mechanism {
        switch kind {
        case .rsaPKCS1, .rsaPKCS1Raw: Mechanism(.rsaPKCS)
        case .rsaPSS(let hash, let saltLength): .pss(.rsaPKCSPSS, hash, saltLength)
        case .rsaRaw: Mechanism(.rsaX509)
        }
    }
}

extension Mechanism {
    /// Hash, MGF and salt as one choice made them, so that they agree.
    fileprivate static func pss(_ type: MechanismType, _ hash: HashFunction, _ saltLength: Int) -> Mechanism {
        .rsaPKCSPSS(
            type, hash: hash.mechanism, mgf: hash.maskGeneration, saltLength: UInt(clamping: max(saltLength, 0)))
    }
}
