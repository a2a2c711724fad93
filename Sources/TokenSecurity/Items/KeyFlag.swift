internal import TokenKeyStore

/// What a key may do, by the raw names of the `kSecAttrCan…` attributes.
enum KeyFlag: String, CaseIterable {
    case encrypt = "encr"
    case decrypt = "decr"
    case derive = "drve"
    case sign = "sign"
    case verify = "vrfy"
    case signRecover = "snrc"
    case verifyRecover = "vyrc"
    case wrap = "wrap"
    case unwrap = "unwp"

    /// The flag with a raw name.
    init?(rawName: String) { self.init(rawValue: rawName) }

    /// What the flag is of one half of a pair; nil where objects of that class have no such attribute, and a token would refuse it.
    func usage(ofPrivateHalf isPrivate: Bool) -> KeyUsage? {
        switch self {
        case .decrypt: isPrivate ? .decrypt : nil
        case .sign: isPrivate ? .sign : nil
        case .unwrap: isPrivate ? .unwrap : nil
        case .derive: isPrivate ? .derive : nil
        case .signRecover: isPrivate ? .signRecover : nil
        case .encrypt: isPrivate ? nil : .encrypt
        case .verify: isPrivate ? nil : .verify
        case .wrap: isPrivate ? nil : .wrap
        case .verifyRecover: isPrivate ? nil : .verifyRecover
        }
    }
}
