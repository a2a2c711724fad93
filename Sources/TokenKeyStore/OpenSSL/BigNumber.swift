internal import COpenSSL
internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A non-negative integer of libcrypto, wiped when the last reference goes.
final class BigNumber {
    let pointer: OpaquePointer

    private init(_ pointer: OpaquePointer?) throws {
        guard let pointer else { throw KeyStoreError.libcrypto(while: "allocating a number") }
        self.pointer = pointer
    }

    /// A public number of its big-endian bytes.
    convenience init(bigEndian bytes: Data) throws {
        try self.init(
            bytes.withUnsafeBytes { BN_bin2bn($0.bindMemory(to: UInt8.self).baseAddress, Int32($0.count), nil) })
    }

    /// A secret number of its big-endian bytes.
    convenience init(bigEndian bytes: SecureBytes) throws {
        try self.init(BN_secure_new())
        BN_set_flags(pointer, BN_FLG_CONSTTIME)
        let read = bytes.withUnsafeBytes {
            BN_bin2bn($0.bindMemory(to: UInt8.self).baseAddress, Int32($0.count), pointer)
        }
        guard read != nil else { throw KeyStoreError.libcrypto(while: "reading a number") }
    }

    deinit { BN_clear_free(pointer) }

    func isLess(than other: BigNumber) -> Bool { BN_cmp(pointer, other.pointer) < 0 }
}

/// The few relations between secret numbers that the check of a private key needs.
final class BigNumberArithmetic {
    private let context: OpaquePointer

    init() throws {
        guard let context = BN_CTX_secure_new() else { throw KeyStoreError.libcrypto(while: "allocating numbers") }
        self.context = context
    }

    deinit { BN_CTX_free(context) }

    /// Whether `left` · `right` = `product`.
    func isProduct(_ product: BigNumber, of left: BigNumber, _ right: BigNumber) throws -> Bool {
        try withScratch { scratch, _ in
            guard BN_mul(scratch, left.pointer, right.pointer, context) == 1 else { throw failure }
            return BN_cmp(scratch, product.pointer) == 0
        }
    }

    /// Whether `left` · `right` ≡ 1 modulo `modulus` − `decrement`; false for a modulus below 2.
    func areInverse(_ left: BigNumber, _ right: BigNumber, modulo modulus: BigNumber, minus decrement: UInt = 0) throws
        -> Bool
    {
        try withScratch { scratch, reduced in
            guard BN_copy(reduced, modulus.pointer) != nil, BN_sub_word(reduced, numericCast(decrement)) == 1 else {
                throw failure
            }
            if BN_is_negative(reduced) == 1 || BN_is_zero(reduced) == 1 || BN_is_one(reduced) == 1 { return false }
            guard BN_mod_mul(scratch, left.pointer, right.pointer, reduced, context) == 1 else { throw failure }
            return BN_is_one(scratch) == 1
        }
    }

    private var failure: KeyStoreError { .libcrypto(while: "checking a private key") }

    private func withScratch(_ body: (OpaquePointer, OpaquePointer) throws -> Bool) throws -> Bool {
        BN_CTX_start(context)
        defer { BN_CTX_end(context) }
        guard let first = BN_CTX_get(context), let second = BN_CTX_get(context) else { throw failure }
        return try body(first, second)
    }
}
