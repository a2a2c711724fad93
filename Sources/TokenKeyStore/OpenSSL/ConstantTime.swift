internal import COpenSSL

/// Truth as a mask, all ones or zero: for decisions about secrets, whose time and memory accesses must not depend on
/// them.
///
/// Compilers turn such arithmetic back into branches when they can see through it; the barrier is what they cannot.
struct ConstantTimeMask {
    private let bits: UInt

    private init(bits: UInt) { self.bits = UInt(copenssl_value_barrier(numericCast(bits))) }

    static var never: Self { Self(bits: 0) }

    static func isZero(_ value: UInt) -> Self {
        // The highest bit of ~v & (v − 1) is set for zero only.
        Self(bits: 0 &- ((~value & (value &- 1)) >> UInt(UInt.bitWidth - 1)))
    }

    static func isEqual(_ left: UInt, _ right: UInt) -> Self { isZero(left ^ right) }

    /// For values below 2^(bits of a word − 1).
    static func isLess(_ left: UInt, than right: UInt) -> Self {
        Self(bits: 0 &- ((left &- right) >> UInt(UInt.bitWidth - 1)))
    }

    static func & (left: Self, right: Self) -> Self { Self(bits: left.bits & right.bits) }
    static func | (left: Self, right: Self) -> Self { Self(bits: left.bits | right.bits) }
    static prefix func ~ (mask: Self) -> Self { Self(bits: ~mask.bits) }

    /// The first value where true, else the second.
    func select(_ first: UInt, _ second: UInt) -> UInt { second ^ (bits & (first ^ second)) }

    /// The truth, at last: from here on it is no secret.
    var isTrue: Bool { bits != 0 }
}
