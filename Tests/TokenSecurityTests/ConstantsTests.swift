import Foundation
import Testing

@testable import TokenSecurity

/// The strings that programs may have stored or may compare with, each as the reference system has it.
@Suite("Constants")
struct ConstantsTests {
    @Test
    func `75: class, key class and key type have their strings`() {
        expect([
            (kSecClass, "class"), (kSecClassKey, "keys"), (kSecClassCertificate, "cert"), (kSecClassIdentity, "idnt"),
            (kSecClassGenericPassword, "genp"), (kSecClassInternetPassword, "inet"),
            (kSecAttrKeyClass, "kcls"), (kSecAttrKeyClassPublic, "0"), (kSecAttrKeyClassPrivate, "1"),
            (kSecAttrKeyClassSymmetric, "2"), (kSecAttrKeyType, "type"), (kSecAttrKeyTypeRSA, "42"),
            (kSecAttrKeyTypeECSECPrimeRandom, "73"), (kSecAttrKeyTypeEC, "73"), (kSecAttrKeyTypeECDSA, "73"),
            (kSecAttrKeyTypeDSA, "43"), (kSecAttrKeyTypeAES, "2147483649"), (kSecAttrKeyTypeDES, "14"),
            (kSecAttrKeyType3DES, "17"), (kSecAttrKeyTypeRC2, "23"), (kSecAttrKeyTypeRC4, "25"),
            (kSecAttrKeyTypeCAST, "56"),
        ])
    }

    @Test
    func `75: naming attributes have their strings`() {
        expect([
            (kSecAttrApplicationTag, "atag"), (kSecAttrApplicationLabel, "klbl"), (kSecAttrLabel, "labl"),
            (kSecAttrKeySizeInBits, "bsiz"), (kSecAttrEffectiveKeySize, "esiz"), (kSecAttrCreationDate, "cdat"),
            (kSecAttrModificationDate, "mdat"), (kSecAttrPersistentReference, "persistref"),
            (kSecAttrPersistantReference, "persistref"), (kSecAttrKeyCreator, "crtr"),
            (kSecAttrPublicKeyHash, "pkhh"), (kSecAttrSubject, "subj"),
            (kSecAttrIssuer, "issr"), (kSecAttrSerialNumber, "slnr"), (kSecAttrSubjectKeyID, "skid"),
            (kSecAttrCertificateType, "ctyp"), (kSecAttrCertificateEncoding, "cenc"),
        ])
    }

    @Test
    func `75: usage and protection attributes have their strings`() {
        expect([
            (kSecAttrCanEncrypt, "encr"), (kSecAttrCanDecrypt, "decr"), (kSecAttrCanDerive, "drve"),
            (kSecAttrCanSign, "sign"), (kSecAttrCanVerify, "vrfy"), (kSecAttrCanWrap, "wrap"),
            (kSecAttrCanUnwrap, "unwp"),
            (kSecAttrIsPermanent, "perm"), (kSecAttrIsSensitive, "sens"), (kSecAttrIsExtractable, "extr"),
            (kSecAttrWasAlwaysSensitive, "asen"), (kSecAttrWasNeverExtractable, "next"), (kSecAttrIsPrivate, "priv"),
            (kSecAttrIsModifiable, "modi"),
        ])
    }

    @Test
    func `75: attributes of places and access have their strings`() {
        expect([
            (kSecAttrTokenID, "tkid"), (kSecAttrTokenIDSecureEnclave, "com.apple.setoken"),
            (kSecAttrAccessControl, "accc"), (kSecAttrAccessible, "pdmn"), (kSecAttrAccessibleWhenUnlocked, "ak"),
            (kSecAttrAccessibleAfterFirstUnlock, "ck"), (kSecAttrAccessibleAlways, "dk"),
            (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "aku"),
            (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "cku"),
            (kSecAttrAccessibleAlwaysThisDeviceOnly, "dku"), (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"),
            (kSecAttrAccessGroup, "agrp"), (kSecAttrAccessGroupToken, "com.apple.token"),
            (kSecAttrSynchronizable, "sync"), (kSecAttrSynchronizableAny, "syna"), (kSecAttrSyncViewHint, "vwht"),
            (kSecAttrAccess, "acls"), (kSecAttrPRF, "prf"), (kSecAttrPRFHmacAlgSHA1, "hsha1"),
            (kSecAttrPRFHmacAlgSHA224, "hsha224"), (kSecAttrPRFHmacAlgSHA256, "hsha256"),
            (kSecAttrPRFHmacAlgSHA384, "hsha384"), (kSecAttrPRFHmacAlgSHA512, "hsha512"), (kSecAttrSalt, "salt"),
            (kSecAttrRounds, "rounds"),
        ])
    }

    @Test
    func `75: values, results, filters and options have their strings`() {
        expect([
            (kSecValueData, "v_Data"), (kSecValueRef, "v_Ref"), (kSecValuePersistentRef, "v_PersistentRef"),
            (kSecReturnData, "r_Data"), (kSecReturnAttributes, "r_Attributes"), (kSecReturnRef, "r_Ref"),
            (kSecReturnPersistentRef, "r_PersistentRef"), (kSecPrivateKeyAttrs, "private"),
            (kSecPublicKeyAttrs, "public"), (kSecMatchLimit, "m_Limit"), (kSecMatchLimitOne, "m_LimitOne"),
            (kSecMatchLimitAll, "m_LimitAll"), (kSecMatchPolicy, "m_Policy"), (kSecMatchIssuers, "m_Issuers"),
            (kSecMatchEmailAddressIfPresent, "m_EmailAddressIfPresent"),
            (kSecMatchSubjectContains, "m_SubjectContains"), (kSecMatchSubjectStartsWith, "m_SubjectStartsWith"),
            (kSecMatchSubjectEndsWith, "m_SubjectEndsWith"), (kSecMatchSubjectWholeString, "m_SubjectWholeString"),
            (kSecMatchCaseInsensitive, "m_CaseInsensitive"),
            (kSecMatchDiacriticInsensitive, "m_DiacriticInsensitive"),
            (kSecMatchWidthInsensitive, "m_WidthInsensitive"), (kSecMatchTrustedOnly, "m_TrustedOnly"),
            (kSecMatchValidOnDate, "m_ValidOnDate"), (kSecMatchItemList, "m_ItemList"),
            (kSecMatchSearchList, "m_SearchList"),
            (kSecUseDataProtectionKeychain, "nleg"), (kSecUseAuthenticationContext, "u_AuthCtx"),
            (kSecUseAuthenticationUI, "u_AuthUI"), (kSecUseAuthenticationUIAllow, "u_AuthUIA"),
            (kSecUseAuthenticationUIFail, "u_AuthUIF"), (kSecUseAuthenticationUISkip, "u_AuthUIS"),
            (kSecUseOperationPrompt, "u_OpPrompt"), (kSecUseNoAuthenticationUI, "u_NoAuthUI"),
            (kSecUseItemList, "u_ItemList"), (kSecUseKeychain, "u_Keychain"),
        ])
    }

    @Test
    func `parameters of a key exchange, operations and paddings have their values`() {
        #expect(SecKeyKeyExchangeParameter.requestedSize.rawValue as String == "requestedSize")
        #expect(SecKeyKeyExchangeParameter.sharedInfo.rawValue as String == "sharedInfo")
        let operations: [SecKeyOperationType] = [.sign, .verify, .encrypt, .decrypt, .keyExchange]
        #expect(operations.map(\.rawValue) == [0, 1, 2, 3, 4])
        let paddings: [(SecPadding, UInt32)] = [
            ([], 0), (.PKCS1, 1), (.OAEP, 2), (.sigRaw, 0x4000), (.PKCS1MD2, 0x8000), (.PKCS1MD5, 0x8001),
            (.PKCS1SHA1, 0x8002), (.PKCS1SHA224, 0x8003), (.PKCS1SHA256, 0x8004), (.PKCS1SHA384, 0x8005),
            (.PKCS1SHA512, 0x8006),
        ]
        for (padding, value) in paddings { #expect(padding.rawValue == value) }
    }

    private func expect(_ constants: [(CFString, String)]) {
        for (constant, value) in constants { #expect(constant as String == value) }
    }
}
