public import Foundation

// How an item is named and told from others.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// The tag of a key (`CKA_ID`): Data, a string or a number, kept as bytes and given back as Data.
public nonisolated(unsafe) let kSecAttrApplicationTag: CFString = "atag"

/// The SHA-1 of the public key, the same for both halves; computed. A value of the caller's own becomes the label
/// where there is none.
public nonisolated(unsafe) let kSecAttrApplicationLabel: CFString = "klbl"

/// The label (`CKA_LABEL`), for people; need not be unique.
public nonisolated(unsafe) let kSecAttrLabel: CFString = "labl"

/// The length of the modulus in bits (`CKA_MODULUS_BITS`).
public nonisolated(unsafe) let kSecAttrKeySizeInBits: CFString = "bsiz"

/// The same number as ``kSecAttrKeySizeInBits``.
public nonisolated(unsafe) let kSecAttrEffectiveKeySize: CFString = "esiz"

/// When an item was made. A token does not keep it: accepted and dropped.
public nonisolated(unsafe) let kSecAttrCreationDate: CFString = "cdat"

/// When an item was changed last. A token does not keep it: accepted and dropped.
public nonisolated(unsafe) let kSecAttrModificationDate: CFString = "mdat"

/// A reference to an item, as an attribute; not kept.
public nonisolated(unsafe) let kSecAttrPersistentReference: CFString = "persistref"

/// ``kSecAttrPersistentReference`` as it was once spelt.
public nonisolated(unsafe) let kSecAttrPersistantReference: CFString = "persistref"

/// Of a certificate: the SHA-1 of its public key.
public nonisolated(unsafe) let kSecAttrPublicKeyHash: CFString = "pkhh"

/// Of a certificate: the subject (`CKA_SUBJECT`).
public nonisolated(unsafe) let kSecAttrSubject: CFString = "subj"

/// Of a certificate: the issuer (`CKA_ISSUER`).
public nonisolated(unsafe) let kSecAttrIssuer: CFString = "issr"

/// Of a certificate: the serial number (`CKA_SERIAL_NUMBER`).
public nonisolated(unsafe) let kSecAttrSerialNumber: CFString = "slnr"

/// Of a certificate: the key identifier in it.
public nonisolated(unsafe) let kSecAttrSubjectKeyID: CFString = "skid"

/// Of a certificate: the version of X.509, 1 to 3.
public nonisolated(unsafe) let kSecAttrCertificateType: CFString = "ctyp"

/// Of a certificate: 3, for DER.
public nonisolated(unsafe) let kSecAttrCertificateEncoding: CFString = "cenc"

/// Part of what makes a key unique elsewhere; always 0 here.
nonisolated(unsafe) let kSecAttrKeyCreator: CFString = "crtr"
