#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads a space-padded field of a `CK_…_INFO` structure. Some providers pad with NUL, so both are trimmed, at the end only.
func trimmedFieldBytes<Tuple>(_ field: Tuple) -> [UInt8] {
    withUnsafeBytes(of: field) { bytes in
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0 { end -= 1 }
        return Array(bytes[0..<end])
    }
}

/// The same as text; what is not UTF-8 becomes U+FFFD.
func trimmedField<Tuple>(_ field: Tuple) -> String {
    String(decoding: trimmedFieldBytes(field), as: UTF8.self)
}

/// A number that may be `CK_UNAVAILABLE_INFORMATION` (`~0`).
func available(_ number: UInt) -> UInt? {
    number == UInt.max ? nil : number
}
