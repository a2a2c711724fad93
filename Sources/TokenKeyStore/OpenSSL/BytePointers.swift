internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// libcrypto wants a pointer that is not NULL, also for no bytes.

extension UnsafeRawBufferPointer {
    /// Lends address and count; the address is not NULL even when the count is 0.
    func lend<Result>(_ body: (UnsafePointer<UInt8>, Int) throws -> Result) rethrows -> Result {
        if let address = bindMemory(to: UInt8.self).baseAddress { return try body(address, count) }
        return try withUnsafePointer(to: 0 as UInt8) { try body($0, 0) }
    }
}

extension Data {
    /// Lends address and count; the address is not NULL even when the count is 0.
    func lend<Result>(_ body: (UnsafePointer<UInt8>, Int) throws -> Result) rethrows -> Result {
        try withUnsafeBytes { try $0.lend(body) }
    }
}

extension SecureBytes {
    /// Lends address and count.
    func lend<Result>(_ body: (UnsafePointer<UInt8>, Int) throws -> Result) throws -> Result {
        try withUnsafeBytes { try $0.lend(body) }
    }
}
