public import Foundation

// Where an item is kept, and who may get at it.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// Which token: its label or its serial number.
public nonisolated(unsafe) let kSecAttrTokenID: CFString = "tkid"

/// The token of the machine itself: here the token that is configured.
public nonisolated(unsafe) let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"

/// A ``SecAccessControl``; any other value is refused.
public nonisolated(unsafe) let kSecAttrAccessControl: CFString = "accc"

/// When an item can be used. A token knows no lock screen: accepted and dropped.
public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"

/// A value of ``kSecAttrAccessible``.
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlocked: CFString = "ak"

/// A value of ``kSecAttrAccessible``.
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"

/// A value of ``kSecAttrAccessible``.
public nonisolated(unsafe) let kSecAttrAccessibleAlways: CFString = "dk"

/// A value of ``kSecAttrAccessible``.
public nonisolated(unsafe) let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

/// A value of ``kSecAttrAccessible``.
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

/// A value of ``kSecAttrAccessible``.
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"

/// A value of ``kSecAttrAccessible``.
public nonisolated(unsafe) let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

/// Which programs share an item. A token knows no programs: accepted and dropped.
public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"

/// The access group of items of tokens: it can be read, not written.
public nonisolated(unsafe) let kSecAttrAccessGroupToken: CFString = "com.apple.token"

/// Whether an item goes to other machines: never. True matches nothing, and is refused when adding.
public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = "sync"

/// A value of ``kSecAttrSynchronizable``: true or false.
public nonisolated(unsafe) let kSecAttrSynchronizableAny: CFString = "syna"

/// Accepted and dropped.
public nonisolated(unsafe) let kSecAttrSyncViewHint: CFString = "vwht"

/// Accepted and dropped.
public nonisolated(unsafe) let kSecAttrAccess: CFString = "acls"

/// Accepted and dropped.
public nonisolated(unsafe) let kSecAttrPRF: CFString = "prf"

/// A value of ``kSecAttrPRF``.
public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"

/// A value of ``kSecAttrPRF``.
public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"

/// A value of ``kSecAttrPRF``.
public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"

/// A value of ``kSecAttrPRF``.
public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"

/// A value of ``kSecAttrPRF``.
public nonisolated(unsafe) let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"

/// Accepted and dropped.
public nonisolated(unsafe) let kSecAttrSalt: CFString = "salt"

/// Accepted and dropped.
public nonisolated(unsafe) let kSecAttrRounds: CFString = "rounds"
