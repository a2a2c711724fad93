internal import CPKCS11

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A PIN, a passphrase or key bytes in memory that is locked, left out of core dumps, and wiped when the last
/// reference goes.
///
/// The bytes are written once, at initialisation, and only read afterwards, so a value may be used from any thread.
/// It has no description of its content and is neither `Codable` nor convertible to `String` or `Data`.
public final class SecureBytes: Sendable {
    // Written in the initialisers only; sound to share because nobody writes afterwards.
    private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
    private let capacity: Int

    /// The number of bytes.
    public let count: Int

    /// Whether there are no bytes.
    public var isEmpty: Bool { count == 0 }

    /// Makes a buffer of at most `capacity` bytes and lets `initializer` fill it.
    ///
    /// - Parameters:
    ///   - capacity: the size of the buffer handed to `initializer`, in bytes.
    ///   - initializer: writes the bytes and returns how many of them count. The buffer is zero-filled before.
    /// - Throws: ``PKCS11Error`` with code ``PKCS11Error/Code/outOfMemory``, or what `initializer` throws.
    public init(
        capacity: Int, initializingWith initializer: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws {
        let size = max(capacity, 0)
        guard let memory = cpkcs11_secure_allocate(size) else {
            throw PKCS11Error(code: .outOfMemory, message: "no memory for \(size) secret bytes")
        }
        do {
            let used = try initializer(UnsafeMutableRawBufferPointer(start: memory, count: size))
            self.memory = memory
            self.capacity = size
            self.count = min(max(used, 0), size)
        } catch {
            cpkcs11_secure_free(memory, size)
            throw error
        }
    }

    /// Copies bytes out of memory that the caller owns (and should wipe, if it can).
    ///
    /// - Throws: ``PKCS11Error`` with code ``PKCS11Error/Code/outOfMemory``.
    public convenience init(copying bytes: some DataProtocol) throws {
        try self.init(capacity: bytes.count) { buffer in
            bytes.copyBytes(to: buffer)
        }
    }

    /// Copies the UTF-8 bytes of a string. The string itself stays where it is in memory: prefer a ``PINSource`` that
    /// never makes one.
    ///
    /// - Throws: ``PKCS11Error`` with code ``PKCS11Error/Code/outOfMemory``.
    public convenience init(utf8 string: String) throws {
        try self.init(copying: Array(string.utf8))
    }

    deinit {
        cpkcs11_secure_free(memory, capacity)
    }

    /// Lends the bytes for the duration of `body`. They must not be kept or copied to ordinary memory.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Overwrites bytes of ordinary memory with zeros in a way that the optimiser keeps.
    public static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        cpkcs11_wipe(base, buffer.count)
    }
}

extension SecureBytes: CustomStringConvertible, CustomReflectable {
    /// Says only that there is a secret, never what or how long it is.
    public var description: String { "SecureBytes(…)" }

    /// Nothing: `dump` would show the length otherwise.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
