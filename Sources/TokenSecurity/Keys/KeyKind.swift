internal import TokenKeyStore

/// The types of key pairs.
enum KeyKind: Int {
    /// `kSecAttrKeyTypeRSA`
    case rsa = 42
    /// `kSecAttrKeyTypeECSECPrimeRandom`
    case ellipticCurve = 73

    /// - Throws: `errSecParam` for a type that is none of them.
    init(type: Int) throws(SecFailure) {
        guard let kind = Self(rawValue: type) else { throw SecFailure(errSecParam, "unknown key type \(type)") }
        self = kind
    }

    /// Why keys of the type cannot be made or read yet.
    var notYet: SecFailure { SecFailure(errSecUnimplemented, "elliptic-curve keys are not supported yet") }

    /// Whether pairs of this size exist.
    func allows(sizeInBits: Int) -> Bool {
        switch self {
        case .rsa: (512...8192).contains(sizeInBits)
        case .ellipticCurve: [192, 224, 256, 384, 521].contains(sizeInBits)
        }
    }
}

/// The halves of a pair, as `kSecAttrKeyClass` numbers them.
enum KeyHalf {
    case publicHalf
    case privateHalf

    /// - Throws: `errSecUnimplemented` for symmetric keys, `errSecParam` for what is no class.
    init(keyClass: Int) throws(SecFailure) {
        switch keyClass {
        case 0: self = .publicHalf
        case 1: self = .privateHalf
        case 2: throw SecFailure(errSecUnimplemented, "symmetric keys are not supported yet")
        default: throw SecFailure(errSecParam, "unknown key class \(keyClass)")
        }
    }
}
