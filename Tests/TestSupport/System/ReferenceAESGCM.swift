import Foundation

/// AES-GCM (NIST SP 800-38D) built here on the AES block cipher of the `openssl` command, which has no command for GCM:
/// an implementation that shares nothing with the one under test.
public struct ReferenceAESGCM {
    private typealias Block = (high: UInt64, low: UInt64)

    private let key: Data
    private let hashKey: Block

    /// Takes the key.
    ///
    /// - Parameter key: 16 or 32 bytes.
    /// - Throws: ``CommandError`` where `openssl` fails.
    public init(key: Data) throws {
        self.key = key
        hashKey = Self.block(try Self.cipher(Data(count: 16), key))
    }

    /// Encrypts or decrypts, which is the same in counter mode.
    ///
    /// - Parameter iv: 16 bytes; other lengths are not needed here.
    public func xorKeyStream(_ input: Data, iv: Data) throws -> Data {
        var counter = Self.bytes(initialCounter(iv))
        var counters = Data()
        for _ in stride(from: 0, to: input.count, by: 16) {
            // inc32: only the last four bytes count.
            let number = counter.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &+ 1
            counter = counter.prefix(12) + withUnsafeBytes(of: number.bigEndian) { Data($0) }
            counters += counter
        }
        guard !input.isEmpty else { return Data() }
        return Data(zip(input, try Self.cipher(counters, key)).map { $0 ^ $1 })
    }

    /// The tag of a ciphertext, 16 bytes.
    public func tag(ciphertext: Data, additionalData: Data, iv: Data) throws -> Data {
        let hash = ghash(
            Self.padded(additionalData) + Self.padded(ciphertext)
                + Self.lengths(additionalData.count, ciphertext.count))
        let mask = try Self.cipher(Self.bytes(initialCounter(iv)), key)
        return Data(zip(Self.bytes(hash), mask).map { $0 ^ $1 })
    }

    /// J0 for an IV that does not have 96 bits.
    private func initialCounter(_ iv: Data) -> Block { ghash(Self.padded(iv) + Self.lengths(0, iv.count)) }

    private func ghash(_ data: Data) -> Block {
        var hash: Block = (0, 0)
        for start in stride(from: 0, to: data.count, by: 16) {
            let next = Self.block(Data(data.dropFirst(start).prefix(16)))
            hash = multiply((hash.high ^ next.high, hash.low ^ next.low), hashKey)
        }
        return hash
    }

    /// Multiplication in GF(2^128), section 6.3, bit by bit.
    private func multiply(_ x: Block, _ y: Block) -> Block {
        var product: Block = (0, 0)
        var factor = y
        for bit in 0..<128 {
            let word = bit < 64 ? x.high : x.low
            if word >> UInt64(63 - bit % 64) & 1 == 1 {
                product = (product.high ^ factor.high, product.low ^ factor.low)
            }
            let carry = factor.low & 1
            factor = (factor.high >> 1, factor.low >> 1 | factor.high << 63)
            if carry == 1 { factor.high ^= 0xE1 << 56 }
        }
        return product
    }

    private static func cipher(_ blocks: Data, _ key: Data) throws -> Data {
        let digits = key.map { String(format: "%02x", $0) }.joined()
        let arguments = ["enc", "-aes-\(8 * key.count)-ecb", "-nopad", "-K", digits]
        return try Command.check("openssl", arguments, input: blocks).stdout
    }

    private static func padded(_ data: Data) -> Data { data + Data(count: (16 - data.count % 16) % 16) }

    private static func lengths(_ first: Int, _ second: Int) -> Data {
        bytes((UInt64(8 * first), UInt64(8 * second)))
    }

    private static func block(_ bytes: Data) -> Block {
        (
            bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }

    private static func bytes(_ block: Block) -> Data {
        withUnsafeBytes(of: block.high.bigEndian) { Data($0) } + withUnsafeBytes(of: block.low.bigEndian) { Data($0) }
    }
}
