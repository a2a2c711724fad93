/// How a signature is made and checked.
public struct SignatureAlgorithm: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case rsaPKCS1(HashFunction)
        case rsaPSS(HashFunction, saltLength: Int)
        case rsaPKCS1Raw
        case rsaRaw
    }

    let kind: Kind

    /// RSASSA-PKCS1-v1_5 with a DigestInfo of the hash (RFC 8017, section 8.2).
    public static func rsaPKCS1(_ hash: HashFunction) -> Self { Self(kind: .rsaPKCS1(hash)) }

    /// RSASSA-PSS with MGF1 of the same hash (RFC 8017, section 8.1).
    ///
    /// - Parameters:
    ///   - hash: the hash of the message and of MGF1.
    ///   - saltLength: in bytes; nil, the default, means the length of the digest.
    public static func rsaPSS(_ hash: HashFunction, saltLength: Int? = nil) -> Self {
        Self(kind: .rsaPSS(hash, saltLength: saltLength ?? hash.digestLength))
    }

    /// PKCS#1 v1.5 type 1 padding of the given bytes as they are, at most k − 11 of them: no hash, no DigestInfo.
    public static var rsaPKCS1Raw: Self { Self(kind: .rsaPKCS1Raw) }

    /// The RSA private operation itself on at most k bytes, left-padded with zeros; as a number they must be less than the modulus.
    public static var rsaRaw: Self { Self(kind: .rsaRaw) }

    /// The hash of messages; nil where the algorithm takes its input as it is.
    public var hash: HashFunction? {
        switch kind {
        case .rsaPKCS1(let hash), .rsaPSS(let hash, _): hash
        case .rsaPKCS1Raw, .rsaRaw: nil
        }
    }
}
