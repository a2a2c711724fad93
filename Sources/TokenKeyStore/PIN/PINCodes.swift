internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// PINs that a token rejected, so that this process never sends one of them a second time, or accepted: as HMACs under a key that
/// exists in this process only.
struct PINCodes: Sendable {
    private static let key: SecureBytes? = try? SecureBytes(capacity: 32) { buffer in
        var generator = SystemRandomNumberGenerator()
        for index in buffer.indices { buffer[index] = .random(in: .min ... .max, using: &generator) }
        return buffer.count
    }

    private var codes: Set<Data> = []

    private static func code(_ pin: SecureBytes) throws -> Data {
        guard let key else { throw KeyStoreError(.internalError, "no memory for a key of 32 bytes") }
        return try HMACSHA256.code(for: pin, key: key)
    }

    func contains(_ pin: SecureBytes) throws -> Bool {
        guard !codes.isEmpty else { return false }
        return codes.contains(try Self.code(pin))
    }

    mutating func insert(_ pin: SecureBytes) throws {
        codes.insert(try Self.code(pin))
    }

    mutating func removeAll() { codes.removeAll() }
}
