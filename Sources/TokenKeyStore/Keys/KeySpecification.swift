/// Which kind of key to generate.
public struct KeySpecification: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case rsa(bits: Int, publicExponent: UInt)
    }

    let kind: Kind

    /// An RSA key pair.
    ///
    /// - Parameters:
    ///   - bits: the size of the modulus, 2,048 to 8,192 (and what the token allows); 512 to 2,047 only where
    ///     ``KeyOptions/allowsWeakKeys`` is set.
    ///   - publicExponent: odd and at least 3; 65,537 is what everybody uses.
    public static func rsa(bits: Int, publicExponent: UInt = 65537) -> Self {
        Self(kind: .rsa(bits: bits, publicExponent: publicExponent))
    }
}
