public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a token says of one key object: one half of a pair, or a secret key. Read once, when the key was found or made.
///
/// A flag is nil where the token does not say.
public struct KeyAttributes: Hashable, Sendable {
    /// `CKA_CLASS`; all bits are set for an object that a token only began to make, and that shows none yet.
    public let objectClass: ObjectClass
    /// `CKA_KEY_TYPE`.
    public let keyType: KeyType
    /// `CKA_ID`, whoever chose it; may be empty.
    public let id: Data
    /// `CKA_LABEL` as bytes.
    public let labelBytes: Data
    /// What the key may be used for.
    public let usage: KeyUsage
    /// The size in bits: of an RSA modulus its true bit length, of a secret key that of its value. nil where it cannot be told.
    public let sizeInBits: Int?
    /// Whether the object outlives the session (`CKA_TOKEN`).
    public let isTokenObject: Bool?
    /// Whether only who is logged in sees the object (`CKA_PRIVATE`).
    public let isPrivate: Bool?
    /// `CKA_MODIFIABLE`.
    public let isModifiable: Bool?
    /// Whether the token made the key itself (`CKA_LOCAL`).
    public let isLocal: Bool?
    /// `CKA_SENSITIVE` of a private or secret key.
    public let isSensitive: Bool?
    /// `CKA_ALWAYS_SENSITIVE` of a private or secret key.
    public let isAlwaysSensitive: Bool?
    /// `CKA_EXTRACTABLE` of a private or secret key: whether it may leave the token wrapped.
    public let isExtractable: Bool?
    /// `CKA_NEVER_EXTRACTABLE` of a private or secret key.
    public let isNeverExtractable: Bool?
    /// Whether every use needs a login of its own (`CKA_ALWAYS_AUTHENTICATE`); false where the token does not say.
    public let alwaysAuthenticate: Bool
    /// `CKA_ALLOWED_MECHANISMS`: the only mechanisms that the key may be used with; empty for no such limit.
    public let allowedMechanisms: [MechanismType]
    /// `CKA_EC_PARAMS` in DER of an elliptic-curve key.
    public let ecParameters: Data?
    /// The public part of an RSA key, which both halves show; nil for another type, and where the token hides it.
    let rsa: RSAPublicKey?
    /// The public point of an elliptic-curve public key, as the token gives it.
    let ecPoint: Data?
    /// Whether the token only began to make the object: it has the place for its key, and nothing in it.
    let isBegun: Bool
    /// What the object is where it is no key but a certificate, which is found, made and destroyed in the same ways.
    let certificate: CertificateFields?

    /// `CKA_LABEL` as text; what is not UTF-8 shows as U+FFFD. Empty where there is none.
    public var label: String { String(decoding: labelBytes, as: UTF8.self) }

    /// The tag that the key was given: its `CKA_ID`, unless that was made up because none was given (then nil).
    public var tag: Data? { KeyIdentifier.tag(of: id, publicKeyHash: publicKeyHash) }

    /// The SHA-1 of the public key (PKCS#1 DER for RSA), as Apple's `kSecAttrApplicationLabel` and a certificate's
    /// subject key identifier have it; nil where the public part is hidden.
    public var publicKeyHash: Data? { try? rsa?.keyIdentifierSHA1 }

    /// Whether there is no key, or nothing to recognise it by: what is left where the making of a key was interrupted. Where the token
    /// makes its objects in steps it may also be a key that another program makes at this moment.
    public var isIncomplete: Bool {
        if isBegun { return true }
        if let certificate { return certificate.value.isEmpty }
        guard id.isEmpty else { return false }
        switch objectClass {
        case .publicKey: return keyType == .rsa ? rsa == nil : ecPoint == nil
        case .privateKey: return keyType == .rsa && rsa == nil
        default: return false
        }
    }

    /// Whether the object ends with a session. One that is only begun does not say yet that it is to stay.
    var isSessionObject: Bool {
        isTokenObject == false && !(isBegun && id.isEmpty && labelBytes.isEmpty)
    }
}

extension KeyAttributes {
    /// What to ask for where the class of an object is not known.
    static let allTypes: [AttributeType] = [
        .objectClass, .keyType, .id, .label, .modulus, .publicExponent, .token, .private, .modifiable, .local,
        .sensitive, .alwaysSensitive, .extractable, .neverExtractable, .alwaysAuthenticate, .sign, .verify, .decrypt,
        .encrypt, .unwrap, .wrap, .derive, .signRecover, .verifyRecover, .ecParams, .ecPoint, .valueLen,
        .allowedMechanisms,
    ]

    private static let privateOnly: Set<AttributeType> = [
        .sensitive, .alwaysSensitive, .extractable, .neverExtractable, .alwaysAuthenticate, .sign, .decrypt, .unwrap,
        .signRecover,
    ]
    private static let publicOnly: Set<AttributeType> = [.verify, .encrypt, .wrap, .verifyRecover, .ecPoint]

    static let privateTypes = allTypes.filter { !publicOnly.contains($0) && $0 != .valueLen }
    static let publicTypes = allTypes.filter { !privateOnly.contains($0) && $0 != .valueLen }

    /// What objects of a class have; everything where it is not known.
    static func types(of objectClass: ObjectClass?) -> [AttributeType] {
        switch objectClass {
        case .privateKey: privateTypes
        case .publicKey: publicTypes
        case .certificate: CertificateFields.types
        default: allTypes
        }
    }

    /// Reads what the token answered; nil where the object is no key.
    ///
    /// - Parameters:
    ///   - areMadeInSteps: whether the token shows objects before they are whole.
    ///   - wantedClass: `CKO_CERTIFICATE` where certificates are read and not keys.
    init?(_ values: AttributeValues, areMadeInSteps: Bool = false, wantedClass: ObjectClass? = nil) {
        guard let classNumber = values.number(.objectClass) else { return nil }
        let objectClass = ObjectClass(rawValue: classNumber)
        let isWanted =
            wantedClass == .certificate
            ? objectClass == .certificate : [.publicKey, .privateKey, .secretKey].contains(objectClass)
        guard isWanted else { return nil }
        self.init(values, objectClass, isBegun: areMadeInSteps && Self.isPlaceForKey(values, objectClass))
    }

    /// Of an object that shows not even its class.
    static let begun = KeyAttributes(AttributeValues(), .unsaid, isBegun: true)

    /// Whether an object has the attributes of a key without their contents. What a token does not show is something else than what it
    /// shows to be empty.
    private static func isPlaceForKey(_ values: AttributeValues, _ objectClass: ObjectClass) -> Bool {
        let type: AttributeType
        switch (values.number(.keyType).map { KeyType(rawValue: $0) }, objectClass) {
        case (.rsa?, .privateKey), (.rsa?, .publicKey): type = .modulus
        case (.ec?, .privateKey), (.ecEdwards?, .privateKey), (.ecMontgomery?, .privateKey): type = .ecParams
        case (.ec?, .publicKey), (.ecEdwards?, .publicKey), (.ecMontgomery?, .publicKey): type = .ecPoint
        default: return false
        }
        return values.data(type)?.isEmpty == true
    }

    private init(_ values: AttributeValues, _ objectClass: ObjectClass, isBegun: Bool) {
        self.objectClass = objectClass
        self.isBegun = isBegun
        certificate = objectClass == .certificate ? CertificateFields(values) : nil
        // A key without a type is odd, and must be seen all the same: it gets one that nothing matches.
        keyType = values.number(.keyType).map { KeyType(rawValue: $0) } ?? .unsaid
        id = values.data(.id) ?? Data()
        labelBytes = values.data(.label) ?? Data()
        var usage: KeyUsage = []
        for flag in KeyUsage.flags where values.bool(flag.attribute) == true { usage.insert(flag.usage) }
        self.usage = usage
        var rsa: RSAPublicKey?
        if keyType == .rsa, let modulus = values.data(.modulus), let exponent = values.data(.publicExponent) {
            rsa = try? RSAPublicKey(modulus: modulus, publicExponent: exponent)
        }
        self.rsa = rsa
        isTokenObject = values.bool(.token)
        isPrivate = values.bool(.private)
        isModifiable = values.bool(.modifiable)
        isLocal = values.bool(.local)
        isSensitive = values.bool(.sensitive)
        isAlwaysSensitive = values.bool(.alwaysSensitive)
        isExtractable = values.bool(.extractable)
        isNeverExtractable = values.bool(.neverExtractable)
        alwaysAuthenticate = values.bool(.alwaysAuthenticate) ?? false
        allowedMechanisms = values.mechanisms(.allowedMechanisms) ?? []
        ecParameters = values.data(.ecParams)
        ecPoint = values.data(.ecPoint)
        sizeInBits = rsa?.sizeInBits ?? values.number(.valueLen).flatMap { $0 > 0 && $0 < 1 << 20 ? Int($0) * 8 : nil }
    }
}

extension ObjectClass {
    /// In place of a class that an object does not show.
    static var unsaid: Self { Self(rawValue: .max) }
}

extension KeyType {
    /// In place of a type that an object does not show.
    static var unsaid: Self { Self(rawValue: .max) }
}
