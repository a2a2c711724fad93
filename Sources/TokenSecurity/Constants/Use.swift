public import Foundation

// How the functions go about it.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// Which of two keychains; there is one here: accepted, without effect.
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Accepted, without effect: the PIN comes from the store's own source.
public nonisolated(unsafe) let kSecUseAuthenticationContext: CFString = "u_AuthCtx"

/// Whether somebody may be asked: one of the three values below. Without effect: the store's own source of the PIN decides.
public nonisolated(unsafe) let kSecUseAuthenticationUI: CFString = "u_AuthUI"

/// A value of ``kSecUseAuthenticationUI``.
public nonisolated(unsafe) let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"

/// A value of ``kSecUseAuthenticationUI``.
public nonisolated(unsafe) let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"

/// A value of ``kSecUseAuthenticationUI``, for queries only.
public nonisolated(unsafe) let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

/// What to show who is asked: accepted, without effect.
public nonisolated(unsafe) let kSecUseOperationPrompt: CFString = "u_OpPrompt"

/// The older form of ``kSecUseAuthenticationUIFail``.
public nonisolated(unsafe) let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"

/// Refused by every function.
public nonisolated(unsafe) let kSecUseItemList: CFString = "u_ItemList"

/// Which file of a keychain: accepted, without effect.
public nonisolated(unsafe) let kSecUseKeychain: CFString = "u_Keychain"
