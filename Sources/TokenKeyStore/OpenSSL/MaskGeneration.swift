internal import PKCS11

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension UnsafeMutableRawBufferPointer {
    /// Applies MGF1 (RFC 8017, appendix B.2.1) of the bytes at `seed` to those at `target`, by exclusive or.
    func xorMGF1(of seed: Range<Int>, to target: Range<Int>, hash: HashFunction) throws {
        try SecureBytes.withScratch(count: hash.digestLength) { mask in
            for (counter, start) in stride(from: target.lowerBound, to: target.upperBound, by: mask.count).enumerated()
            {
                let stream = try StreamingHash(hash)
                try stream.update(UnsafeRawBufferPointer(rebasing: self[seed]))
                try stream.update([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) })
                try stream.finish(into: mask)
                for offset in 0..<Swift.min(mask.count, target.upperBound - start) {
                    self[start + offset] ^= mask[offset]
                }
            }
        }
    }

    /// Copies secret bytes to the end of this zeroed memory, so that zeros precede them. They must fit.
    func fillFromEnd(with bytes: SecureBytes) {
        bytes.withUnsafeBytes { source in
            let start = count - source.count
            guard start >= 0, let base = baseAddress, let sourceBase = source.baseAddress else { return }
            base.advanced(by: start).copyMemory(from: sourceBase, byteCount: source.count)
        }
    }
}
