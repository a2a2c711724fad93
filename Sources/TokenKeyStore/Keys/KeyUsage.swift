internal import PKCS11

/// What a key may be used for. Both halves of a pair take their flags from one value: `sign` on the private half is
/// `verify` on the public one, `decrypt` is `encrypt`, and `unwrap` is `wrap`.
public struct KeyUsage: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set of its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKA_SIGN` of a private or secret key.
    public static let sign = KeyUsage(rawValue: 1 << 0)
    /// `CKA_DECRYPT` of a private or secret key.
    public static let decrypt = KeyUsage(rawValue: 1 << 1)
    /// `CKA_UNWRAP` of a private or secret key.
    public static let unwrap = KeyUsage(rawValue: 1 << 2)
    /// `CKA_DERIVE`.
    public static let derive = KeyUsage(rawValue: 1 << 3)
    /// `CKA_VERIFY` of a public or secret key.
    public static let verify = KeyUsage(rawValue: 1 << 4)
    /// `CKA_ENCRYPT` of a public or secret key.
    public static let encrypt = KeyUsage(rawValue: 1 << 5)
    /// `CKA_WRAP` of a public or secret key.
    public static let wrap = KeyUsage(rawValue: 1 << 6)
    /// `CKA_SIGN_RECOVER`.
    public static let signRecover = KeyUsage(rawValue: 1 << 7)
    /// `CKA_VERIFY_RECOVER`.
    public static let verifyRecover = KeyUsage(rawValue: 1 << 8)

    /// Each flag with its attribute and its name.
    static let flags: [(usage: KeyUsage, attribute: AttributeType, name: String)] = [
        (.sign, .sign, "sign"), (.verify, .verify, "verify"), (.decrypt, .decrypt, "decrypt"),
        (.encrypt, .encrypt, "encrypt"), (.unwrap, .unwrap, "unwrap"), (.wrap, .wrap, "wrap"),
        (.derive, .derive, "derive"), (.signRecover, .signRecover, "sign-recover"),
        (.verifyRecover, .verifyRecover, "verify-recover"),
    ]

    static let privateFlags: KeyUsage = [.sign, .decrypt, .unwrap, .derive, .signRecover]
    static let publicFlags: KeyUsage = [.verify, .encrypt, .wrap, .derive, .verifyRecover]

    /// What half of a pair an object may be used for at all.
    static func flags(of objectClass: ObjectClass) -> KeyUsage {
        switch objectClass {
        case .privateKey: privateFlags
        case .publicKey: publicFlags
        default: privateFlags.union(publicFlags)
        }
    }

    /// The attributes that change between two usages.
    static func changes(from old: KeyUsage, to new: KeyUsage, among all: KeyUsage) -> [Attribute] {
        let changed = old.symmetricDifference(new).intersection(all)
        return flags.filter { changed.contains($0.usage) }.map { Attribute($0.attribute, new.contains($0.usage)) }
    }

    /// The names of the flags, such as `sign`, in a fixed order.
    public var names: [String] { Self.flags.filter { contains($0.usage) }.map(\.name) }

    /// The names, separated by commas.
    public var description: String { names.joined(separator: ",") }

    /// What the private half of a pair with this usage may do.
    var ofPrivateHalf: KeyUsage {
        var usage = intersection(Self.privateFlags)
        if contains(.verify) { usage.insert(.sign) }
        if contains(.encrypt) { usage.insert(.decrypt) }
        if contains(.wrap) { usage.insert(.unwrap) }
        return usage
    }

    /// What the public half of a pair with this usage may do.
    var ofPublicHalf: KeyUsage {
        var usage = intersection([.verify, .encrypt, .wrap, .verifyRecover])
        if contains(.sign) { usage.insert(.verify) }
        if contains(.decrypt) { usage.insert(.encrypt) }
        if contains(.unwrap) { usage.insert(.wrap) }
        return usage
    }
}
