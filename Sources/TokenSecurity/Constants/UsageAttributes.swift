public import Foundation

// What a key may do, and how it is protected.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// Whether a public key may encrypt (`CKA_ENCRYPT`). A private key has no such flag.
public nonisolated(unsafe) let kSecAttrCanEncrypt: CFString = "encr"

/// Whether a private key may decrypt (`CKA_DECRYPT`). A public key has no such flag.
public nonisolated(unsafe) let kSecAttrCanDecrypt: CFString = "decr"

/// Whether a private key may derive others (`CKA_DERIVE`).
public nonisolated(unsafe) let kSecAttrCanDerive: CFString = "drve"

/// Whether a private key may sign (`CKA_SIGN`).
public nonisolated(unsafe) let kSecAttrCanSign: CFString = "sign"

/// Whether a public key may verify (`CKA_VERIFY`).
public nonisolated(unsafe) let kSecAttrCanVerify: CFString = "vrfy"

/// Whether a public key may wrap others (`CKA_WRAP`).
public nonisolated(unsafe) let kSecAttrCanWrap: CFString = "wrap"

/// Whether a private key may unwrap others (`CKA_UNWRAP`).
public nonisolated(unsafe) let kSecAttrCanUnwrap: CFString = "unwp"

/// Whether generation keeps the key on the token (`CKA_TOKEN`); false where nothing is said.
public nonisolated(unsafe) let kSecAttrIsPermanent: CFString = "perm"

/// Whether a private key never leaves the token in the clear (`CKA_SENSITIVE`): it never does.
public nonisolated(unsafe) let kSecAttrIsSensitive: CFString = "sens"

/// Whether a private key may leave the token wrapped by another key (`CKA_EXTRACTABLE`); it can be read in no case.
public nonisolated(unsafe) let kSecAttrIsExtractable: CFString = "extr"

/// `CKA_ALWAYS_SENSITIVE`.
nonisolated(unsafe) let kSecAttrWasAlwaysSensitive: CFString = "asen"

/// `CKA_NEVER_EXTRACTABLE`.
nonisolated(unsafe) let kSecAttrWasNeverExtractable: CFString = "next"

/// Given back as true.
nonisolated(unsafe) let kSecAttrIsPrivate: CFString = "priv"

/// Given back as true (`CKA_MODIFIABLE`).
nonisolated(unsafe) let kSecAttrIsModifiable: CFString = "modi"
