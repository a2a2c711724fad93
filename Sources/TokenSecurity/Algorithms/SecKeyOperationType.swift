/// What is done with a key.
public enum SecKeyOperationType: Int, Hashable, Sendable {
    /// A private key signs.
    case sign
    /// A public key verifies a signature.
    case verify
    /// A public key encrypts.
    case encrypt
    /// A private key decrypts.
    case decrypt
    /// A private key and the public key of another pair give a shared secret.
    case keyExchange
}
