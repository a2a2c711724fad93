/// The name of an attribute of an object (`CK_ATTRIBUTE_TYPE`).
public struct AttributeType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension AttributeType {
    /// `CKA_CLASS`.
    public static var objectClass: Self { Self(rawValue: 0x00000000) }
    /// `CKA_TOKEN`.
    public static var token: Self { Self(rawValue: 0x00000001) }
    /// `CKA_PRIVATE`.
    public static var `private`: Self { Self(rawValue: 0x00000002) }
    /// `CKA_LABEL`.
    public static var label: Self { Self(rawValue: 0x00000003) }
    /// `CKA_UNIQUE_ID`.
    public static var uniqueID: Self { Self(rawValue: 0x00000004) }
    /// `CKA_APPLICATION`.
    public static var application: Self { Self(rawValue: 0x00000010) }
    /// `CKA_VALUE`.
    public static var value: Self { Self(rawValue: 0x00000011) }
    /// `CKA_OBJECT_ID`.
    public static var objectID: Self { Self(rawValue: 0x00000012) }
    /// `CKA_CERTIFICATE_TYPE`.
    public static var certificateType: Self { Self(rawValue: 0x00000080) }
    /// `CKA_ISSUER`.
    public static var issuer: Self { Self(rawValue: 0x00000081) }
    /// `CKA_SERIAL_NUMBER`.
    public static var serialNumber: Self { Self(rawValue: 0x00000082) }
    /// `CKA_AC_ISSUER`.
    public static var acIssuer: Self { Self(rawValue: 0x00000083) }
    /// `CKA_OWNER`.
    public static var owner: Self { Self(rawValue: 0x00000084) }
    /// `CKA_ATTR_TYPES`.
    public static var attrTypes: Self { Self(rawValue: 0x00000085) }
    /// `CKA_TRUSTED`.
    public static var trusted: Self { Self(rawValue: 0x00000086) }
    /// `CKA_CERTIFICATE_CATEGORY`.
    public static var certificateCategory: Self { Self(rawValue: 0x00000087) }
    /// `CKA_JAVA_MIDP_SECURITY_DOMAIN`.
    public static var javaMIDPSecurityDomain: Self { Self(rawValue: 0x00000088) }
    /// `CKA_URL`.
    public static var url: Self { Self(rawValue: 0x00000089) }
    /// `CKA_HASH_OF_SUBJECT_PUBLIC_KEY`.
    public static var hashOfSubjectPublicKey: Self { Self(rawValue: 0x0000008A) }
    /// `CKA_HASH_OF_ISSUER_PUBLIC_KEY`.
    public static var hashOfIssuerPublicKey: Self { Self(rawValue: 0x0000008B) }
    /// `CKA_NAME_HASH_ALGORITHM`.
    public static var nameHashAlgorithm: Self { Self(rawValue: 0x0000008C) }
    /// `CKA_CHECK_VALUE`.
    public static var checkValue: Self { Self(rawValue: 0x00000090) }
    /// `CKA_KEY_TYPE`.
    public static var keyType: Self { Self(rawValue: 0x00000100) }
    /// `CKA_SUBJECT`.
    public static var subject: Self { Self(rawValue: 0x00000101) }
    /// `CKA_ID`.
    public static var id: Self { Self(rawValue: 0x00000102) }
    /// `CKA_SENSITIVE`.
    public static var sensitive: Self { Self(rawValue: 0x00000103) }
    /// `CKA_ENCRYPT`.
    public static var encrypt: Self { Self(rawValue: 0x00000104) }
    /// `CKA_DECRYPT`.
    public static var decrypt: Self { Self(rawValue: 0x00000105) }
    /// `CKA_WRAP`.
    public static var wrap: Self { Self(rawValue: 0x00000106) }
    /// `CKA_UNWRAP`.
    public static var unwrap: Self { Self(rawValue: 0x00000107) }
    /// `CKA_SIGN`.
    public static var sign: Self { Self(rawValue: 0x00000108) }
    /// `CKA_SIGN_RECOVER`.
    public static var signRecover: Self { Self(rawValue: 0x00000109) }
    /// `CKA_VERIFY`.
    public static var verify: Self { Self(rawValue: 0x0000010A) }
    /// `CKA_VERIFY_RECOVER`.
    public static var verifyRecover: Self { Self(rawValue: 0x0000010B) }
    /// `CKA_DERIVE`.
    public static var derive: Self { Self(rawValue: 0x0000010C) }
    /// `CKA_START_DATE`.
    public static var startDate: Self { Self(rawValue: 0x00000110) }
    /// `CKA_END_DATE`.
    public static var endDate: Self { Self(rawValue: 0x00000111) }
    /// `CKA_MODULUS`.
    public static var modulus: Self { Self(rawValue: 0x00000120) }
    /// `CKA_MODULUS_BITS`.
    public static var modulusBits: Self { Self(rawValue: 0x00000121) }
    /// `CKA_PUBLIC_EXPONENT`.
    public static var publicExponent: Self { Self(rawValue: 0x00000122) }
    /// `CKA_PRIVATE_EXPONENT`.
    public static var privateExponent: Self { Self(rawValue: 0x00000123) }
    /// `CKA_PRIME_1`.
    public static var prime1: Self { Self(rawValue: 0x00000124) }
    /// `CKA_PRIME_2`.
    public static var prime2: Self { Self(rawValue: 0x00000125) }
    /// `CKA_EXPONENT_1`.
    public static var exponent1: Self { Self(rawValue: 0x00000126) }
    /// `CKA_EXPONENT_2`.
    public static var exponent2: Self { Self(rawValue: 0x00000127) }
    /// `CKA_COEFFICIENT`.
    public static var coefficient: Self { Self(rawValue: 0x00000128) }
    /// `CKA_PUBLIC_KEY_INFO`.
    public static var publicKeyInfo: Self { Self(rawValue: 0x00000129) }
    /// `CKA_PRIME`.
    public static var prime: Self { Self(rawValue: 0x00000130) }
    /// `CKA_SUBPRIME`.
    public static var subprime: Self { Self(rawValue: 0x00000131) }
    /// `CKA_BASE`.
    public static var base: Self { Self(rawValue: 0x00000132) }
    /// `CKA_PRIME_BITS`.
    public static var primeBits: Self { Self(rawValue: 0x00000133) }
    /// `CKA_SUBPRIME_BITS`.
    public static var subprimeBits: Self { Self(rawValue: 0x00000134) }
    /// `CKA_VALUE_BITS`.
    public static var valueBits: Self { Self(rawValue: 0x00000160) }
    /// `CKA_VALUE_LEN`.
    public static var valueLen: Self { Self(rawValue: 0x00000161) }
    /// `CKA_EXTRACTABLE`.
    public static var extractable: Self { Self(rawValue: 0x00000162) }
    /// `CKA_LOCAL`.
    public static var local: Self { Self(rawValue: 0x00000163) }
    /// `CKA_NEVER_EXTRACTABLE`.
    public static var neverExtractable: Self { Self(rawValue: 0x00000164) }
    /// `CKA_ALWAYS_SENSITIVE`.
    public static var alwaysSensitive: Self { Self(rawValue: 0x00000165) }
    /// `CKA_KEY_GEN_MECHANISM`.
    public static var keyGenMechanism: Self { Self(rawValue: 0x00000166) }
    /// `CKA_MODIFIABLE`.
    public static var modifiable: Self { Self(rawValue: 0x00000170) }
    /// `CKA_COPYABLE`.
    public static var copyable: Self { Self(rawValue: 0x00000171) }
    /// `CKA_DESTROYABLE`.
    public static var destroyable: Self { Self(rawValue: 0x00000172) }
    /// `CKA_EC_PARAMS`.
    public static var ecParams: Self { Self(rawValue: 0x00000180) }
    /// `CKA_EC_POINT`.
    public static var ecPoint: Self { Self(rawValue: 0x00000181) }
    /// `CKA_SECONDARY_AUTH`.
    public static var secondaryAuth: Self { Self(rawValue: 0x00000200) }
    /// `CKA_AUTH_PIN_FLAGS`.
    public static var authPINFlags: Self { Self(rawValue: 0x00000201) }
    /// `CKA_ALWAYS_AUTHENTICATE`.
    public static var alwaysAuthenticate: Self { Self(rawValue: 0x00000202) }
    /// `CKA_WRAP_WITH_TRUSTED`.
    public static var wrapWithTrusted: Self { Self(rawValue: 0x00000210) }
    /// `CKA_OTP_FORMAT`.
    public static var otpFormat: Self { Self(rawValue: 0x00000220) }
    /// `CKA_OTP_LENGTH`.
    public static var otpLength: Self { Self(rawValue: 0x00000221) }
    /// `CKA_OTP_TIME_INTERVAL`.
    public static var otpTimeInterval: Self { Self(rawValue: 0x00000222) }
    /// `CKA_OTP_USER_FRIENDLY_MODE`.
    public static var otpUserFriendlyMode: Self { Self(rawValue: 0x00000223) }
    /// `CKA_OTP_CHALLENGE_REQUIREMENT`.
    public static var otpChallengeRequirement: Self { Self(rawValue: 0x00000224) }
    /// `CKA_OTP_TIME_REQUIREMENT`.
    public static var otpTimeRequirement: Self { Self(rawValue: 0x00000225) }
    /// `CKA_OTP_COUNTER_REQUIREMENT`.
    public static var otpCounterRequirement: Self { Self(rawValue: 0x00000226) }
    /// `CKA_OTP_PIN_REQUIREMENT`.
    public static var otpPINRequirement: Self { Self(rawValue: 0x00000227) }
    /// `CKA_OTP_USER_IDENTIFIER`.
    public static var otpUserIdentifier: Self { Self(rawValue: 0x0000022A) }
    /// `CKA_OTP_SERVICE_IDENTIFIER`.
    public static var otpServiceIdentifier: Self { Self(rawValue: 0x0000022B) }
    /// `CKA_OTP_SERVICE_LOGO`.
    public static var otpServiceLogo: Self { Self(rawValue: 0x0000022C) }
    /// `CKA_OTP_SERVICE_LOGO_TYPE`.
    public static var otpServiceLogoType: Self { Self(rawValue: 0x0000022D) }
    /// `CKA_OTP_COUNTER`.
    public static var otpCounter: Self { Self(rawValue: 0x0000022E) }
    /// `CKA_OTP_TIME`.
    public static var otpTime: Self { Self(rawValue: 0x0000022F) }
    /// `CKA_GOSTR3410_PARAMS`.
    public static var gostr3410Params: Self { Self(rawValue: 0x00000250) }
    /// `CKA_GOSTR3411_PARAMS`.
    public static var gostr3411Params: Self { Self(rawValue: 0x00000251) }
    /// `CKA_GOST28147_PARAMS`.
    public static var gost28147Params: Self { Self(rawValue: 0x00000252) }
    /// `CKA_HW_FEATURE_TYPE`.
    public static var hwFeatureType: Self { Self(rawValue: 0x00000300) }
    /// `CKA_RESET_ON_INIT`.
    public static var resetOnInit: Self { Self(rawValue: 0x00000301) }
    /// `CKA_HAS_RESET`.
    public static var hasReset: Self { Self(rawValue: 0x00000302) }
    /// `CKA_PIXEL_X`.
    public static var pixelX: Self { Self(rawValue: 0x00000400) }
    /// `CKA_PIXEL_Y`.
    public static var pixelY: Self { Self(rawValue: 0x00000401) }
    /// `CKA_RESOLUTION`.
    public static var resolution: Self { Self(rawValue: 0x00000402) }
    /// `CKA_CHAR_ROWS`.
    public static var charRows: Self { Self(rawValue: 0x00000403) }
    /// `CKA_CHAR_COLUMNS`.
    public static var charColumns: Self { Self(rawValue: 0x00000404) }
    /// `CKA_COLOR`.
    public static var color: Self { Self(rawValue: 0x00000405) }
    /// `CKA_BITS_PER_PIXEL`.
    public static var bitsPerPixel: Self { Self(rawValue: 0x00000406) }
    /// `CKA_CHAR_SETS`.
    public static var charSets: Self { Self(rawValue: 0x00000480) }
    /// `CKA_ENCODING_METHODS`.
    public static var encodingMethods: Self { Self(rawValue: 0x00000481) }
    /// `CKA_MIME_TYPES`.
    public static var mimeTypes: Self { Self(rawValue: 0x00000482) }
    /// `CKA_MECHANISM_TYPE`.
    public static var mechanismType: Self { Self(rawValue: 0x00000500) }
    /// `CKA_REQUIRED_CMS_ATTRIBUTES`.
    public static var requiredCMSAttributes: Self { Self(rawValue: 0x00000501) }
    /// `CKA_DEFAULT_CMS_ATTRIBUTES`.
    public static var defaultCMSAttributes: Self { Self(rawValue: 0x00000502) }
    /// `CKA_SUPPORTED_CMS_ATTRIBUTES`.
    public static var supportedCMSAttributes: Self { Self(rawValue: 0x00000503) }
    /// `CKA_PROFILE_ID`.
    public static var profileID: Self { Self(rawValue: 0x00000601) }
    /// `CKA_X2RATCHET_BAG`.
    public static var x2ratchetBag: Self { Self(rawValue: 0x00000602) }
    /// `CKA_X2RATCHET_BAGSIZE`.
    public static var x2ratchetBagSize: Self { Self(rawValue: 0x00000603) }
    /// `CKA_X2RATCHET_BOBS1STMSG`.
    public static var x2ratchetBobs1stMsg: Self { Self(rawValue: 0x00000604) }
    /// `CKA_X2RATCHET_CKR`.
    public static var x2ratchetCKR: Self { Self(rawValue: 0x00000605) }
    /// `CKA_X2RATCHET_CKS`.
    public static var x2ratchetCKS: Self { Self(rawValue: 0x00000606) }
    /// `CKA_X2RATCHET_DHP`.
    public static var x2ratchetDHP: Self { Self(rawValue: 0x00000607) }
    /// `CKA_X2RATCHET_DHR`.
    public static var x2ratchetDHR: Self { Self(rawValue: 0x00000608) }
    /// `CKA_X2RATCHET_DHS`.
    public static var x2ratchetDHS: Self { Self(rawValue: 0x00000609) }
    /// `CKA_X2RATCHET_HKR`.
    public static var x2ratchetHKR: Self { Self(rawValue: 0x0000060A) }
    /// `CKA_X2RATCHET_HKS`.
    public static var x2ratchetHKS: Self { Self(rawValue: 0x0000060B) }
    /// `CKA_X2RATCHET_ISALICE`.
    public static var x2ratchetIsAlice: Self { Self(rawValue: 0x0000060C) }
    /// `CKA_X2RATCHET_NHKR`.
    public static var x2ratchetNHKR: Self { Self(rawValue: 0x0000060D) }
    /// `CKA_X2RATCHET_NHKS`.
    public static var x2ratchetNHKS: Self { Self(rawValue: 0x0000060E) }
    /// `CKA_X2RATCHET_NR`.
    public static var x2ratchetNR: Self { Self(rawValue: 0x0000060F) }
    /// `CKA_X2RATCHET_NS`.
    public static var x2ratchetNS: Self { Self(rawValue: 0x00000610) }
    /// `CKA_X2RATCHET_PNS`.
    public static var x2ratchetPNS: Self { Self(rawValue: 0x00000611) }
    /// `CKA_X2RATCHET_RK`.
    public static var x2ratchetRK: Self { Self(rawValue: 0x00000612) }
    /// `CKA_HSS_LEVELS`.
    public static var hssLevels: Self { Self(rawValue: 0x00000617) }
    /// `CKA_HSS_LMS_TYPE`.
    public static var hssLMSType: Self { Self(rawValue: 0x00000618) }
    /// `CKA_HSS_LMOTS_TYPE`.
    public static var hssLMOTSType: Self { Self(rawValue: 0x00000619) }
    /// `CKA_HSS_LMS_TYPES`.
    public static var hssLMSTypes: Self { Self(rawValue: 0x0000061A) }
    /// `CKA_HSS_LMOTS_TYPES`.
    public static var hssLMOTSTypes: Self { Self(rawValue: 0x0000061B) }
    /// `CKA_HSS_KEYS_REMAINING`.
    public static var hssKeysRemaining: Self { Self(rawValue: 0x0000061C) }
    /// `CKA_PARAMETER_SET`.
    public static var parameterSet: Self { Self(rawValue: 0x0000061D) }
    /// `CKA_OBJECT_VALIDATION_FLAGS`.
    public static var objectValidationFlags: Self { Self(rawValue: 0x0000061E) }
    /// `CKA_VALIDATION_TYPE`.
    public static var validationType: Self { Self(rawValue: 0x0000061F) }
    /// `CKA_VALIDATION_VERSION`.
    public static var validationVersion: Self { Self(rawValue: 0x00000620) }
    /// `CKA_VALIDATION_LEVEL`.
    public static var validationLevel: Self { Self(rawValue: 0x00000621) }
    /// `CKA_VALIDATION_MODULE_ID`.
    public static var validationModuleID: Self { Self(rawValue: 0x00000622) }
    /// `CKA_VALIDATION_FLAG`.
    public static var validationFlag: Self { Self(rawValue: 0x00000623) }
    /// `CKA_VALIDATION_AUTHORITY_TYPE`.
    public static var validationAuthorityType: Self { Self(rawValue: 0x00000624) }
    /// `CKA_VALIDATION_COUNTRY`.
    public static var validationCountry: Self { Self(rawValue: 0x00000625) }
    /// `CKA_VALIDATION_CERTIFICATE_IDENTIFIER`.
    public static var validationCertificateIdentifier: Self { Self(rawValue: 0x00000626) }
    /// `CKA_VALIDATION_CERTIFICATE_URI`.
    public static var validationCertificateURI: Self { Self(rawValue: 0x00000627) }
    /// `CKA_VALIDATION_VENDOR_URI`.
    public static var validationVendorURI: Self { Self(rawValue: 0x00000628) }
    /// `CKA_VALIDATION_PROFILE`.
    public static var validationProfile: Self { Self(rawValue: 0x00000629) }
    /// `CKA_ENCAPSULATE_TEMPLATE`.
    public static var encapsulateTemplate: Self { Self(rawValue: 0x0000062A) }
    /// `CKA_DECAPSULATE_TEMPLATE`.
    public static var decapsulateTemplate: Self { Self(rawValue: 0x0000062B) }
    /// `CKA_TRUST_SERVER_AUTH`.
    public static var trustServerAuth: Self { Self(rawValue: 0x0000062C) }
    /// `CKA_TRUST_CLIENT_AUTH`.
    public static var trustClientAuth: Self { Self(rawValue: 0x0000062D) }
    /// `CKA_TRUST_CODE_SIGNING`.
    public static var trustCodeSigning: Self { Self(rawValue: 0x0000062E) }
    /// `CKA_TRUST_EMAIL_PROTECTION`.
    public static var trustEmailProtection: Self { Self(rawValue: 0x0000062F) }
    /// `CKA_TRUST_IPSEC_IKE`.
    public static var trustIPsecIKE: Self { Self(rawValue: 0x00000630) }
    /// `CKA_TRUST_TIME_STAMPING`.
    public static var trustTimeStamping: Self { Self(rawValue: 0x00000631) }
    /// `CKA_TRUST_OCSP_SIGNING`.
    public static var trustOCSPSigning: Self { Self(rawValue: 0x00000632) }
    /// `CKA_ENCAPSULATE`.
    public static var encapsulate: Self { Self(rawValue: 0x00000633) }
    /// `CKA_DECAPSULATE`.
    public static var decapsulate: Self { Self(rawValue: 0x00000634) }
    /// `CKA_HASH_OF_CERTIFICATE`.
    public static var hashOfCertificate: Self { Self(rawValue: 0x00000635) }
    /// `CKA_PUBLIC_CRC64_VALUE`.
    public static var publicCRC64Value: Self { Self(rawValue: 0x00000636) }
    /// `CKA_SEED`.
    public static var seed: Self { Self(rawValue: 0x00000637) }
    /// `CKA_WRAP_TEMPLATE`.
    public static var wrapTemplate: Self { Self(rawValue: 0x40000211) }
    /// `CKA_UNWRAP_TEMPLATE`.
    public static var unwrapTemplate: Self { Self(rawValue: 0x40000212) }
    /// `CKA_DERIVE_TEMPLATE`.
    public static var deriveTemplate: Self { Self(rawValue: 0x40000213) }
    /// `CKA_ALLOWED_MECHANISMS`.
    public static var allowedMechanisms: Self { Self(rawValue: 0x40000600) }
    /// `CKA_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
}

extension AttributeType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKA_CLASS"),
            (0x00000001, "CKA_TOKEN"),
            (0x00000002, "CKA_PRIVATE"),
            (0x00000003, "CKA_LABEL"),
            (0x00000004, "CKA_UNIQUE_ID"),
            (0x00000010, "CKA_APPLICATION"),
            (0x00000011, "CKA_VALUE"),
            (0x00000012, "CKA_OBJECT_ID"),
            (0x00000080, "CKA_CERTIFICATE_TYPE"),
            (0x00000081, "CKA_ISSUER"),
            (0x00000082, "CKA_SERIAL_NUMBER"),
            (0x00000083, "CKA_AC_ISSUER"),
            (0x00000084, "CKA_OWNER"),
            (0x00000085, "CKA_ATTR_TYPES"),
            (0x00000086, "CKA_TRUSTED"),
            (0x00000087, "CKA_CERTIFICATE_CATEGORY"),
            (0x00000088, "CKA_JAVA_MIDP_SECURITY_DOMAIN"),
            (0x00000089, "CKA_URL"),
            (0x0000008A, "CKA_HASH_OF_SUBJECT_PUBLIC_KEY"),
            (0x0000008B, "CKA_HASH_OF_ISSUER_PUBLIC_KEY"),
            (0x0000008C, "CKA_NAME_HASH_ALGORITHM"),
            (0x00000090, "CKA_CHECK_VALUE"),
            (0x00000100, "CKA_KEY_TYPE"),
            (0x00000101, "CKA_SUBJECT"),
            (0x00000102, "CKA_ID"),
            (0x00000103, "CKA_SENSITIVE"),
            (0x00000104, "CKA_ENCRYPT"),
            (0x00000105, "CKA_DECRYPT"),
            (0x00000106, "CKA_WRAP"),
            (0x00000107, "CKA_UNWRAP"),
            (0x00000108, "CKA_SIGN"),
            (0x00000109, "CKA_SIGN_RECOVER"),
            (0x0000010A, "CKA_VERIFY"),
            (0x0000010B, "CKA_VERIFY_RECOVER"),
            (0x0000010C, "CKA_DERIVE"),
            (0x00000110, "CKA_START_DATE"),
            (0x00000111, "CKA_END_DATE"),
            (0x00000120, "CKA_MODULUS"),
            (0x00000121, "CKA_MODULUS_BITS"),
            (0x00000122, "CKA_PUBLIC_EXPONENT"),
            (0x00000123, "CKA_PRIVATE_EXPONENT"),
            (0x00000124, "CKA_PRIME_1"),
            (0x00000125, "CKA_PRIME_2"),
            (0x00000126, "CKA_EXPONENT_1"),
            (0x00000127, "CKA_EXPONENT_2"),
            (0x00000128, "CKA_COEFFICIENT"),
            (0x00000129, "CKA_PUBLIC_KEY_INFO"),
            (0x00000130, "CKA_PRIME"),
            (0x00000131, "CKA_SUBPRIME"),
            (0x00000132, "CKA_BASE"),
            (0x00000133, "CKA_PRIME_BITS"),
            (0x00000134, "CKA_SUBPRIME_BITS"),
            (0x00000160, "CKA_VALUE_BITS"),
            (0x00000161, "CKA_VALUE_LEN"),
            (0x00000162, "CKA_EXTRACTABLE"),
            (0x00000163, "CKA_LOCAL"),
            (0x00000164, "CKA_NEVER_EXTRACTABLE"),
            (0x00000165, "CKA_ALWAYS_SENSITIVE"),
            (0x00000166, "CKA_KEY_GEN_MECHANISM"),
            (0x00000170, "CKA_MODIFIABLE"),
            (0x00000171, "CKA_COPYABLE"),
            (0x00000172, "CKA_DESTROYABLE"),
            (0x00000180, "CKA_EC_PARAMS"),
            (0x00000181, "CKA_EC_POINT"),
            (0x00000200, "CKA_SECONDARY_AUTH"),
            (0x00000201, "CKA_AUTH_PIN_FLAGS"),
            (0x00000202, "CKA_ALWAYS_AUTHENTICATE"),
            (0x00000210, "CKA_WRAP_WITH_TRUSTED"),
            (0x00000220, "CKA_OTP_FORMAT"),
            (0x00000221, "CKA_OTP_LENGTH"),
            (0x00000222, "CKA_OTP_TIME_INTERVAL"),
            (0x00000223, "CKA_OTP_USER_FRIENDLY_MODE"),
            (0x00000224, "CKA_OTP_CHALLENGE_REQUIREMENT"),
            (0x00000225, "CKA_OTP_TIME_REQUIREMENT"),
            (0x00000226, "CKA_OTP_COUNTER_REQUIREMENT"),
            (0x00000227, "CKA_OTP_PIN_REQUIREMENT"),
            (0x0000022A, "CKA_OTP_USER_IDENTIFIER"),
            (0x0000022B, "CKA_OTP_SERVICE_IDENTIFIER"),
            (0x0000022C, "CKA_OTP_SERVICE_LOGO"),
            (0x0000022D, "CKA_OTP_SERVICE_LOGO_TYPE"),
            (0x0000022E, "CKA_OTP_COUNTER"),
            (0x0000022F, "CKA_OTP_TIME"),
            (0x00000250, "CKA_GOSTR3410_PARAMS"),
            (0x00000251, "CKA_GOSTR3411_PARAMS"),
            (0x00000252, "CKA_GOST28147_PARAMS"),
            (0x00000300, "CKA_HW_FEATURE_TYPE"),
            (0x00000301, "CKA_RESET_ON_INIT"),
            (0x00000302, "CKA_HAS_RESET"),
            (0x00000400, "CKA_PIXEL_X"),
            (0x00000401, "CKA_PIXEL_Y"),
            (0x00000402, "CKA_RESOLUTION"),
            (0x00000403, "CKA_CHAR_ROWS"),
            (0x00000404, "CKA_CHAR_COLUMNS"),
            (0x00000405, "CKA_COLOR"),
            (0x00000406, "CKA_BITS_PER_PIXEL"),
            (0x00000480, "CKA_CHAR_SETS"),
            (0x00000481, "CKA_ENCODING_METHODS"),
            (0x00000482, "CKA_MIME_TYPES"),
            (0x00000500, "CKA_MECHANISM_TYPE"),
            (0x00000501, "CKA_REQUIRED_CMS_ATTRIBUTES"),
            (0x00000502, "CKA_DEFAULT_CMS_ATTRIBUTES"),
            (0x00000503, "CKA_SUPPORTED_CMS_ATTRIBUTES"),
            (0x00000601, "CKA_PROFILE_ID"),
            (0x00000602, "CKA_X2RATCHET_BAG"),
            (0x00000603, "CKA_X2RATCHET_BAGSIZE"),
            (0x00000604, "CKA_X2RATCHET_BOBS1STMSG"),
            (0x00000605, "CKA_X2RATCHET_CKR"),
            (0x00000606, "CKA_X2RATCHET_CKS"),
            (0x00000607, "CKA_X2RATCHET_DHP"),
            (0x00000608, "CKA_X2RATCHET_DHR"),
            (0x00000609, "CKA_X2RATCHET_DHS"),
            (0x0000060A, "CKA_X2RATCHET_HKR"),
            (0x0000060B, "CKA_X2RATCHET_HKS"),
            (0x0000060C, "CKA_X2RATCHET_ISALICE"),
            (0x0000060D, "CKA_X2RATCHET_NHKR"),
            (0x0000060E, "CKA_X2RATCHET_NHKS"),
            (0x0000060F, "CKA_X2RATCHET_NR"),
            (0x00000610, "CKA_X2RATCHET_NS"),
            (0x00000611, "CKA_X2RATCHET_PNS"),
            (0x00000612, "CKA_X2RATCHET_RK"),
            (0x00000617, "CKA_HSS_LEVELS"),
            (0x00000618, "CKA_HSS_LMS_TYPE"),
            (0x00000619, "CKA_HSS_LMOTS_TYPE"),
            (0x0000061A, "CKA_HSS_LMS_TYPES"),
            (0x0000061B, "CKA_HSS_LMOTS_TYPES"),
            (0x0000061C, "CKA_HSS_KEYS_REMAINING"),
            (0x0000061D, "CKA_PARAMETER_SET"),
            (0x0000061E, "CKA_OBJECT_VALIDATION_FLAGS"),
            (0x0000061F, "CKA_VALIDATION_TYPE"),
            (0x00000620, "CKA_VALIDATION_VERSION"),
            (0x00000621, "CKA_VALIDATION_LEVEL"),
            (0x00000622, "CKA_VALIDATION_MODULE_ID"),
            (0x00000623, "CKA_VALIDATION_FLAG"),
            (0x00000624, "CKA_VALIDATION_AUTHORITY_TYPE"),
            (0x00000625, "CKA_VALIDATION_COUNTRY"),
            (0x00000626, "CKA_VALIDATION_CERTIFICATE_IDENTIFIER"),
            (0x00000627, "CKA_VALIDATION_CERTIFICATE_URI"),
            (0x00000628, "CKA_VALIDATION_VENDOR_URI"),
            (0x00000629, "CKA_VALIDATION_PROFILE"),
            (0x0000062A, "CKA_ENCAPSULATE_TEMPLATE"),
            (0x0000062B, "CKA_DECAPSULATE_TEMPLATE"),
            (0x0000062C, "CKA_TRUST_SERVER_AUTH"),
            (0x0000062D, "CKA_TRUST_CLIENT_AUTH"),
            (0x0000062E, "CKA_TRUST_CODE_SIGNING"),
            (0x0000062F, "CKA_TRUST_EMAIL_PROTECTION"),
            (0x00000630, "CKA_TRUST_IPSEC_IKE"),
            (0x00000631, "CKA_TRUST_TIME_STAMPING"),
            (0x00000632, "CKA_TRUST_OCSP_SIGNING"),
            (0x00000633, "CKA_ENCAPSULATE"),
            (0x00000634, "CKA_DECAPSULATE"),
            (0x00000635, "CKA_HASH_OF_CERTIFICATE"),
            (0x00000636, "CKA_PUBLIC_CRC64_VALUE"),
            (0x00000637, "CKA_SEED"),
            (0x40000211, "CKA_WRAP_TEMPLATE"),
            (0x40000212, "CKA_UNWRAP_TEMPLATE"),
            (0x40000213, "CKA_DERIVE_TEMPLATE"),
            (0x40000600, "CKA_ALLOWED_MECHANISMS"),
            (0x80000000, "CKA_VENDOR_DEFINED"),
        ],
        aliases: [
            (0x00000134, "CKA_SUB_PRIME_BITS"),
            (0x00000180, "CKA_ECDSA_PARAMS"),
            (0x0000061E, "CKA_VALIDATION_FLAGS"),
        ])
}
