import Foundation
import Testing

@testable import PKCS11

@Suite struct ConstantsTests {
    /// Every type of constants and its names.
    static let tables: [(type: String, names: ConstantNames)] = [
        ("AttributeType", AttributeType.standardNames),
        ("CallbackNotification", CallbackNotification.standardNames),
        ("CertificateType", CertificateType.standardNames),
        ("GeneratorFunction", GeneratorFunction.standardNames),
        ("HKDFSaltType", HKDFSaltType.standardNames),
        ("HardwareFeatureType", HardwareFeatureType.standardNames),
        ("HedgeType", HedgeType.standardNames),
        ("InitializeFlags", InitializeFlags.standardNames),
        ("InterfaceFlags", InterfaceFlags.standardNames),
        ("KeyDerivationFunction", KeyDerivationFunction.standardNames),
        ("KeyType", KeyType.standardNames),
        ("MLDSAParameterSet", MLDSAParameterSet.standardNames),
        ("MLKEMParameterSet", MLKEMParameterSet.standardNames),
        ("MaskGenerationFunction", MaskGenerationFunction.standardNames),
        ("MechanismFlags", MechanismFlags.standardNames),
        ("MechanismType", MechanismType.standardNames),
        ("MessageFlags", MessageFlags.standardNames),
        ("OAEPSource", OAEPSource.standardNames),
        ("OTPFlags", OTPFlags.standardNames),
        ("ObjectClass", ObjectClass.standardNames),
        ("PBKDF2PseudoRandomFunction", PBKDF2PseudoRandomFunction.standardNames),
        ("ProfileID", ProfileID.standardNames),
        ("ReturnValue", ReturnValue.standardNames),
        ("SLHDSAParameterSet", SLHDSAParameterSet.standardNames),
        ("SaltSource", SaltSource.standardNames),
        ("SessionFlags", SessionFlags.standardNames),
        ("SessionState", SessionState.standardNames),
        ("SessionValidationFlagsType", SessionValidationFlagsType.standardNames),
        ("SlotFlags", SlotFlags.standardNames),
        ("TokenFlags", TokenFlags.standardNames),
        ("TrustLevel", TrustLevel.standardNames),
        ("UserType", UserType.standardNames),
        ("ValidationAuthorityType", ValidationAuthorityType.standardNames),
        ("ValidationType", ValidationType.standardNames),
        ("WaitFlags", WaitFlags.standardNames),
    ]

    /// Every name of every type, current or earlier, and `CKF_ARRAY_ATTRIBUTE`, which is a part of attribute types.
    static let known: [String: UInt] = {
        var known = ["CKF_ARRAY_ATTRIBUTE": AttributeType.arrayBit]
        for table in tables {
            known.merge(table.names.valuesByName) { first, _ in first }
        }
        return known
    }()

    @Test func `no name belongs to two types`() {
        #expect(Self.known.count == 1 + Self.tables.map(\.names.valuesByName.count).reduce(0, +))
    }

    @Test func `values are those of the headers of versions 2.40 to 3.2`() {
        #expect(ReturnValue.pinIncorrect.rawValue == 0xA0)
        #expect(ReturnValue.cryptokiAlreadyInitialized.rawValue == 0x191)
        #expect(ReturnValue.parameterSetNotSupported.rawValue == 0x209)
        #expect(MechanismType.rsaX509.rawValue == 3)
        #expect(MechanismType.sha256RSAPKCSPSS.rawValue == 0x43)
        #expect(MechanismType.aesGCM.rawValue == 0x1087)
        #expect(MechanismType.aesKeyWrapPad.rawValue == 0x210A)
        #expect(MechanismType.eddsa.rawValue == 0x1057)
        #expect(MechanismType.hkdfDerive.rawValue == 0x402A)
        #expect(MechanismType.mlDSA.rawValue == 0x1D)
        #expect(MechanismType.hashSLHDSASHAKE256.rawValue == 0x3F)
        #expect(AttributeType.objectClass.rawValue == 0)
        #expect(AttributeType.private.rawValue == 2)
        #expect(AttributeType.allowedMechanisms.rawValue == 0x4000_0600)
        #expect(AttributeType.seed.rawValue == 0x637)
        #expect(ObjectClass.trust.rawValue == 0xB)
        #expect(KeyType.slhDSA.rawValue == 0x4B)
        #expect(MaskGenerationFunction.mgf1SHA224.rawValue == 5)
        #expect(TokenFlags.userPINLocked.rawValue == 1 << 18)
        #expect(MechanismFlags.extension.rawValue == 1 << 31)
    }

    @Test(.enabled(if: ConstantsHeader.p11kit != nil, "pkg-config finds no header of p11-kit"))
    func `every macro of the header of p11-kit is known with its value`() throws {
        let header = try #require(ConstantsHeader.p11kit)
        // That header numbers these five unlike the standard (2.40, manifest constants: 0x1B5 to 0x1B9).
        let deviating = [
            "CKR_EXCEEDED_MAX_ITERATIONS", "CKR_FIPS_SELF_TEST_FAILED", "CKR_LIBRARY_LOAD_FAILED", "CKR_PIN_TOO_WEAK",
            "CKR_PUBLIC_KEY_INVALID",
        ]
        #expect(header.values.count > 600, "the header was not understood")
        expectKnown(header, except: deviating)
    }

    @Test(.enabled(if: ConstantsHeader.nss != nil, "the header of NSS, which has the names of 3.0, is not installed"))
    func `every macro of the header of NSS is known with its value`() throws {
        let header = try #require(ConstantsHeader.nss)
        #expect(header.values.count > 800, "the header was not understood")
        expectKnown(header, except: [])
    }

    private func expectKnown(_ header: ConstantsHeader, except deviating: [String]) {
        for (name, value) in header.values.sorted(by: { $0.key < $1.key }) where !deviating.contains(name) {
            if let known = Self.known[name] {
                #expect(known == value, "\(name) in \(header)")
            } else {
                // A vendor's own numbers, which headers carry too.
                #expect(value > 0x8000_0000, "\(name) of \(header) is unknown")
            }
        }
    }

    @Test func `an unknown value prints as a number of at least eight digits`() {
        #expect(ReturnValue(rawValue: 0x8000_0001).description == "0x80000001")
        #expect(MechanismType(rawValue: 0x1C0).description == "0x000001c0")
        #expect(AttributeType(rawValue: 0x1_2345_6789).description == "0x123456789")
        #expect(KeyType(rawValue: UInt.max).description == "0xffffffffffffffff")
    }

    @Test func `a known value prints as its standard name`() {
        #expect("\(ReturnValue.pinIncorrect)" == "CKR_PIN_INCORRECT")
        #expect("\(MechanismType.rsaPKCS)" == "CKM_RSA_PKCS")
        #expect("\(AttributeType.private)" == "CKA_PRIVATE")
        #expect("\(UserType.contextSpecific)" == "CKU_CONTEXT_SPECIFIC")
        #expect(String(describing: KeyType.ec) == "CKK_EC")
    }

    @Test(arguments: [
        ("CKM_ECDSA_KEY_PAIR_GEN", "CKM_EC_KEY_PAIR_GEN"), ("CKM_CAST5_CBC", "CKM_CAST128_CBC"),
        ("CKM_SHAKE_128_KEY_DERIVE", "CKM_SHAKE_128_KEY_DERIVATION"),
        ("CKM_DSA_PROBABLISTIC_PARAMETER_GEN", "CKM_DSA_PROBABILISTIC_PARAMETER_GEN"),
    ])
    func `an earlier name of a mechanism is accepted and prints as the current one`(earlier: String, current: String) {
        #expect(MechanismType(name: earlier)?.description == current)
    }

    @Test func `earlier names of key types, attributes and flags are accepted`() {
        #expect(KeyType(name: "CKK_ECDSA") == .ec)
        #expect(AttributeType(name: "CKA_SUB_PRIME_BITS") == .subprimeBits)
        #expect(AttributeType(name: "CKA_ECDSA_PARAMS") == .ecParams)
        #expect(AttributeType(name: "CKA_VALIDATION_FLAGS") == .objectValidationFlags)
        #expect(MechanismFlags(name: "CKF_EC_NAMEDCURVE") == .ecOID)
    }

    @Test(arguments: ["", "CKM_", "ckm_rsa_pkcs", "RSA_PKCS", "CKM_RSA_PKCS ", "CKR_OK", "0x1"])
    func `text that is no name of a mechanism is not one`(text: String) {
        #expect(MechanismType(name: text) == nil)
    }

    @Test func `names and values lead to each other`() {
        for (type, names) in Self.tables {
            #expect(!names.values.isEmpty)
            for value in names.values {
                let name = names.name(of: value)
                #expect(name.flatMap(names.value(of:)) == value, "\(type) \(hexadecimal(value))")
            }
            for (name, value) in names.valuesByName {
                #expect(names.name(of: value) != nil, "\(type) \(name)")
            }
        }
    }

    @Test func `flags print their names, lowest bit first, and bits without a name as numbers`() {
        let flags: TokenFlags = [.userPINLocked, .rng, .tokenInitialized, TokenFlags(rawValue: 1 << 31 | 1 << 4)]
        #expect(
            flags.names == [
                "CKF_RNG", "0x00000010", "CKF_TOKEN_INITIALIZED", "CKF_USER_PIN_LOCKED", "0x80000000",
            ])
        #expect(MechanismFlags([.sign, .hw]).description == "CKF_HW | CKF_SIGN")
        #expect(SlotFlags().names.isEmpty)
        #expect(SlotFlags().description == "0")
        #expect(TokenFlags(rawValue: UInt.max).names.count == UInt.bitWidth)
    }

    @Test func `flag values are single bits`() {
        for (type, names) in Self.tables where type.hasSuffix("Flags") {
            for value in names.values {
                #expect(value.nonzeroBitCount == 1, "\(type) \(hexadecimal(value))")
            }
        }
    }

    @Test func `only attribute types of lists say that they are`() {
        #expect(AttributeType.wrapTemplate.isArray)
        #expect(AttributeType.allowedMechanisms.isArray)
        #expect(!AttributeType.modulus.isArray)
    }
}
