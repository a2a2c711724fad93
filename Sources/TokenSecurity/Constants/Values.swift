public import Foundation

// What goes in and what comes out.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// The bytes of a key: what is added, and what a public key gives back. No filter in a query.
public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"

/// A key; in a query, its attributes.
public nonisolated(unsafe) let kSecValueRef: CFString = "v_Ref"

/// Data that name one item for good.
public nonisolated(unsafe) let kSecValuePersistentRef: CFString = "v_PersistentRef"

/// Whether the bytes are wanted; those of a private key never come.
public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"

/// Whether the attributes are wanted, as a dictionary.
public nonisolated(unsafe) let kSecReturnAttributes: CFString = "r_Attributes"

/// Whether the key itself is wanted.
public nonisolated(unsafe) let kSecReturnRef: CFString = "r_Ref"

/// Whether a persistent reference is wanted.
public nonisolated(unsafe) let kSecReturnPersistentRef: CFString = "r_PersistentRef"

/// Generation only: the attributes of the private half, a dictionary.
public nonisolated(unsafe) let kSecPrivateKeyAttrs: CFString = "private"

/// Generation only: the attributes of the public half, a dictionary.
public nonisolated(unsafe) let kSecPublicKeyAttrs: CFString = "public"
