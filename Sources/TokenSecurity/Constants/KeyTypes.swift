public import Foundation

// The class and the type of a key.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// Which half a key is (`CKA_CLASS`): a string or a number. Given back as a number by the item functions and as a
/// string by ``SecKeyCopyAttributes(_:)``.
public nonisolated(unsafe) let kSecAttrKeyClass: CFString = "kcls"

/// The public half (`CKO_PUBLIC_KEY`).
public nonisolated(unsafe) let kSecAttrKeyClassPublic: CFString = "0"

/// The private half (`CKO_PRIVATE_KEY`).
public nonisolated(unsafe) let kSecAttrKeyClassPrivate: CFString = "1"

/// A secret key (`CKO_SECRET_KEY`).
public nonisolated(unsafe) let kSecAttrKeyClassSymmetric: CFString = "2"

/// The type of a key (`CKA_KEY_TYPE`): a string or a number, as with ``kSecAttrKeyClass``.
public nonisolated(unsafe) let kSecAttrKeyType: CFString = "type"

/// RSA (`CKK_RSA`).
public nonisolated(unsafe) let kSecAttrKeyTypeRSA: CFString = "42"

/// Elliptic curves over a prime field: P-256, P-384, P-521 (`CKK_EC`).
public nonisolated(unsafe) let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"

/// The older name of ``kSecAttrKeyTypeECSECPrimeRandom``.
public nonisolated(unsafe) let kSecAttrKeyTypeEC: CFString = "73"

/// Another name of ``kSecAttrKeyTypeECSECPrimeRandom``.
public nonisolated(unsafe) let kSecAttrKeyTypeECDSA: CFString = "73"

/// DSA; no keys of this type are made.
public nonisolated(unsafe) let kSecAttrKeyTypeDSA: CFString = "43"

/// AES; no keys of this type are made.
public nonisolated(unsafe) let kSecAttrKeyTypeAES: CFString = "2147483649"

/// DES; no keys of this type are made.
public nonisolated(unsafe) let kSecAttrKeyTypeDES: CFString = "14"

/// Triple DES; no keys of this type are made.
public nonisolated(unsafe) let kSecAttrKeyType3DES: CFString = "17"

/// RC4; no keys of this type are made.
public nonisolated(unsafe) let kSecAttrKeyTypeRC4: CFString = "25"

/// RC2; no keys of this type are made.
public nonisolated(unsafe) let kSecAttrKeyTypeRC2: CFString = "23"

/// CAST; no keys of this type are made.
public nonisolated(unsafe) let kSecAttrKeyTypeCAST: CFString = "56"
