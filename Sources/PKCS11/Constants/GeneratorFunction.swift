/// Who makes the nonce of a message-based AEAD operation, and how (`CK_GENERATOR_FUNCTION`).
public struct GeneratorFunction: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension GeneratorFunction {
    /// `CKG_NO_GENERATE`.
    public static var noGenerate: Self { Self(rawValue: 0x00000000) }
    /// `CKG_GENERATE`.
    public static var generate: Self { Self(rawValue: 0x00000001) }
    /// `CKG_GENERATE_COUNTER`.
    public static var generateCounter: Self { Self(rawValue: 0x00000002) }
    /// `CKG_GENERATE_RANDOM`.
    public static var generateRandom: Self { Self(rawValue: 0x00000003) }
    /// `CKG_GENERATE_COUNTER_XOR`.
    public static var generateCounterXOR: Self { Self(rawValue: 0x00000004) }
}

extension GeneratorFunction {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKG_NO_GENERATE"),
            (0x00000001, "CKG_GENERATE"),
            (0x00000002, "CKG_GENERATE_COUNTER"),
            (0x00000003, "CKG_GENERATE_RANDOM"),
            (0x00000004, "CKG_GENERATE_COUNTER_XOR"),
        ])
}
