public import Foundation

// What kinds of items there are.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// The class of an item: needed in every query that names no key by itself.
public nonisolated(unsafe) let kSecClass: CFString = "class"

/// A key.
public nonisolated(unsafe) let kSecClassKey: CFString = "keys"

/// A certificate.
public nonisolated(unsafe) let kSecClassCertificate: CFString = "cert"

/// A certificate with its private key.
public nonisolated(unsafe) let kSecClassIdentity: CFString = "idnt"

/// A password. A token keeps none: ``errSecNoSuchClass``.
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"

/// As ``kSecClassGenericPassword``.
public nonisolated(unsafe) let kSecClassInternetPassword: CFString = "inet"
