internal import PKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension KeyStore {
    /// Some modules refuse to make more at once.
    private static var mostRandomBytesAtOnce: Int { 64 << 10 }
    /// They are all in memory: more is a mistake.
    private static var mostRandomBytes: Int { 1 << 30 }

    /// Random bytes of the token's generator.
    ///
    /// - Parameter count: how many, up to 2³⁰; 0 is none.
    /// - Throws: ``KeyStoreError/Code/invalidParameter`` for another count, and what the token answers.
    public func randomBytes(count: Int) throws -> Data { try makeRandomBytes(count) }

    func makeRandomBytes(_ count: Int) throws -> Data {
        guard count >= 0, count <= Self.mostRandomBytes else {
            throw KeyStoreError(
                .invalidParameter, "\(count) random bytes were asked for: 0 to \(Self.mostRandomBytes) can be had")
        }
        if count <= Self.mostRandomBytesAtOnce {
            return try withSession("making \(count) random bytes") { session, _ in
                try session.randomBytes(count: count)
            }
        }
        var bytes = Data()
        while bytes.count < count {
            bytes += try makeRandomBytes(min(count - bytes.count, Self.mostRandomBytesAtOnce))
        }
        return bytes
    }
}
