public import Foundation

/// A certificate: a name for sources to compile with, as the key store has no certificates; nothing makes one.
public final class SecCertificate: NSObject, Sendable {
    private override init() {}
}

/// A certificate with its private key: a name for sources to compile with, as ``SecCertificate`` is.
public final class SecIdentity: NSObject, Sendable {
    private override init() {}
}
