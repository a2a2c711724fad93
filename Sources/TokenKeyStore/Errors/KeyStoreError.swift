public import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What went wrong in a key store operation, in words a person can act on.
///
/// Never holds a PIN, a passphrase or private key bytes. The code is open: later versions may add codes, so a `switch`
/// over it needs a default.
public struct KeyStoreError: Error, Hashable, Sendable {
    /// The kind of failure; its raw value is a stable, hyphenated name.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name, such as `pin-incorrect`.
        public var rawValue: String
        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The module cannot be found, loaded or initialised.
        public static var moduleNotLoadable: Self { Self(rawValue: "module-not-loadable") }
        /// A setting is wrong, incomplete or contradicts another.
        public static var invalidConfiguration: Self { Self(rawValue: "invalid-configuration") }
        /// No token, or no slot, matches.
        public static var tokenNotFound: Self { Self(rawValue: "token-not-found") }
        /// Several tokens match where one is wanted; they are listed in the message.
        public static var tokenAmbiguous: Self { Self(rawValue: "token-ambiguous") }
        /// The token, or its user PIN, has not been initialised.
        public static var tokenNotInitialized: Self { Self(rawValue: "token-not-initialized") }
        /// A PIN is needed and no source gave one.
        public static var pinMissing: Self { Self(rawValue: "pin-missing") }
        /// The token rejected the PIN, or rejected this same PIN before.
        public static var pinIncorrect: Self { Self(rawValue: "pin-incorrect") }
        /// The PIN is shorter or longer than the token allows; it was not sent.
        public static var pinLength: Self { Self(rawValue: "pin-length") }
        /// The PIN is locked.
        public static var pinLocked: Self { Self(rawValue: "pin-locked") }
        /// One more wrong PIN would lock the token, and the caller did not allow that try.
        public static var pinFinalTry: Self { Self(rawValue: "pin-final-try") }
        /// The PIN has expired, or must be changed before anything else.
        public static var pinExpired: Self { Self(rawValue: "pin-expired") }
        /// The operation needs a login that did not take place.
        public static var notLoggedIn: Self { Self(rawValue: "not-logged-in") }
        /// No key matches.
        public static var keyNotFound: Self { Self(rawValue: "key-not-found") }
        /// Several keys match where one is wanted; see ``KeyStoreError/candidates``.
        public static var keyAmbiguous: Self { Self(rawValue: "key-ambiguous") }
        /// A key with that tag or label is there already.
        public static var keyExists: Self { Self(rawValue: "key-exists") }
        /// No certificate matches.
        public static var certificateNotFound: Self { Self(rawValue: "certificate-not-found") }
        /// Several certificates match where one is wanted; see ``KeyStoreError/candidates``.
        public static var certificateAmbiguous: Self { Self(rawValue: "certificate-ambiguous") }
        /// The same certificate is there already.
        public static var certificateExists: Self { Self(rawValue: "certificate-exists") }
        /// The key, the token or the rules of this library do not permit the operation.
        public static var notPermitted: Self { Self(rawValue: "not-permitted") }
        /// The token does not offer the mechanism, or not with these parameters.
        public static var mechanismUnsupported: Self { Self(rawValue: "mechanism-unsupported") }
        /// The token is write-protected.
        public static var readOnly: Self { Self(rawValue: "read-only") }
        /// Key or certificate data cannot be read as what it should be.
        public static var invalidKeyData: Self { Self(rawValue: "invalid-key-data") }
        /// The data are a key of a type that the key store has no support for yet; the message names it.
        public static var keyTypeUnsupported: Self { Self(rawValue: "key-type-unsupported") }
        /// A parameter of the call is out of range; nothing was done.
        public static var invalidParameter: Self { Self(rawValue: "invalid-parameter") }
        /// A message, digest or ciphertext has a length that the key and algorithm do not allow.
        public static var invalidLength: Self { Self(rawValue: "invalid-length") }
        /// Decryption failed: one error for every reason, so that it tells an attacker nothing.
        public static var decryptionFailed: Self { Self(rawValue: "decryption-failed") }
        /// The token did not do what it was told (a protection attribute, a name); what it had made anew was destroyed.
        public static var tokenDisobeyed: Self { Self(rawValue: "token-disobeyed") }
        /// The device or the connection to it failed.
        public static var deviceError: Self { Self(rawValue: "device-error") }
        /// The token was removed.
        public static var tokenRemoved: Self { Self(rawValue: "token-removed") }
        /// No session became free in time, or the token opens no more of them.
        public static var sessionsExhausted: Self { Self(rawValue: "sessions-exhausted") }
        /// The token has no room for another object.
        public static var tokenFull: Self { Self(rawValue: "token-full") }
        /// The store was closed.
        public static var closed: Self { Self(rawValue: "closed") }
        /// A file could not be read or written.
        public static var fileError: Self { Self(rawValue: "file-error") }
        /// The token answered with an error that has no code of its own here: see ``KeyStoreError/underlying``.
        public static var tokenError: Self { Self(rawValue: "token-error") }
        /// libcrypto, or the memory of this machine, failed.
        public static var internalError: Self { Self(rawValue: "internal-error") }
    }

    /// The kind of failure.
    public let code: Code
    /// What was wrong, in one plain sentence without a full stop.
    public let message: String
    /// What to do about it, where something helps.
    public let hint: String?
    /// For ``Code/keyAmbiguous``, ``Code/certificateAmbiguous`` and ``Code/tokenAmbiguous``: the candidates, one line each.
    public let candidates: [String]
    /// The failed Cryptoki call behind it, where there is one.
    public let underlying: PKCS11Error?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: the kind.
    ///   - message: what was wrong, without a full stop.
    ///   - hint: what to do about it.
    ///   - candidates: what matched, where that was too much.
    ///   - underlying: the failed Cryptoki call.
    public init(
        _ code: Code, _ message: String, hint: String? = nil, candidates: [String] = [], underlying: PKCS11Error? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.candidates = candidates
        self.underlying = underlying
    }
}

extension KeyStoreError: CustomStringConvertible {
    /// The message, the failed call where there is one, the candidates and the hint.
    public var description: String {
        var text = message
        // An error that is told in the words of the layer below is told once.
        if let underlying, underlying.message != message { text += " (\(underlying))" }
        if !candidates.isEmpty { text += ": " + candidates.joined(separator: "; ") }
        if let hint { text += ". \(hint)" }
        return text
    }
}

extension KeyStoreError: LocalizedError {
    /// The same, for those who ask for `localizedDescription`.
    public var errorDescription: String? { description }
}
