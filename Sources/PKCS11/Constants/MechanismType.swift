/// A cryptographic mechanism (`CK_MECHANISM_TYPE`).
public struct MechanismType: CryptokiConstant {
    /// The number that the module uses.
    public var rawValue: UInt

    /// Takes any number, also one that the standard does not name.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension MechanismType {
    /// `CKM_RSA_PKCS_KEY_PAIR_GEN`.
    public static var rsaPKCSKeyPairGen: Self { Self(rawValue: 0x00000000) }
    /// `CKM_RSA_PKCS`.
    public static var rsaPKCS: Self { Self(rawValue: 0x00000001) }
    /// `CKM_RSA_9796`.
    public static var rsa9796: Self { Self(rawValue: 0x00000002) }
    /// `CKM_RSA_X_509`.
    public static var rsaX509: Self { Self(rawValue: 0x00000003) }
    /// `CKM_MD2_RSA_PKCS`.
    public static var md2RSAPKCS: Self { Self(rawValue: 0x00000004) }
    /// `CKM_MD5_RSA_PKCS`.
    public static var md5RSAPKCS: Self { Self(rawValue: 0x00000005) }
    /// `CKM_SHA1_RSA_PKCS`.
    public static var sha1RSAPKCS: Self { Self(rawValue: 0x00000006) }
    /// `CKM_RIPEMD128_RSA_PKCS`.
    public static var ripemd128RSAPKCS: Self { Self(rawValue: 0x00000007) }
    /// `CKM_RIPEMD160_RSA_PKCS`.
    public static var ripemd160RSAPKCS: Self { Self(rawValue: 0x00000008) }
    /// `CKM_RSA_PKCS_OAEP`.
    public static var rsaPKCSOAEP: Self { Self(rawValue: 0x00000009) }
    /// `CKM_RSA_X9_31_KEY_PAIR_GEN`.
    public static var rsaX9_31KeyPairGen: Self { Self(rawValue: 0x0000000A) }
    /// `CKM_RSA_X9_31`.
    public static var rsaX9_31: Self { Self(rawValue: 0x0000000B) }
    /// `CKM_SHA1_RSA_X9_31`.
    public static var sha1RSAX9_31: Self { Self(rawValue: 0x0000000C) }
    /// `CKM_RSA_PKCS_PSS`.
    public static var rsaPKCSPSS: Self { Self(rawValue: 0x0000000D) }
    /// `CKM_SHA1_RSA_PKCS_PSS`.
    public static var sha1RSAPKCSPSS: Self { Self(rawValue: 0x0000000E) }
    /// `CKM_ML_KEM_KEY_PAIR_GEN`.
    public static var mlKEMKeyPairGen: Self { Self(rawValue: 0x0000000F) }
    /// `CKM_DSA_KEY_PAIR_GEN`.
    public static var dsaKeyPairGen: Self { Self(rawValue: 0x00000010) }
    /// `CKM_DSA`.
    public static var dsa: Self { Self(rawValue: 0x00000011) }
    /// `CKM_DSA_SHA1`.
    public static var dsaSHA1: Self { Self(rawValue: 0x00000012) }
    /// `CKM_DSA_SHA224`.
    public static var dsaSHA224: Self { Self(rawValue: 0x00000013) }
    /// `CKM_DSA_SHA256`.
    public static var dsaSHA256: Self { Self(rawValue: 0x00000014) }
    /// `CKM_DSA_SHA384`.
    public static var dsaSHA384: Self { Self(rawValue: 0x00000015) }
    /// `CKM_DSA_SHA512`.
    public static var dsaSHA512: Self { Self(rawValue: 0x00000016) }
    /// `CKM_ML_KEM`.
    public static var mlKEM: Self { Self(rawValue: 0x00000017) }
    /// `CKM_DSA_SHA3_224`.
    public static var dsaSHA3_224: Self { Self(rawValue: 0x00000018) }
    /// `CKM_DSA_SHA3_256`.
    public static var dsaSHA3_256: Self { Self(rawValue: 0x00000019) }
    /// `CKM_DSA_SHA3_384`.
    public static var dsaSHA3_384: Self { Self(rawValue: 0x0000001A) }
    /// `CKM_DSA_SHA3_512`.
    public static var dsaSHA3_512: Self { Self(rawValue: 0x0000001B) }
    /// `CKM_ML_DSA_KEY_PAIR_GEN`.
    public static var mlDSAKeyPairGen: Self { Self(rawValue: 0x0000001C) }
    /// `CKM_ML_DSA`.
    public static var mlDSA: Self { Self(rawValue: 0x0000001D) }
    /// `CKM_HASH_ML_DSA`.
    public static var hashMLDSA: Self { Self(rawValue: 0x0000001F) }
    /// `CKM_DH_PKCS_KEY_PAIR_GEN`.
    public static var dhPKCSKeyPairGen: Self { Self(rawValue: 0x00000020) }
    /// `CKM_DH_PKCS_DERIVE`.
    public static var dhPKCSDerive: Self { Self(rawValue: 0x00000021) }
    /// `CKM_HASH_ML_DSA_SHA224`.
    public static var hashMLDSASHA224: Self { Self(rawValue: 0x00000023) }
    /// `CKM_HASH_ML_DSA_SHA256`.
    public static var hashMLDSASHA256: Self { Self(rawValue: 0x00000024) }
    /// `CKM_HASH_ML_DSA_SHA384`.
    public static var hashMLDSASHA384: Self { Self(rawValue: 0x00000025) }
    /// `CKM_HASH_ML_DSA_SHA512`.
    public static var hashMLDSASHA512: Self { Self(rawValue: 0x00000026) }
    /// `CKM_HASH_ML_DSA_SHA3_224`.
    public static var hashMLDSASHA3_224: Self { Self(rawValue: 0x00000027) }
    /// `CKM_HASH_ML_DSA_SHA3_256`.
    public static var hashMLDSASHA3_256: Self { Self(rawValue: 0x00000028) }
    /// `CKM_HASH_ML_DSA_SHA3_384`.
    public static var hashMLDSASHA3_384: Self { Self(rawValue: 0x00000029) }
    /// `CKM_HASH_ML_DSA_SHA3_512`.
    public static var hashMLDSASHA3_512: Self { Self(rawValue: 0x0000002A) }
    /// `CKM_HASH_ML_DSA_SHAKE128`.
    public static var hashMLDSASHAKE128: Self { Self(rawValue: 0x0000002B) }
    /// `CKM_HASH_ML_DSA_SHAKE256`.
    public static var hashMLDSASHAKE256: Self { Self(rawValue: 0x0000002C) }
    /// `CKM_SLH_DSA_KEY_PAIR_GEN`.
    public static var slhDSAKeyPairGen: Self { Self(rawValue: 0x0000002D) }
    /// `CKM_SLH_DSA`.
    public static var slhDSA: Self { Self(rawValue: 0x0000002E) }
    /// `CKM_X9_42_DH_KEY_PAIR_GEN`.
    public static var x9_42DHKeyPairGen: Self { Self(rawValue: 0x00000030) }
    /// `CKM_X9_42_DH_DERIVE`.
    public static var x9_42DHDerive: Self { Self(rawValue: 0x00000031) }
    /// `CKM_X9_42_DH_HYBRID_DERIVE`.
    public static var x9_42DHHybridDerive: Self { Self(rawValue: 0x00000032) }
    /// `CKM_X9_42_MQV_DERIVE`.
    public static var x9_42MQVDerive: Self { Self(rawValue: 0x00000033) }
    /// `CKM_HASH_SLH_DSA`.
    public static var hashSLHDSA: Self { Self(rawValue: 0x00000034) }
    /// `CKM_HASH_SLH_DSA_SHA224`.
    public static var hashSLHDSASHA224: Self { Self(rawValue: 0x00000036) }
    /// `CKM_HASH_SLH_DSA_SHA256`.
    public static var hashSLHDSASHA256: Self { Self(rawValue: 0x00000037) }
    /// `CKM_HASH_SLH_DSA_SHA384`.
    public static var hashSLHDSASHA384: Self { Self(rawValue: 0x00000038) }
    /// `CKM_HASH_SLH_DSA_SHA512`.
    public static var hashSLHDSASHA512: Self { Self(rawValue: 0x00000039) }
    /// `CKM_HASH_SLH_DSA_SHA3_224`.
    public static var hashSLHDSASHA3_224: Self { Self(rawValue: 0x0000003A) }
    /// `CKM_HASH_SLH_DSA_SHA3_256`.
    public static var hashSLHDSASHA3_256: Self { Self(rawValue: 0x0000003B) }
    /// `CKM_HASH_SLH_DSA_SHA3_384`.
    public static var hashSLHDSASHA3_384: Self { Self(rawValue: 0x0000003C) }
    /// `CKM_HASH_SLH_DSA_SHA3_512`.
    public static var hashSLHDSASHA3_512: Self { Self(rawValue: 0x0000003D) }
    /// `CKM_HASH_SLH_DSA_SHAKE128`.
    public static var hashSLHDSASHAKE128: Self { Self(rawValue: 0x0000003E) }
    /// `CKM_HASH_SLH_DSA_SHAKE256`.
    public static var hashSLHDSASHAKE256: Self { Self(rawValue: 0x0000003F) }
    /// `CKM_SHA256_RSA_PKCS`.
    public static var sha256RSAPKCS: Self { Self(rawValue: 0x00000040) }
    /// `CKM_SHA384_RSA_PKCS`.
    public static var sha384RSAPKCS: Self { Self(rawValue: 0x00000041) }
    /// `CKM_SHA512_RSA_PKCS`.
    public static var sha512RSAPKCS: Self { Self(rawValue: 0x00000042) }
    /// `CKM_SHA256_RSA_PKCS_PSS`.
    public static var sha256RSAPKCSPSS: Self { Self(rawValue: 0x00000043) }
    /// `CKM_SHA384_RSA_PKCS_PSS`.
    public static var sha384RSAPKCSPSS: Self { Self(rawValue: 0x00000044) }
    /// `CKM_SHA512_RSA_PKCS_PSS`.
    public static var sha512RSAPKCSPSS: Self { Self(rawValue: 0x00000045) }
    /// `CKM_SHA224_RSA_PKCS`.
    public static var sha224RSAPKCS: Self { Self(rawValue: 0x00000046) }
    /// `CKM_SHA224_RSA_PKCS_PSS`.
    public static var sha224RSAPKCSPSS: Self { Self(rawValue: 0x00000047) }
    /// `CKM_SHA512_224`.
    public static var sha512_224: Self { Self(rawValue: 0x00000048) }
    /// `CKM_SHA512_224_HMAC`.
    public static var sha512_224HMAC: Self { Self(rawValue: 0x00000049) }
    /// `CKM_SHA512_224_HMAC_GENERAL`.
    public static var sha512_224HMACGeneral: Self { Self(rawValue: 0x0000004A) }
    /// `CKM_SHA512_224_KEY_DERIVATION`.
    public static var sha512_224KeyDerivation: Self { Self(rawValue: 0x0000004B) }
    /// `CKM_SHA512_256`.
    public static var sha512_256: Self { Self(rawValue: 0x0000004C) }
    /// `CKM_SHA512_256_HMAC`.
    public static var sha512_256HMAC: Self { Self(rawValue: 0x0000004D) }
    /// `CKM_SHA512_256_HMAC_GENERAL`.
    public static var sha512_256HMACGeneral: Self { Self(rawValue: 0x0000004E) }
    /// `CKM_SHA512_256_KEY_DERIVATION`.
    public static var sha512_256KeyDerivation: Self { Self(rawValue: 0x0000004F) }
    /// `CKM_SHA512_T`.
    public static var sha512T: Self { Self(rawValue: 0x00000050) }
    /// `CKM_SHA512_T_HMAC`.
    public static var sha512THMAC: Self { Self(rawValue: 0x00000051) }
    /// `CKM_SHA512_T_HMAC_GENERAL`.
    public static var sha512THMACGeneral: Self { Self(rawValue: 0x00000052) }
    /// `CKM_SHA512_T_KEY_DERIVATION`.
    public static var sha512TKeyDerivation: Self { Self(rawValue: 0x00000053) }
    /// `CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE`.
    public static var tls12ExtendedMasterKeyDerive: Self { Self(rawValue: 0x00000056) }
    /// `CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH`.
    public static var tls12ExtendedMasterKeyDeriveDH: Self { Self(rawValue: 0x00000057) }
    /// `CKM_SHA3_256_RSA_PKCS`.
    public static var sha3_256RSAPKCS: Self { Self(rawValue: 0x00000060) }
    /// `CKM_SHA3_384_RSA_PKCS`.
    public static var sha3_384RSAPKCS: Self { Self(rawValue: 0x00000061) }
    /// `CKM_SHA3_512_RSA_PKCS`.
    public static var sha3_512RSAPKCS: Self { Self(rawValue: 0x00000062) }
    /// `CKM_SHA3_256_RSA_PKCS_PSS`.
    public static var sha3_256RSAPKCSPSS: Self { Self(rawValue: 0x00000063) }
    /// `CKM_SHA3_384_RSA_PKCS_PSS`.
    public static var sha3_384RSAPKCSPSS: Self { Self(rawValue: 0x00000064) }
    /// `CKM_SHA3_512_RSA_PKCS_PSS`.
    public static var sha3_512RSAPKCSPSS: Self { Self(rawValue: 0x00000065) }
    /// `CKM_SHA3_224_RSA_PKCS`.
    public static var sha3_224RSAPKCS: Self { Self(rawValue: 0x00000066) }
    /// `CKM_SHA3_224_RSA_PKCS_PSS`.
    public static var sha3_224RSAPKCSPSS: Self { Self(rawValue: 0x00000067) }
    /// `CKM_RC2_KEY_GEN`.
    public static var rc2KeyGen: Self { Self(rawValue: 0x00000100) }
    /// `CKM_RC2_ECB`.
    public static var rc2ECB: Self { Self(rawValue: 0x00000101) }
    /// `CKM_RC2_CBC`.
    public static var rc2CBC: Self { Self(rawValue: 0x00000102) }
    /// `CKM_RC2_MAC`.
    public static var rc2MAC: Self { Self(rawValue: 0x00000103) }
    /// `CKM_RC2_MAC_GENERAL`.
    public static var rc2MACGeneral: Self { Self(rawValue: 0x00000104) }
    /// `CKM_RC2_CBC_PAD`.
    public static var rc2CBCPad: Self { Self(rawValue: 0x00000105) }
    /// `CKM_RC4_KEY_GEN`.
    public static var rc4KeyGen: Self { Self(rawValue: 0x00000110) }
    /// `CKM_RC4`.
    public static var rc4: Self { Self(rawValue: 0x00000111) }
    /// `CKM_DES_KEY_GEN`.
    public static var desKeyGen: Self { Self(rawValue: 0x00000120) }
    /// `CKM_DES_ECB`.
    public static var desECB: Self { Self(rawValue: 0x00000121) }
    /// `CKM_DES_CBC`.
    public static var desCBC: Self { Self(rawValue: 0x00000122) }
    /// `CKM_DES_MAC`.
    public static var desMAC: Self { Self(rawValue: 0x00000123) }
    /// `CKM_DES_MAC_GENERAL`.
    public static var desMACGeneral: Self { Self(rawValue: 0x00000124) }
    /// `CKM_DES_CBC_PAD`.
    public static var desCBCPad: Self { Self(rawValue: 0x00000125) }
    /// `CKM_DES2_KEY_GEN`.
    public static var des2KeyGen: Self { Self(rawValue: 0x00000130) }
    /// `CKM_DES3_KEY_GEN`.
    public static var des3KeyGen: Self { Self(rawValue: 0x00000131) }
    /// `CKM_DES3_ECB`.
    public static var des3ECB: Self { Self(rawValue: 0x00000132) }
    /// `CKM_DES3_CBC`.
    public static var des3CBC: Self { Self(rawValue: 0x00000133) }
    /// `CKM_DES3_MAC`.
    public static var des3MAC: Self { Self(rawValue: 0x00000134) }
    /// `CKM_DES3_MAC_GENERAL`.
    public static var des3MACGeneral: Self { Self(rawValue: 0x00000135) }
    /// `CKM_DES3_CBC_PAD`.
    public static var des3CBCPad: Self { Self(rawValue: 0x00000136) }
    /// `CKM_DES3_CMAC_GENERAL`.
    public static var des3CMACGeneral: Self { Self(rawValue: 0x00000137) }
    /// `CKM_DES3_CMAC`.
    public static var des3CMAC: Self { Self(rawValue: 0x00000138) }
    /// `CKM_CDMF_KEY_GEN`.
    public static var cdmfKeyGen: Self { Self(rawValue: 0x00000140) }
    /// `CKM_CDMF_ECB`.
    public static var cdmfECB: Self { Self(rawValue: 0x00000141) }
    /// `CKM_CDMF_CBC`.
    public static var cdmfCBC: Self { Self(rawValue: 0x00000142) }
    /// `CKM_CDMF_MAC`.
    public static var cdmfMAC: Self { Self(rawValue: 0x00000143) }
    /// `CKM_CDMF_MAC_GENERAL`.
    public static var cdmfMACGeneral: Self { Self(rawValue: 0x00000144) }
    /// `CKM_CDMF_CBC_PAD`.
    public static var cdmfCBCPad: Self { Self(rawValue: 0x00000145) }
    /// `CKM_DES_OFB64`.
    public static var desOFB64: Self { Self(rawValue: 0x00000150) }
    /// `CKM_DES_OFB8`.
    public static var desOFB8: Self { Self(rawValue: 0x00000151) }
    /// `CKM_DES_CFB64`.
    public static var desCFB64: Self { Self(rawValue: 0x00000152) }
    /// `CKM_DES_CFB8`.
    public static var desCFB8: Self { Self(rawValue: 0x00000153) }
    /// `CKM_MD2`.
    public static var md2: Self { Self(rawValue: 0x00000200) }
    /// `CKM_MD2_HMAC`.
    public static var md2HMAC: Self { Self(rawValue: 0x00000201) }
    /// `CKM_MD2_HMAC_GENERAL`.
    public static var md2HMACGeneral: Self { Self(rawValue: 0x00000202) }
    /// `CKM_MD5`.
    public static var md5: Self { Self(rawValue: 0x00000210) }
    /// `CKM_MD5_HMAC`.
    public static var md5HMAC: Self { Self(rawValue: 0x00000211) }
    /// `CKM_MD5_HMAC_GENERAL`.
    public static var md5HMACGeneral: Self { Self(rawValue: 0x00000212) }
    /// `CKM_SHA_1`.
    public static var sha1: Self { Self(rawValue: 0x00000220) }
    /// `CKM_SHA_1_HMAC`.
    public static var sha1HMAC: Self { Self(rawValue: 0x00000221) }
    /// `CKM_SHA_1_HMAC_GENERAL`.
    public static var sha1HMACGeneral: Self { Self(rawValue: 0x00000222) }
    /// `CKM_RIPEMD128`.
    public static var ripemd128: Self { Self(rawValue: 0x00000230) }
    /// `CKM_RIPEMD128_HMAC`.
    public static var ripemd128HMAC: Self { Self(rawValue: 0x00000231) }
    /// `CKM_RIPEMD128_HMAC_GENERAL`.
    public static var ripemd128HMACGeneral: Self { Self(rawValue: 0x00000232) }
    /// `CKM_RIPEMD160`.
    public static var ripemd160: Self { Self(rawValue: 0x00000240) }
    /// `CKM_RIPEMD160_HMAC`.
    public static var ripemd160HMAC: Self { Self(rawValue: 0x00000241) }
    /// `CKM_RIPEMD160_HMAC_GENERAL`.
    public static var ripemd160HMACGeneral: Self { Self(rawValue: 0x00000242) }
    /// `CKM_SHA256`.
    public static var sha256: Self { Self(rawValue: 0x00000250) }
    /// `CKM_SHA256_HMAC`.
    public static var sha256HMAC: Self { Self(rawValue: 0x00000251) }
    /// `CKM_SHA256_HMAC_GENERAL`.
    public static var sha256HMACGeneral: Self { Self(rawValue: 0x00000252) }
    /// `CKM_SHA224`.
    public static var sha224: Self { Self(rawValue: 0x00000255) }
    /// `CKM_SHA224_HMAC`.
    public static var sha224HMAC: Self { Self(rawValue: 0x00000256) }
    /// `CKM_SHA224_HMAC_GENERAL`.
    public static var sha224HMACGeneral: Self { Self(rawValue: 0x00000257) }
    /// `CKM_SHA384`.
    public static var sha384: Self { Self(rawValue: 0x00000260) }
    /// `CKM_SHA384_HMAC`.
    public static var sha384HMAC: Self { Self(rawValue: 0x00000261) }
    /// `CKM_SHA384_HMAC_GENERAL`.
    public static var sha384HMACGeneral: Self { Self(rawValue: 0x00000262) }
    /// `CKM_SHA512`.
    public static var sha512: Self { Self(rawValue: 0x00000270) }
    /// `CKM_SHA512_HMAC`.
    public static var sha512HMAC: Self { Self(rawValue: 0x00000271) }
    /// `CKM_SHA512_HMAC_GENERAL`.
    public static var sha512HMACGeneral: Self { Self(rawValue: 0x00000272) }
    /// `CKM_SECURID_KEY_GEN`.
    public static var securidKeyGen: Self { Self(rawValue: 0x00000280) }
    /// `CKM_SECURID`.
    public static var securid: Self { Self(rawValue: 0x00000282) }
    /// `CKM_HOTP_KEY_GEN`.
    public static var hotpKeyGen: Self { Self(rawValue: 0x00000290) }
    /// `CKM_HOTP`.
    public static var hotp: Self { Self(rawValue: 0x00000291) }
    /// `CKM_ACTI`.
    public static var acti: Self { Self(rawValue: 0x000002A0) }
    /// `CKM_ACTI_KEY_GEN`.
    public static var actiKeyGen: Self { Self(rawValue: 0x000002A1) }
    /// `CKM_SHA3_256`.
    public static var sha3_256: Self { Self(rawValue: 0x000002B0) }
    /// `CKM_SHA3_256_HMAC`.
    public static var sha3_256HMAC: Self { Self(rawValue: 0x000002B1) }
    /// `CKM_SHA3_256_HMAC_GENERAL`.
    public static var sha3_256HMACGeneral: Self { Self(rawValue: 0x000002B2) }
    /// `CKM_SHA3_256_KEY_GEN`.
    public static var sha3_256KeyGen: Self { Self(rawValue: 0x000002B3) }
    /// `CKM_SHA3_224`.
    public static var sha3_224: Self { Self(rawValue: 0x000002B5) }
    /// `CKM_SHA3_224_HMAC`.
    public static var sha3_224HMAC: Self { Self(rawValue: 0x000002B6) }
    /// `CKM_SHA3_224_HMAC_GENERAL`.
    public static var sha3_224HMACGeneral: Self { Self(rawValue: 0x000002B7) }
    /// `CKM_SHA3_224_KEY_GEN`.
    public static var sha3_224KeyGen: Self { Self(rawValue: 0x000002B8) }
    /// `CKM_SHA3_384`.
    public static var sha3_384: Self { Self(rawValue: 0x000002C0) }
    /// `CKM_SHA3_384_HMAC`.
    public static var sha3_384HMAC: Self { Self(rawValue: 0x000002C1) }
    /// `CKM_SHA3_384_HMAC_GENERAL`.
    public static var sha3_384HMACGeneral: Self { Self(rawValue: 0x000002C2) }
    /// `CKM_SHA3_384_KEY_GEN`.
    public static var sha3_384KeyGen: Self { Self(rawValue: 0x000002C3) }
    /// `CKM_SHA3_512`.
    public static var sha3_512: Self { Self(rawValue: 0x000002D0) }
    /// `CKM_SHA3_512_HMAC`.
    public static var sha3_512HMAC: Self { Self(rawValue: 0x000002D1) }
    /// `CKM_SHA3_512_HMAC_GENERAL`.
    public static var sha3_512HMACGeneral: Self { Self(rawValue: 0x000002D2) }
    /// `CKM_SHA3_512_KEY_GEN`.
    public static var sha3_512KeyGen: Self { Self(rawValue: 0x000002D3) }
    /// `CKM_CAST_KEY_GEN`.
    public static var castKeyGen: Self { Self(rawValue: 0x00000300) }
    /// `CKM_CAST_ECB`.
    public static var castECB: Self { Self(rawValue: 0x00000301) }
    /// `CKM_CAST_CBC`.
    public static var castCBC: Self { Self(rawValue: 0x00000302) }
    /// `CKM_CAST_MAC`.
    public static var castMAC: Self { Self(rawValue: 0x00000303) }
    /// `CKM_CAST_MAC_GENERAL`.
    public static var castMACGeneral: Self { Self(rawValue: 0x00000304) }
    /// `CKM_CAST_CBC_PAD`.
    public static var castCBCPad: Self { Self(rawValue: 0x00000305) }
    /// `CKM_CAST3_KEY_GEN`.
    public static var cast3KeyGen: Self { Self(rawValue: 0x00000310) }
    /// `CKM_CAST3_ECB`.
    public static var cast3ECB: Self { Self(rawValue: 0x00000311) }
    /// `CKM_CAST3_CBC`.
    public static var cast3CBC: Self { Self(rawValue: 0x00000312) }
    /// `CKM_CAST3_MAC`.
    public static var cast3MAC: Self { Self(rawValue: 0x00000313) }
    /// `CKM_CAST3_MAC_GENERAL`.
    public static var cast3MACGeneral: Self { Self(rawValue: 0x00000314) }
    /// `CKM_CAST3_CBC_PAD`.
    public static var cast3CBCPad: Self { Self(rawValue: 0x00000315) }
    /// `CKM_CAST128_KEY_GEN`.
    public static var cast128KeyGen: Self { Self(rawValue: 0x00000320) }
    /// `CKM_CAST128_ECB`.
    public static var cast128ECB: Self { Self(rawValue: 0x00000321) }
    /// `CKM_CAST128_CBC`.
    public static var cast128CBC: Self { Self(rawValue: 0x00000322) }
    /// `CKM_CAST128_MAC`.
    public static var cast128MAC: Self { Self(rawValue: 0x00000323) }
    /// `CKM_CAST128_MAC_GENERAL`.
    public static var cast128MACGeneral: Self { Self(rawValue: 0x00000324) }
    /// `CKM_CAST128_CBC_PAD`.
    public static var cast128CBCPad: Self { Self(rawValue: 0x00000325) }
    /// `CKM_RC5_KEY_GEN`.
    public static var rc5KeyGen: Self { Self(rawValue: 0x00000330) }
    /// `CKM_RC5_ECB`.
    public static var rc5ECB: Self { Self(rawValue: 0x00000331) }
    /// `CKM_RC5_CBC`.
    public static var rc5CBC: Self { Self(rawValue: 0x00000332) }
    /// `CKM_RC5_MAC`.
    public static var rc5MAC: Self { Self(rawValue: 0x00000333) }
    /// `CKM_RC5_MAC_GENERAL`.
    public static var rc5MACGeneral: Self { Self(rawValue: 0x00000334) }
    /// `CKM_RC5_CBC_PAD`.
    public static var rc5CBCPad: Self { Self(rawValue: 0x00000335) }
    /// `CKM_IDEA_KEY_GEN`.
    public static var ideaKeyGen: Self { Self(rawValue: 0x00000340) }
    /// `CKM_IDEA_ECB`.
    public static var ideaECB: Self { Self(rawValue: 0x00000341) }
    /// `CKM_IDEA_CBC`.
    public static var ideaCBC: Self { Self(rawValue: 0x00000342) }
    /// `CKM_IDEA_MAC`.
    public static var ideaMAC: Self { Self(rawValue: 0x00000343) }
    /// `CKM_IDEA_MAC_GENERAL`.
    public static var ideaMACGeneral: Self { Self(rawValue: 0x00000344) }
    /// `CKM_IDEA_CBC_PAD`.
    public static var ideaCBCPad: Self { Self(rawValue: 0x00000345) }
    /// `CKM_GENERIC_SECRET_KEY_GEN`.
    public static var genericSecretKeyGen: Self { Self(rawValue: 0x00000350) }
    /// `CKM_CONCATENATE_BASE_AND_KEY`.
    public static var concatenateBaseAndKey: Self { Self(rawValue: 0x00000360) }
    /// `CKM_CONCATENATE_BASE_AND_DATA`.
    public static var concatenateBaseAndData: Self { Self(rawValue: 0x00000362) }
    /// `CKM_CONCATENATE_DATA_AND_BASE`.
    public static var concatenateDataAndBase: Self { Self(rawValue: 0x00000363) }
    /// `CKM_XOR_BASE_AND_DATA`.
    public static var xorBaseAndData: Self { Self(rawValue: 0x00000364) }
    /// `CKM_EXTRACT_KEY_FROM_KEY`.
    public static var extractKeyFromKey: Self { Self(rawValue: 0x00000365) }
    /// `CKM_SSL3_PRE_MASTER_KEY_GEN`.
    public static var ssl3PreMasterKeyGen: Self { Self(rawValue: 0x00000370) }
    /// `CKM_SSL3_MASTER_KEY_DERIVE`.
    public static var ssl3MasterKeyDerive: Self { Self(rawValue: 0x00000371) }
    /// `CKM_SSL3_KEY_AND_MAC_DERIVE`.
    public static var ssl3KeyAndMACDerive: Self { Self(rawValue: 0x00000372) }
    /// `CKM_SSL3_MASTER_KEY_DERIVE_DH`.
    public static var ssl3MasterKeyDeriveDH: Self { Self(rawValue: 0x00000373) }
    /// `CKM_TLS_PRE_MASTER_KEY_GEN`.
    public static var tlsPreMasterKeyGen: Self { Self(rawValue: 0x00000374) }
    /// `CKM_TLS_MASTER_KEY_DERIVE`.
    public static var tlsMasterKeyDerive: Self { Self(rawValue: 0x00000375) }
    /// `CKM_TLS_KEY_AND_MAC_DERIVE`.
    public static var tlsKeyAndMACDerive: Self { Self(rawValue: 0x00000376) }
    /// `CKM_TLS_MASTER_KEY_DERIVE_DH`.
    public static var tlsMasterKeyDeriveDH: Self { Self(rawValue: 0x00000377) }
    /// `CKM_TLS_PRF`.
    public static var tlsPRF: Self { Self(rawValue: 0x00000378) }
    /// `CKM_SSL3_MD5_MAC`.
    public static var ssl3MD5MAC: Self { Self(rawValue: 0x00000380) }
    /// `CKM_SSL3_SHA1_MAC`.
    public static var ssl3SHA1MAC: Self { Self(rawValue: 0x00000381) }
    /// `CKM_MD5_KEY_DERIVATION`.
    public static var md5KeyDerivation: Self { Self(rawValue: 0x00000390) }
    /// `CKM_MD2_KEY_DERIVATION`.
    public static var md2KeyDerivation: Self { Self(rawValue: 0x00000391) }
    /// `CKM_SHA1_KEY_DERIVATION`.
    public static var sha1KeyDerivation: Self { Self(rawValue: 0x00000392) }
    /// `CKM_SHA256_KEY_DERIVATION`.
    public static var sha256KeyDerivation: Self { Self(rawValue: 0x00000393) }
    /// `CKM_SHA384_KEY_DERIVATION`.
    public static var sha384KeyDerivation: Self { Self(rawValue: 0x00000394) }
    /// `CKM_SHA512_KEY_DERIVATION`.
    public static var sha512KeyDerivation: Self { Self(rawValue: 0x00000395) }
    /// `CKM_SHA224_KEY_DERIVATION`.
    public static var sha224KeyDerivation: Self { Self(rawValue: 0x00000396) }
    /// `CKM_SHA3_256_KEY_DERIVATION`.
    public static var sha3_256KeyDerivation: Self { Self(rawValue: 0x00000397) }
    /// `CKM_SHA3_224_KEY_DERIVATION`.
    public static var sha3_224KeyDerivation: Self { Self(rawValue: 0x00000398) }
    /// `CKM_SHA3_384_KEY_DERIVATION`.
    public static var sha3_384KeyDerivation: Self { Self(rawValue: 0x00000399) }
    /// `CKM_SHA3_512_KEY_DERIVATION`.
    public static var sha3_512KeyDerivation: Self { Self(rawValue: 0x0000039A) }
    /// `CKM_SHAKE_128_KEY_DERIVATION`.
    public static var shake128KeyDerivation: Self { Self(rawValue: 0x0000039B) }
    /// `CKM_SHAKE_256_KEY_DERIVATION`.
    public static var shake256KeyDerivation: Self { Self(rawValue: 0x0000039C) }
    /// `CKM_PBE_MD2_DES_CBC`.
    public static var pbeMD2DESCBC: Self { Self(rawValue: 0x000003A0) }
    /// `CKM_PBE_MD5_DES_CBC`.
    public static var pbeMD5DESCBC: Self { Self(rawValue: 0x000003A1) }
    /// `CKM_PBE_MD5_CAST_CBC`.
    public static var pbeMD5CASTCBC: Self { Self(rawValue: 0x000003A2) }
    /// `CKM_PBE_MD5_CAST3_CBC`.
    public static var pbeMD5CAST3CBC: Self { Self(rawValue: 0x000003A3) }
    /// `CKM_PBE_MD5_CAST128_CBC`.
    public static var pbeMD5CAST128CBC: Self { Self(rawValue: 0x000003A4) }
    /// `CKM_PBE_SHA1_CAST128_CBC`.
    public static var pbeSHA1CAST128CBC: Self { Self(rawValue: 0x000003A5) }
    /// `CKM_PBE_SHA1_RC4_128`.
    public static var pbeSHA1RC4_128: Self { Self(rawValue: 0x000003A6) }
    /// `CKM_PBE_SHA1_RC4_40`.
    public static var pbeSHA1RC4_40: Self { Self(rawValue: 0x000003A7) }
    /// `CKM_PBE_SHA1_DES3_EDE_CBC`.
    public static var pbeSHA1DES3EDECBC: Self { Self(rawValue: 0x000003A8) }
    /// `CKM_PBE_SHA1_DES2_EDE_CBC`.
    public static var pbeSHA1DES2EDECBC: Self { Self(rawValue: 0x000003A9) }
    /// `CKM_PBE_SHA1_RC2_128_CBC`.
    public static var pbeSHA1RC2_128CBC: Self { Self(rawValue: 0x000003AA) }
    /// `CKM_PBE_SHA1_RC2_40_CBC`.
    public static var pbeSHA1RC2_40CBC: Self { Self(rawValue: 0x000003AB) }
    /// `CKM_SP800_108_COUNTER_KDF`.
    public static var sp800_108CounterKDF: Self { Self(rawValue: 0x000003AC) }
    /// `CKM_SP800_108_FEEDBACK_KDF`.
    public static var sp800_108FeedbackKDF: Self { Self(rawValue: 0x000003AD) }
    /// `CKM_SP800_108_DOUBLE_PIPELINE_KDF`.
    public static var sp800_108DoublePipelineKDF: Self { Self(rawValue: 0x000003AE) }
    /// `CKM_PKCS5_PBKD2`.
    public static var pkcs5PBKD2: Self { Self(rawValue: 0x000003B0) }
    /// `CKM_PBA_SHA1_WITH_SHA1_HMAC`.
    public static var pbaSHA1WithSHA1HMAC: Self { Self(rawValue: 0x000003C0) }
    /// `CKM_WTLS_PRE_MASTER_KEY_GEN`.
    public static var wtlsPreMasterKeyGen: Self { Self(rawValue: 0x000003D0) }
    /// `CKM_WTLS_MASTER_KEY_DERIVE`.
    public static var wtlsMasterKeyDerive: Self { Self(rawValue: 0x000003D1) }
    /// `CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC`.
    public static var wtlsMasterKeyDeriveDHECC: Self { Self(rawValue: 0x000003D2) }
    /// `CKM_WTLS_PRF`.
    public static var wtlsPRF: Self { Self(rawValue: 0x000003D3) }
    /// `CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE`.
    public static var wtlsServerKeyAndMACDerive: Self { Self(rawValue: 0x000003D4) }
    /// `CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE`.
    public static var wtlsClientKeyAndMACDerive: Self { Self(rawValue: 0x000003D5) }
    /// `CKM_TLS10_MAC_SERVER`.
    public static var tls10MACServer: Self { Self(rawValue: 0x000003D6) }
    /// `CKM_TLS10_MAC_CLIENT`.
    public static var tls10MACClient: Self { Self(rawValue: 0x000003D7) }
    /// `CKM_TLS12_MAC`.
    public static var tls12MAC: Self { Self(rawValue: 0x000003D8) }
    /// `CKM_TLS12_KDF`.
    public static var tls12KDF: Self { Self(rawValue: 0x000003D9) }
    /// `CKM_TLS12_MASTER_KEY_DERIVE`.
    public static var tls12MasterKeyDerive: Self { Self(rawValue: 0x000003E0) }
    /// `CKM_TLS12_KEY_AND_MAC_DERIVE`.
    public static var tls12KeyAndMACDerive: Self { Self(rawValue: 0x000003E1) }
    /// `CKM_TLS12_MASTER_KEY_DERIVE_DH`.
    public static var tls12MasterKeyDeriveDH: Self { Self(rawValue: 0x000003E2) }
    /// `CKM_TLS12_KEY_SAFE_DERIVE`.
    public static var tls12KeySafeDerive: Self { Self(rawValue: 0x000003E3) }
    /// `CKM_TLS_MAC`.
    public static var tlsMAC: Self { Self(rawValue: 0x000003E4) }
    /// `CKM_TLS_KDF`.
    public static var tlsKDF: Self { Self(rawValue: 0x000003E5) }
    /// `CKM_KEY_WRAP_LYNKS`.
    public static var keyWrapLYNKS: Self { Self(rawValue: 0x00000400) }
    /// `CKM_KEY_WRAP_SET_OAEP`.
    public static var keyWrapSETOAEP: Self { Self(rawValue: 0x00000401) }
    /// `CKM_CMS_SIG`.
    public static var cmsSig: Self { Self(rawValue: 0x00000500) }
    /// `CKM_KIP_DERIVE`.
    public static var kipDerive: Self { Self(rawValue: 0x00000510) }
    /// `CKM_KIP_WRAP`.
    public static var kipWrap: Self { Self(rawValue: 0x00000511) }
    /// `CKM_KIP_MAC`.
    public static var kipMAC: Self { Self(rawValue: 0x00000512) }
    /// `CKM_CAMELLIA_KEY_GEN`.
    public static var camelliaKeyGen: Self { Self(rawValue: 0x00000550) }
    /// `CKM_CAMELLIA_ECB`.
    public static var camelliaECB: Self { Self(rawValue: 0x00000551) }
    /// `CKM_CAMELLIA_CBC`.
    public static var camelliaCBC: Self { Self(rawValue: 0x00000552) }
    /// `CKM_CAMELLIA_MAC`.
    public static var camelliaMAC: Self { Self(rawValue: 0x00000553) }
    /// `CKM_CAMELLIA_MAC_GENERAL`.
    public static var camelliaMACGeneral: Self { Self(rawValue: 0x00000554) }
    /// `CKM_CAMELLIA_CBC_PAD`.
    public static var camelliaCBCPad: Self { Self(rawValue: 0x00000555) }
    /// `CKM_CAMELLIA_ECB_ENCRYPT_DATA`.
    public static var camelliaECBEncryptData: Self { Self(rawValue: 0x00000556) }
    /// `CKM_CAMELLIA_CBC_ENCRYPT_DATA`.
    public static var camelliaCBCEncryptData: Self { Self(rawValue: 0x00000557) }
    /// `CKM_CAMELLIA_CTR`.
    public static var camelliaCTR: Self { Self(rawValue: 0x00000558) }
    /// `CKM_ARIA_KEY_GEN`.
    public static var ariaKeyGen: Self { Self(rawValue: 0x00000560) }
    /// `CKM_ARIA_ECB`.
    public static var ariaECB: Self { Self(rawValue: 0x00000561) }
    /// `CKM_ARIA_CBC`.
    public static var ariaCBC: Self { Self(rawValue: 0x00000562) }
    /// `CKM_ARIA_MAC`.
    public static var ariaMAC: Self { Self(rawValue: 0x00000563) }
    /// `CKM_ARIA_MAC_GENERAL`.
    public static var ariaMACGeneral: Self { Self(rawValue: 0x00000564) }
    /// `CKM_ARIA_CBC_PAD`.
    public static var ariaCBCPad: Self { Self(rawValue: 0x00000565) }
    /// `CKM_ARIA_ECB_ENCRYPT_DATA`.
    public static var ariaECBEncryptData: Self { Self(rawValue: 0x00000566) }
    /// `CKM_ARIA_CBC_ENCRYPT_DATA`.
    public static var ariaCBCEncryptData: Self { Self(rawValue: 0x00000567) }
    /// `CKM_SEED_KEY_GEN`.
    public static var seedKeyGen: Self { Self(rawValue: 0x00000650) }
    /// `CKM_SEED_ECB`.
    public static var seedECB: Self { Self(rawValue: 0x00000651) }
    /// `CKM_SEED_CBC`.
    public static var seedCBC: Self { Self(rawValue: 0x00000652) }
    /// `CKM_SEED_MAC`.
    public static var seedMAC: Self { Self(rawValue: 0x00000653) }
    /// `CKM_SEED_MAC_GENERAL`.
    public static var seedMACGeneral: Self { Self(rawValue: 0x00000654) }
    /// `CKM_SEED_CBC_PAD`.
    public static var seedCBCPad: Self { Self(rawValue: 0x00000655) }
    /// `CKM_SEED_ECB_ENCRYPT_DATA`.
    public static var seedECBEncryptData: Self { Self(rawValue: 0x00000656) }
    /// `CKM_SEED_CBC_ENCRYPT_DATA`.
    public static var seedCBCEncryptData: Self { Self(rawValue: 0x00000657) }
    /// `CKM_SKIPJACK_KEY_GEN`.
    public static var skipjackKeyGen: Self { Self(rawValue: 0x00001000) }
    /// `CKM_SKIPJACK_ECB64`.
    public static var skipjackECB64: Self { Self(rawValue: 0x00001001) }
    /// `CKM_SKIPJACK_CBC64`.
    public static var skipjackCBC64: Self { Self(rawValue: 0x00001002) }
    /// `CKM_SKIPJACK_OFB64`.
    public static var skipjackOFB64: Self { Self(rawValue: 0x00001003) }
    /// `CKM_SKIPJACK_CFB64`.
    public static var skipjackCFB64: Self { Self(rawValue: 0x00001004) }
    /// `CKM_SKIPJACK_CFB32`.
    public static var skipjackCFB32: Self { Self(rawValue: 0x00001005) }
    /// `CKM_SKIPJACK_CFB16`.
    public static var skipjackCFB16: Self { Self(rawValue: 0x00001006) }
    /// `CKM_SKIPJACK_CFB8`.
    public static var skipjackCFB8: Self { Self(rawValue: 0x00001007) }
    /// `CKM_SKIPJACK_WRAP`.
    public static var skipjackWrap: Self { Self(rawValue: 0x00001008) }
    /// `CKM_SKIPJACK_PRIVATE_WRAP`.
    public static var skipjackPrivateWrap: Self { Self(rawValue: 0x00001009) }
    /// `CKM_SKIPJACK_RELAYX`.
    public static var skipjackRelayX: Self { Self(rawValue: 0x0000100A) }
    /// `CKM_KEA_KEY_PAIR_GEN`.
    public static var keaKeyPairGen: Self { Self(rawValue: 0x00001010) }
    /// `CKM_KEA_KEY_DERIVE`.
    public static var keaKeyDerive: Self { Self(rawValue: 0x00001011) }
    /// `CKM_KEA_DERIVE`.
    public static var keaDerive: Self { Self(rawValue: 0x00001012) }
    /// `CKM_FORTEZZA_TIMESTAMP`.
    public static var fortezzaTimestamp: Self { Self(rawValue: 0x00001020) }
    /// `CKM_BATON_KEY_GEN`.
    public static var batonKeyGen: Self { Self(rawValue: 0x00001030) }
    /// `CKM_BATON_ECB128`.
    public static var batonECB128: Self { Self(rawValue: 0x00001031) }
    /// `CKM_BATON_ECB96`.
    public static var batonECB96: Self { Self(rawValue: 0x00001032) }
    /// `CKM_BATON_CBC128`.
    public static var batonCBC128: Self { Self(rawValue: 0x00001033) }
    /// `CKM_BATON_COUNTER`.
    public static var batonCounter: Self { Self(rawValue: 0x00001034) }
    /// `CKM_BATON_SHUFFLE`.
    public static var batonShuffle: Self { Self(rawValue: 0x00001035) }
    /// `CKM_BATON_WRAP`.
    public static var batonWrap: Self { Self(rawValue: 0x00001036) }
    /// `CKM_EC_KEY_PAIR_GEN`.
    public static var ecKeyPairGen: Self { Self(rawValue: 0x00001040) }
    /// `CKM_ECDSA`.
    public static var ecdsa: Self { Self(rawValue: 0x00001041) }
    /// `CKM_ECDSA_SHA1`.
    public static var ecdsaSHA1: Self { Self(rawValue: 0x00001042) }
    /// `CKM_ECDSA_SHA224`.
    public static var ecdsaSHA224: Self { Self(rawValue: 0x00001043) }
    /// `CKM_ECDSA_SHA256`.
    public static var ecdsaSHA256: Self { Self(rawValue: 0x00001044) }
    /// `CKM_ECDSA_SHA384`.
    public static var ecdsaSHA384: Self { Self(rawValue: 0x00001045) }
    /// `CKM_ECDSA_SHA512`.
    public static var ecdsaSHA512: Self { Self(rawValue: 0x00001046) }
    /// `CKM_ECDSA_SHA3_224`.
    public static var ecdsaSHA3_224: Self { Self(rawValue: 0x00001047) }
    /// `CKM_ECDSA_SHA3_256`.
    public static var ecdsaSHA3_256: Self { Self(rawValue: 0x00001048) }
    /// `CKM_ECDSA_SHA3_384`.
    public static var ecdsaSHA3_384: Self { Self(rawValue: 0x00001049) }
    /// `CKM_ECDSA_SHA3_512`.
    public static var ecdsaSHA3_512: Self { Self(rawValue: 0x0000104A) }
    /// `CKM_ECDH1_DERIVE`.
    public static var ecdh1Derive: Self { Self(rawValue: 0x00001050) }
    /// `CKM_ECDH1_COFACTOR_DERIVE`.
    public static var ecdh1CofactorDerive: Self { Self(rawValue: 0x00001051) }
    /// `CKM_ECMQV_DERIVE`.
    public static var ecmqvDerive: Self { Self(rawValue: 0x00001052) }
    /// `CKM_ECDH_AES_KEY_WRAP`.
    public static var ecdhAESKeyWrap: Self { Self(rawValue: 0x00001053) }
    /// `CKM_RSA_AES_KEY_WRAP`.
    public static var rsaAESKeyWrap: Self { Self(rawValue: 0x00001054) }
    /// `CKM_EC_EDWARDS_KEY_PAIR_GEN`.
    public static var ecEdwardsKeyPairGen: Self { Self(rawValue: 0x00001055) }
    /// `CKM_EC_MONTGOMERY_KEY_PAIR_GEN`.
    public static var ecMontgomeryKeyPairGen: Self { Self(rawValue: 0x00001056) }
    /// `CKM_EDDSA`.
    public static var eddsa: Self { Self(rawValue: 0x00001057) }
    /// `CKM_JUNIPER_KEY_GEN`.
    public static var juniperKeyGen: Self { Self(rawValue: 0x00001060) }
    /// `CKM_JUNIPER_ECB128`.
    public static var juniperECB128: Self { Self(rawValue: 0x00001061) }
    /// `CKM_JUNIPER_CBC128`.
    public static var juniperCBC128: Self { Self(rawValue: 0x00001062) }
    /// `CKM_JUNIPER_COUNTER`.
    public static var juniperCounter: Self { Self(rawValue: 0x00001063) }
    /// `CKM_JUNIPER_SHUFFLE`.
    public static var juniperShuffle: Self { Self(rawValue: 0x00001064) }
    /// `CKM_JUNIPER_WRAP`.
    public static var juniperWrap: Self { Self(rawValue: 0x00001065) }
    /// `CKM_FASTHASH`.
    public static var fasthash: Self { Self(rawValue: 0x00001070) }
    /// `CKM_AES_XTS`.
    public static var aesXTS: Self { Self(rawValue: 0x00001071) }
    /// `CKM_AES_XTS_KEY_GEN`.
    public static var aesXTSKeyGen: Self { Self(rawValue: 0x00001072) }
    /// `CKM_AES_KEY_GEN`.
    public static var aesKeyGen: Self { Self(rawValue: 0x00001080) }
    /// `CKM_AES_ECB`.
    public static var aesECB: Self { Self(rawValue: 0x00001081) }
    /// `CKM_AES_CBC`.
    public static var aesCBC: Self { Self(rawValue: 0x00001082) }
    /// `CKM_AES_MAC`.
    public static var aesMAC: Self { Self(rawValue: 0x00001083) }
    /// `CKM_AES_MAC_GENERAL`.
    public static var aesMACGeneral: Self { Self(rawValue: 0x00001084) }
    /// `CKM_AES_CBC_PAD`.
    public static var aesCBCPad: Self { Self(rawValue: 0x00001085) }
    /// `CKM_AES_CTR`.
    public static var aesCTR: Self { Self(rawValue: 0x00001086) }
    /// `CKM_AES_GCM`.
    public static var aesGCM: Self { Self(rawValue: 0x00001087) }
    /// `CKM_AES_CCM`.
    public static var aesCCM: Self { Self(rawValue: 0x00001088) }
    /// `CKM_AES_CTS`.
    public static var aesCTS: Self { Self(rawValue: 0x00001089) }
    /// `CKM_AES_CMAC`.
    public static var aesCMAC: Self { Self(rawValue: 0x0000108A) }
    /// `CKM_AES_CMAC_GENERAL`.
    public static var aesCMACGeneral: Self { Self(rawValue: 0x0000108B) }
    /// `CKM_AES_XCBC_MAC`.
    public static var aesXCBCMAC: Self { Self(rawValue: 0x0000108C) }
    /// `CKM_AES_XCBC_MAC_96`.
    public static var aesXCBCMAC96: Self { Self(rawValue: 0x0000108D) }
    /// `CKM_AES_GMAC`.
    public static var aesGMAC: Self { Self(rawValue: 0x0000108E) }
    /// `CKM_BLOWFISH_KEY_GEN`.
    public static var blowfishKeyGen: Self { Self(rawValue: 0x00001090) }
    /// `CKM_BLOWFISH_CBC`.
    public static var blowfishCBC: Self { Self(rawValue: 0x00001091) }
    /// `CKM_TWOFISH_KEY_GEN`.
    public static var twofishKeyGen: Self { Self(rawValue: 0x00001092) }
    /// `CKM_TWOFISH_CBC`.
    public static var twofishCBC: Self { Self(rawValue: 0x00001093) }
    /// `CKM_BLOWFISH_CBC_PAD`.
    public static var blowfishCBCPad: Self { Self(rawValue: 0x00001094) }
    /// `CKM_TWOFISH_CBC_PAD`.
    public static var twofishCBCPad: Self { Self(rawValue: 0x00001095) }
    /// `CKM_DES_ECB_ENCRYPT_DATA`.
    public static var desECBEncryptData: Self { Self(rawValue: 0x00001100) }
    /// `CKM_DES_CBC_ENCRYPT_DATA`.
    public static var desCBCEncryptData: Self { Self(rawValue: 0x00001101) }
    /// `CKM_DES3_ECB_ENCRYPT_DATA`.
    public static var des3ECBEncryptData: Self { Self(rawValue: 0x00001102) }
    /// `CKM_DES3_CBC_ENCRYPT_DATA`.
    public static var des3CBCEncryptData: Self { Self(rawValue: 0x00001103) }
    /// `CKM_AES_ECB_ENCRYPT_DATA`.
    public static var aesECBEncryptData: Self { Self(rawValue: 0x00001104) }
    /// `CKM_AES_CBC_ENCRYPT_DATA`.
    public static var aesCBCEncryptData: Self { Self(rawValue: 0x00001105) }
    /// `CKM_GOSTR3410_KEY_PAIR_GEN`.
    public static var gostr3410KeyPairGen: Self { Self(rawValue: 0x00001200) }
    /// `CKM_GOSTR3410`.
    public static var gostr3410: Self { Self(rawValue: 0x00001201) }
    /// `CKM_GOSTR3410_WITH_GOSTR3411`.
    public static var gostr3410WithGOSTR3411: Self { Self(rawValue: 0x00001202) }
    /// `CKM_GOSTR3410_KEY_WRAP`.
    public static var gostr3410KeyWrap: Self { Self(rawValue: 0x00001203) }
    /// `CKM_GOSTR3410_DERIVE`.
    public static var gostr3410Derive: Self { Self(rawValue: 0x00001204) }
    /// `CKM_GOSTR3411`.
    public static var gostr3411: Self { Self(rawValue: 0x00001210) }
    /// `CKM_GOSTR3411_HMAC`.
    public static var gostr3411HMAC: Self { Self(rawValue: 0x00001211) }
    /// `CKM_GOST28147_KEY_GEN`.
    public static var gost28147KeyGen: Self { Self(rawValue: 0x00001220) }
    /// `CKM_GOST28147_ECB`.
    public static var gost28147ECB: Self { Self(rawValue: 0x00001221) }
    /// `CKM_GOST28147`.
    public static var gost28147: Self { Self(rawValue: 0x00001222) }
    /// `CKM_GOST28147_MAC`.
    public static var gost28147MAC: Self { Self(rawValue: 0x00001223) }
    /// `CKM_GOST28147_KEY_WRAP`.
    public static var gost28147KeyWrap: Self { Self(rawValue: 0x00001224) }
    /// `CKM_CHACHA20_KEY_GEN`.
    public static var chacha20KeyGen: Self { Self(rawValue: 0x00001225) }
    /// `CKM_CHACHA20`.
    public static var chacha20: Self { Self(rawValue: 0x00001226) }
    /// `CKM_POLY1305_KEY_GEN`.
    public static var poly1305KeyGen: Self { Self(rawValue: 0x00001227) }
    /// `CKM_POLY1305`.
    public static var poly1305: Self { Self(rawValue: 0x00001228) }
    /// `CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS`.
    public static var ecKeyPairGenWExtraBits: Self { Self(rawValue: 0x0000140B) }
    /// `CKM_DSA_PARAMETER_GEN`.
    public static var dsaParameterGen: Self { Self(rawValue: 0x00002000) }
    /// `CKM_DH_PKCS_PARAMETER_GEN`.
    public static var dhPKCSParameterGen: Self { Self(rawValue: 0x00002001) }
    /// `CKM_X9_42_DH_PARAMETER_GEN`.
    public static var x9_42DHParameterGen: Self { Self(rawValue: 0x00002002) }
    /// `CKM_DSA_PROBABILISTIC_PARAMETER_GEN`.
    public static var dsaProbabilisticParameterGen: Self { Self(rawValue: 0x00002003) }
    /// `CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN`.
    public static var dsaShaweTaylorParameterGen: Self { Self(rawValue: 0x00002004) }
    /// `CKM_DSA_FIPS_G_GEN`.
    public static var dsaFIPSGGen: Self { Self(rawValue: 0x00002005) }
    /// `CKM_AES_OFB`.
    public static var aesOFB: Self { Self(rawValue: 0x00002104) }
    /// `CKM_AES_CFB64`.
    public static var aesCFB64: Self { Self(rawValue: 0x00002105) }
    /// `CKM_AES_CFB8`.
    public static var aesCFB8: Self { Self(rawValue: 0x00002106) }
    /// `CKM_AES_CFB128`.
    public static var aesCFB128: Self { Self(rawValue: 0x00002107) }
    /// `CKM_AES_CFB1`.
    public static var aesCFB1: Self { Self(rawValue: 0x00002108) }
    /// `CKM_AES_KEY_WRAP`.
    public static var aesKeyWrap: Self { Self(rawValue: 0x00002109) }
    /// `CKM_AES_KEY_WRAP_PAD`.
    public static var aesKeyWrapPad: Self { Self(rawValue: 0x0000210A) }
    /// `CKM_AES_KEY_WRAP_KWP`.
    public static var aesKeyWrapKWP: Self { Self(rawValue: 0x0000210B) }
    /// `CKM_AES_KEY_WRAP_PKCS7`.
    public static var aesKeyWrapPKCS7: Self { Self(rawValue: 0x0000210C) }
    /// `CKM_RSA_PKCS_TPM_1_1`.
    public static var rsaPKCSTPM1_1: Self { Self(rawValue: 0x00004001) }
    /// `CKM_RSA_PKCS_OAEP_TPM_1_1`.
    public static var rsaPKCSOAEPTPM1_1: Self { Self(rawValue: 0x00004002) }
    /// `CKM_SHA_1_KEY_GEN`.
    public static var sha1KeyGen: Self { Self(rawValue: 0x00004003) }
    /// `CKM_SHA224_KEY_GEN`.
    public static var sha224KeyGen: Self { Self(rawValue: 0x00004004) }
    /// `CKM_SHA256_KEY_GEN`.
    public static var sha256KeyGen: Self { Self(rawValue: 0x00004005) }
    /// `CKM_SHA384_KEY_GEN`.
    public static var sha384KeyGen: Self { Self(rawValue: 0x00004006) }
    /// `CKM_SHA512_KEY_GEN`.
    public static var sha512KeyGen: Self { Self(rawValue: 0x00004007) }
    /// `CKM_SHA512_224_KEY_GEN`.
    public static var sha512_224KeyGen: Self { Self(rawValue: 0x00004008) }
    /// `CKM_SHA512_256_KEY_GEN`.
    public static var sha512_256KeyGen: Self { Self(rawValue: 0x00004009) }
    /// `CKM_SHA512_T_KEY_GEN`.
    public static var sha512TKeyGen: Self { Self(rawValue: 0x0000400A) }
    /// `CKM_NULL`.
    public static var null: Self { Self(rawValue: 0x0000400B) }
    /// `CKM_BLAKE2B_160`.
    public static var blake2b160: Self { Self(rawValue: 0x0000400C) }
    /// `CKM_BLAKE2B_160_HMAC`.
    public static var blake2b160HMAC: Self { Self(rawValue: 0x0000400D) }
    /// `CKM_BLAKE2B_160_HMAC_GENERAL`.
    public static var blake2b160HMACGeneral: Self { Self(rawValue: 0x0000400E) }
    /// `CKM_BLAKE2B_160_KEY_DERIVE`.
    public static var blake2b160KeyDerive: Self { Self(rawValue: 0x0000400F) }
    /// `CKM_BLAKE2B_160_KEY_GEN`.
    public static var blake2b160KeyGen: Self { Self(rawValue: 0x00004010) }
    /// `CKM_BLAKE2B_256`.
    public static var blake2b256: Self { Self(rawValue: 0x00004011) }
    /// `CKM_BLAKE2B_256_HMAC`.
    public static var blake2b256HMAC: Self { Self(rawValue: 0x00004012) }
    /// `CKM_BLAKE2B_256_HMAC_GENERAL`.
    public static var blake2b256HMACGeneral: Self { Self(rawValue: 0x00004013) }
    /// `CKM_BLAKE2B_256_KEY_DERIVE`.
    public static var blake2b256KeyDerive: Self { Self(rawValue: 0x00004014) }
    /// `CKM_BLAKE2B_256_KEY_GEN`.
    public static var blake2b256KeyGen: Self { Self(rawValue: 0x00004015) }
    /// `CKM_BLAKE2B_384`.
    public static var blake2b384: Self { Self(rawValue: 0x00004016) }
    /// `CKM_BLAKE2B_384_HMAC`.
    public static var blake2b384HMAC: Self { Self(rawValue: 0x00004017) }
    /// `CKM_BLAKE2B_384_HMAC_GENERAL`.
    public static var blake2b384HMACGeneral: Self { Self(rawValue: 0x00004018) }
    /// `CKM_BLAKE2B_384_KEY_DERIVE`.
    public static var blake2b384KeyDerive: Self { Self(rawValue: 0x00004019) }
    /// `CKM_BLAKE2B_384_KEY_GEN`.
    public static var blake2b384KeyGen: Self { Self(rawValue: 0x0000401A) }
    /// `CKM_BLAKE2B_512`.
    public static var blake2b512: Self { Self(rawValue: 0x0000401B) }
    /// `CKM_BLAKE2B_512_HMAC`.
    public static var blake2b512HMAC: Self { Self(rawValue: 0x0000401C) }
    /// `CKM_BLAKE2B_512_HMAC_GENERAL`.
    public static var blake2b512HMACGeneral: Self { Self(rawValue: 0x0000401D) }
    /// `CKM_BLAKE2B_512_KEY_DERIVE`.
    public static var blake2b512KeyDerive: Self { Self(rawValue: 0x0000401E) }
    /// `CKM_BLAKE2B_512_KEY_GEN`.
    public static var blake2b512KeyGen: Self { Self(rawValue: 0x0000401F) }
    /// `CKM_SALSA20`.
    public static var salsa20: Self { Self(rawValue: 0x00004020) }
    /// `CKM_CHACHA20_POLY1305`.
    public static var chacha20Poly1305: Self { Self(rawValue: 0x00004021) }
    /// `CKM_SALSA20_POLY1305`.
    public static var salsa20Poly1305: Self { Self(rawValue: 0x00004022) }
    /// `CKM_X3DH_INITIALIZE`.
    public static var x3dhInitialize: Self { Self(rawValue: 0x00004023) }
    /// `CKM_X3DH_RESPOND`.
    public static var x3dhRespond: Self { Self(rawValue: 0x00004024) }
    /// `CKM_X2RATCHET_INITIALIZE`.
    public static var x2ratchetInitialize: Self { Self(rawValue: 0x00004025) }
    /// `CKM_X2RATCHET_RESPOND`.
    public static var x2ratchetRespond: Self { Self(rawValue: 0x00004026) }
    /// `CKM_X2RATCHET_ENCRYPT`.
    public static var x2ratchetEncrypt: Self { Self(rawValue: 0x00004027) }
    /// `CKM_X2RATCHET_DECRYPT`.
    public static var x2ratchetDecrypt: Self { Self(rawValue: 0x00004028) }
    /// `CKM_XEDDSA`.
    public static var xeddsa: Self { Self(rawValue: 0x00004029) }
    /// `CKM_HKDF_DERIVE`.
    public static var hkdfDerive: Self { Self(rawValue: 0x0000402A) }
    /// `CKM_HKDF_DATA`.
    public static var hkdfData: Self { Self(rawValue: 0x0000402B) }
    /// `CKM_HKDF_KEY_GEN`.
    public static var hkdfKeyGen: Self { Self(rawValue: 0x0000402C) }
    /// `CKM_SALSA20_KEY_GEN`.
    public static var salsa20KeyGen: Self { Self(rawValue: 0x0000402D) }
    /// `CKM_IKE2_PRF_PLUS_DERIVE`.
    public static var ike2PRFPlusDerive: Self { Self(rawValue: 0x0000402E) }
    /// `CKM_IKE_PRF_DERIVE`.
    public static var ikePRFDerive: Self { Self(rawValue: 0x0000402F) }
    /// `CKM_IKE1_PRF_DERIVE`.
    public static var ike1PRFDerive: Self { Self(rawValue: 0x00004030) }
    /// `CKM_IKE1_EXTENDED_DERIVE`.
    public static var ike1ExtendedDerive: Self { Self(rawValue: 0x00004031) }
    /// `CKM_HSS_KEY_PAIR_GEN`.
    public static var hssKeyPairGen: Self { Self(rawValue: 0x00004032) }
    /// `CKM_HSS`.
    public static var hss: Self { Self(rawValue: 0x00004033) }
    /// `CKM_XMSS_KEY_PAIR_GEN`.
    public static var xmssKeyPairGen: Self { Self(rawValue: 0x00004034) }
    /// `CKM_XMSSMT_KEY_PAIR_GEN`.
    public static var xmssmtKeyPairGen: Self { Self(rawValue: 0x00004035) }
    /// `CKM_XMSS`.
    public static var xmss: Self { Self(rawValue: 0x00004036) }
    /// `CKM_XMSSMT`.
    public static var xmssmt: Self { Self(rawValue: 0x00004037) }
    /// `CKM_ECDH_X_AES_KEY_WRAP`.
    public static var ecdhXAESKeyWrap: Self { Self(rawValue: 0x00004038) }
    /// `CKM_ECDH_COF_AES_KEY_WRAP`.
    public static var ecdhCofAESKeyWrap: Self { Self(rawValue: 0x00004039) }
    /// `CKM_PUB_KEY_FROM_PRIV_KEY`.
    public static var pubKeyFromPrivKey: Self { Self(rawValue: 0x0000403A) }
    /// `CKM_VENDOR_DEFINED`.
    public static var vendorDefined: Self { Self(rawValue: 0x80000000) }
}

extension MechanismType {
    /// The names of the standard.
    public static let standardNames = ConstantNames(
        names: [
            (0x00000000, "CKM_RSA_PKCS_KEY_PAIR_GEN"),
            (0x00000001, "CKM_RSA_PKCS"),
            (0x00000002, "CKM_RSA_9796"),
            (0x00000003, "CKM_RSA_X_509"),
            (0x00000004, "CKM_MD2_RSA_PKCS"),
            (0x00000005, "CKM_MD5_RSA_PKCS"),
            (0x00000006, "CKM_SHA1_RSA_PKCS"),
            (0x00000007, "CKM_RIPEMD128_RSA_PKCS"),
            (0x00000008, "CKM_RIPEMD160_RSA_PKCS"),
            (0x00000009, "CKM_RSA_PKCS_OAEP"),
            (0x0000000A, "CKM_RSA_X9_31_KEY_PAIR_GEN"),
            (0x0000000B, "CKM_RSA_X9_31"),
            (0x0000000C, "CKM_SHA1_RSA_X9_31"),
            (0x0000000D, "CKM_RSA_PKCS_PSS"),
            (0x0000000E, "CKM_SHA1_RSA_PKCS_PSS"),
            (0x0000000F, "CKM_ML_KEM_KEY_PAIR_GEN"),
            (0x00000010, "CKM_DSA_KEY_PAIR_GEN"),
            (0x00000011, "CKM_DSA"),
            (0x00000012, "CKM_DSA_SHA1"),
            (0x00000013, "CKM_DSA_SHA224"),
            (0x00000014, "CKM_DSA_SHA256"),
            (0x00000015, "CKM_DSA_SHA384"),
            (0x00000016, "CKM_DSA_SHA512"),
            (0x00000017, "CKM_ML_KEM"),
            (0x00000018, "CKM_DSA_SHA3_224"),
            (0x00000019, "CKM_DSA_SHA3_256"),
            (0x0000001A, "CKM_DSA_SHA3_384"),
            (0x0000001B, "CKM_DSA_SHA3_512"),
            (0x0000001C, "CKM_ML_DSA_KEY_PAIR_GEN"),
            (0x0000001D, "CKM_ML_DSA"),
            (0x0000001F, "CKM_HASH_ML_DSA"),
            (0x00000020, "CKM_DH_PKCS_KEY_PAIR_GEN"),
            (0x00000021, "CKM_DH_PKCS_DERIVE"),
            (0x00000023, "CKM_HASH_ML_DSA_SHA224"),
            (0x00000024, "CKM_HASH_ML_DSA_SHA256"),
            (0x00000025, "CKM_HASH_ML_DSA_SHA384"),
            (0x00000026, "CKM_HASH_ML_DSA_SHA512"),
            (0x00000027, "CKM_HASH_ML_DSA_SHA3_224"),
            (0x00000028, "CKM_HASH_ML_DSA_SHA3_256"),
            (0x00000029, "CKM_HASH_ML_DSA_SHA3_384"),
            (0x0000002A, "CKM_HASH_ML_DSA_SHA3_512"),
            (0x0000002B, "CKM_HASH_ML_DSA_SHAKE128"),
            (0x0000002C, "CKM_HASH_ML_DSA_SHAKE256"),
            (0x0000002D, "CKM_SLH_DSA_KEY_PAIR_GEN"),
            (0x0000002E, "CKM_SLH_DSA"),
            (0x00000030, "CKM_X9_42_DH_KEY_PAIR_GEN"),
            (0x00000031, "CKM_X9_42_DH_DERIVE"),
            (0x00000032, "CKM_X9_42_DH_HYBRID_DERIVE"),
            (0x00000033, "CKM_X9_42_MQV_DERIVE"),
            (0x00000034, "CKM_HASH_SLH_DSA"),
            (0x00000036, "CKM_HASH_SLH_DSA_SHA224"),
            (0x00000037, "CKM_HASH_SLH_DSA_SHA256"),
            (0x00000038, "CKM_HASH_SLH_DSA_SHA384"),
            (0x00000039, "CKM_HASH_SLH_DSA_SHA512"),
            (0x0000003A, "CKM_HASH_SLH_DSA_SHA3_224"),
            (0x0000003B, "CKM_HASH_SLH_DSA_SHA3_256"),
            (0x0000003C, "CKM_HASH_SLH_DSA_SHA3_384"),
            (0x0000003D, "CKM_HASH_SLH_DSA_SHA3_512"),
            (0x0000003E, "CKM_HASH_SLH_DSA_SHAKE128"),
            (0x0000003F, "CKM_HASH_SLH_DSA_SHAKE256"),
            (0x00000040, "CKM_SHA256_RSA_PKCS"),
            (0x00000041, "CKM_SHA384_RSA_PKCS"),
            (0x00000042, "CKM_SHA512_RSA_PKCS"),
            (0x00000043, "CKM_SHA256_RSA_PKCS_PSS"),
            (0x00000044, "CKM_SHA384_RSA_PKCS_PSS"),
            (0x00000045, "CKM_SHA512_RSA_PKCS_PSS"),
            (0x00000046, "CKM_SHA224_RSA_PKCS"),
            (0x00000047, "CKM_SHA224_RSA_PKCS_PSS"),
            (0x00000048, "CKM_SHA512_224"),
            (0x00000049, "CKM_SHA512_224_HMAC"),
            (0x0000004A, "CKM_SHA512_224_HMAC_GENERAL"),
            (0x0000004B, "CKM_SHA512_224_KEY_DERIVATION"),
            (0x0000004C, "CKM_SHA512_256"),
            (0x0000004D, "CKM_SHA512_256_HMAC"),
            (0x0000004E, "CKM_SHA512_256_HMAC_GENERAL"),
            (0x0000004F, "CKM_SHA512_256_KEY_DERIVATION"),
            (0x00000050, "CKM_SHA512_T"),
            (0x00000051, "CKM_SHA512_T_HMAC"),
            (0x00000052, "CKM_SHA512_T_HMAC_GENERAL"),
            (0x00000053, "CKM_SHA512_T_KEY_DERIVATION"),
            (0x00000056, "CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE"),
            (0x00000057, "CKM_TLS12_EXTENDED_MASTER_KEY_DERIVE_DH"),
            (0x00000060, "CKM_SHA3_256_RSA_PKCS"),
            (0x00000061, "CKM_SHA3_384_RSA_PKCS"),
            (0x00000062, "CKM_SHA3_512_RSA_PKCS"),
            (0x00000063, "CKM_SHA3_256_RSA_PKCS_PSS"),
            (0x00000064, "CKM_SHA3_384_RSA_PKCS_PSS"),
            (0x00000065, "CKM_SHA3_512_RSA_PKCS_PSS"),
            (0x00000066, "CKM_SHA3_224_RSA_PKCS"),
            (0x00000067, "CKM_SHA3_224_RSA_PKCS_PSS"),
            (0x00000100, "CKM_RC2_KEY_GEN"),
            (0x00000101, "CKM_RC2_ECB"),
            (0x00000102, "CKM_RC2_CBC"),
            (0x00000103, "CKM_RC2_MAC"),
            (0x00000104, "CKM_RC2_MAC_GENERAL"),
            (0x00000105, "CKM_RC2_CBC_PAD"),
            (0x00000110, "CKM_RC4_KEY_GEN"),
            (0x00000111, "CKM_RC4"),
            (0x00000120, "CKM_DES_KEY_GEN"),
            (0x00000121, "CKM_DES_ECB"),
            (0x00000122, "CKM_DES_CBC"),
            (0x00000123, "CKM_DES_MAC"),
            (0x00000124, "CKM_DES_MAC_GENERAL"),
            (0x00000125, "CKM_DES_CBC_PAD"),
            (0x00000130, "CKM_DES2_KEY_GEN"),
            (0x00000131, "CKM_DES3_KEY_GEN"),
            (0x00000132, "CKM_DES3_ECB"),
            (0x00000133, "CKM_DES3_CBC"),
            (0x00000134, "CKM_DES3_MAC"),
            (0x00000135, "CKM_DES3_MAC_GENERAL"),
            (0x00000136, "CKM_DES3_CBC_PAD"),
            (0x00000137, "CKM_DES3_CMAC_GENERAL"),
            (0x00000138, "CKM_DES3_CMAC"),
            (0x00000140, "CKM_CDMF_KEY_GEN"),
            (0x00000141, "CKM_CDMF_ECB"),
            (0x00000142, "CKM_CDMF_CBC"),
            (0x00000143, "CKM_CDMF_MAC"),
            (0x00000144, "CKM_CDMF_MAC_GENERAL"),
            (0x00000145, "CKM_CDMF_CBC_PAD"),
            (0x00000150, "CKM_DES_OFB64"),
            (0x00000151, "CKM_DES_OFB8"),
            (0x00000152, "CKM_DES_CFB64"),
            (0x00000153, "CKM_DES_CFB8"),
            (0x00000200, "CKM_MD2"),
            (0x00000201, "CKM_MD2_HMAC"),
            (0x00000202, "CKM_MD2_HMAC_GENERAL"),
            (0x00000210, "CKM_MD5"),
            (0x00000211, "CKM_MD5_HMAC"),
            (0x00000212, "CKM_MD5_HMAC_GENERAL"),
            (0x00000220, "CKM_SHA_1"),
            (0x00000221, "CKM_SHA_1_HMAC"),
            (0x00000222, "CKM_SHA_1_HMAC_GENERAL"),
            (0x00000230, "CKM_RIPEMD128"),
            (0x00000231, "CKM_RIPEMD128_HMAC"),
            (0x00000232, "CKM_RIPEMD128_HMAC_GENERAL"),
            (0x00000240, "CKM_RIPEMD160"),
            (0x00000241, "CKM_RIPEMD160_HMAC"),
            (0x00000242, "CKM_RIPEMD160_HMAC_GENERAL"),
            (0x00000250, "CKM_SHA256"),
            (0x00000251, "CKM_SHA256_HMAC"),
            (0x00000252, "CKM_SHA256_HMAC_GENERAL"),
            (0x00000255, "CKM_SHA224"),
            (0x00000256, "CKM_SHA224_HMAC"),
            (0x00000257, "CKM_SHA224_HMAC_GENERAL"),
            (0x00000260, "CKM_SHA384"),
            (0x00000261, "CKM_SHA384_HMAC"),
            (0x00000262, "CKM_SHA384_HMAC_GENERAL"),
            (0x00000270, "CKM_SHA512"),
            (0x00000271, "CKM_SHA512_HMAC"),
            (0x00000272, "CKM_SHA512_HMAC_GENERAL"),
            (0x00000280, "CKM_SECURID_KEY_GEN"),
            (0x00000282, "CKM_SECURID"),
            (0x00000290, "CKM_HOTP_KEY_GEN"),
            (0x00000291, "CKM_HOTP"),
            (0x000002A0, "CKM_ACTI"),
            (0x000002A1, "CKM_ACTI_KEY_GEN"),
            (0x000002B0, "CKM_SHA3_256"),
            (0x000002B1, "CKM_SHA3_256_HMAC"),
            (0x000002B2, "CKM_SHA3_256_HMAC_GENERAL"),
            (0x000002B3, "CKM_SHA3_256_KEY_GEN"),
            (0x000002B5, "CKM_SHA3_224"),
            (0x000002B6, "CKM_SHA3_224_HMAC"),
            (0x000002B7, "CKM_SHA3_224_HMAC_GENERAL"),
            (0x000002B8, "CKM_SHA3_224_KEY_GEN"),
            (0x000002C0, "CKM_SHA3_384"),
            (0x000002C1, "CKM_SHA3_384_HMAC"),
            (0x000002C2, "CKM_SHA3_384_HMAC_GENERAL"),
            (0x000002C3, "CKM_SHA3_384_KEY_GEN"),
            (0x000002D0, "CKM_SHA3_512"),
            (0x000002D1, "CKM_SHA3_512_HMAC"),
            (0x000002D2, "CKM_SHA3_512_HMAC_GENERAL"),
            (0x000002D3, "CKM_SHA3_512_KEY_GEN"),
            (0x00000300, "CKM_CAST_KEY_GEN"),
            (0x00000301, "CKM_CAST_ECB"),
            (0x00000302, "CKM_CAST_CBC"),
            (0x00000303, "CKM_CAST_MAC"),
            (0x00000304, "CKM_CAST_MAC_GENERAL"),
            (0x00000305, "CKM_CAST_CBC_PAD"),
            (0x00000310, "CKM_CAST3_KEY_GEN"),
            (0x00000311, "CKM_CAST3_ECB"),
            (0x00000312, "CKM_CAST3_CBC"),
            (0x00000313, "CKM_CAST3_MAC"),
            (0x00000314, "CKM_CAST3_MAC_GENERAL"),
            (0x00000315, "CKM_CAST3_CBC_PAD"),
            (0x00000320, "CKM_CAST128_KEY_GEN"),
            (0x00000321, "CKM_CAST128_ECB"),
            (0x00000322, "CKM_CAST128_CBC"),
            (0x00000323, "CKM_CAST128_MAC"),
            (0x00000324, "CKM_CAST128_MAC_GENERAL"),
            (0x00000325, "CKM_CAST128_CBC_PAD"),
            (0x00000330, "CKM_RC5_KEY_GEN"),
            (0x00000331, "CKM_RC5_ECB"),
            (0x00000332, "CKM_RC5_CBC"),
            (0x00000333, "CKM_RC5_MAC"),
            (0x00000334, "CKM_RC5_MAC_GENERAL"),
            (0x00000335, "CKM_RC5_CBC_PAD"),
            (0x00000340, "CKM_IDEA_KEY_GEN"),
            (0x00000341, "CKM_IDEA_ECB"),
            (0x00000342, "CKM_IDEA_CBC"),
            (0x00000343, "CKM_IDEA_MAC"),
            (0x00000344, "CKM_IDEA_MAC_GENERAL"),
            (0x00000345, "CKM_IDEA_CBC_PAD"),
            (0x00000350, "CKM_GENERIC_SECRET_KEY_GEN"),
            (0x00000360, "CKM_CONCATENATE_BASE_AND_KEY"),
            (0x00000362, "CKM_CONCATENATE_BASE_AND_DATA"),
            (0x00000363, "CKM_CONCATENATE_DATA_AND_BASE"),
            (0x00000364, "CKM_XOR_BASE_AND_DATA"),
            (0x00000365, "CKM_EXTRACT_KEY_FROM_KEY"),
            (0x00000370, "CKM_SSL3_PRE_MASTER_KEY_GEN"),
            (0x00000371, "CKM_SSL3_MASTER_KEY_DERIVE"),
            (0x00000372, "CKM_SSL3_KEY_AND_MAC_DERIVE"),
            (0x00000373, "CKM_SSL3_MASTER_KEY_DERIVE_DH"),
            (0x00000374, "CKM_TLS_PRE_MASTER_KEY_GEN"),
            (0x00000375, "CKM_TLS_MASTER_KEY_DERIVE"),
            (0x00000376, "CKM_TLS_KEY_AND_MAC_DERIVE"),
            (0x00000377, "CKM_TLS_MASTER_KEY_DERIVE_DH"),
            (0x00000378, "CKM_TLS_PRF"),
            (0x00000380, "CKM_SSL3_MD5_MAC"),
            (0x00000381, "CKM_SSL3_SHA1_MAC"),
            (0x00000390, "CKM_MD5_KEY_DERIVATION"),
            (0x00000391, "CKM_MD2_KEY_DERIVATION"),
            (0x00000392, "CKM_SHA1_KEY_DERIVATION"),
            (0x00000393, "CKM_SHA256_KEY_DERIVATION"),
            (0x00000394, "CKM_SHA384_KEY_DERIVATION"),
            (0x00000395, "CKM_SHA512_KEY_DERIVATION"),
            (0x00000396, "CKM_SHA224_KEY_DERIVATION"),
            (0x00000397, "CKM_SHA3_256_KEY_DERIVATION"),
            (0x00000398, "CKM_SHA3_224_KEY_DERIVATION"),
            (0x00000399, "CKM_SHA3_384_KEY_DERIVATION"),
            (0x0000039A, "CKM_SHA3_512_KEY_DERIVATION"),
            (0x0000039B, "CKM_SHAKE_128_KEY_DERIVATION"),
            (0x0000039C, "CKM_SHAKE_256_KEY_DERIVATION"),
            (0x000003A0, "CKM_PBE_MD2_DES_CBC"),
            (0x000003A1, "CKM_PBE_MD5_DES_CBC"),
            (0x000003A2, "CKM_PBE_MD5_CAST_CBC"),
            (0x000003A3, "CKM_PBE_MD5_CAST3_CBC"),
            (0x000003A4, "CKM_PBE_MD5_CAST128_CBC"),
            (0x000003A5, "CKM_PBE_SHA1_CAST128_CBC"),
            (0x000003A6, "CKM_PBE_SHA1_RC4_128"),
            (0x000003A7, "CKM_PBE_SHA1_RC4_40"),
            (0x000003A8, "CKM_PBE_SHA1_DES3_EDE_CBC"),
            (0x000003A9, "CKM_PBE_SHA1_DES2_EDE_CBC"),
            (0x000003AA, "CKM_PBE_SHA1_RC2_128_CBC"),
            (0x000003AB, "CKM_PBE_SHA1_RC2_40_CBC"),
            (0x000003AC, "CKM_SP800_108_COUNTER_KDF"),
            (0x000003AD, "CKM_SP800_108_FEEDBACK_KDF"),
            (0x000003AE, "CKM_SP800_108_DOUBLE_PIPELINE_KDF"),
            (0x000003B0, "CKM_PKCS5_PBKD2"),
            (0x000003C0, "CKM_PBA_SHA1_WITH_SHA1_HMAC"),
            (0x000003D0, "CKM_WTLS_PRE_MASTER_KEY_GEN"),
            (0x000003D1, "CKM_WTLS_MASTER_KEY_DERIVE"),
            (0x000003D2, "CKM_WTLS_MASTER_KEY_DERIVE_DH_ECC"),
            (0x000003D3, "CKM_WTLS_PRF"),
            (0x000003D4, "CKM_WTLS_SERVER_KEY_AND_MAC_DERIVE"),
            (0x000003D5, "CKM_WTLS_CLIENT_KEY_AND_MAC_DERIVE"),
            (0x000003D6, "CKM_TLS10_MAC_SERVER"),
            (0x000003D7, "CKM_TLS10_MAC_CLIENT"),
            (0x000003D8, "CKM_TLS12_MAC"),
            (0x000003D9, "CKM_TLS12_KDF"),
            (0x000003E0, "CKM_TLS12_MASTER_KEY_DERIVE"),
            (0x000003E1, "CKM_TLS12_KEY_AND_MAC_DERIVE"),
            (0x000003E2, "CKM_TLS12_MASTER_KEY_DERIVE_DH"),
            (0x000003E3, "CKM_TLS12_KEY_SAFE_DERIVE"),
            (0x000003E4, "CKM_TLS_MAC"),
            (0x000003E5, "CKM_TLS_KDF"),
            (0x00000400, "CKM_KEY_WRAP_LYNKS"),
            (0x00000401, "CKM_KEY_WRAP_SET_OAEP"),
            (0x00000500, "CKM_CMS_SIG"),
            (0x00000510, "CKM_KIP_DERIVE"),
            (0x00000511, "CKM_KIP_WRAP"),
            (0x00000512, "CKM_KIP_MAC"),
            (0x00000550, "CKM_CAMELLIA_KEY_GEN"),
            (0x00000551, "CKM_CAMELLIA_ECB"),
            (0x00000552, "CKM_CAMELLIA_CBC"),
            (0x00000553, "CKM_CAMELLIA_MAC"),
            (0x00000554, "CKM_CAMELLIA_MAC_GENERAL"),
            (0x00000555, "CKM_CAMELLIA_CBC_PAD"),
            (0x00000556, "CKM_CAMELLIA_ECB_ENCRYPT_DATA"),
            (0x00000557, "CKM_CAMELLIA_CBC_ENCRYPT_DATA"),
            (0x00000558, "CKM_CAMELLIA_CTR"),
            (0x00000560, "CKM_ARIA_KEY_GEN"),
            (0x00000561, "CKM_ARIA_ECB"),
            (0x00000562, "CKM_ARIA_CBC"),
            (0x00000563, "CKM_ARIA_MAC"),
            (0x00000564, "CKM_ARIA_MAC_GENERAL"),
            (0x00000565, "CKM_ARIA_CBC_PAD"),
            (0x00000566, "CKM_ARIA_ECB_ENCRYPT_DATA"),
            (0x00000567, "CKM_ARIA_CBC_ENCRYPT_DATA"),
            (0x00000650, "CKM_SEED_KEY_GEN"),
            (0x00000651, "CKM_SEED_ECB"),
            (0x00000652, "CKM_SEED_CBC"),
            (0x00000653, "CKM_SEED_MAC"),
            (0x00000654, "CKM_SEED_MAC_GENERAL"),
            (0x00000655, "CKM_SEED_CBC_PAD"),
            (0x00000656, "CKM_SEED_ECB_ENCRYPT_DATA"),
            (0x00000657, "CKM_SEED_CBC_ENCRYPT_DATA"),
            (0x00001000, "CKM_SKIPJACK_KEY_GEN"),
            (0x00001001, "CKM_SKIPJACK_ECB64"),
            (0x00001002, "CKM_SKIPJACK_CBC64"),
            (0x00001003, "CKM_SKIPJACK_OFB64"),
            (0x00001004, "CKM_SKIPJACK_CFB64"),
            (0x00001005, "CKM_SKIPJACK_CFB32"),
            (0x00001006, "CKM_SKIPJACK_CFB16"),
            (0x00001007, "CKM_SKIPJACK_CFB8"),
            (0x00001008, "CKM_SKIPJACK_WRAP"),
            (0x00001009, "CKM_SKIPJACK_PRIVATE_WRAP"),
            (0x0000100A, "CKM_SKIPJACK_RELAYX"),
            (0x00001010, "CKM_KEA_KEY_PAIR_GEN"),
            (0x00001011, "CKM_KEA_KEY_DERIVE"),
            (0x00001012, "CKM_KEA_DERIVE"),
            (0x00001020, "CKM_FORTEZZA_TIMESTAMP"),
            (0x00001030, "CKM_BATON_KEY_GEN"),
            (0x00001031, "CKM_BATON_ECB128"),
            (0x00001032, "CKM_BATON_ECB96"),
            (0x00001033, "CKM_BATON_CBC128"),
            (0x00001034, "CKM_BATON_COUNTER"),
            (0x00001035, "CKM_BATON_SHUFFLE"),
            (0x00001036, "CKM_BATON_WRAP"),
            (0x00001040, "CKM_EC_KEY_PAIR_GEN"),
            (0x00001041, "CKM_ECDSA"),
            (0x00001042, "CKM_ECDSA_SHA1"),
            (0x00001043, "CKM_ECDSA_SHA224"),
            (0x00001044, "CKM_ECDSA_SHA256"),
            (0x00001045, "CKM_ECDSA_SHA384"),
            (0x00001046, "CKM_ECDSA_SHA512"),
            (0x00001047, "CKM_ECDSA_SHA3_224"),
            (0x00001048, "CKM_ECDSA_SHA3_256"),
            (0x00001049, "CKM_ECDSA_SHA3_384"),
            (0x0000104A, "CKM_ECDSA_SHA3_512"),
            (0x00001050, "CKM_ECDH1_DERIVE"),
            (0x00001051, "CKM_ECDH1_COFACTOR_DERIVE"),
            (0x00001052, "CKM_ECMQV_DERIVE"),
            (0x00001053, "CKM_ECDH_AES_KEY_WRAP"),
            (0x00001054, "CKM_RSA_AES_KEY_WRAP"),
            (0x00001055, "CKM_EC_EDWARDS_KEY_PAIR_GEN"),
            (0x00001056, "CKM_EC_MONTGOMERY_KEY_PAIR_GEN"),
            (0x00001057, "CKM_EDDSA"),
            (0x00001060, "CKM_JUNIPER_KEY_GEN"),
            (0x00001061, "CKM_JUNIPER_ECB128"),
            (0x00001062, "CKM_JUNIPER_CBC128"),
            (0x00001063, "CKM_JUNIPER_COUNTER"),
            (0x00001064, "CKM_JUNIPER_SHUFFLE"),
            (0x00001065, "CKM_JUNIPER_WRAP"),
            (0x00001070, "CKM_FASTHASH"),
            (0x00001071, "CKM_AES_XTS"),
            (0x00001072, "CKM_AES_XTS_KEY_GEN"),
            (0x00001080, "CKM_AES_KEY_GEN"),
            (0x00001081, "CKM_AES_ECB"),
            (0x00001082, "CKM_AES_CBC"),
            (0x00001083, "CKM_AES_MAC"),
            (0x00001084, "CKM_AES_MAC_GENERAL"),
            (0x00001085, "CKM_AES_CBC_PAD"),
            (0x00001086, "CKM_AES_CTR"),
            (0x00001087, "CKM_AES_GCM"),
            (0x00001088, "CKM_AES_CCM"),
            (0x00001089, "CKM_AES_CTS"),
            (0x0000108A, "CKM_AES_CMAC"),
            (0x0000108B, "CKM_AES_CMAC_GENERAL"),
            (0x0000108C, "CKM_AES_XCBC_MAC"),
            (0x0000108D, "CKM_AES_XCBC_MAC_96"),
            (0x0000108E, "CKM_AES_GMAC"),
            (0x00001090, "CKM_BLOWFISH_KEY_GEN"),
            (0x00001091, "CKM_BLOWFISH_CBC"),
            (0x00001092, "CKM_TWOFISH_KEY_GEN"),
            (0x00001093, "CKM_TWOFISH_CBC"),
            (0x00001094, "CKM_BLOWFISH_CBC_PAD"),
            (0x00001095, "CKM_TWOFISH_CBC_PAD"),
            (0x00001100, "CKM_DES_ECB_ENCRYPT_DATA"),
            (0x00001101, "CKM_DES_CBC_ENCRYPT_DATA"),
            (0x00001102, "CKM_DES3_ECB_ENCRYPT_DATA"),
            (0x00001103, "CKM_DES3_CBC_ENCRYPT_DATA"),
            (0x00001104, "CKM_AES_ECB_ENCRYPT_DATA"),
            (0x00001105, "CKM_AES_CBC_ENCRYPT_DATA"),
            (0x00001200, "CKM_GOSTR3410_KEY_PAIR_GEN"),
            (0x00001201, "CKM_GOSTR3410"),
            (0x00001202, "CKM_GOSTR3410_WITH_GOSTR3411"),
            (0x00001203, "CKM_GOSTR3410_KEY_WRAP"),
            (0x00001204, "CKM_GOSTR3410_DERIVE"),
            (0x00001210, "CKM_GOSTR3411"),
            (0x00001211, "CKM_GOSTR3411_HMAC"),
            (0x00001220, "CKM_GOST28147_KEY_GEN"),
            (0x00001221, "CKM_GOST28147_ECB"),
            (0x00001222, "CKM_GOST28147"),
            (0x00001223, "CKM_GOST28147_MAC"),
            (0x00001224, "CKM_GOST28147_KEY_WRAP"),
            (0x00001225, "CKM_CHACHA20_KEY_GEN"),
            (0x00001226, "CKM_CHACHA20"),
            (0x00001227, "CKM_POLY1305_KEY_GEN"),
            (0x00001228, "CKM_POLY1305"),
            (0x0000140B, "CKM_EC_KEY_PAIR_GEN_W_EXTRA_BITS"),
            (0x00002000, "CKM_DSA_PARAMETER_GEN"),
            (0x00002001, "CKM_DH_PKCS_PARAMETER_GEN"),
            (0x00002002, "CKM_X9_42_DH_PARAMETER_GEN"),
            (0x00002003, "CKM_DSA_PROBABILISTIC_PARAMETER_GEN"),
            (0x00002004, "CKM_DSA_SHAWE_TAYLOR_PARAMETER_GEN"),
            (0x00002005, "CKM_DSA_FIPS_G_GEN"),
            (0x00002104, "CKM_AES_OFB"),
            (0x00002105, "CKM_AES_CFB64"),
            (0x00002106, "CKM_AES_CFB8"),
            (0x00002107, "CKM_AES_CFB128"),
            (0x00002108, "CKM_AES_CFB1"),
            (0x00002109, "CKM_AES_KEY_WRAP"),
            (0x0000210A, "CKM_AES_KEY_WRAP_PAD"),
            (0x0000210B, "CKM_AES_KEY_WRAP_KWP"),
            (0x0000210C, "CKM_AES_KEY_WRAP_PKCS7"),
            (0x00004001, "CKM_RSA_PKCS_TPM_1_1"),
            (0x00004002, "CKM_RSA_PKCS_OAEP_TPM_1_1"),
            (0x00004003, "CKM_SHA_1_KEY_GEN"),
            (0x00004004, "CKM_SHA224_KEY_GEN"),
            (0x00004005, "CKM_SHA256_KEY_GEN"),
            (0x00004006, "CKM_SHA384_KEY_GEN"),
            (0x00004007, "CKM_SHA512_KEY_GEN"),
            (0x00004008, "CKM_SHA512_224_KEY_GEN"),
            (0x00004009, "CKM_SHA512_256_KEY_GEN"),
            (0x0000400A, "CKM_SHA512_T_KEY_GEN"),
            (0x0000400B, "CKM_NULL"),
            (0x0000400C, "CKM_BLAKE2B_160"),
            (0x0000400D, "CKM_BLAKE2B_160_HMAC"),
            (0x0000400E, "CKM_BLAKE2B_160_HMAC_GENERAL"),
            (0x0000400F, "CKM_BLAKE2B_160_KEY_DERIVE"),
            (0x00004010, "CKM_BLAKE2B_160_KEY_GEN"),
            (0x00004011, "CKM_BLAKE2B_256"),
            (0x00004012, "CKM_BLAKE2B_256_HMAC"),
            (0x00004013, "CKM_BLAKE2B_256_HMAC_GENERAL"),
            (0x00004014, "CKM_BLAKE2B_256_KEY_DERIVE"),
            (0x00004015, "CKM_BLAKE2B_256_KEY_GEN"),
            (0x00004016, "CKM_BLAKE2B_384"),
            (0x00004017, "CKM_BLAKE2B_384_HMAC"),
            (0x00004018, "CKM_BLAKE2B_384_HMAC_GENERAL"),
            (0x00004019, "CKM_BLAKE2B_384_KEY_DERIVE"),
            (0x0000401A, "CKM_BLAKE2B_384_KEY_GEN"),
            (0x0000401B, "CKM_BLAKE2B_512"),
            (0x0000401C, "CKM_BLAKE2B_512_HMAC"),
            (0x0000401D, "CKM_BLAKE2B_512_HMAC_GENERAL"),
            (0x0000401E, "CKM_BLAKE2B_512_KEY_DERIVE"),
            (0x0000401F, "CKM_BLAKE2B_512_KEY_GEN"),
            (0x00004020, "CKM_SALSA20"),
            (0x00004021, "CKM_CHACHA20_POLY1305"),
            (0x00004022, "CKM_SALSA20_POLY1305"),
            (0x00004023, "CKM_X3DH_INITIALIZE"),
            (0x00004024, "CKM_X3DH_RESPOND"),
            (0x00004025, "CKM_X2RATCHET_INITIALIZE"),
            (0x00004026, "CKM_X2RATCHET_RESPOND"),
            (0x00004027, "CKM_X2RATCHET_ENCRYPT"),
            (0x00004028, "CKM_X2RATCHET_DECRYPT"),
            (0x00004029, "CKM_XEDDSA"),
            (0x0000402A, "CKM_HKDF_DERIVE"),
            (0x0000402B, "CKM_HKDF_DATA"),
            (0x0000402C, "CKM_HKDF_KEY_GEN"),
            (0x0000402D, "CKM_SALSA20_KEY_GEN"),
            (0x0000402E, "CKM_IKE2_PRF_PLUS_DERIVE"),
            (0x0000402F, "CKM_IKE_PRF_DERIVE"),
            (0x00004030, "CKM_IKE1_PRF_DERIVE"),
            (0x00004031, "CKM_IKE1_EXTENDED_DERIVE"),
            (0x00004032, "CKM_HSS_KEY_PAIR_GEN"),
            (0x00004033, "CKM_HSS"),
            (0x00004034, "CKM_XMSS_KEY_PAIR_GEN"),
            (0x00004035, "CKM_XMSSMT_KEY_PAIR_GEN"),
            (0x00004036, "CKM_XMSS"),
            (0x00004037, "CKM_XMSSMT"),
            (0x00004038, "CKM_ECDH_X_AES_KEY_WRAP"),
            (0x00004039, "CKM_ECDH_COF_AES_KEY_WRAP"),
            (0x0000403A, "CKM_PUB_KEY_FROM_PRIV_KEY"),
            (0x80000000, "CKM_VENDOR_DEFINED"),
        ],
        aliases: [
            (0x00000320, "CKM_CAST5_KEY_GEN"),
            (0x00000321, "CKM_CAST5_ECB"),
            (0x00000322, "CKM_CAST5_CBC"),
            (0x00000323, "CKM_CAST5_MAC"),
            (0x00000324, "CKM_CAST5_MAC_GENERAL"),
            (0x00000325, "CKM_CAST5_CBC_PAD"),
            (0x00000397, "CKM_SHA3_256_KEY_DERIVE"),
            (0x00000398, "CKM_SHA3_224_KEY_DERIVE"),
            (0x00000399, "CKM_SHA3_384_KEY_DERIVE"),
            (0x0000039A, "CKM_SHA3_512_KEY_DERIVE"),
            (0x0000039B, "CKM_SHAKE_128_KEY_DERIVE"),
            (0x0000039C, "CKM_SHAKE_256_KEY_DERIVE"),
            (0x000003A4, "CKM_PBE_MD5_CAST5_CBC"),
            (0x000003A5, "CKM_PBE_SHA1_CAST5_CBC"),
            (0x00001040, "CKM_ECDSA_KEY_PAIR_GEN"),
            (0x00002003, "CKM_DSA_PROBABLISTIC_PARAMETER_GEN"),
        ])
}
